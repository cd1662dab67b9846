"""Servers: their settings and pools, whether they were greeted; those that removed the bot, and their deletion."""

import json
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.refusals import Refusal
from bot.store.engines.database import BACKGROUND_SECONDS, Connection, Repository
from bot.store.query import STYLE, TUPLE, Columns, Query, insert, upsert
from bot.store.rows import Fence, Style

MAX_POOLS: Final = 50
"""How many pools a server may have."""
Setting: TypeAlias = str | bool | int | tuple[int, ...] | None
"""The value of a server's setting."""


@dataclass(frozen=True)
class GuildSettings:
    """A server's settings as stored, most of them those of new tables. `ServerSettings` has the defaults for None.

    `ai`: the kind of new AI seats. `pool`: the name of the default pool of roles; None if roles are drawn.
    `resigns`: a member who lets the time run out too often resigns. `pictures`: tables have pictures and emojis.
    `talk`: AI players speak. `channels`: where games may run, () everywhere. `most_tables`: how many lobbies and
    games there may be at once, None without a limit. `moderator_role_id`: members with this role are moderators.
    `calls`: hosts may call the members of the call list.
    """

    pace: str | None = None
    pool: str | None = None
    style: Style | None = None
    pictures: bool = True
    ai: str | None = None
    resigns: bool = False
    talk: bool = True
    ruleset: str | None = None
    channels: tuple[int, ...] = ()
    most_tables: int | None = None
    moderator_role_id: int | None = None
    calls: bool = True


_SETTINGS: Final = Columns(GuildSettings, style=STYLE, channels=TUPLE)
_GET: Final = Query(f"SELECT {_SETTINGS} FROM guilds WHERE guild_id = :guild_id")
# Each by itself, so that two processes that change different ones at once do not undo each other's change.
_PUT: Final = {name: Query(upsert("guilds", ["guild_id"], [name])) for name in _SETTINGS.names}
_WELCOMED: Final = Query(
    upsert("guilds", ["guild_id"], ["welcomed"]) + " WHERE guilds.welcomed <> excluded.welcomed"
)
_POOLS: Final = Query("SELECT name, roles FROM pools WHERE guild_id = :guild_id ORDER BY folded")
_FOLDED: Final = Query("SELECT folded FROM pools WHERE guild_id = :guild_id")
_SAVE: Final = Query(upsert("pools", ["guild_id", "folded"], ["name", "roles"]))
_DELETE: Final = Query("DELETE FROM pools WHERE guild_id = :guild_id AND folded = :folded")


class Guilds(Repository):
    """Settings and pools by server. Names of pools ignore case. Every method raises SaveFailed."""

    async def settings(self, guild_id: int) -> GuildSettings:
        """Returns a server's settings, the defaults if it never changed any."""
        return await self._database.read(lambda connection: _settings(connection, guild_id))

    async def change(self, guild_id: int, **changes: Setting) -> None:
        """Changes some of a server's settings."""
        values = _SETTINGS.values(replace(GuildSettings(), **changes), changes)

        def unit(connection: Connection) -> None:
            for name in changes:
                connection.execute(_PUT[name], {**values, "guild_id": guild_id})

        await self._database.write(unit)

    async def mark_welcomed(self, guild_id: int) -> bool:
        """Stores that a server was greeted; returns False if that was stored since it has last removed the bot."""
        return await self._run(_WELCOMED, guild_id=guild_id, welcomed=1) == 1

    async def pools(self, guild_id: int) -> dict[str, tuple[str, ...]]:
        """Returns a server's pools: role ids by the pool's name, in alphabetical order."""
        rows = await self._all(_POOLS, guild_id=guild_id)
        return {row["name"]: tuple(json.loads(row["roles"])) for row in rows}

    async def save_pool(self, guild_id: int, name: str, roles: tuple[str, ...]) -> None:
        """Adds a pool, or replaces the one of that name. Raises Refusal."""
        values = {"guild_id": guild_id, "folded": name.casefold(), "name": name, "roles": json.dumps(roles)}

        def unit(connection: Connection) -> None:
            known = [row["folded"] for row in connection.execute(_FOLDED, values).fetchall()]
            if len(known) >= MAX_POOLS and values["folded"] not in known:  # 0.1 had no limit
                raise Refusal("too-many-pools", most=MAX_POOLS)
            connection.execute(_SAVE, values)

        await self._database.write(unit)

    async def delete_pool(self, guild_id: int, name: str) -> bool:
        """Deletes a pool, and clears it as the server's default. Returns False if no pool has that name."""

        def unit(connection: Connection) -> bool:
            values = {"guild_id": guild_id, "folded": name.casefold(), "pool": None}
            if (_settings(connection, guild_id).pool or "").casefold() == values["folded"]:
                connection.execute(_PUT["pool"], values)
            return connection.execute(_DELETE, values).rowcount == 1

        return await self._database.write(unit)


