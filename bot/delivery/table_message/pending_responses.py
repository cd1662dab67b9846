"""Clicks: those on one table's card being answered, some of them held until a window is shown closed."""

import asyncio
from collections.abc import Callable


class Clicks:
    """The clicks being answered; true while there are any, when the board sends nothing, as an answer may edit.

    A click that closes a window before its floor may be held, so that its answer shows the outcome.
    """

    def __init__(self, released: Callable[[], None]) -> None:
        self._released = released
        self._answering: set[object] = set()
        self._held: set[asyncio.Future[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._answering)

    def add(self, click: object) -> None:
        """Notes that a click is being answered."""
        self._answering.add(click)

    def release(self, click: object) -> None:
        """Notes that a click was answered, or that Discord accepts no answer to it any more; calls `released`."""
        self._answering.discard(click)
        self._released()

    async def hold(self, longest: float) -> None:
        """Returns when `answer_held` is called, or after `longest` seconds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._held.add(future)
        await asyncio.wait((future,), timeout=longest)
        self._held.discard(future)

    def answer_held(self) -> None:
        """Lets every held click be answered now."""
        for future in self._held:
            if not future.done():  # it may have been let go already, and not have run since
                future.set_result(None)
