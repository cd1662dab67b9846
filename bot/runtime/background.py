"""Tasks that nobody awaits: they are referenced until they end, and their errors are logged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any

from bot.refusals import Refusal
from bot.runtime.clock import Clock

log = logging.getLogger(__name__)

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
