"""Fences: numbers that keep a process from writing games that another process owns by now."""

from typing import Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import Query
from bot.store.rows import Fence

_ISSUE: Final = Query(
    "INSERT INTO fences (owner, number) VALUES (:owner, 1)"
    " ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number"
)
_GET: Final = Query("SELECT number FROM fences WHERE owner = :owner")


class Fences(Repository):
    """The current fence of each owner."""

    async def issue(self, owner: str) -> Fence:
        """Returns a new fence for an owner; every write with an earlier one is refused from now on."""

        def unit(connection: Connection) -> int:
            return connection.execute(_ISSUE, {"owner": owner}).fetchall()[0]["number"]

        return Fence(owner, await self._database.write(unit))

    async def is_current(self, fence: Fence) -> bool:
        """Returns whether a fence is still the newest of its owner. Raises SaveFailed."""
        row = await self._first(_GET, owner=fence.owner)
        return row is not None and row["number"] == fence.number
