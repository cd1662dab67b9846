"""Finds the fences of a transaction that are no longer valid, because another process owns the games now."""

from collections.abc import Iterable
from typing import Final

from bot.store.engines.unit_of_work import Connection
from bot.store.query import Query
from bot.store.rows import Fence

# PostgreSQL locks the rows, so that no number can rise before the transaction ends.
_CURRENT: Final = Query("SELECT number FROM fences WHERE owner = :owner", row_lock="FOR SHARE")


def lost_fences(connection: Connection, fences: Iterable[Fence]) -> set[Fence]:
    """Returns the fences that are not their owner's newest. The others stay valid until the transaction ends."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(_CURRENT, {"owner": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost
