"""Takes over and gives up shards of Discord's gateway: their sessions, tables and interactions."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from bot.gateway.connections import Connections
from bot.gateway.interaction_routing import InteractionRouter
from bot.ops.metrics import Metrics
from bot.privacy.deletion import Deletions
from bot.store import SaveFailed
from bot.tables.service import Tables

if TYPE_CHECKING:
    from discord.state import AutoShardedConnectionState

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""Pause before the tables of a shard are read again."""


class Shards:
    """The `ShardHandlers` of the bot. `cache` holds what discord.py knows of the servers of connected shards."""

    def __init__(
        self,
        connections: Connections,
        tables: Tables,
        interaction_router: InteractionRouter,
        cache: "AutoShardedConnectionState[Any]",
        metrics: Metrics,
        deletions: Deletions,
    ) -> None:
        self._connections = connections
        self._tables = tables
        self._interaction_router = interaction_router
        self._cache = cache
        self._metrics = metrics
        self._deletions = deletions

    async def connect(self, shard: int) -> None:
        """Begins a shard's session, and waits until Discord has said READY."""
        await self._connections.connect(shard)

    async def take_over(self, shard: int) -> None:
        """Restores the tables of a shard."""
        self._interaction_router.settle(shard)
        log.info("Shard %s is served from here", shard)
        self._metrics.takeovers(shard).inc()
        while True:
            try:
                await self._tables.schedule.restore(shard)
            except SaveFailed as error:
                log.warning("The tables of shard %s were not read yet: %s", shard, error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._deletions.notice(None)
                return

    async def give_up(self, shard: int) -> None:
        """Forgets a shard's tables; interactions about them are forwarded from now on."""
        log.info("Shard %s is served by another process", shard)
        await asyncio.gather(self._interaction_router.share_handled(shard), self._tables.release(shard))

    async def disconnect(self, shard: int) -> None:
        """Ends a shard's session, and forgets its servers."""
        await self._connections.disconnect(shard)
        for guild in self._cache.guilds:
            if guild.shard_id == shard:
                # discord.py has no public way to forget a server; those of a lost shard would stay in memory.
                self._cache._remove_guild(guild)  # pyright: ignore[reportPrivateUsage] - discord.py offers no other way

    async def receive(self, payload: dict[str, Any]) -> None:
        """Receives an interaction that another process has forwarded."""
        self._interaction_router.receive(payload)
