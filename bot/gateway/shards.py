"""Shards: what a process does as shards of Discord's gateway become its own, and cease to be."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from bot.gateway.connections import Connections
from bot.gateway.interaction_routing import Entrance
from bot.ops.metrics import Metrics
from bot.store import SaveFailed
from bot.tables.service import Tables

if TYPE_CHECKING:
    from discord.state import AutoShardedConnectionState

log = logging.getLogger(__name__)

RETRY: Final = 1.0  # seconds before the tables of a shard are asked for again


class Shards:
    """The `ShardHandlers` of the bot. `cache` holds what discord.py knows of the servers of connected shards."""

    def __init__(
        self,
        connections: Connections,
        tables: Tables,
        entrance: Entrance,
        cache: "AutoShardedConnectionState[Any]",
        metrics: Metrics,
    ) -> None:
        self._connections = connections
        self._tables = tables
        self._entrance = entrance
        self._cache = cache
        self._metrics = metrics

    async def connect(self, shard: int) -> None:
        """Begins a shard's session, and returns when Discord has said READY."""
        await self._connections.connect(shard)

    async def gained(self, shard: int) -> None:
        """Brings a shard's tables back."""
        self._entrance.gained(shard)
        log.info("Shard %s is served from here", shard)
        self._metrics.took_over(shard)
        while True:
            try:
                await self._tables.restorer.restore(shard)
            except SaveFailed as error:
                log.warning("The tables of shard %s were not read yet: %s", shard, error)
                await asyncio.sleep(RETRY)  # nothing tells that the database is back
            else:
                return

    async def lost(self, shard: int) -> None:
        """Forgets a shard's tables; what is still heard of them is handed on."""
        log.info("Shard %s is served by another process", shard)
        await asyncio.gather(self._entrance.lost(shard), self._tables.release(shard))

    async def disconnect(self, shard: int) -> None:
        """Ends a shard's session, and forgets its servers."""
        await self._connections.disconnect(shard)
        for guild in self._cache.guilds:
            if guild.shard_id == shard:
                # discord.py has no public way to forget a server; those of a lost shard would stay for good.
                self._cache._remove_guild(guild)  # pyright: ignore[reportPrivateUsage] - discord.py offers no other way

    async def handed(self, payload: dict[str, Any]) -> None:
        """Takes in an interaction that another process has heard."""
        self._entrance.hear(payload)
