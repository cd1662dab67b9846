"""Turns that all processes over a database take together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.cluster.turns import Turns, running_time
from bot.store.errors import SaveFailed

Reserve: TypeAlias = Callable[[int], Awaitable[Sequence[float]]]
"""Reserves so many turns; returns in how many seconds each is. Raises SaveFailed."""


class SharedTurns:
    """Turns reserved in the database: those asked for while it answers are reserved together.

    While the database is away, the process takes turns by itself, by `meanwhile`.
    """

    def __init__(self, reserve: Reserve, most: int, meanwhile: Turns) -> None:
        self._reserve = reserve
        self._most = most
        self._meanwhile = meanwhile
        self._waiting: list[asyncio.Future[float | None]] = []
        self._reserving: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Returns when it is the caller's turn."""
        future: asyncio.Future[float | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        if self._reserving is None or self._reserving.done():
            self._reserving = asyncio.create_task(self._reserve_waiting())
        turn = await future
        if turn is None:
            await self._meanwhile.wait()
        else:
            await asyncio.sleep(turn - running_time())

    async def _reserve_waiting(self) -> None:
        while waiting := [future for future in self._waiting if not future.done()]:
            waiting, self._waiting = waiting[: self._most], waiting[self._most :]
            turns: Sequence[float | None]
            try:
                waits = await self._reserve(len(waiting))
            except SaveFailed:
                turns = [None] * len(waiting)
            else:
                now = running_time()
                turns = [now + wait for wait in waits]
            for future, turn in zip(waiting, turns, strict=True):
                if not future.done():  # its caller was cancelled meanwhile
                    future.set_result(turn)
