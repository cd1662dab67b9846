"""Fences: numbers that keep a process from writing games that another process owns by now."""

from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from bot.store.engines.unit_of_work import Connection, Database, Query
from bot.store.rows import Fence
from bot.store.schema import FENCES

_insert = insert(FENCES)
_ISSUE: Final = Query(
    _insert.on_conflict_do_update(
        index_elements=["owner"], set_={"number": FENCES.c.number + _insert.excluded.number}
    ).returning(FENCES.c.number)
)
_GET: Final = Query(select(FENCES.c.number).where(FENCES.c.owner == bindparam("name")))


class Fences:
    """The current fence of each owner."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, owner: str) -> Fence:
        """Returns a new fence for an owner; every write with an earlier one is refused from now on."""

        def unit(connection: Connection) -> int:
            return connection.execute(_ISSUE, {"owner": owner, "number": 1}).fetchall()[0]["number"]

        return Fence(owner, await self._database.write(unit))

    async def is_current(self, fence: Fence) -> bool:
        """Returns whether a fence is still the newest of its owner. Raises SaveFailed."""
        values = {"name": fence.owner}
        row = await self._database.read(lambda connection: connection.execute(_GET, values).fetchone())
        return row is not None and row["number"] == fence.number
