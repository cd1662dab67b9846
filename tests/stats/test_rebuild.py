"""`rebuild-stats` computes what was written while the games were played, on both engines."""

import asyncio
from collections import UserDict
from collections.abc import AsyncIterator, Callable, KeysView
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.stats.ratings import ALL_TIME, ANY_RULESET
from bot.store.address import PostgresqlAddress, parse
from bot.store.database_copy import open_connection
from bot.store.query import Query
from bot.store.rebuild import finished_games, rebuild, rebuild_statistics
from bot.store.repositories.statistics import FinishedGame, anonymize, record
from bot.tables.games import statistics_of
from bot.tables.transitions.lobby import join
from bot.tables.transitions.moderation import end
from tests.harness.processes.postgresql_server import until_somebody_waits
from tests.harness.tables import ANA, BEN, CHANNEL, CLEO, DOV, GUILD, START, Harness, ManualClock, until_away

TABLES = {"seat_statistics": "game_id, seat", "standings": "user_id, season, ruleset", "seasons": "season"}
READ = {name: Query(f"SELECT * FROM {name} ORDER BY {order}") for name, order in TABLES.items()}
FORGET = [Query(f"DELETE FROM {name}") for name in TABLES]
# Old seeds are made from the user ids, so the deletion keeps the seeds too; here the games need not be replayed.
FORGET_SEATS = Query("UPDATE seats SET user_id = -5 WHERE user_id = 1002")
DAMAGE = Query("UPDATE decisions SET move = 'act coup target=1' WHERE game_id = 1 AND seq = 0")
DAY = 86400.0
ON_POSTGRESQL = pytest.mark.parametrize("harness", ["postgresql"], indirect=True)
"""For tests of several writers at a time: SQLite has one."""


@pytest.fixture(params=["sqlite", "postgresql"])
async def harness(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Harness]:
    is_file = request.param == "sqlite"
    address = tmp_path / "coup.sqlite3" if is_file else parse(request.getfixturevalue("server").schema())
    async with Harness(address, ManualClock(1_700_000_000.0), ai_pause_seconds=0.0) as harness:
        yield harness


def rows(harness: Harness) -> dict[str, list[dict[str, Any]]]:
    with open_connection(harness.address) as connection:
        return {name: [dict(row) for row in connection.execute(query, {})] for name, query in READ.items()}


def run(harness: Harness, *queries: Query) -> None:
    with open_connection(harness.address) as connection:
        for query in queries:
            connection.execute(query, {})


async def play_games(harness: Harness) -> None:
    """Some games of each kind; rated are those of three people, of two alone, and in teams."""
    await harness.play_out(await harness.play(ANA, BEN, CLEO))
    await harness.play_out(await harness.play(ANA, BEN, ai=1))
    await harness.play_out(await harness.play(CLEO, DOV, options={"two_player": "standard"}))
    for _ in range(4):
        await harness.play_out(await harness.play(BEN, CLEO, ANA, ruleset="g54"))
    harness.clock.advance(20 * DAY)
    await harness.play_out(await harness.play(ANA, BEN, CLEO, DOV, options={"teams": True}, orders=False))
    left = await harness.play(DOV, CLEO, BEN, ruleset="mcguire")
    await until_away(harness, left, 0)
    await harness.play_out(left)
    ended = await harness.play(ANA, BEN, CLEO)
    await harness.tables.run(ended, end)


async def play_two_games(harness: Harness) -> None:
    """Two rated games."""
    await harness.play_out(await harness.play(ANA, BEN, CLEO))
    await harness.play_out(await harness.play(ANA, BEN, CLEO, DOV))


async def test_each_server_has_its_own_ratings(harness: Harness) -> None:
    for guild_id in (GUILD, GUILD + 1):
        table = await harness.tables.open(guild_id, CHANNEL + guild_id, ANA)
        await harness.tables.run(table, join, BEN)
        await harness.tables.start(table, ANA.user_id, START)
        await harness.play_out(table)
    assert {row["games"] for row in rows(harness)["standings"]} == {1}


async def test_a_rebuild_computes_what_was_written_with_each_result(harness: Harness) -> None:
    await play_games(harness)
    before = rows(harness)
    assert len(before["seasons"]) == 2
    assert [season["games"] for season in before["seasons"]] == [6, 2]
    assert rebuild_statistics(harness.address, statistics_of) == (9, 0)
    assert rows(harness) == before
    run(harness, *FORGET)
    rebuild_statistics(harness.address, statistics_of)
    assert rows(harness) == before, "also of games played before there were statistics"
    run(harness, DAMAGE)
    assert rebuild_statistics(harness.address, statistics_of) == (8, 1)
    assert rows(harness) == before, "also of a game that cannot be replayed"


async def test_a_deletion_changes_nothing_for_the_others(harness: Harness) -> None:
    await play_games(harness)
    before = rows(harness)
    run(harness, FORGET_SEATS)
    await harness.store.database.write(lambda connection: anonymize(connection, BEN.user_id, -5))
    await check_only_ben_is_gone(harness, before)
    rebuild_statistics(harness.address, statistics_of)
    await check_only_ben_is_gone(harness, before)


