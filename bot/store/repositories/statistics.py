"""Writes the statistics of finished games, and the ratings and seasons that follow from them.

`record` does all of this in the transaction of a game's result, `bot.store.rebuild` again for all games.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

from bot.stats.ratings import ALL_TIME, ANY_RULESET, MEETINGS_A_DAY, Rating, day_start, rate, season_of
from bot.stats.seat_statistics import GameStatistics, SeatStatistics
from bot.store.engines.database import Connection
from bot.store.query import SWITCH, Columns, Query, Values, insert, upsert

Standings: TypeAlias = dict[tuple[int, str, str], Values]
"""Rows of `standings` by user id, season and ruleset."""

_TICK_SECONDS: Final = 1e-6
_CLOCK_SECONDS: Final = 60.0
"""Games of a server that end within this time of each other get times in the order of their transactions."""

SEAT_STATISTICS: Final = Columns(
    SeatStatistics, has_won=SWITCH, roles=(lambda roles: json.dumps(dict(roles), sort_keys=True), json.loads)
)
GAME_FACTS: Final = ("game_id", "guild_id", "ruleset", "over_at", "is_rated")
"""The columns of `seat_statistics` that are the same for all people of a game."""
ADD_SEAT: Final = Query(
    insert("seat_statistics", (*GAME_FACTS, *SEAT_STATISTICS.names, "points_before", "points_after"))
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
    f"SELECT {', '.join(_SCOPE + _STANDING)} FROM standings WHERE {_OF_PEOPLE}"
    " guild_id = :guild_id AND season IN ('', :season) AND ruleset IN ('', :ruleset)"
)
SAVE_STANDING: Final = Query(upsert("standings", _SCOPE, _STANDING))
_SEASON: Final = Query(
    "INSERT INTO seasons (guild_id, season, games, over_at, channel_id)"
    " VALUES (:guild_id, :season, 1, :over_at, :channel_id) ON CONFLICT (guild_id, season) DO UPDATE"
    " SET games = seasons.games + 1, over_at = excluded.over_at, channel_id = excluded.channel_id"
)
_LAST_OVER: Final = Query("SELECT max(over_at) AS at FROM seat_statistics WHERE guild_id = :guild_id")
_GUILDS: Final = Query("SELECT DISTINCT guild_id FROM seat_statistics WHERE user_id = :user_id")
LOCK: Final = Query(
    "SELECT 1 AS one",
    lock="FROM pg_advisory_xact_lock(hashtextextended(:guild_id || ' statistics ' || current_schema(), 0))",
)
"""Makes all that changes ratings of a server wait for each other: results, deletions of members, `rebuild`."""
_ANONYMIZE: Final = (
    Query(
        "UPDATE seat_statistics SET user_id = :stand_in WHERE user_id = :user_id"
        " AND game_id IN (SELECT game_id FROM seats WHERE user_id = :stand_in)"
    ),
    # Games that were begun after the member asked stay; ratings in them would tell of those before.
    Query("UPDATE seat_statistics SET points_before = NULL, points_after = NULL WHERE user_id = :user_id"),
    # The stand-in may have ratings, from games that ended after the deletion. The member's take their place.
    Query("DELETE FROM standings WHERE user_id = :stand_in"),
    Query("UPDATE standings SET user_id = :stand_in WHERE user_id = :user_id"),
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
    standings: Standings = {}
    spent = set[frozenset[int]]()
    if game.statistics.is_rated:
        values = {
            **vars(game),
            "season": season_of(game.over_at),
            "day": day_start(game.over_at),
            "ruleset": game.statistics.ruleset,
        }
        connection.execute(LOCK, values)
        connection.execute(_SEASON, values)
        spent = {frozenset((row["user_id"], row["other_id"])) for row in connection.execute(_SPENT, values)}
        for row in connection.execute(_STANDINGS, values):
            standings[row["user_id"], row["season"], row["ruleset"]] = dict(row)
    seats = count(game, standings, spent)
    changed = [row for row in standings.values() if row["game_id"] == game.game_id]
    connection.execute_all(SAVE_STANDING, changed)
    connection.execute_all(ADD_SEAT, seats)


def count(game: FinishedGame, standings: Standings, spent: Collection[frozenset[int]]) -> list[dict[str, Any]]:
    """Brings the standings of a game's people up to date, and returns the rows of what they did.

    `standings` and `spent`, the pairs that have met often enough on the day, are those before the game.
    """
    statistics = game.statistics
    points: dict[int, tuple[float, float]] = {}
    scopes = product((ALL_TIME, season_of(game.over_at)), (ANY_RULESET, statistics.ruleset))
    for season, ruleset in scopes if statistics.is_rated else ():
        keys = {seat.user_id: (seat.user_id, season, ruleset) for seat in statistics.seats}
        known = {user_id: standings[key] for user_id, key in keys.items() if key in standings}
        before = {user_id: Rating(row["mu"], row["sigma"]) for user_id, row in known.items()}
        after = rate(statistics.seats, before, spent)
        for seat in statistics.seats:
            rating = after.get(seat.user_id)
            if rating is None:
                continue
            row = known.get(seat.user_id, {"games": 0, "wins": 0})
            standings[keys[seat.user_id]] = {
                "user_id": seat.user_id,
                "guild_id": game.guild_id,
                "season": season,
                "ruleset": ruleset,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "points": rating.points,
                "games": row["games"] + 1,
                "wins": row["wins"] + seat.has_won,
                "game_id": game.game_id,
            }
            if (season, ruleset) == (ALL_TIME, ANY_RULESET):
                points[seat.user_id] = (before.get(seat.user_id, Rating()).points, rating.points)
    facts = {**vars(game), "ruleset": statistics.ruleset, "is_rated": int(statistics.is_rated)}
    rows: list[dict[str, Any]] = []
    for seat in statistics.seats:
        was, is_now = points.get(seat.user_id, (None, None))
        rows.append({**facts, **SEAT_STATISTICS.values(seat), "points_before": was, "points_after": is_now})
    return rows


def anonymize(connection: Connection, user_id: int, stand_in: int) -> None:
    """Puts a negative number in place of a deleted member, so that the ratings of all others remain.

    The member's seats must have got the same number, so that `rebuild` leads to the same ratings.
    """
    values = {"user_id": user_id, "stand_in": stand_in}
    for guild in connection.execute(_GUILDS, values).fetchall():
        connection.execute(LOCK, dict(guild))
    for query in _ANONYMIZE:
        connection.execute(query, values)
