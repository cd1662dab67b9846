"""Many processes that share a database: which of them owns which shards, and how they share Discord's rate limits.

The tables of a server belong to its shard of Discord's gateway. With PostgreSQL a process owns the shards whose
leases it has; with SQLite there is a single process, which owns all.
"""

from pathlib import Path

from bot.cluster.membership import Membership, ShardHandlers, only_process
from bot.store.address import Address
from bot.store.rows import Place, Reach

__all__ = ["Membership", "Place", "Reach", "ShardHandlers", "join", "only_process"]


async def join(address: Address, place: Place | None = None) -> Membership:
    """Joins the processes that share a database. All migrations must have been applied to it.

    `place` is (k, n) for the k-th of n processes, counted from 1; with None it takes any free shards. Raises
    OperatorError if another process has the place, or SaveFailed.
    """
    if isinstance(address, Path):
        return Membership()
    from bot.cluster.cluster import Cluster  # noqa: PLC0415 - loads its driver, which SQLite does not need

    return await Cluster.join(address, place)
