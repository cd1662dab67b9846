"""Time: a clock that cannot be set while it runs, and one task that sleeps until the earliest deadline."""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol


class Clock(Protocol):
    """Where the time comes from; tests put a clock of their own here."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Returns at a moment (seconds since 1970), at once if it has passed."""
        ...


_RUNNING_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_LONGEST_SLEEP_SECONDS: Final = 15.0
_SPARE: Final = 100  # outdated entries that the heap may hold in any case


def running_time() -> float:
    """Seconds by a clock that nobody can set, and that runs on while this process or the machine is stopped."""
    return time.clock_gettime(_RUNNING_CLOCK)


class SystemClock:
    """The machine's clock as it was when the process began, carried on by a clock that nobody can set.

    Setting the machine's clock forward or back therefore moves no deadline: what remains of each stays the same.
    Until the process is restarted, times shown in cards are then off by as much as the clock was set; a restart
    reads the machine's clock anew, and no question gets more than its whole time (see `Restorer`).

    The carrying clock is Linux's CLOCK_BOOTTIME, which runs on while the machine is suspended, so that times stay
    true afterwards; elsewhere it is the monotonic clock. The event loop sleeps by a clock that stops in
    suspension, hence in short naps. Both clocks run at the rate that NTP keeps, so that weeks make no difference;
    a leap second makes one of a second.
    """

    def __init__(self) -> None:
        self._began = time.time() - running_time()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._began + running_time()

    async def sleep_until(self, moment: float) -> None:
        """Returns at a moment (seconds since 1970), at once if it has passed."""
        while (remaining := moment - self.now()) > 0:  # noqa: ASYNC110 - no event tells of the time
            await asyncio.sleep(min(remaining, _LONGEST_SLEEP_SECONDS))


class Alarms:
    """Calls `ring(key)` at the deadline of each key. One task serves all keys; a key has one deadline at most."""

    def __init__(self, clock: Clock, ring: Callable[[int], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[int, float] = {}
        self._order: list[tuple[float, int]] = []  # a heap; entries that `_due` does not confirm are void
        self._changed = asyncio.Event()
        self._ringing: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def set(self, key: int, moment: float | None) -> None:
        """Sets the deadline of a key, in seconds since 1970, in place of the one it had; None removes it."""
        if moment is None:
            self._due.pop(key, None)
        elif self._due.get(key) != moment:
            self._due[key] = moment
            heapq.heappush(self._order, (moment, key))
            if len(self._order) > 2 * len(self._due) + _SPARE:
                # Deadlines of a day, moved with every answer, would else fill the memory with void entries.
                self._order = [(at, due) for due, at in self._due.items()]
                heapq.heapify(self._order)
            if self._order[0] == (moment, key):
                self._changed.set()

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends the task, and returns when the calls under way have returned."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.gather(*self._ringing, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            self._ring_due()
            if self._order:
                await self._wait_until(self._order[0][0])
            else:
                await self._changed.wait()

    def _ring_due(self) -> None:
        now = self._clock.now()
        while self._order:
            moment, key = self._order[0]
            if self._due.get(key) == moment and moment > now:
                return
            heapq.heappop(self._order)
            if self._due.get(key) == moment:
                del self._due[key]
                task = asyncio.ensure_future(self._ring(key))
                self._ringing.add(task)
                task.add_done_callback(self._ringing.discard)

    async def _wait_until(self, moment: float) -> None:
        sleep = asyncio.ensure_future(self._clock.sleep_until(moment))
        change = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait((sleep, change), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleep.cancel()
            change.cancel()
