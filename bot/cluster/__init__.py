"""Many processes that share a database: which of them owns which shards, and how they share Discord's rate limits.

The tables of a server belong to its shard of Discord's gateway. With PostgreSQL a process owns the shards whose
leases it has; with SQLite there is a single process, which owns all.
"""

from pathlib import Path

from bot.cluster.local_processes import only_process
from bot.cluster.membership import Membership, ShardHandlers
from bot.store.address import Address
from bot.store.cluster_rows import Reach

__all__ = ["Membership", "Reach", "ShardHandlers", "join", "only_process"]


async def join(address: Address) -> Membership:
    """Joins the processes that share a database, which must have all migrations. Raises SaveFailed."""
    if isinstance(address, Path):
        return Membership()
    from bot.cluster.cluster import Cluster  # noqa: PLC0415 - loads its driver, which SQLite does not need

    return await Cluster.join(address)
