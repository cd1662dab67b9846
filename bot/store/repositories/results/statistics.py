"""Writes the statistics of finished games, and the ratings and seasons that follow from them.

All of this is done by `record`, in the transaction of a game's result; `rebuild` does it again for all games of a
server, in the order in which they ended.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.stats.ratings import MEETINGS_A_DAY, Rating, rate
from bot.stats.seasons import ALL_TIME, ANY_RULESET, day_start, season_of
from bot.stats.seat_statistics import GameStatistics, SeatStatistics
from bot.store.engines.database import Connection, Row
from bot.store.query import Query, insert, upsert
from bot.store.repositories.row_mapping import SWITCH, Columns

_TICK_SECONDS: Final = 1e-6
_CLOCK_SECONDS: Final = 60.0
"""Games of a server that end within this time of each other get times in the order of their transactions."""

_SEAT: Final = Columns(
    SeatStatistics, has_won=SWITCH, roles=(lambda roles: json.dumps(dict(roles), sort_keys=True), json.loads)
)
_GAME: Final = ("game_id", "guild_id", "ruleset", "over_at", "is_rated")
_ADD_SEAT: Final = Query(insert("seat_statistics", (*_GAME, *_SEAT.names, "points_before", "points_after")))
_SEATS_OF_GUILD: Final = Query(
    f"SELECT {', '.join((*_GAME, *_SEAT.names))},"
    " (SELECT channel_id FROM results WHERE results.game_id = seat_statistics.game_id) AS channel_id"
    " FROM seat_statistics WHERE guild_id = :guild_id ORDER BY over_at, game_id, seat"
)
_OF_PEOPLE: Final = "user_id IN (SELECT user_id FROM seats WHERE game_id = :game_id) AND"
_SPENT: Final = Query(
    "SELECT own.user_id, others.user_id AS other_id FROM seat_statistics AS own JOIN seat_statistics AS others"
    " ON others.game_id = own.game_id AND others.team <> own.team"
    f" WHERE own.{_OF_PEOPLE} own.guild_id = :guild_id AND own.over_at >= :day AND own.is_rated <> 0"
    f" GROUP BY own.user_id, others.user_id HAVING count(*) >= {MEETINGS_A_DAY}"
)
_STANDING: Final = ("mu", "sigma", "points", "games", "wins", "game_id")
_SCOPE: Final = ("user_id", "guild_id", "season", "ruleset")
_STANDINGS: Final = Query(
    f"SELECT user_id, season, ruleset, {', '.join(_STANDING)} FROM standings WHERE {_OF_PEOPLE}"
    " guild_id = :guild_id AND season IN ('', :season) AND ruleset IN ('', :ruleset)"
)
_SAVE_STANDING: Final = Query(upsert("standings", _SCOPE, _STANDING))
_SEASON: Final = Query(
    "INSERT INTO seasons (guild_id, season, games, over_at, channel_id)"
    " VALUES (:guild_id, :season, 1, :over_at, :channel_id) ON CONFLICT (guild_id, season) DO UPDATE"
    " SET games = seasons.games + 1, over_at = excluded.over_at, channel_id = excluded.channel_id"
)
_LAST_OVER: Final = Query("SELECT max(over_at) AS at FROM seat_statistics WHERE guild_id = :guild_id")
_RESET_SEASONS: Final = Query("UPDATE seasons SET games = 0 WHERE guild_id = :guild_id")
_FORGET_GAME: Final = Query("DELETE FROM seat_statistics WHERE game_id = :game_id")
_FORGET_STANDINGS: Final = Query("DELETE FROM standings WHERE guild_id = :guild_id")
_PEOPLE: Final = Query("SELECT seat, user_id FROM seats WHERE game_id = :game_id AND user_id IS NOT NULL")
_GUILDS: Final = Query("SELECT DISTINCT guild_id FROM seat_statistics WHERE user_id = :user_id")
# Makes a deletion wait for `rebuild` on PostgreSQL, which would write the member's id again.
_LOCK_SEASONS: Final = Query("SELECT season FROM seasons WHERE guild_id = :guild_id", row_lock="FOR UPDATE")
_ANONYMIZE: Final = tuple(
    Query(f"UPDATE {table} SET user_id = :stand_in WHERE user_id = :user_id")
    for table in ("seat_statistics", "standings")
)


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: where it was played, when it ended, and what its people did."""

    game_id: int
    guild_id: int
    channel_id: int
    over_at: float
    statistics: GameStatistics


def time_of_result(connection: Connection, guild_id: int, now: float) -> float:
    """Returns the time to store for a game that ends now: later than that of each game of the server before it.

    So the order of the times is that in which ratings were computed.
    """
    last = connection.execute(_LAST_OVER, {"guild_id": guild_id}).fetchone()["at"]
    return last + _TICK_SECONDS if last is not None and now <= last < now + _CLOCK_SECONDS else now


