"""Turns that all processes over a database take together."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.cluster.rate_limit import Turns, running_time
from bot.store.errors import SaveFailed

Reserve: TypeAlias = Callable[[int], Awaitable[Sequence[float]]]
"""Reserves so many turns; returns in how many seconds each is. Raises SaveFailed."""

Take: TypeAlias = Callable[[], Awaitable[float]]
"""Takes a turn and returns 0, or returns in how many seconds there may be one. Raises SaveFailed."""


class SharedTurn:
    """A turn that is taken in the database when it is used, so that a caller who stops waiting wastes none.

    While the database is away, a process takes turns by itself, by `meanwhile`.
    """

    def __init__(self, take: Take, meanwhile: Turns) -> None:
        self._take = take
        self._meanwhile = meanwhile
        self._first = asyncio.Lock()

    async def wait(self) -> None:
        """Returns when it is the caller's turn."""
        async with self._first:
            try:
                while left := await self._take():  # noqa: ASYNC110 - nothing tells that a turn is free
                    await asyncio.sleep(left)  # nothing tells that a turn is free
            except SaveFailed:
                await self._meanwhile.wait()


class SharedTurns:
    """Turns reserved in the database, for those who wait together.

    No turn is reserved before the last one has come: so none waits in a process that is killed, and a process with
    much to do leaves room for others. While the database is away, a process takes turns by itself, by `meanwhile`.
    """

    def __init__(self, reserve: Reserve, most: int, meanwhile: Turns) -> None:
        self._reserve = reserve
        self._most = most
        self._meanwhile = meanwhile
        self._waiting = deque[asyncio.Future[bool]]()
        self._serving: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Returns when it is the caller's turn."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        if not await future:
            await self._meanwhile.wait()

    async def _serve(self) -> None:
        while number := min(self._most, sum(not future.done() for future in self._waiting)):
            try:
                waits = await self._reserve(number)
            except SaveFailed:
                for _ in range(number):
                    self._next(reserved=False)
            else:
                now = running_time()
                for wait in waits:
                    left = now + wait - running_time()
                    if left > 0:
                        await asyncio.sleep(left)  # until the moment that was reserved
                    self._next(reserved=True)

    def _next(self, *, reserved: bool) -> None:
        """Gives a turn to the first who still waits: others were cancelled."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(reserved)
                return
