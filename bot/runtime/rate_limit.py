"""A rate limiter within one process, which makes callers wait.

`bot.cluster.shared_rate_limit` limits all processes together; `bot.delivery.requests` lets the most urgent
request pass first.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from bot.runtime.clock import running_time


class RateLimiter:
    """Lets at most `limit` callers pass in any `seconds`, in the order in which they ask."""

    def __init__(self, limit: int, seconds: float, now: Callable[[], float] = running_time) -> None:
        self._seconds = seconds
        self._now = now
        self._passed = deque([-seconds] * limit, maxlen=limit)  # when the last callers passed
        self._lock = asyncio.Lock()

    async def acquire(self) -> None:
        """Waits until the caller may pass."""
        async with self._lock:
            # Nothing is reserved ahead, because a process that was stopped would then use all its slots at once.
            if (left := self._passed[0] + self._seconds - self._now()) > 0:
                await asyncio.sleep(min(left, self._seconds))
            self.count()

    def count(self) -> None:
        """Counts a caller that passes without waiting."""
        self._passed.append(self._now())
