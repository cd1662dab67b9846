"""Many processes that share a database: which of them owns which shards, and how they share Discord's rate limits.

The tables of a server belong to its shard of Discord's gateway. With PostgreSQL a process owns the shards whose
leases it has; with SQLite there is a single process, which owns all.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import TypeAlias

from bot.cluster.local_processes import only_process
from bot.cluster.membership import Membership, ShardHandlers
from bot.store.address import Address
from bot.store.cluster_rows import Place, Reach

__all__ = ["Exclusive", "Membership", "Place", "Reach", "ShardHandlers", "exclusive", "join", "only_process"]

Exclusive: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]
"""`exclusive` for one database: lets one process at a time enter the block of a name."""


async def join(address: Address, place: Place | None = None) -> Membership:
    """Joins the processes that share a database. All migrations must have been applied to it.

    `place` is (k, n) for the k-th of n processes, counted from 1; with None it takes any free shards. Raises
    OperatorError if another process has the place, or SaveFailed.
    """
    if isinstance(address, Path):
        return Membership()
    from bot.cluster.cluster import Cluster  # noqa: PLC0415 - loads its driver, which SQLite does not need

    return await Cluster.join(address, place)


def exclusive(address: Address, name: str) -> AbstractAsyncContextManager[None]:
    """Lets one process at a time enter the block of this name. Entering raises SaveFailed."""
    if isinstance(address, Path):
        return nullcontext()
    from bot.store.engines import postgresql_coordination  # noqa: PLC0415 - loads its driver, which SQLite does not need

    return postgresql_coordination.exclusive(address, name)
