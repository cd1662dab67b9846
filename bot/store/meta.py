"""Single values the process remembers about itself, e.g. the hash of the commands last synced."""

import sqlite3

from bot.store.database import Database


class Meta:
    """Values by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """The value of a key, None if there is none."""

        def unit(connection: sqlite3.Connection) -> str | None:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return row["value"] if row else None

        return await self._database.read(unit)

    async def put(self, key: str, value: str) -> None:
        """Remembers a value."""

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

        await self._database.write(unit)
