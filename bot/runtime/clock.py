"""Time: what o'clock it is, and one task that sleeps to the earliest moment something is due."""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable
from typing import Protocol


class Clock(Protocol):
    """Where the time comes from, so that tests can turn the hands."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Returns at a moment (seconds since 1970), at once if it has passed."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """Returns at a moment (seconds since 1970), at once if it has passed."""
        await asyncio.sleep(max(0.0, moment - time.time()))


class Alarms:
    """Calls `ring(key)` for every key at its moment: one task, however many keys. A key has one moment at most."""

    def __init__(self, clock: Clock, ring: Callable[[int], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[int, float] = {}
        self._order: list[tuple[float, int]] = []  # a heap; entries that `_due` does not confirm are void
        self._changed = asyncio.Event()
        self._ringing: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def set(self, key: int, moment: float | None) -> None:
        """Sets the moment of a key in place of the one it had; None takes it away."""
        if moment is None:
            self._due.pop(key, None)
        elif self._due.get(key) != moment:
            self._due[key] = moment
            heapq.heappush(self._order, (moment, key))
            if self._order[0] == (moment, key):
                self._changed.set()

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends the task and waits for what it rang."""
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
