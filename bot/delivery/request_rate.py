"""The rates at which requests are sent, so that Discord refuses none of them for coming too soon."""

import asyncio
import heapq
from itertools import count
from typing import Final

from bot.runtime.backoff import Backoff

REQUEST_SECONDS: Final = 15.0
"""A request without a response counts as failed after this time; it may have taken effect."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 60.0
"""The first and the longest pause before a failed request is repeated."""
BURST_REQUESTS: Final = 4
"""The most requests in any `BURST_SECONDS`."""
BURST_SECONDS: Final = 4.0
"""Seconds. Discord grants a channel 5 requests in 5 seconds; a 429 would hold up other channels' requests too."""
RESTORED_PER_SECOND: Final = 44.0
"""Requests a second after a restart, under the 50 that Discord grants a bot in all."""
_CATCH_UP_SECONDS: Final = 0.1
"""If the event loop is late, the requests of this time at most are made up for at once."""


class PriorityRateLimiter:
    """Limits the rate of the requests to all channels together; the most urgent is sent first.

    Other rate limiters (`bot.runtime.rate_limit`, `bot.cluster.shared_rate_limit`) admit callers in the order of
    their calls.
    """

    def __init__(self, rate: float) -> None:
        self._interval = 1 / rate
        self._waiting: list[tuple[tuple[int, float], int, asyncio.Future[None]]] = []  # a heap
        self._arrivals = count()
        self._task: asyncio.Task[None] | None = None

    async def wait(self, priority: int, deadline: float) -> None:
        """Returns when a request may be sent: priority 0 before 1, and earlier deadlines before later ones."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, ((priority, deadline), next(self._arrivals), future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._admit_all())
        await future

    async def _admit_all(self) -> None:
        loop = asyncio.get_running_loop()
        moment = loop.time()
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():  # its caller may have been cancelled
                future.set_result(None)
                moment = max(moment, loop.time() - _CATCH_UP_SECONDS) + self._interval
                await asyncio.sleep(max(0.0, moment - loop.time()))  # spaces the requests evenly


def request_backoff() -> Backoff:
    """Returns the pauses between tries of a request that fails."""
    return Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, factor=1.3)
