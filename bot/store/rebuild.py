"""Computes statistics, ratings and seasons again, from the decisions of all finished games."""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple, TypeAlias

from bot.stats.ratings import MEETINGS_A_DAY, day_start, season_of
from bot.stats.seat_statistics import GameStatistics
from bot.store.address import Address
from bot.store.database_copy import CopyConnection, open_connection
from bot.store.engines.database import Connection
from bot.store.query import Query, Row, Values, upsert
from bot.store.repositories.games import read_decisions, read_game
from bot.store.repositories.statistics import (
    ADD_SEAT,
    GAME_FACTS,
    LOCK,
    SAVE_STANDING,
    SEAT_STATISTICS,
    FinishedGame,
    Standings,
    count,
)
from bot.store.rows import GameRow
from engine import Move

log = logging.getLogger(__name__)

Replay: TypeAlias = Callable[[GameRow, Iterable[tuple[int, Move]]], GameStatistics | None]
"""Returns what the people of a finished game did; it is called with all decisions. None for a lesson."""

_TRIES: Final = 3

_FINISHED: Final = Query(
    "SELECT guild_id, game_id, results.over_at, results.channel_id, winners"
    " FROM results JOIN games ON games.id = game_id WHERE practice = 0 ORDER BY guild_id, game_id"
)
_SEATS: Final = Query(
    f"SELECT {', '.join(GAME_FACTS)}, {SEAT_STATISTICS},"
    " (SELECT channel_id FROM results WHERE results.game_id = seat_statistics.game_id) AS channel_id"
    " FROM seat_statistics WHERE guild_id = :guild_id ORDER BY over_at, game_id, seat"
)
_PEOPLE: Final = Query(
    "SELECT game_id, seat, user_id FROM games JOIN seats ON game_id = games.id"
    " WHERE guild_id = :guild_id AND status = 'over' AND user_id IS NOT NULL ORDER BY game_id, seat"
)
_RESET_SEASONS: Final = Query("UPDATE seasons SET games = 0 WHERE guild_id = :guild_id")
_SAVE_SEASON: Final = Query(upsert("seasons", ["guild_id", "season"], ["games", "over_at", "channel_id"]))
_FORGET_GAME: Final = Query("DELETE FROM seat_statistics WHERE game_id = :game_id")
_FORGET_STANDINGS: Final = Query("DELETE FROM standings WHERE guild_id = :guild_id")


class Rebuilt(NamedTuple):
    """How many games have statistics now, and how many could not be replayed."""

    games: int
    not_replayed: int


def rebuild_statistics(address: Address, replay: Replay) -> Rebuilt:
    """Computes the statistics of all servers again, also while the bot runs.

    Each server is one transaction. A game that cannot be replayed keeps the statistics that it has. Raises
    OperatorError.
    """
    rebuilt = not_replayed = 0
    with open_connection(address, must_exist=True) as connection:
        for guild_id, games in finished_games(connection, replay):
            played = [game for game in games if game is not None]
            rebuild(connection, guild_id, played)
            rebuilt += len(played)
            not_replayed += len(games) - len(played)
    return Rebuilt(rebuilt, not_replayed)


def finished_games(connection: Connection, replay: Replay) -> Iterator[tuple[int, list[FinishedGame | None]]]:
    """Yields each server with its finished games, without lessons; None for a game that cannot be replayed."""
    rows = connection.execute(_FINISHED, {}).fetchall()
    for guild_id, found in groupby(rows, lambda row: row["guild_id"]):
        yield guild_id, [_replayed(connection, row, replay) for row in found]


def _replayed(connection: Connection, found: Row, replay: Replay) -> FinishedGame | None:
    game_id: int = found["game_id"]
    try:
        statistics = _statistics(connection, game_id, json.loads(found["winners"]), replay)
    except Exception as error:  # one game must not prevent the others
        # Only the type: the text of an error may show a move, and so a hand.
        log.warning("A game could not be replayed: %s", type(error).__name__, extra={"game": game_id})
        return None
    return FinishedGame(game_id, found["guild_id"], found["channel_id"], found["over_at"], statistics)


