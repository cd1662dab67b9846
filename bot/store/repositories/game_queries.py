"""Queries that find and count games by channel, by host and by server."""

import json
from typing import Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import IS_LIVE, Query
from bot.store.repositories.games import read_game
from bot.store.rows import GameRow

_IN_THREAD_OF_CHANNEL: Final = "home_id = :channel AND style = 'thread'"

_LIVE_AT: Final = Query(f"SELECT id FROM games WHERE {IS_LIVE} AND channel_id = :channel")
# Every live game has no `over_at`; the condition lets SQLite find them by the index of a channel's games.
_LIVE_FROM: Final = Query(f"SELECT id FROM games WHERE {IS_LIVE} AND over_at IS NULL AND {_IN_THREAD_OF_CHANNEL}")
_LAST_OVER: Final = Query(
    "SELECT game_id, winners FROM results WHERE channel_id = :channel ORDER BY over_at DESC, game_id DESC LIMIT 1"
)
_LAST_OVER_OF_RULESET: Final = Query(
    "SELECT game_id, winners FROM results JOIN games ON games.id = game_id"
    " WHERE results.channel_id = :channel AND ruleset = :ruleset"
    " ORDER BY results.over_at DESC, game_id DESC LIMIT 1"
)
_PLAYED: Final = "interaction_id IS NOT NULL AND over_at IS NOT NULL"
_LAST: Final = "ORDER BY over_at DESC, id DESC LIMIT 1"
# Two queries, each with an index of its own: games in the channel, and those in its threads.
_LAST_PLAYED: Final = (
    Query(f"SELECT id, over_at FROM games WHERE {_PLAYED} AND channel_id = :channel {_LAST}"),
    Query(f"SELECT id, over_at FROM games WHERE {_PLAYED} AND {_IN_THREAD_OF_CHANNEL} {_LAST}"),
)
_LOBBIES_OF_GUILD: Final = Query("SELECT id FROM games WHERE status = 'lobby' AND guild_id = :guild ORDER BY id")
# The plus sign keeps SQLite from the index by host, by which it would read all games that the host ever opened.
_LOBBIES_OF_HOST: Final = Query("SELECT count(*) AS number FROM games WHERE status = 'lobby' AND +host_id = :host")
_THREADS_OF_HOST: Final = Query(
    f"SELECT count(*) AS number FROM games WHERE {IS_LIVE}"
    " AND style = 'thread' AND home_id IS NOT NULL AND guild_id = :guild AND +host_id = :host"
)
_LIVE_LESSON: Final = Query(
    f"SELECT id, guild_id FROM games WHERE {IS_LIVE} AND practice <> 0 AND host_id = :host"
)
# CROSS JOIN makes SQLite begin with the seats, which have an index by member: one member has few games.
_OF_LESSONS: Final = (
    "FROM seats CROSS JOIN games"
    f" WHERE games.id = game_id AND user_id = :host AND practice <> 0 AND guild_id = :guild AND {_PLAYED}"
)
_LAST_LESSON: Final = Query(f"SELECT id {_OF_LESSONS} {_LAST}")
_LAST_LESSON_THREAD: Final = Query(f"SELECT channel_id, home_id {_OF_LESSONS} AND home_id IS NOT NULL {_LAST}")


class GameQueries(Repository):
    """Finds and counts games. Every method raises SaveFailed if the database cannot be used."""

    async def live_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table, None if it has none."""
        row = await self._first(_LIVE_AT, channel=channel_id)
        return None if row is None else row["id"]

    async def live_from(self, channel_id: int) -> list[int]:
        """Returns the ids of the live tables of a channel whose games are played in threads."""
        return [row["id"] for row in await self._all(_LIVE_FROM, channel=channel_id)]

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

    async def lobbies(self, guild_id: int) -> list[int]:
        """Returns the ids of the open lobbies of a server."""
        return [row["id"] for row in await self._all(_LOBBIES_OF_GUILD, guild=guild_id)]

    async def count_lobbies_of(self, host_id: int) -> int:
        """Returns the number of open lobbies of a host on all servers."""
        return (await self._first(_LOBBIES_OF_HOST, host=host_id))["number"]
