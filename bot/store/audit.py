"""What moderators did, for other moderators to see."""

import sqlite3
from dataclasses import dataclass

from bot.store.database import Database


@dataclass(frozen=True)
class Entry:
    """One thing a moderator did; `at` in seconds since 1970, `detail` what it was done to or set to."""

    at: float
    user_id: int
    action: str
    detail: str


class Audit:
    """The entries of each guild."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guild_id: int, entry: Entry) -> None:
        """Writes an entry down."""

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO audit (guild_id, at, user_id, action, detail) VALUES (?, ?, ?, ?, ?)",
                (guild_id, entry.at, entry.user_id, entry.action, entry.detail),
            )

        await self._database.write(unit)

    async def latest(self, guild_id: int, most: int) -> list[Entry]:
        """A guild's newest entries, newest first."""

        def unit(connection: sqlite3.Connection) -> list[Entry]:
            rows = connection.execute(
                "SELECT at, user_id, action, detail FROM audit WHERE guild_id = ? ORDER BY id DESC LIMIT ?",
                (guild_id, most),
            )
            return [Entry(**dict(row)) for row in rows]

        return await self._database.read(unit)
