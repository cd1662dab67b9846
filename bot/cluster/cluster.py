"""Cluster: this process as one of several over a PostgreSQL database."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from bot.cluster.ownership import Place, ShardHandlers
from bot.store.address import PostgresqlAddress
from bot.store.fences import Fence


class Cluster:
    """This process among those over a PostgreSQL database; see `Membership` for what each method does."""

    @classmethod
    async def join(cls, address: PostgresqlAddress, place: Place | None = None) -> "Cluster":
        """Makes this process known to the others. Raises CannotJoin or BrokenDatabase."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The name of this process among all: its machine, its number there, and a random suffix."""
        raise NotImplementedError

    @property
    def held(self) -> frozenset[int]:
        """The shards whose leases this process holds now."""
        raise NotImplementedError

    def holds(self, guild_id: int) -> bool:
        """Whether this process holds the lease of the server's shard."""
        raise NotImplementedError

    def fence(self, guild_id: int) -> Fence | None:
        """Returns the fence of the server's shard. Raises NotHeld."""
        raise NotImplementedError

    def fence_lost(self, guild_id: int) -> None:
        """Gives up the server's shard, which another process has."""
        raise NotImplementedError

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        raise NotImplementedError

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns how many shards all processes use. Raises SaveFailed."""
        raise NotImplementedError

    async def run(self, handlers: ShardHandlers) -> None:
        """Takes and keeps the shards that are this process's."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Hands all shards over."""
        raise NotImplementedError

    async def close(self) -> None:
        """Releases what is still held, and lets go of the database."""
        raise NotImplementedError

    async def hand_on(self, shard: int, payload: dict[str, Any]) -> bool:
        """Hands an interaction to the process that holds a shard. Raises SaveFailed."""
        raise NotImplementedError

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Returns when the shard may begin a session."""
        raise NotImplementedError

    async def request_turn(self) -> None:
        """Returns when a request may be sent."""
        raise NotImplementedError

    def exclusive(self, name: str) -> AbstractAsyncContextManager[None]:
        """Lets one process at a time do what has this name."""
        raise NotImplementedError
