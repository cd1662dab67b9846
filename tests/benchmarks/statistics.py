"""`python -m tests.benchmarks.statistics [URL]`: the time of leaderboards and members' statistics over a million
results of one server, and of the statistics of a finished game; on SQLite, or on the empty PostgreSQL database of
a URL.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from bot.stats.game_statistics import game_statistics
from bot.stats.seasons import ALL_TIME, ANY_RULESET
from bot.store import Store
from bot.store.address import Address, parse
from bot.store.database_copy import open_connection
from bot.store.engines.unit_of_work import Connection
from bot.store.query import Query
from bot.store.repositories.results.statistics import FinishedGame, record
from engine import Game

GAMES, SEATS, MEMBERS, GUILD = 250_000, 4, 100_000, 77
RUNS = 15
NAMES = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Fay"]
"""The players of the finished games."""
_NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {})"
_GAME_COLUMNS = "id, guild_id, channel_id, host_id, status, locale, ruleset, options, pace, server_seed"
_SEAT_COLUMNS = "game_id, seat, user_id, guild_id, ruleset, over_at, is_rated, team, place, has_won"
_SEAT_COUNTS = "lies_told, lies_caught, challenges_right, challenges_wrong, roles, points_after"
_STANDING_COLUMNS = "user_id, guild_id, season, ruleset, mu, sigma, points, games, wins, game_id"


def _modulo(number: str, divisor: int) -> str:
    """A remainder in SQL; a driver takes the usual sign for a parameter."""
    return f"({number} - {number} / {divisor} * {divisor})"


FILL = (
    Query(
        f"INSERT INTO games ({_GAME_COLUMNS}, asked_at, opened_at, over_at, interaction_id)"
        f" {_NUMBERS.format(GAMES)}"
        f" SELECT n, {GUILD}, n, 1, 'over', 'en', 'classic', '{{}}', 'normal', :seed, n, n, n, n FROM numbers"
    ),
    *(
        Query(
            f"INSERT INTO seat_statistics ({_SEAT_COLUMNS}, {_SEAT_COUNTS})"
            f" SELECT id, {seat}, {_modulo(f'id * {seat + 1}', MEMBERS)} + 1, guild_id, ruleset, over_at, 1,"
            f" {seat}, {seat + 1}, 0, 3, 1, 1, 1, '{{\"duke\": 3}}', 1000 FROM games"
        )
        for seat in range(SEATS)
    ),
    *(
        Query(
            f"INSERT INTO standings ({_STANDING_COLUMNS}) {_NUMBERS.format(MEMBERS)}"
            f" SELECT n, {GUILD}, '{season}', '', 25, 3, 1000 + {_modulo('n * 7919', 100_000)} / 100.0, 40, 10, n"
            " FROM numbers"
        )
        for season in (ALL_TIME, "2026-11")
    ),
    Query(
        f"INSERT INTO players (user_id, hidden) {_NUMBERS.format(MEMBERS)}"
        f" SELECT n, {_modulo('n', 20)} / 19 FROM numbers"
    ),
    *(
        Query(
            "INSERT INTO seats (game_id, seat, user_id, name, ready, away, missed)"
            f" SELECT id, {seat}, {seat + 1}, '{name}', 1, 0, 0 FROM games WHERE id <= {RUNS}"
        )
        for seat, name in enumerate(NAMES)
    ),
    Query("ANALYZE"),
)


async def measured(work: Callable[[], Awaitable[object]]) -> float:
    """The median time of some work, in milliseconds."""
    times = list[float]()
    for _ in range(RUNS):
        began = perf_counter()
        await work()
        times.append((perf_counter() - began) * 1000)
    return median(times)


async def reads(store: Store) -> dict[str, float]:
    """The times of what members look at, in milliseconds."""
    standings = store.standings
    return {
        "leaderboard": await measured(lambda: standings.leaderboard(GUILD, ALL_TIME, ANY_RULESET, 5)),
        "page 100 of the leaderboard": await measured(
            lambda: standings.leaderboard(GUILD, "2026-11", ANY_RULESET, 5, 99)
        ),
        "statistics of a member": await measured(lambda: standings.member(GUILD, "2026-11", 6, 5)),
        "history": await measured(lambda: standings.history(GUILD, 6)),
    }


async def finished_game(store: Store) -> dict[str, float]:
    """The times of a finished game of six, in milliseconds."""
    seed, chance = "00" * 32, random.Random(1)
    game = Game.new("classic", NAMES, seed=seed)
    while game.ask is not None:
        seat = chance.choice(list(game.ask.options))
        game.decide(seat, chance.choice(game.ask.options[seat]))

    async def count() -> None:
        game_statistics("classic", Game.new("classic", NAMES, seed=seed), game.decisions, (), range(1, 7))

    counted = game_statistics("classic", Game.new("classic", NAMES, seed=seed), game.decisions, (), range(1, 7))
    finished = FinishedGame(0, GUILD + 1, 1, 1e9, replace(counted, is_rated=True))

    times = list[float]()
    for number in range(1, RUNS + 1):
        row = replace(finished, game_id=number, over_at=1e9 + 86_400 * number)
        times.append(await store.database.write(lambda connection, row=row: _time_to_write(connection, row)))
    return {
        f"counting a game of {game.seq} decisions": await measured(count),
        "writing it and the ratings, in the transaction of its result": median(times),
    }


def _time_to_write(connection: Connection, game: FinishedGame) -> float:
    began = perf_counter()
    record(connection, game)
    return (perf_counter() - began) * 1000


async def run(address: Address) -> None:
    """Fills the database and prints the times."""
    with open_connection(address) as connection:
        for query in FILL:
            connection.execute(query, {"seed": b""})
    with open_connection(address) as connection:
        connection.execute(Query("DELETE FROM seat_statistics WHERE game_id < 1000"), {})
    store = await Store.open(address)
    for name, time in (await reads(store) | await finished_game(store)).items():
        sys.stdout.write(f"{name}: {time:.1f} ms\n")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(parse(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "bench.sqlite3"))
