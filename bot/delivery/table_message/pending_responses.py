"""The clicks on a table's message that are about to be answered; some wait until a window is shown as closed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress


class PendingResponses:
    """The clicks being answered. An object of this class is true while there are any.

    No request is sent then, because a response may edit the message. A click that closes a window before its
    minimum time may wait, so that its response shows the outcome.
    """

    def __init__(self, on_removed: Callable[[], None]) -> None:
        self._on_removed = on_removed
        self._clicks: set[object] = set()
        self._outcome = asyncio.Event()

    def __bool__(self) -> bool:
        return bool(self._clicks)

    def add(self, click: object) -> None:
        """Adds a click that is about to be answered."""
        self._clicks.add(click)

    def remove(self, click: object) -> None:
        """Removes a click that was answered, or that Discord accepts no response to any more."""
        self._clicks.discard(click)
        self._on_removed()

    async def wait_for_outcome(self, longest_seconds: float) -> None:
        """Returns when `show_outcome` is called, or after `longest_seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_seconds):
                await self._outcome.wait()

    def show_outcome(self) -> None:
        """Lets every click be answered that waits for the outcome."""
        self._outcome.set()
        self._outcome.clear()
