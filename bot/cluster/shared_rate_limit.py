"""A rate limiter that all processes with the same database share, for events that must not cost a query each.

While the database is unavailable, each process uses a `RateLimiter` instead.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.runtime.clock import running_time
from bot.runtime.rate_limit import RateLimiter
from bot.store.engines.database import SaveFailed

Reserve: TypeAlias = Callable[[int], Awaitable[Sequence[float]]]
"""Reserves a number of slots; returns the seconds until each of them. Raises SaveFailed."""


class SharedRateLimiter:
    """Admits callers in the order in which they ask. One query reserves slots for all that wait, at most `most`.

    More slots are reserved only when the last one has passed. So a process that is killed wastes few slots, and a
    process with many requests leaves slots to the others.
    """

    def __init__(self, reserve: Reserve, most: int, fallback: RateLimiter) -> None:
        self._reserve = reserve
        self._most = most
        self._fallback = fallback
        self._waiting = deque[asyncio.Future[bool]]()
        self._serving: asyncio.Task[None] | None = None

    async def acquire(self) -> None:
        """Waits until the caller may pass."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        if not await future:
            await self._fallback.acquire()

    async def _serve(self) -> None:
        while number := min(self._most, sum(not future.done() for future in self._waiting)):
            try:
                waits = await self._reserve(number)
            except SaveFailed:
                for _ in range(number):
                    self._release_next(is_reserved=False)
            else:
                now = running_time()
                for wait in waits:
                    left = now + wait - running_time()
                    if left > 0:
                        await asyncio.sleep(left)  # until the reserved slot begins
                    self._release_next(is_reserved=True)

    def _release_next(self, *, is_reserved: bool) -> None:
        """Admits the first caller that still waits; cancelled ones are skipped."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(is_reserved)
                return