async def check_only_ben_is_gone(harness: Harness, before: dict[str, list[dict[str, Any]]]) -> None:
    after = rows(harness)
    for name in ("seat_statistics", "standings"):
        assert BEN.user_id not in [row["user_id"] for row in after[name]]
        others = [row for row in before[name] if row["user_id"] != BEN.user_id]
        assert [row for row in after[name] if row["user_id"] != -5] == others
        assert len(after[name]) == len(before[name])
    for season in (ALL_TIME, "2023-11"):
        board = await harness.store.standings.leaderboard(GUILD, season, ANY_RULESET, ANA.user_id)
        assert BEN.name not in repr(board)
        assert -5 not in [row.user_id for row in board.rows]


async def test_games_that_end_at_once_are_computed_in_the_order_of_results(harness: Harness) -> None:
    for _ in range(3):
        moment = harness.clock.now()
        await harness.play_out(await harness.play(ANA, BEN, CLEO))
        harness.clock.at = moment  # all end at about the same time, or before the one that ended first
    before = rows(harness)
    ends = [row["over_at"] for row in before["seat_statistics"] if row["seat"] == 0]
    assert ends == sorted(set(ends))
    rebuild_statistics(harness.address, statistics_of)
    assert rows(harness) == before


def replayed(harness: Harness) -> list[FinishedGame]:
    """All finished games, as a rebuild reads them."""
    with open_connection(harness.address) as connection:
        [(_, games)] = finished_games(connection, statistics_of)
    return [game for game in games if game is not None]


async def test_a_member_deleted_during_a_rebuild_stays_deleted(harness: Harness) -> None:
    await play_two_games(harness)
    games = replayed(harness)
    run(harness, FORGET_SEATS)
    await harness.store.database.write(lambda connection: anonymize(connection, BEN.user_id, -5))
    before = rows(harness)
    with open_connection(harness.address) as connection:
        rebuild(connection, GUILD, games)
    assert rows(harness) == before


def with_actions(game: FinishedGame, *actions: Callable[[], None]) -> FinishedGame:
    """The game; each time a rebuild reads the claims of its first seat, the next action happens."""
    left = iter(actions)

    class Claims(UserDict[str, int]):
        def keys(self) -> KeysView[str]:
            next(left, lambda: None)()
            return super().keys()

    seat, *rest = game.statistics.seats
    seats = replace(seat, roles=Claims(seat.roles)), *rest
    return replace(game, statistics=replace(game.statistics, seats=seats))


def users_of(harness: Harness) -> list[set[int]]:
    """Whose statistics are stored, and whose ratings."""
    found = rows(harness)
    return [{row["user_id"] for row in found[name]} for name in ("seat_statistics", "standings")]


async def test_what_is_saved_while_statistics_are_computed_neither_waits_nor_is_lost(harness: Harness) -> None:
    await play_two_games(harness)
    first, *others = replayed(harness)
    again = Query("UPDATE seats SET user_id = -6 WHERE user_id = -5")
    first = with_actions(first, lambda: run(harness, FORGET_SEATS), lambda: run(harness, again))
    with open_connection(harness.address) as connection:
        rebuild(connection, GUILD, [first, *others])
    for users in users_of(harness):
        assert not {BEN.user_id, -5} & users
        assert -6 in users, "what was computed twice in vain is computed once more while others wait"


@ON_POSTGRESQL
async def test_a_deletion_waits_for_a_rebuild_that_is_stored(harness: Harness) -> None:
    server = harness.address
    assert isinstance(server, PostgresqlAddress)
    await play_two_games(harness)
    first, *others = replayed(harness)
    moved = [
        Query(f"UPDATE seats SET user_id = {new} WHERE user_id = {old}") for old, new in ((1004, -7), (-7, -8))
    ]

    def delete() -> None:
        run(harness, FORGET_SEATS)
        with open_connection(server) as connection:
            anonymize(connection, BEN.user_id, -5)

    def begin_deletion() -> None:
        deleting.start()
        until_somebody_waits(server)

    deleting = Thread(target=delete)
    actions = [*(partial(run, harness, query) for query in moved), begin_deletion]
    with open_connection(server) as connection:
        rebuild(connection, GUILD, [with_actions(first, *actions), *others])
    deleting.join()
    for users in users_of(harness):
        assert BEN.user_id not in users
        assert -5 in users


@ON_POSTGRESQL
async def test_the_first_result_of_a_season_counts_although_a_rebuild_is_stored(harness: Harness) -> None:
    server = harness.address
    assert isinstance(server, PostgresqlAddress)
    for _ in range(2):
        await harness.play_out(await harness.play(ANA, BEN, CLEO))
    before = rows(harness)
    earlier, last = replayed(harness)
    run(harness, *FORGET)

    def rebuild_earlier() -> None:
        with open_connection(harness.address) as connection:
            rebuild(connection, GUILD, [earlier])

    with open_connection(server) as connection:
        connection.begin_writing()
        record(connection, last)
        rebuilding = asyncio.create_task(asyncio.to_thread(rebuild_earlier))
        await asyncio.to_thread(until_somebody_waits, server)
        connection.driver.execute("COMMIT")
        await rebuilding
    assert rows(harness) == before
