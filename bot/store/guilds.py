"""What a guild has settled for its tables: the default pace, and named pools of roles."""

import json
import sqlite3
from dataclasses import asdict, dataclass, replace

from bot.store.database import Database


@dataclass(frozen=True)
class GuildSettings:
    """A guild's defaults; None where it leaves the choice to the operator (pace) or to chance (pool)."""

    pace: str | None = None
    pool: str | None = None


class Guilds:
    """Settings and pools by guild. Pool names ignore case."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, guild_id: int) -> GuildSettings:
        """A guild's settings, the defaults if it never changed any."""
        return await self._database.read(lambda connection: _settings(connection, guild_id))

    async def change(self, guild_id: int, **changes: str | None) -> GuildSettings:
        """Changes some of a guild's settings and gives them all."""

        def unit(connection: sqlite3.Connection) -> GuildSettings:
            changed = replace(_settings(connection, guild_id), **changes)
            connection.execute(
                "INSERT OR REPLACE INTO guilds (guild_id, pace, pool) VALUES (:guild_id, :pace, :pool)",
                {"guild_id": guild_id, **asdict(changed)},
            )
            return changed

        return await self._database.write(unit)

    async def pools(self, guild_id: int) -> dict[str, tuple[str, ...]]:
        """A guild's pools: role ids by the pool's name, in alphabetical order."""

        def unit(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
            rows = connection.execute(
                "SELECT name, roles FROM pools WHERE guild_id = ? ORDER BY name", (guild_id,)
            )
            return {row["name"]: tuple(json.loads(row["roles"])) for row in rows}

        return await self._database.read(unit)

    async def save_pool(self, guild_id: int, name: str, roles: tuple[str, ...]) -> None:
        """Makes a pool, or replaces the one of that name."""

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO pools (guild_id, name, roles) VALUES (?, ?, ?)",
                (guild_id, name, json.dumps(roles)),
            )

        await self._database.write(unit)

    async def delete_pool(self, guild_id: int, name: str) -> bool:
        """Deletes a pool, also as the guild's default; False if there was none of that name."""

        def unit(connection: sqlite3.Connection) -> bool:
            connection.execute(
                "UPDATE guilds SET pool = NULL WHERE guild_id = ? AND pool = ? COLLATE NOCASE",
                (guild_id, name),
            )
            deleted = connection.execute("DELETE FROM pools WHERE guild_id = ? AND name = ?", (guild_id, name))
            return deleted.rowcount == 1

        return await self._database.write(unit)


def _settings(connection: sqlite3.Connection, guild_id: int) -> GuildSettings:
    row = connection.execute("SELECT pace, pool FROM guilds WHERE guild_id = ?", (guild_id,)).fetchone()
    return GuildSettings(**dict(row)) if row else GuildSettings()
