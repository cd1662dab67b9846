"""Many processes over one database: which acts for which servers, and what they share of Discord's limits.

A server's tables are those of the shard of Discord's gateway that it belongs to. Over PostgreSQL a process acts
for the shards whose leases it holds; over SQLite there is one process, which acts for all.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.cluster.file_lock import only_process
from bot.cluster.membership import Alone, CannotJoin, Membership, NotHeld, Ownership, Place, ShardHandlers
from bot.store.address import Address
from bot.store.cluster_rows import Reach

__all__ = [
    "Alone",
    "CannotJoin",
    "Membership",
    "NotHeld",
    "Ownership",
    "Place",
    "Reach",
    "ShardHandlers",
    "exclusive",
    "join",
    "only_process",
]


async def join(address: Address, place: Place | None = None) -> Membership:
    """Makes this process one of those over a database that is up to date; alone over a SQLite file.

    `place` is (k, n) for the k-th of n processes, counted from 1; None takes any free shards.
    Raises CannotJoin where another process has the place, or BrokenDatabase.
    """
    if isinstance(address, Path):
        return Alone()
    # Imported here, so that a bot with a SQLite file does not load the PostgreSQL driver.
    from bot.cluster.cluster import Cluster  # noqa: PLC0415 - its driver is loaded only where PostgreSQL is used

    return await Cluster.join(address, place)


def exclusive(address: Address, name: str) -> AbstractAsyncContextManager[None]:
    """Lets one process at a time do what has this name, as `Membership.exclusive`, without joining the others."""
    if isinstance(address, Path):
        return Alone().exclusive(name)
    # As above: without PostgreSQL its driver is not loaded.
    from bot.store.engines import listening  # noqa: PLC0415 - its driver is loaded only where PostgreSQL is used

    return listening.exclusive(address, name)
