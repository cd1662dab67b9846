"""A clock that cannot be set while it runs, a rate limiter, and backoff.

The rate limiter is for one process. `bot.cluster.cluster` limits all processes together; `bot.delivery.requests`
lets the most urgent request pass first.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

_WAKE_SECONDS: Final = 15.0  # sleeps end at multiples of this time
_LEAST_SLEEP_SECONDS: Final = 1.0  # so that a timer that fires early is not followed by another at once


running_time: Final = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
"""Returns seconds by a clock that nobody can set and that runs on while the process or the machine is stopped."""


class Clock:
    """The machine's time at the start of the process, plus the time since then by a running clock.

    Tests use clocks that they can set.

    If somebody sets the machine's clock, no deadline moves: the time left of each stays the same. The times that
    messages show are then wrong by as much as the clock was set, until a restart reads the machine's clock again.
    Even after that restart, no question gets more than its whole time (see `with_time` in `bot.tables.shell`).

    The running clock is Linux's CLOCK_BOOTTIME, which also runs while the machine is suspended; elsewhere the
    monotonic clock. The event loop sleeps by a clock that stops in suspension, so all sleeps are short. NTP keeps
    the rate of both clocks right over weeks; a leap second makes a difference of one second.
    """

    def __init__(self) -> None:
        self._began = time.time() - running_time()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._began + running_time()

    async def sleep_until(self, moment: float) -> None:
        """Waits until a moment (seconds since 1970); returns at once if it has passed."""
        while (remaining := moment - (now := self.now())) > 0:
            # No sleep is long, because the event loop does not count the time in which a machine is suspended.
            # All sleeps end together, because waking the process costs more than what each does then.
            longest = _LEAST_SLEEP_SECONDS + _WAKE_SECONDS - (now + _LEAST_SLEEP_SECONDS) % _WAKE_SECONDS
            await asyncio.sleep(min(remaining, longest))  # this method exists to wait for a moment


class RateLimiter:
    """Lets at most `limit` callers pass in any `seconds`, in the order in which they ask."""

    def __init__(self, limit: int, seconds: float, now: Callable[[], float] = running_time) -> None:
        self._seconds = seconds
        self._now = now
        self._passed = deque([-seconds] * limit, maxlen=limit)  # when the last callers passed
        self._lock = asyncio.Lock()

    @property
    def seconds_left(self) -> float:
        """The time until a caller may pass; at most 0 if one may pass now."""
        return self._passed[0] + self._seconds - self._now()

    async def acquire(self) -> None:
        """Waits until the caller may pass."""
        async with self._lock:
            # Nothing is reserved ahead, because a process that was stopped would then use all its slots at once.
            if (left := self.seconds_left) > 0:
                await asyncio.sleep(min(left, self._seconds))  # until the oldest use no longer counts
            self.count()

    def count(self) -> None:
        """Counts a caller that passes without waiting."""
        self._passed.append(self._now())


class Backoff:
    """The pauses between tries of something that fails: each is `factor` times as long as the one before."""

    def __init__(self, first_seconds: float, longest_seconds: float, factor: float = 2.0) -> None:
        self._first = self._next = first_seconds
        self._longest = longest_seconds
        self._factor = factor
        self._sleep: asyncio.Task[None] | None = None

    def next_seconds(self) -> float:
        """Returns the length of the next pause, and makes the one after it longer."""
        seconds = self._next
        self._next = min(seconds * self._factor, self._longest)
        return seconds

    def jittered_seconds(self, elapsed_seconds: float) -> float:
        """Returns the next pause, jittered, minus the duration of the failed try; at least the first pause."""
        return max(self._first, jitter(self.next_seconds()) - elapsed_seconds)

    def reset(self) -> None:
        """Makes the next pause the first one again, because a try has succeeded."""
        self._next = self._first

    async def wait(self) -> None:
        """Sleeps for the next pause; returns early if `wake` is called."""
        # A task, so that `wake` can end it.
        self._sleep = asyncio.create_task(asyncio.sleep(self.next_seconds()))
        await asyncio.gather(self._sleep, return_exceptions=True)

    def wake(self) -> None:
        """Ends the pause that `wait` sleeps for."""
        if self._sleep is not None:
            self._sleep.cancel()


def jitter(seconds: float) -> float:
    """Returns a random time of 75 to 100 % of the seconds, so that processes do not all try at the same moment."""
    return seconds * random.uniform(0.75, 1.0)