def _settings(connection: Connection, guild_id: int) -> GuildSettings:
    row = connection.execute(_GET, {"guild_id": guild_id}).fetchone()
    return GuildSettings() if row is None else _SETTINGS.read(row)


_NOTE: Final = Query(insert("removed_guilds", ("guild_id", "removed_at")) + " ON CONFLICT (guild_id) DO NOTHING")
_GREET_AGAIN: Final = Query("UPDATE guilds SET welcomed = 0 WHERE guild_id = :guild_id")
_RETURN: Final = Query("DELETE FROM removed_guilds WHERE guild_id = :guild_id")
_ALL: Final = Query("SELECT guild_id, removed_at FROM removed_guilds")
# Locked, so that the bot's return is stored after a part of the deletion that is under way.
_NOTED: Final = Query("SELECT removed_at FROM removed_guilds WHERE guild_id = :guild_id", lock="FOR UPDATE")
# Each is one statement, because the only connection for reads is busy meanwhile, and takes one step through the
# index for each server, because a server may have many games.
_KNOWN: Final = tuple(
    Query(
        "WITH RECURSIVE found(guild_id) AS (SELECT CAST(0 AS BIGINT) UNION ALL"
        f" SELECT (SELECT min(guild_id) FROM {table} WHERE guild_id > found.guild_id) FROM found"
        " WHERE guild_id IS NOT NULL) SELECT guild_id FROM found WHERE guild_id > 0"
    )
    for table in ("games", "guilds", "pools", "audit", "bans", "avoided", "call_list")
)

_GAMES: Final = Query("SELECT id FROM games WHERE guild_id = :guild_id LIMIT :most")
# Those of some members, who may have many.
_SOME_STANDINGS: Final = Query(
    "DELETE FROM standings WHERE guild_id = :guild_id"
    " AND user_id IN (SELECT user_id FROM standings WHERE guild_id = :guild_id LIMIT :most)"
)
_MOST_PER_UNIT: Final = 50
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

        found = [await self._all(query, seconds=BACKGROUND_SECONDS) for query in _KNOWN]
        return {row["guild_id"] for rows in found for row in rows}

    async def delete(self, guild_id: int, *, fence: Fence | None = None) -> bool:
        """Deletes everything about a server, some games or members' ratings at a time. Raises FenceLost.

        Stops, and returns False, when the bot is on the server again.
        """
        values = {"guild_id": guild_id, "most": _MOST_PER_UNIT}

        def some(connection: Connection) -> int:
            if connection.execute(_NOTED, values).fetchone() is None:
                return 0
            games = connection.execute(_GAMES, values).fetchall()
            for row in games:
                for query in _OF_GAME:
                    connection.execute(query, {"game_id": row["id"]})
            return len(games) or connection.execute(_SOME_STANDINGS, values).rowcount

        def rest(connection: Connection) -> bool:
            is_removed = connection.execute(_NOTED, values).fetchone() is not None
            for query in _OF_GUILD if is_removed else ():
                connection.execute(query, values)
            return is_removed

        while await self._database.write(some, fence):
            pass
        is_deleted = await self._database.write(rest, fence)
        await self._database.scrub()
        return is_deleted
