"""Servers that have removed the bot: since when, and the deletion of everything that is stored about one."""

from typing import Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import Query, insert
from bot.store.rows import Fence

_NOTE: Final = Query(insert("removed_guilds", ("guild_id", "removed_at")) + " ON CONFLICT (guild_id) DO NOTHING")
_GREET_AGAIN: Final = Query("UPDATE guilds SET welcomed = 0 WHERE guild_id = :guild_id")
_RETURN: Final = Query("DELETE FROM removed_guilds WHERE guild_id = :guild_id")
_ALL: Final = Query("SELECT guild_id, removed_at FROM removed_guilds")
# Locked, so that the bot's return is stored after a part of the deletion that is under way.
_NOTED: Final = Query("SELECT removed_at FROM removed_guilds WHERE guild_id = :guild_id", lock="FOR UPDATE")
# One step through the index for each server.
_NEXT: Final = tuple(
    Query(f"SELECT min(guild_id) AS guild_id FROM {table} WHERE guild_id > :after")
    for table in ("games", "guilds", "pools", "audit", "bans", "avoided", "call_list")
)

_GAMES: Final = Query("SELECT id FROM games WHERE guild_id = :guild_id LIMIT :most")
_GAMES_PER_UNIT: Final = 50
_GAME_TABLES: Final = ("direct_messages", "seat_statistics", "results", "decisions", "seats")
_OF_GAME: Final = (
    *(Query(f"DELETE FROM {table} WHERE game_id = :game_id") for table in _GAME_TABLES),
    Query("UPDATE games SET rematch_of = NULL WHERE rematch_of = :game_id"),
    Query("DELETE FROM games WHERE id = :game_id"),
)
_OF_GUILD: Final = tuple(
    Query(f"DELETE FROM {table} WHERE guild_id = :guild_id")
    for table in (
        *("seat_statistics", "standings", "seasons", "pools", "audit", "bans", "avoided", "call_list"),
        *("guilds", "removed_guilds"),
    )
)


class RemovedGuilds(Repository):
    """The servers that have removed the bot. Every method raises SaveFailed if the database cannot be used."""

    async def note(self, guild_id: int, removed_at: float) -> None:
        """Stores when a server has removed the bot, unless that is known. The bot greets it if it returns."""

        def unit(connection: Connection) -> None:
            for query in (_NOTE, _GREET_AGAIN):
                connection.execute(query, {"guild_id": guild_id, "removed_at": removed_at})

        await self._database.write(unit)

    async def forget(self, guild_id: int) -> None:
        """Stores that the bot is on a server again."""
        await self._run(_RETURN, guild_id=guild_id)

    async def all(self) -> dict[int, float]:
        """Returns since when each server has removed the bot."""
        return {row["guild_id"]: row["removed_at"] for row in await self._all(_ALL)}

    async def known(self) -> set[int]:
        """Returns all servers about which something is stored."""

        def unit(connection: Connection) -> set[int]:
            found = set[int]()
            for query in _NEXT:
                after: int | None = 0
                while (after := connection.execute(query, {"after": after}).fetchone()["guild_id"]) is not None:
                    found.add(after)
            return found

        return await self._database.read(unit, 20.0)

    async def delete(self, guild_id: int, *, fence: Fence | None = None) -> bool:
        """Deletes everything about a server, some games at a time. Raises FenceLost.

        Stops, and returns False, when the bot is on the server again.
        """
        values = {"guild_id": guild_id, "most": _GAMES_PER_UNIT}

        def some_games(connection: Connection) -> int:
            if connection.execute(_NOTED, values).fetchone() is None:
                return 0
            games = connection.execute(_GAMES, values).fetchall()
            for row in games:
                for query in _OF_GAME:
                    connection.execute(query, {"game_id": row["id"]})
            return len(games)

        def rest(connection: Connection) -> bool:
            is_removed = connection.execute(_NOTED, values).fetchone() is not None
            for query in _OF_GUILD if is_removed else ():
                connection.execute(query, values)
            return is_removed

        while await self._database.write(some_games, fence):
            pass
        is_deleted = await self._database.write(rest, fence)
        await self._database.scrub()
        return is_deleted
