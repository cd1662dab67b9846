"""The membership of a single process with a SQLite file: it owns every shard, and there is no other process."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from bot.cluster.discord_limits import IDENTIFY_SECONDS, REQUESTS, REQUESTS_SECONDS
from bot.cluster.membership import ShardHandlers, shard_of
from bot.runtime.rate_limit import RateLimiter
from bot.store.cluster_rows import Reach
from bot.store.rows import Fence


class SingleProcess:
    """The single process with a SQLite file: it owns every shard, and writes without fences."""

    def __init__(self) -> None:
        self.name = "alone"
        self.shards = 1
        self._requests = RateLimiter(REQUESTS, REQUESTS_SECONDS)
        self._identifies: dict[int, RateLimiter] = {}
        self._left = asyncio.Event()

    @property
    def owned_shards(self) -> frozenset[int]:
        """All shards of the bot."""
        return frozenset(range(self.shards))

    def owns(self, guild_id: int) -> bool:
        """Returns True."""
        return True

    def fence(self, guild_id: int) -> Fence | None:
        """Returns None."""
        return None

    def report_lost_fence(self, guild_id: int) -> None:
        """Is never called, because no write has a fence."""

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        return shard_of(guild_id, self.shards)

    @property
    def is_in_touch(self) -> bool:
        """Returns True: no other process could own a server."""
        return True

    @property
    def is_single(self) -> bool:
        """Returns True."""
        return True

    @property
    def is_alone(self) -> bool:
        """Returns True."""
        return True

    def report_reach(self, reach: Reach) -> None:
        """Does nothing: there is no other process to tell."""

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns the recommended number."""
        self.shards = recommended
        return recommended

    async def run(self, handlers: ShardHandlers) -> None:
        """Connects every shard; returns after `leave` or `close`. Raises what `connect` or `take_over` raises."""

        async def begin(shard: int) -> None:
            await handlers.connect(shard)
            await handlers.take_over(shard)

        beginning = asyncio.gather(*map(begin, range(self.shards)))
        leaving = asyncio.create_task(self._left.wait())
        try:
            await asyncio.wait((beginning, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not leaving.done():
                await beginning
            await leaving
        finally:
            for task in (beginning, leaving):
                task.cancel()
            await asyncio.gather(beginning, leaving, return_exceptions=True)

    async def leave(self) -> None:
        """Lets `run` return: there is no other process to hand shards over to."""
        self._left.set()

    async def close(self) -> None:
        """Lets `run` return."""
        self._left.set()

    async def forward(self, shard: int, payload: dict[str, Any]) -> bool:
        """Returns False: there is no other process."""
        return False

    async def wait_to_identify(self, shard: int, max_concurrency: int) -> None:
        """Waits until the shard may begin a session."""
        bucket = shard % max_concurrency
        await self._identifies.setdefault(bucket, RateLimiter(1, IDENTIFY_SECONDS)).acquire()

    async def wait_to_request(self) -> None:
        """Waits until a request may be sent."""
        await self._requests.acquire()

    @asynccontextmanager
    async def exclusive(self, name: str) -> AsyncGenerator[None]:
        """Enters at once: there is no other process."""
        yield
