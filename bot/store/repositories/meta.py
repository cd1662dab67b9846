"""Values that the bot stores about itself, e.g. the hash of the commands last synced."""

from typing import Final

from bot.store.engines.database import Repository
from bot.store.query import Query, upsert

_GET: Final = Query("SELECT value FROM meta WHERE key = :key")
_PUT: Final = Query(upsert("meta", ["key"], ["value"]))


class Meta(Repository):
    """Values by key."""

    async def get(self, key: str) -> str | None:
        """Returns the value of a key, None if there is none. Raises SaveFailed."""
        row = await self._first(_GET, key=key)
        return row["value"] if row else None

    async def put(self, key: str, value: str) -> None:
        """Stores a value. Raises SaveFailed."""
        await self._run(_PUT, key=key, value=value)
