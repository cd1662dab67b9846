"""Pacing: requests are spaced so that Discord refuses none of them for coming too soon."""

import asyncio
import heapq
from collections import deque
from itertools import count
from typing import Final

from bot.runtime.clock import Clock

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


class Pacer:
    """Spaces the requests to one channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=BURST)

    async def wait(self, *, at_once: bool = False) -> None:
        """Returns when another request may be sent, or at once, and counts it as sent."""
        if len(self._sent) == BURST and not at_once:
            await asyncio.sleep(min(max(0.0, self._sent[0] + WINDOW - self._clock.now()), WINDOW))
        self._sent.append(self._clock.now())


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


class Retries:
    """The pauses between tries of a request that fails: each longer than the last by a third."""

    def __init__(self) -> None:
        self._pause = FIRST_PAUSE
        self._sleep: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Returns when the next try is due, or at once when `wake` is called."""
        # A task, so that `wake` can end it: Discord does not tell when it is well again.
        self._sleep = asyncio.create_task(asyncio.sleep(self._pause))
        self._pause = min(1.3 * self._pause, LONGEST_PAUSE)
        await asyncio.gather(self._sleep, return_exceptions=True)

    def wake(self) -> None:
        """Ends the pause under way."""
        if self._sleep is not None:
            self._sleep.cancel()

    def reset(self) -> None:
        """Begins again with the shortest pause, as a try has succeeded."""
        self._pause = FIRST_PAUSE
