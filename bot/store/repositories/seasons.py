"""The seasons of servers, how each ended, and whether the message about that was posted."""

from dataclasses import dataclass
from typing import Final

from bot.stats.ratings import ANY_RULESET, next_season_start, season_start
from bot.store.engines.database import Connection, Repository
from bot.store.query import Query, update
from bot.store.repositories.standings import NOBODY, Leaderboard, is_shown, name_in, read_leaderboard
from bot.store.rows import Fence

NOT_POSTED: Final = 0
"""Stored as the id of a message that will not be posted."""

_SEASONS: Final = Query(
    "SELECT season FROM seasons WHERE guild_id = :guild_id AND games > 0 ORDER BY season DESC LIMIT :most"
)
_ENDED: Final = Query(
    "SELECT guild_id, season, channel_id, told_at FROM seasons"
    " WHERE season = :season AND message_id IS NULL AND games > 0 ORDER BY guild_id"
)
_KEY: Final = "guild_id = :guild_id AND season = :season"
_BEGIN: Final = Query(update("seasons", ["told_at"], f"{_KEY} AND told_at IS NULL"))
_POSTED: Final = Query(update("seasons", ["message_id"], _KEY))
_GAMES: Final = Query(f"SELECT games FROM seasons WHERE {_KEY}")
_PLAYERS: Final = Query(
    "SELECT user_id, told - caught AS believed, rightly, wrongly,"
    f" {name_in('found.game_id', 'found.user_id')} FROM (SELECT user_id, max(game_id) AS game_id,"
    " sum(lies_told) AS told, sum(lies_caught) AS caught, sum(challenges_right) AS rightly,"
    " sum(challenges_wrong) AS wrongly FROM seat_statistics"
    " WHERE guild_id = :guild_id AND over_at >= :since AND over_at < :until AND is_rated <> 0"
    f" AND {is_shown('seat_statistics.user_id')} GROUP BY user_id) AS found ORDER BY user_id"
)


@dataclass(frozen=True)
class EndedSeason:
    """A season of a server whose message is not known to be posted, and the channel of its last rated game.

    `told_at` is when posting began, None if it has not.
    """

    guild_id: int
    season: str
    channel_id: int
    told_at: float | None


@dataclass(frozen=True)
class SeasonPlayer:
    """What a member did in the rated games of a season: lies believed, challenges right and wrong."""

    name: str | None
    lies_believed: int
    challenges_right: int
    challenges_wrong: int


@dataclass(frozen=True)
class SeasonSummary:
    """How a season ended: the rated games, the best members, and what all members did whom others see."""

    games: int
    leaderboard: Leaderboard
    players: tuple[SeasonPlayer, ...]


class Seasons(Repository):
    """Seasons by server. Every method raises SaveFailed, a write with a fence FenceLost."""

    async def of(self, guild_id: int, most: int) -> list[str]:
        """Returns the seasons of a server with rated games, the newest first."""
        return [row["season"] for row in await self._all(_SEASONS, guild_id=guild_id, most=most)]

    async def untold(self, season: str) -> list[EndedSeason]:
        """Returns where a season had rated games, and its message is not known to be posted."""
        return [EndedSeason(**dict(row)) for row in await self._all(_ENDED, season=season)]

    async def summary(self, guild_id: int, season: str) -> SeasonSummary:
        """Returns how a season of a server ended, as everybody may know it."""
        values = {
            "guild_id": guild_id,
            "season": season,
            "since": season_start(season),
            "until": next_season_start(season_start(season)),
        }

        def unit(connection: Connection) -> SeasonSummary:
            games = connection.execute(_GAMES, values).fetchone()
            players = tuple(
                SeasonPlayer(row["name"], int(row["believed"]), int(row["rightly"]), int(row["wrongly"]))
                for row in connection.execute(_PLAYERS, values).fetchall()
            )
            board = read_leaderboard(connection, guild_id, season, ANY_RULESET, NOBODY, 0)
            return SeasonSummary(0 if games is None else games["games"], board, players)

        return await self._database.read(unit)

    async def begin_telling(self, ended: EndedSeason, now: float, *, fence: Fence | None = None) -> None:
        """Stores that the message of a season is about to be posted."""
        await self._run(_BEGIN, fence, guild_id=ended.guild_id, season=ended.season, told_at=now)

    async def save_message(self, ended: EndedSeason, message_id: int, *, fence: Fence | None = None) -> None:
        """Stores the message of a season, NOT_POSTED if there will be none."""
        await self._run(_POSTED, fence, guild_id=ended.guild_id, season=ended.season, message_id=message_id)
