"""BackgroundTasks: tasks that nobody awaits, referenced until they end, their failures logged."""

import asyncio
import logging
from collections.abc import Coroutine
from contextvars import Context
from typing import Any

log = logging.getLogger(__name__)

_UNWINDING = 0.2  # seconds that a cancelled task has before it is cancelled again


class BackgroundTasks:
    """Tasks that nobody awaits. Without a reference a task may vanish half done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a task and returns it. It is no part of the interaction that happened to start it."""
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self) -> None:
        """Returns when all tasks have ended by themselves."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Cancels all tasks and returns when they have ended."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=_UNWINDING)  # discord.py waits for a limit before it unwinds

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("A background task failed: %s", type(error).__name__, exc_info=error)