def _statistics(connection: Connection, game_id: int, winners: Sequence[int], replay: Replay) -> GameStatistics:
    row = read_game(connection, game_id)
    if row is None:
        raise LookupError("the game was deleted")
    statistics = replay(row, [(each.seat, Move.parse(each.move)) for each in read_decisions(connection, game_id)])
    if statistics is None or {seat.seat for seat in statistics.seats if seat.has_won} - {*winners}:
        raise ValueError("the replay leads to another result")
    return statistics


class _Rows(NamedTuple):
    """The rows of a server in `seat_statistics`, `standings` and `seasons`, as they should be."""

    seats: list[dict[str, Any]]
    standings: list[Values]
    seasons: list[dict[str, Any]]


def rebuild(connection: CopyConnection, guild_id: int, games: Iterable[FinishedGame]) -> None:
    """Replaces the statistics of a server in one transaction.

    Games that have statistics, but are not among `games`, keep what their people did. `games` may have been read
    before a member's data was deleted.

    The rows are computed between two transactions, so that no click waits for that. If a game has ended meanwhile,
    or a member was deleted, they are computed again, the last time inside the transaction.
    """
    values, replayed = {"guild_id": guild_id}, {game.game_id: game for game in games}
    people: Sequence[Row] | None = None
    rows = _Rows([], [], [])
    for tries_left in reversed(range(_TRIES)):
        connection.begin_writing()
        connection.execute(LOCK, values)
        before, people = people, connection.execute(_PEOPLE, values).fetchall()
        if people == before:
            break
        if tries_left:
            connection.driver.execute("ROLLBACK")
        rows = _compute(connection.execute(_SEATS, values).fetchall(), people, replayed)
    connection.execute_all(
        _FORGET_GAME, [{"game_id": game_id} for game_id in {row["game_id"] for row in rows.seats}]
    )
    connection.execute_all(ADD_SEAT, rows.seats)
    connection.execute(_FORGET_STANDINGS, values)
    connection.execute_all(SAVE_STANDING, rows.standings)
    connection.execute(_RESET_SEASONS, values)
    connection.execute_all(_SAVE_SEASON, rows.seasons)
    connection.driver.execute("COMMIT")


def _compute(statistics: Sequence[Row], people: Sequence[Row], replayed: dict[int, FinishedGame]) -> _Rows:
    """Returns the rows that follow from games: those replayed, and those that have statistics.

    `people` are the members who sat there. A game without any was deleted since it was replayed.
    """
    users: dict[int, dict[int, int]] = {}
    for row in people:
        users.setdefault(row["game_id"], {})[row["seat"]] = row["user_id"]
    games = (_known_games(statistics) | replayed).values()
    seats: list[dict[str, Any]] = []
    standings: Standings = {}
    seasons: dict[str, dict[str, Any]] = {}
    met = Counter[tuple[float, frozenset[int]]]()  # how often each pair of opponents has met on a day
    for found in sorted(games, key=lambda game: (game.over_at, game.game_id)):
        if found.game_id not in users:
            continue
        own = tuple(replace(seat, user_id=users[found.game_id][seat.seat]) for seat in found.statistics.seats)
        game = replace(found, statistics=replace(found.statistics, seats=own))
        day, season = day_start(game.over_at), season_of(game.over_at)
        pairs = {frozenset((a.user_id, b.user_id)) for a, b in combinations(own, 2) if a.team != b.team}
        seats += count(game, standings, {pair for pair in pairs if met[day, pair] >= MEETINGS_A_DAY})
        if game.statistics.is_rated:
            met.update((day, pair) for pair in pairs)
            earlier = seasons.get(season, {"games": 0})["games"]
            seasons[season] = {**vars(game), "season": season, "games": earlier + 1}
    return _Rows(seats, [*standings.values()], [*seasons.values()])


def _known_games(statistics: Sequence[Row]) -> dict[int, FinishedGame]:
    """Returns the games that have statistics, by id, from their rows in the order of `_SEATS`."""
    games: dict[int, FinishedGame] = {}
    for game_id, found in groupby(statistics, lambda row: row["game_id"]):
        rows = [*found]
        facts, seats = rows[0], tuple(map(SEAT_STATISTICS.read, rows))
        did = GameStatistics(facts["ruleset"], bool(facts["is_rated"]), seats)
        games[game_id] = FinishedGame(game_id, facts["guild_id"], facts["channel_id"], facts["over_at"], did)
    return games
