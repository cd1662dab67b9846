"""Fences: numbers that keep a process that no longer owns a game from writing it."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from bot.store.engines.unit_of_work import Connection, Database, Query
from bot.store.rows import Fence
from bot.store.schema import FENCES

__all__ = ["Fence", "Fences", "lost_fences"]


_insert = insert(FENCES)
_RAISE: Final = Query(
    _insert.on_conflict_do_update(
        index_elements=["owner"], set_={"number": FENCES.c.number + _insert.excluded.number}
    ).returning(FENCES.c.number)
)
_LOOK: Final = Query(select(FENCES.c.number).where(FENCES.c.owner == bindparam("name")))
# Locked on PostgreSQL, so that the number cannot rise between this and the end of the transaction.
_CURRENT: Final = Query(
    select(FENCES.c.number).where(FENCES.c.owner == bindparam("name")).with_for_update(read=True)
)


class Fences:
    """The current fence of each owner."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, owner: str) -> Fence:
        """Returns a new fence for an owner; every write with an earlier one is refused from now on."""

        def unit(connection: Connection) -> int:
            return connection.execute(_RAISE, {"owner": owner, "number": 1}).fetchall()[0]["number"]

        return Fence(owner, await self._database.write(unit))

    async def is_current(self, fence: Fence) -> bool:
        """Returns whether its owner has got no other fence since. Raises SaveFailed."""
        values = {"name": fence.owner}
        row = await self._database.read(lambda connection: connection.execute(_LOOK, values).fetchone())
        return row is not None and row["number"] == fence.number


def lost_fences(connection: Connection, fences: Iterable[Fence]) -> set[Fence]:
    """Returns those that are no longer their owner's current ones; the others stay so for the transaction."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(_CURRENT, {"name": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost
