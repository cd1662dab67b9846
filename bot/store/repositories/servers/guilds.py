"""Servers: the settings that moderators have set, named pools of roles, and whether they were greeted."""

import json
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.refusals import Refusal
from bot.store.engines.database import Connection, Repository
from bot.store.query import STYLE, TUPLE, Columns, Query, upsert
from bot.store.rows import Style

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
_GET: Final = Query(f"SELECT {', '.join(_SETTINGS.names)} FROM guilds WHERE guild_id = :guild_id")
# Each by itself, so that two processes that change different ones at once do not undo each other's change.
_PUT: Final = {name: Query(upsert("guilds", ["guild_id"], [name])) for name in _SETTINGS.names}
_WELCOMED: Final = Query(
    upsert("guilds", ["guild_id"], ["welcomed"]) + " WHERE guilds.welcomed <> excluded.welcomed"
)
_POOLS: Final = Query("SELECT name, roles FROM pools WHERE guild_id = :guild_id ORDER BY folded")
_OTHERS: Final = Query("SELECT count(*) AS pools FROM pools WHERE guild_id = :guild_id AND folded <> :folded")
_SAVE: Final = Query(upsert("pools", ["guild_id", "folded"], ["name", "roles"]))
_DELETE: Final = Query("DELETE FROM pools WHERE guild_id = :guild_id AND folded = :folded")


class Guilds(Repository):
    """Settings and pools by server. Names of pools ignore case. Every method raises SaveFailed."""

    async def settings(self, guild_id: int) -> GuildSettings:
        """Returns a server's settings, the defaults if it never changed any."""
        return await self._database.read(lambda connection: _settings(connection, guild_id))

    async def change(self, guild_id: int, **changes: Setting) -> GuildSettings:
        """Changes some of a server's settings and returns them all."""
        values = _SETTINGS.values(replace(GuildSettings(), **changes), changes)

        def unit(connection: Connection) -> GuildSettings:
            for name in changes:
                connection.execute(_PUT[name], {**values, "guild_id": guild_id})
            return _settings(connection, guild_id)

        return await self._database.write(unit)

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
            if connection.execute(_OTHERS, values).fetchall()[0]["pools"] >= MAX_POOLS:
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
    return GuildSettings() if row is None else GuildSettings(**_SETTINGS.read(row))
