"""Rate limiters that all processes over a database share. Each falls back to a local one while that is away."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.runtime.clock import running_time
from bot.runtime.rate_limit import RateLimiter
from bot.store.errors import SaveFailed

Reserve: TypeAlias = Callable[[int], Awaitable[Sequence[float]]]
"""Reserves a number of slots; returns in how many seconds each of them is. Raises SaveFailed."""

Acquire: TypeAlias = Callable[[], Awaitable[float]]
"""Uses a slot and returns 0, or returns in how many seconds there may be one. Raises SaveFailed."""


class SharedSlot:
    """One caller at a time uses a slot. It is used in the database at the last moment, so none is wasted.

    A caller that stops waiting, or is killed, therefore delays nobody. Costs at least one query for each caller.
    """

    def __init__(self, acquire: Acquire, fallback: RateLimiter) -> None:
        self._acquire = acquire
        self._fallback = fallback
        self._lock = asyncio.Lock()

    async def acquire(self) -> None:
        """Returns when the caller may pass."""
        async with self._lock:
            try:
                while left := await self._acquire():  # noqa: ASYNC110 - no event tells that a slot is free
                    await asyncio.sleep(left)
            except SaveFailed:
                await self._fallback.acquire()


class SharedRateLimiter:
    """Reserves slots in the database for all callers that wait at the same moment: one query serves many.

    Further slots are reserved only once the last one has passed. So few are lost in a process that is killed, and
    a process with many requests leaves room for the others.
    """

    def __init__(self, reserve: Reserve, most: int, fallback: RateLimiter) -> None:
        self._reserve = reserve
        self._most = most
        self._fallback = fallback
        self._waiting = deque[asyncio.Future[bool]]()
        self._serving: asyncio.Task[None] | None = None

    async def acquire(self) -> None:
        """Returns when the caller may pass."""
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
                        await asyncio.sleep(left)
                    self._release_next(is_reserved=True)

    def _release_next(self, *, is_reserved: bool) -> None:
        """Lets the first caller that still waits go on; cancelled ones are skipped."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(is_reserved)
                return
