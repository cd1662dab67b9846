"""Finds the fences of a transaction that are no longer valid, because another process owns the games now."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, select

from bot.store.engines.unit_of_work import Connection, Query
from bot.store.rows import Fence
from bot.store.schema import FENCES

# PostgreSQL locks the rows, so that no number can rise before the transaction ends.
_CURRENT: Final = Query(
    select(FENCES.c.number).where(FENCES.c.owner == bindparam("name")).with_for_update(read=True)
)


def lost_fences(connection: Connection, fences: Iterable[Fence]) -> set[Fence]:
    """Returns the fences that are not their owner's newest. The others stay valid until the transaction ends."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(_CURRENT, {"name": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost
