"""Reads leaderboards, the statistics of a member, and the games that a member has played.

To everybody else a hidden member is like one without games, and so is a deleted one, whose user id is negative.
The queries themselves leave both out, so that nothing read earlier decides about it.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.stats.ratings import ALL_TIME, ANY_RULESET, PROVISIONAL_GAMES
from bot.stats.seat_statistics import COUNTED, Counts
from bot.store.engines.database import Connection, Repository
from bot.store.query import Query, Row

PAGE_ROWS: Final = 10
"""The rows of a page."""
LAST_RANK: Final = 1000
"""Ranks beyond this one are not counted."""
_RIVALS: Final = 3
NOBODY: Final = 0
"""The user id of no member."""


def is_shown(user_id: str) -> str:
    """Returns the condition that others may see the member of a column."""
    # A value, not a join: an engine might read all members for a join.
    hidden = f"(SELECT hidden FROM players WHERE players.user_id = {user_id})"
    return f"{user_id} > 0 AND COALESCE({hidden}, 0) = 0"


def name_in(game_id: str, user_id: str) -> str:
    """Returns the subquery for the name of a member in a game."""
    return f"(SELECT name FROM seats WHERE seats.game_id = {game_id} AND seats.user_id = {user_id}) AS name"


_SCOPE: Final = "guild_id = :guild_id AND season = :season AND ruleset = :ruleset"
_PAGE: Final = Query(
    f"SELECT user_id, points, games, wins, {name_in('standings.game_id', 'standings.user_id')} FROM standings"
    f" WHERE {_SCOPE} AND {is_shown('standings.user_id')}"
    f" ORDER BY points DESC, user_id DESC LIMIT {PAGE_ROWS + 1} OFFSET :skipped"
)
_BETTER: Final = Query(
    f"SELECT count(*) AS better FROM (SELECT 1 AS one FROM standings WHERE {_SCOPE} AND points > :points"
    f" AND {is_shown('standings.user_id')} LIMIT {LAST_RANK}) AS found"
)
_OWN: Final = Query(f"SELECT points, games, wins FROM standings WHERE user_id = :user_id AND {_SCOPE}")
_IS_HIDDEN: Final = Query("SELECT 1 AS one FROM players WHERE user_id = :user_id AND hidden <> 0")
_GAMES: Final = Query(
    f"SELECT has_won, {', '.join(COUNTED)}, roles, points_after"
    " FROM seat_statistics WHERE user_id = :user_id AND guild_id = :guild_id ORDER BY over_at, game_id"
)
# CROSS JOIN: otherwise SQLite compares each game of one member with each of the other.
_AGAINST: Final = (
    "SELECT others.user_id, count(*) AS games, max(own.game_id) AS game_id,"
    " sum(CASE WHEN own.place < others.place THEN 1 ELSE 0 END) AS ahead,"
    " sum(CASE WHEN own.place > others.place THEN 1 ELSE 0 END) AS behind"
    " FROM seat_statistics AS own CROSS JOIN seat_statistics AS others"
    " WHERE others.game_id = own.game_id AND others.team <> own.team"
    " AND own.user_id = :user_id AND own.guild_id = :guild_id"
)
_AGAINST_MOST: Final = Query(
    f"SELECT games, ahead, behind, {name_in('found.game_id', 'found.user_id')} FROM"
    f" ({_AGAINST} AND {is_shown('others.user_id')}"
    f" GROUP BY others.user_id ORDER BY games DESC, others.user_id LIMIT {_RIVALS}) AS found"
)
_AGAINST_ONE: Final = Query(f"{_AGAINST} AND others.user_id = :viewer_id GROUP BY others.user_id")
_ENDED: Final = "status IN ('over', 'closed', 'set_aside') AND interaction_id IS NOT NULL AND practice = 0"
# CROSS JOIN makes SQLite begin with the seats, which have an index by member: one member has few games.
_HISTORY: Final = Query(
    "SELECT ended.game_id, status, ended.ruleset, ended_at, channel_id, message_id, place, has_won,"
    " points_before AS before, points_after AS after,"
    " (SELECT count(DISTINCT team) FROM seat_statistics AS others WHERE others.game_id = ended.game_id) AS sides"
    " FROM"
    " (SELECT id AS game_id, status, ruleset, coalesce(over_at, opened_at) AS ended_at, channel_id, message_id,"
    " seat FROM seats"
    f" CROSS JOIN games WHERE games.id = game_id AND user_id = :user_id AND guild_id = :guild_id AND {_ENDED}"
    f" ORDER BY id DESC LIMIT {PAGE_ROWS + 1} OFFSET :skipped) AS ended"
    " LEFT JOIN seat_statistics ON seat_statistics.game_id = ended.game_id AND seat_statistics.seat = ended.seat"
    " ORDER BY ended.game_id DESC"
)
_POINTS: Final = Query(
    "SELECT seat, points_before AS before, points_after AS after FROM seat_statistics"
    " WHERE seat_statistics.game_id = :game_id AND points_after IS NOT NULL"
    f" AND {is_shown('seat_statistics.user_id')}"
    " ORDER BY seat"
)


@dataclass(frozen=True)
class PointsChange:
    """A member's rating before and after a game, in points: of all seasons and rulesets on the server."""

    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Standing:
    """A member's rating in points, and the rated games behind it. `rank` is None beyond LAST_RANK."""

    points: float
    games: int
    wins: int
    rank: int | None

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games for a reliable rating."""
        return self.games < PROVISIONAL_GAMES


@dataclass(frozen=True)
class Ranked:
    """A member on a leaderboard, with the name in the last rated game; None if that is not known."""

    user_id: int
    name: str | None
    standing: Standing


@dataclass(frozen=True)
class Leaderboard:
    """A page of a leaderboard, and whether more pages follow.

    `own` is the reader's standing, if others see it and it is not on the page.
    """

    rows: tuple[Ranked, ...]
    own: Standing | None
    has_more: bool


@dataclass(frozen=True)
class Record:
    """Games against one opponent: how many, and in how many the member finished ahead or behind."""

    name: str | None
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class MemberStatistics(Counts):
    """The statistics of a member on a server, over all finished games but lessons.

    `points` are the ratings after each rated game, oldest first. `rivals` are the opponents met most often,
    `versus` is the reader's record against the member. `streak` counts the games won in a row by now,
    `best_streak` at any time. `is_hidden`: the reader is the member, and nobody else may see this.
    """

    games: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    roles: Counter[str] = field(default_factory=Counter[str])
    points: tuple[float, ...] = ()
    all_time: Standing | None = None
    season: Standing | None = None
    rivals: tuple[Record, ...] = ()
    versus: Record | None = None
    is_hidden: bool = False


@dataclass(frozen=True)
class PlayedGame:
    """A game that a member has played. Without `place` it has no statistics: it was ended or set aside.

    `sides` is the number of teams or, without teams, of people. Without `before` and `after`, the game was not
    rated, or the member's rating in it was deleted.
    """

    game_id: int
    status: str
    ruleset: str
    ended_at: float
    channel_id: int
    message_id: int | None
    place: int | None
    has_won: int | None  # 1 or 0
    sides: int
    before: float | None
    after: float | None


class Standings(Repository):
    """Leaderboards and the statistics of members. Every method raises SaveFailed."""

    async def leaderboard(
        self, guild_id: int, season: str, ruleset: str, reader_id: int, page: int = 0
    ) -> Leaderboard:
        """Returns a page of the members of a server by rating, in one season and ruleset or in all ('')."""
        return await self._database.read(
            lambda connection: read_leaderboard(connection, guild_id, season, ruleset, reader_id, page)
        )

    async def member(self, guild_id: int, season: str, user_id: int, viewer_id: int) -> MemberStatistics:
        """Returns the statistics of a member as `viewer_id` may see them, with the standing in a season.

        For a hidden member, unless it is the viewer, the same queries run as for a member without games.
        """

        def unit(connection: Connection) -> MemberStatistics:
            is_hidden = _is_hidden(connection, user_id)
            shown = NOBODY if is_hidden and user_id != viewer_id else user_id
            values = {"guild_id": guild_id, "user_id": shown, "viewer_id": viewer_id}
            games = connection.execute(_GAMES, values).fetchall()
            rivals = connection.execute(_AGAINST_MOST, values).fetchall()
            versus = connection.execute(_AGAINST_ONE, values).fetchone()
            scope = {"guild_id": guild_id, "ruleset": ANY_RULESET}
            return MemberStatistics(
                **_sums(games),
                all_time=_standing(connection, {**scope, "season": ALL_TIME}, shown),
                season=_standing(connection, {**scope, "season": season}, shown),
                rivals=tuple(Record(**dict(row)) for row in rivals),
                # The query counts from the member's side; for the reader, ahead and behind are exchanged.
                versus=versus and Record(None, versus["games"], versus["behind"], versus["ahead"]),
                is_hidden=is_hidden and user_id == viewer_id,
            )

        return await self._database.read(unit)

    async def history(self, guild_id: int, user_id: int, page: int = 0) -> tuple[tuple[PlayedGame, ...], bool]:
        """Returns a page of a member's games on a server, the newest first, and whether more follow."""
        rows = await self._all(_HISTORY, guild_id=guild_id, user_id=user_id, skipped=page * PAGE_ROWS)
        return tuple(PlayedGame(**dict(row)) for row in rows[:PAGE_ROWS]), len(rows) > PAGE_ROWS

    async def points_of_game(self, game_id: int) -> tuple[PointsChange, ...]:
        """Returns how a game changed the ratings of its members, by seat; without hidden and deleted members."""
        return tuple(PointsChange(**dict(row)) for row in await self._all(_POINTS, game_id=game_id))


def read_leaderboard(
    connection: Connection, guild_id: int, season: str, ruleset: str, reader_id: int, page: int
) -> Leaderboard:
    """Returns a page of a leaderboard, with the standing of a reader who is on another page."""
    scope: dict[str, Any] = {"guild_id": guild_id, "season": season, "ruleset": ruleset}
    rows = connection.execute(_PAGE, {**scope, "skipped": page * PAGE_ROWS}).fetchall()
    shown: list[Ranked] = []
    for number, row in enumerate(rows[:PAGE_ROWS]):
        if shown and shown[-1].standing.points == row["points"]:
            rank = shown[-1].standing.rank
        else:
            rank = page * PAGE_ROWS + number + 1 if number else _rank(connection, scope, row["points"])
        standing = Standing(row["points"], row["games"], row["wins"], rank)
        shown.append(Ranked(row["user_id"], row["name"], standing))
    is_absent = _is_hidden(connection, reader_id) or any(ranked.user_id == reader_id for ranked in shown)
    own = _standing(connection, scope, NOBODY if is_absent else reader_id)
    return Leaderboard(tuple(shown), own, len(rows) > PAGE_ROWS)


def _is_hidden(connection: Connection, user_id: int) -> bool:
    return connection.execute(_IS_HIDDEN, {"user_id": user_id}).fetchone() is not None


def _rank(connection: Connection, scope: dict[str, Any], points: float) -> int | None:
    better: int = connection.execute(_BETTER, {**scope, "points": points}).fetchone()["better"]
    return better + 1 if better < LAST_RANK else None


def _standing(connection: Connection, scope: dict[str, Any], user_id: int) -> Standing | None:
    row = connection.execute(_OWN, {**scope, "user_id": user_id}).fetchone()
    if row is None:
        return None
    return Standing(row["points"], row["games"], row["wins"], _rank(connection, scope, row["points"]))


def _sums(games: Sequence[Row]) -> dict[str, Any]:
    """Returns the fields of MemberStatistics that follow from the member's games, oldest first."""
    streak = best_streak = 0
    roles: Counter[str] = Counter()
    for game in games:
        streak = streak + 1 if game["has_won"] else 0
        best_streak = max(best_streak, streak)
        roles.update(json.loads(game["roles"]))
    return {
        "games": len(games),
        "wins": sum(game["has_won"] for game in games),
        "streak": streak,
        "best_streak": best_streak,
        "roles": roles,
        "points": tuple(game["points_after"] for game in games if game["points_after"] is not None),
        **{name: sum(game[name] for game in games) for name in COUNTED},
    }
