"""Turns: how long each of several callers has to wait so that no stretch of time sees too many of them."""

import asyncio
import time
from collections import deque
from typing import Final

REQUESTS: Final = 50
"""Requests that Discord allows in a second for one token, over all processes."""
REQUESTS_SECONDS: Final = 1.05  # a little more than a second: what is sent at its turn may be held up on its way
IDENTIFY_SECONDS: Final = 5.1
"""Seconds between two new sessions of shards with the same remainder by Discord's `max_concurrency`."""

_RUNNING_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def running_time() -> float:
    """Seconds by a clock that nobody sets, and that runs on while this process or the machine is stopped."""
    return time.clock_gettime(_RUNNING_CLOCK)


class Turns:
    """At most `most` turns in any `seconds`, within one process."""

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._last = deque([-seconds] * most, maxlen=most)  # when the last turns were
        self._first = asyncio.Lock()

    async def wait(self) -> None:
        """Returns when it is the caller's turn; callers are served in the order in which they came."""
        async with self._first:
            # Not reckoned ahead: a process that stood still would take what was reserved meanwhile all at once.
            if (left := self._last[0] + self._seconds - running_time()) > 0:
                await asyncio.sleep(left)  # the limit is one of time: there is nothing else to wait for
            self._last.append(running_time())
