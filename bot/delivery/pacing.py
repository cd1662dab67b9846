"""Pacing: requests to one channel are spaced so that Discord never refuses one for coming too soon."""

import asyncio
from collections import deque
from typing import Final

from bot.runtime.clock import Clock

BURST: Final = 4
"""Requests at most in any `WINDOW`."""
WINDOW: Final = 4.0
"""Seconds. Discord grants a channel 5 requests in 5 seconds; a 429 would hold up other channels' requests too."""


class Pacer:
    """The sliding window of one channel's requests."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: deque[float] = deque(maxlen=BURST)

    async def wait(self) -> None:
        """Returns when another request may be sent, and counts it as sent."""
        if len(self._sent) == BURST:
            await asyncio.sleep(min(max(0.0, self._sent[0] + WINDOW - self._clock.now()), WINDOW))
        self._sent.append(self._clock.now())
