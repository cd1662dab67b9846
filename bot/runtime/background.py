"""Tasks that nobody awaits, alarms, and work that is repeated; their errors are logged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from math import inf
from typing import Any, Generic, TypeVar

from bot.refusals import Refusal
from bot.runtime.clock import Clock

log = logging.getLogger(__name__)

K = TypeVar("K")

_CANCEL_SECONDS = 0.2  # before a task that has not ended is cancelled again


class BackgroundTasks:
    """Holds references to tasks that nobody awaits; without one, a task may be collected before it has ended."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a task and returns it. The task does not inherit the context variables of its caller."""
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self) -> None:
        """Waits until all tasks have ended by themselves."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Cancels all tasks and waits until they have ended."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=_CANCEL_SECONDS)  # discord.py may swallow a cancellation

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("A background task failed: %s", type(error).__name__, exc_info=error)


class Updates(Generic[K]):
    """Updates what has changed, in a task for each thing, and again if that has changed meanwhile.

    `update` brings one thing up to date. After an error, the thing stays as it is until its next change.
    """

    def __init__(self, background: BackgroundTasks, update: Callable[[K], Awaitable[None]]) -> None:
        self._background = background
        self._update = update
        self._changed = set[K]()
        self._busy = set[K]()

    def start(self, thing: K) -> None:
        """Starts to update a thing, as soon as the update under way has ended, if there is one."""
        self._changed.add(thing)
        if thing not in self._busy:
            self._busy.add(thing)
            self._background.run(self._run(thing))

    def is_busy(self, thing: K) -> bool:
        """Returns whether a thing is being updated."""
        return thing in self._busy

    async def _run(self, thing: K) -> None:
        try:
            while thing in self._changed:
                self._changed.remove(thing)
                await self._update(thing)
        finally:
            self._changed.discard(thing)
            self._busy.remove(thing)


class Alarms:
    """Calls `ring(key)` at the moment set for each key. One task serves all keys; a key has at most one moment."""

    def __init__(self, clock: Clock, ring: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[int, float] = {}
        self._wakes_at = inf  # at this moment the task looks what is due; nothing is due before
        self._sleep: asyncio.Task[None] | None = None
        self._ringing = BackgroundTasks()
        self._task: asyncio.Task[None] | None = None

    def set(self, key: int, moment: float | None) -> None:
        """Sets or replaces the moment of a key, in seconds since 1970; None removes it."""
        if moment is None:
            self._due.pop(key, None)
        else:
            self._due[key] = moment
            if moment < self._wakes_at and self._sleep is not None:
                self._sleep.cancel()

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends the task, and waits until all calls of `ring` under way have returned."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._ringing.finish()

    async def _run(self) -> None:
        while True:
            self._ring_due()
            self._wakes_at = min(self._due.values(), default=inf)
            self._sleep = asyncio.create_task(self._clock.sleep_until(self._wakes_at))  # `set` may end it
            try:
                await asyncio.wait((self._sleep,))
            finally:
                self._sleep.cancel()

    def _ring_due(self) -> None:
        """Calls `ring` for every key whose moment has come, the earliest first."""
        now = self._clock.now()
        for _, key in sorted((moment, key) for key, moment in self._due.items() if moment <= now):
            del self._due[key]
            self._ringing.run(self._ring(key))


async def first_of(*works: Awaitable[object]) -> None:
    """Waits until one of some works has ended, and cancels the others. Raises the error of the one that ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        if not task.cancelled():
            task.result()


async def repeat(
    work: Callable[[], Awaitable[None]], clock: Clock, seconds: float, retry_seconds: float, what: str
) -> None:
    """Does some work again and again: after `seconds`, or after `retry_seconds` if it failed. Never ends.

    `what` names the work in the log.
    """
    while True:
        pause = retry_seconds
        try:
            await work()
            pause = seconds
        except Refusal as refusal:
            log.warning("%s will be repeated: %s", what, refusal)
        except Exception:  # any error, because the next try may succeed
            log.exception("%s failed", what)
        await clock.sleep_until(clock.now() + pause)
