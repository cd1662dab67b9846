"""A clock that cannot be set while it runs, and alarms: one task that sleeps until the earliest of them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from math import inf
from typing import Final, Protocol


class Clock(Protocol):
    """The source of time. Tests use a clock that they can set."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Waits until a moment (seconds since 1970); returns at once if it has passed."""
        ...


_RUNNING_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_WAKE_SECONDS: Final = 15.0  # sleeps end at multiples of this time
_LEAST_SLEEP_SECONDS: Final = 1.0  # so that a timer that fires early is not followed by another at once


def running_time() -> float:
    """Seconds by a clock that nobody can set, and that runs on while this process or the machine is stopped."""
    return time.clock_gettime(_RUNNING_CLOCK)


class SystemClock:
    """The time of the machine's clock at the start of the process, plus the time since then by a running clock.

    If somebody sets the machine's clock, no deadline moves: the time left of each stays the same. The times that
    messages show are then wrong by as much as the clock was set, until a restart reads the machine's clock again.
    Even after that restart, no question gets more than its whole time (see `Restorer`).

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


class Alarms:
    """Calls `ring(key)` at the moment set for each key. One task serves all keys; a key has at most one moment."""

    def __init__(self, clock: Clock, ring: Callable[[int], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[int, float] = {}
        self._wakes_at = inf  # at this moment the task looks what is due; nothing is due before
        self._changed = asyncio.Event()
        self._ringing: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def set(self, key: int, moment: float | None) -> None:
        """Sets or replaces the moment of a key, in seconds since 1970; None removes it."""
        if moment is None:
            self._due.pop(key, None)
        else:
            self._due[key] = moment
            if moment < self._wakes_at:
                self._changed.set()

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends the task, and waits until all calls of `ring` under way have returned."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.gather(*self._ringing, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            self._ring_due()
            self._wakes_at = min(self._due.values(), default=inf)
            if self._due:
                await self._wait_until(self._wakes_at)
            else:
                await self._changed.wait()

    def _ring_due(self) -> None:
        """Calls `ring` for every key whose moment has come, the earliest first."""
        now = self._clock.now()
        for _, key in sorted((moment, key) for key, moment in self._due.items() if moment <= now):
            del self._due[key]
            task = asyncio.ensure_future(self._ring(key))
            self._ringing.add(task)
            task.add_done_callback(self._ringing.discard)

    async def _wait_until(self, moment: float) -> None:
        """Waits until a moment, or until an earlier one is set."""
        sleep = asyncio.ensure_future(self._clock.sleep_until(moment))
        change = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait((sleep, change), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleep.cancel()
            change.cancel()
