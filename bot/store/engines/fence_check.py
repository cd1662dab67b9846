"""Which fences of a transaction are no longer valid, because another process owns the games by now."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, select

from bot.store.engines.unit_of_work import Connection, Query
from bot.store.rows import Fence
from bot.store.schema import FENCES

# Locked on PostgreSQL, so that the number cannot rise between this and the end of the transaction.
_CURRENT: Final = Query(
    select(FENCES.c.number).where(FENCES.c.owner == bindparam("name")).with_for_update(read=True)
)


def lost_fences(connection: Connection, fences: Iterable[Fence]) -> set[Fence]:
    """Returns those that are no longer their owner's current ones; the others stay valid for the transaction."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(_CURRENT, {"name": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost
