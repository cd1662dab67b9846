"""Values that the bot stores about itself, e.g. the hash of the commands last synced."""

from typing import Final

from bot.store.engines.unit_of_work import Connection, Database
from bot.store.query import Query, upsert

_GET: Final = Query("SELECT value FROM meta WHERE key = :key")
_PUT: Final = Query(upsert("meta", ["key"], ["value"]))


class Meta:
    """Values by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """Returns the value of a key, None if there is none. Raises SaveFailed."""

        def unit(connection: Connection) -> str | None:
            row = connection.execute(_GET, {"key": key}).fetchone()
            return row["value"] if row else None

        return await self._database.read(unit)

    async def put(self, key: str, value: str) -> None:
        """Stores a value. Raises SaveFailed."""

        def unit(connection: Connection) -> None:
            connection.execute(_PUT, {"key": key, "value": value})

        await self._database.write(unit)