def record(connection: Connection, game: FinishedGame) -> None:
    """Writes what the people of a game did, and their ratings after it."""
    statistics = game.statistics
    common = {
        "game_id": game.game_id,
        "guild_id": game.guild_id,
        "channel_id": game.channel_id,
        "season": season_of(game.over_at),
        "day": day_start(game.over_at),
        "over_at": game.over_at,
        "ruleset": statistics.ruleset,
        "is_rated": int(statistics.is_rated),
    }
    points: dict[int, tuple[float, float]] = {}
    if statistics.is_rated:
        connection.execute(_SEASON, common)  # first, because it makes a game wait for `rebuild` on PostgreSQL
        points = _save_ratings(connection, statistics.seats, common)
    rows: list[dict[str, Any]] = []
    for seat in statistics.seats:
        before, after = points.get(seat.user_id, (None, None))
        rows.append({**common, **_SEAT.values(seat), "points_before": before, "points_after": after})
    connection.execute_all(_ADD_SEAT, rows)


def rebuild(connection: Connection, guild_id: int, games: Iterable[FinishedGame]) -> None:
    """Computes the statistics of a server again from its finished games.

    Games that have statistics, but are not among `games`, keep what their people did. `games` may have been read
    before a member's data was deleted.
    """
    connection.execute(_RESET_SEASONS, {"guild_id": guild_id})  # first: a game that ends now waits
    known = _known_games(connection, guild_id) | {game.game_id: game for game in games}
    connection.execute_all(_FORGET_GAME, [{"game_id": game_id} for game_id in known])
    connection.execute(_FORGET_STANDINGS, {"guild_id": guild_id})
    for game in sorted(known.values(), key=lambda game: (game.over_at, game.game_id)):
        people = {row["seat"]: row["user_id"] for row in connection.execute(_PEOPLE, vars(game))}
        if people:  # if not, the game was deleted
            seats = tuple(replace(seat, user_id=people[seat.seat]) for seat in game.statistics.seats)
            record(connection, replace(game, statistics=replace(game.statistics, seats=seats)))


def anonymize(connection: Connection, user_id: int, stand_in: int) -> None:
    """Puts a negative number in place of a deleted member, so that the ratings of all others remain.

    The member's seats must get the same number, so that `rebuild` leads to the same ratings.
    """
    values = {"user_id": user_id, "stand_in": stand_in}
    for guild in connection.execute(_GUILDS, values).fetchall():
        connection.execute(_LOCK_SEASONS, guild)
    for query in _ANONYMIZE:
        connection.execute(query, values)


def _save_ratings(
    connection: Connection, seats: Sequence[SeatStatistics], common: Mapping[str, Any]
) -> dict[int, tuple[float, float]]:
    """Saves the ratings after a game in each scope; returns those of all time before and after it, in points."""
    spent = {frozenset((row["user_id"], row["other_id"])) for row in connection.execute(_SPENT, common)}
    standings: dict[tuple[str, str], dict[int, Row]] = {
        (season, ruleset): {}
        for season in (ALL_TIME, common["season"])
        for ruleset in (ANY_RULESET, common["ruleset"])
    }
    for row in connection.execute(_STANDINGS, common):
        standings[row["season"], row["ruleset"]][row["user_id"]] = row
    changed: list[dict[str, Any]] = []
    points: dict[int, tuple[float, float]] = {}
    for (season, ruleset), known in standings.items():
        before = {user_id: Rating(row["mu"], row["sigma"]) for user_id, row in known.items()}
        after = rate(seats, before, spent)
        for seat in seats:
            rating = after.get(seat.user_id)
            if rating is None:
                continue
            row = known.get(seat.user_id, {"games": 0, "wins": 0})
            changed.append(
                {
                    **common,
                    "user_id": seat.user_id,
                    "season": season,
                    "ruleset": ruleset,
                    "mu": rating.mu,
                    "sigma": rating.sigma,
                    "points": rating.points,
                    "games": row["games"] + 1,
                    "wins": row["wins"] + seat.has_won,
                }
            )
            if (season, ruleset) == (ALL_TIME, ANY_RULESET):
                points[seat.user_id] = (before.get(seat.user_id, Rating()).points, rating.points)
    connection.execute_all(_SAVE_STANDING, changed)
    return points


def _known_games(connection: Connection, guild_id: int) -> dict[int, FinishedGame]:
    """Returns the games of a server that have statistics, by id."""
    rows: dict[int, list[Row]] = {}
    for row in connection.execute(_SEATS_OF_GUILD, {"guild_id": guild_id}).fetchall():
        rows.setdefault(row["game_id"], []).append(row)
    return {
        game_id: FinishedGame(
            game_id,
            guild_id,
            seats[0]["channel_id"],
            seats[0]["over_at"],
            GameStatistics(
                seats[0]["ruleset"],
                bool(seats[0]["is_rated"]),
                tuple(SeatStatistics(**_SEAT.read(seat)) for seat in seats),
            ),
        )
        for game_id, seats in rows.items()
    }
