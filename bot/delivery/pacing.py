"""Pacing: requests are spaced so that Discord refuses none of them for coming too soon."""

import asyncio
import heapq
from itertools import count
from typing import Final

from bot.runtime.backoff import Backoff

REQUEST_SECONDS: Final = 15.0
"""Seconds after which a request counts as failed whose response has not come; it may have taken effect."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
"""Seconds before a failed request is made again: at first, and at most."""
BURST: Final = 4
"""Requests at most in any `WINDOW`."""
WINDOW: Final = 4.0
"""Seconds. Discord grants a channel 5 requests in 5 seconds; a 429 would hold up other channels' requests too."""
RESTORING: Final = 44.0
"""Requests a second after a restart, under the 50 that Discord grants a bot in all."""
_CATCH_UP: Final = 0.1
"""Seconds by which a late event loop may be made up for."""


class PriorityPacer:
    """Spaces the requests to all channels together, the most urgent first."""

    def __init__(self, rate: float) -> None:
        self._interval = 1 / rate
        self._waiting: list[tuple[tuple[int, float], int, asyncio.Future[None]]] = []  # a heap
        self._arrivals = count()
        self._task: asyncio.Task[None] | None = None

    async def wait(self, stage: int, deadline: float) -> None:
        """Returns when a request may be sent: those of a lower stage first, then those of an earlier deadline."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, ((stage, deadline), next(self._arrivals), future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._let_go())
        await future

    async def _let_go(self) -> None:
        loop = asyncio.get_running_loop()
        moment = loop.time()
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():  # whoever waited may have been cancelled
                future.set_result(None)
                moment = max(moment, loop.time() - _CATCH_UP) + self._interval
                await asyncio.sleep(max(0.0, moment - loop.time()))


def request_backoff() -> Backoff:
    """Returns the pauses between tries of a request that fails."""
    return Backoff(FIRST_PAUSE, LONGEST_PAUSE, factor=1.3)
