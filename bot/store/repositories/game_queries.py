"""Queries that find and count games by channel, by host and by server."""

import json
from typing import Any, Final

from sqlalchemy import bindparam, func, literal_column, select

from bot.store.engines.unit_of_work import Connection, Database, Query
from bot.store.repositories.games import read_game
from bot.store.rows import GameRow
from bot.store.schema import GAMES, IS_LIVE, RESULTS, SEATS

_IS_LOBBY: Final = GAMES.c.status == literal_column("'lobby'")
_IN_THREAD: Final = GAMES.c.style == literal_column("'thread'")
_IS_LESSON: Final = GAMES.c.practice != literal_column("0")
_IN_CHANNEL: Final = GAMES.c.channel_id == bindparam("channel")
_IN_THREAD_OF_CHANNEL: Final = (GAMES.c.home_id == bindparam("channel"), _IN_THREAD)
_OF_GUILD: Final = GAMES.c.guild_id == bindparam("guild")
_OF_HOST: Final = GAMES.c.host_id == bindparam("host")

_LIVE_AT: Final = Query(select(GAMES.c.id).where(IS_LIVE, _IN_CHANNEL))
_LIVE_FROM: Final = Query(select(GAMES.c.id).where(IS_LIVE, *_IN_THREAD_OF_CHANNEL))
_OVER: Final = (
    select(RESULTS.c.game_id, RESULTS.c.winners)
    .where(RESULTS.c.channel_id == bindparam("channel"))
    .order_by(RESULTS.c.over_at.desc(), RESULTS.c.game_id.desc())
    .limit(literal_column("1"))
    .offset(literal_column("0"))
)
_LAST_OVER: Final = Query(_OVER)
_LAST_OVER_OF_RULESET: Final = Query(_OVER.join(GAMES).where(GAMES.c.ruleset == bindparam("ruleset")))
_PLAYED: Final = (
    select(GAMES.c.id, GAMES.c.over_at)
    .where(GAMES.c.interaction_id.is_not(None), GAMES.c.over_at.is_not(None))
    .order_by(GAMES.c.over_at.desc(), GAMES.c.id.desc())
    .limit(literal_column("1"))
    .offset(literal_column("0"))
)
# Two queries, each with an index of its own: games in the channel, and those in its threads.
_LAST_PLAYED: Final = (Query(_PLAYED.where(_IN_CHANNEL)), Query(_PLAYED.where(*_IN_THREAD_OF_CHANNEL)))

_LOBBIES_OF_GUILD: Final = Query(select(func.count().label("number")).where(_IS_LOBBY, _OF_GUILD))
_LOBBIES_OF_HOST: Final = Query(select(func.count().label("number")).where(_IS_LOBBY, _OF_HOST))
_THREADS_OF_HOST: Final = Query(
    select(func.count().label("number")).where(
        IS_LIVE, _IN_THREAD, GAMES.c.home_id.is_not(None), _OF_GUILD, _OF_HOST
    )
)
_LIVE_LESSON: Final = Query(select(GAMES.c.id, GAMES.c.guild_id).where(IS_LIVE, _IS_LESSON, _OF_HOST))
# Begins with the seats, which have an index by member, because one member has few games.
_LAST_LESSON_OF: Final = _PLAYED.join(SEATS, SEATS.c.game_id == GAMES.c.id).where(
    SEATS.c.user_id == bindparam("host"), _IS_LESSON, _OF_GUILD
)
_LAST_LESSON: Final = Query(_LAST_LESSON_OF)
_LAST_LESSON_THREAD: Final = Query(
    _LAST_LESSON_OF.with_only_columns(GAMES.c.channel_id, GAMES.c.home_id).where(GAMES.c.home_id.is_not(None))
)


class GameQueries:
    """Finds and counts games. Every method raises SaveFailed if the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table, None if it has none."""
        row = await self._first(_LIVE_AT, channel=channel_id)
        return None if row is None else row["id"]

    async def live_from(self, channel_id: int) -> list[int]:
        """Returns the ids of the live tables of a channel whose games are played in threads."""

        def unit(connection: Connection) -> list[int]:
            return [row["id"] for row in connection.execute(_LIVE_FROM, {"channel": channel_id}).fetchall()]

        return await self._database.read(unit)

    async def last_over(
        self, channel_id: int, ruleset: str | None = None
    ) -> tuple[GameRow, tuple[int, ...]] | None:
        """Returns a channel's last finished game (of a ruleset) and its winning seats, None if there is none."""
        query = _LAST_OVER if ruleset is None else _LAST_OVER_OF_RULESET

        def unit(connection: Connection) -> tuple[GameRow, tuple[int, ...]] | None:
            found = connection.execute(query, {"channel": channel_id, "ruleset": ruleset}).fetchone()
            if found is None or (row := read_game(connection, found["game_id"])) is None:
                return None
            return row, tuple(json.loads(found["winners"]))

        return await self._database.read(unit)

    async def last_played(self, channel_id: int) -> int | None:
        """Returns the id of the last game of a channel or its threads that was won or ended, None if none was."""

        def unit(connection: Connection) -> int | None:
            found = [row for query in _LAST_PLAYED for row in connection.execute(query, {"channel": channel_id})]
            ended: list[tuple[float, int]] = sorted((row["over_at"], row["id"]) for row in found)
            return ended[-1][1] if ended else None

        return await self._database.read(unit)

    async def live_lesson(self, host_id: int) -> tuple[int, int] | None:
        """Returns the ids of a member's live lesson and of its server, None if the member is in none."""
        row = await self._first(_LIVE_LESSON, host=host_id)
        return None if row is None else (row["id"], row["guild_id"])

    async def last_lesson(self, host_id: int, guild_id: int) -> int | None:
        """Returns the id of the lesson of a member that last ended on a server, None if none has."""
        row = await self._first(_LAST_LESSON, host=host_id, guild=guild_id)
        return None if row is None else row["id"]

    async def last_lesson_thread(self, host_id: int, guild_id: int) -> tuple[int, int] | None:
        """Returns the ids of the thread of a member's last lesson on a server and of its channel, or None."""
        row = await self._first(_LAST_LESSON_THREAD, host=host_id, guild=guild_id)
        return None if row is None else (row["channel_id"], row["home_id"])

    async def count_threads(self, guild_id: int, host_id: int) -> int:
        """Returns the number of a host's games that run in threads of a server's channels, without lessons."""
        row = await self._first(_THREADS_OF_HOST, guild=guild_id, host=host_id)
        return row["number"]

    async def count_lobbies(self, *, guild_id: int | None = None, host_id: int | None = None) -> int:
        """Returns the number of open lobbies of a server or, without one, of a host on all servers."""
        query = _LOBBIES_OF_HOST if guild_id is None else _LOBBIES_OF_GUILD
        return (await self._first(query, guild=guild_id, host=host_id))["number"]

    async def _first(self, query: Query, **values: int | None) -> Any:
        """Returns the first row of a query, None if there is none."""
        return await self._database.read(lambda connection: connection.execute(query, values).fetchone())
