"""Deletion checks: a live message that was deleted is posted again within seconds.

Discord reports deletions only to bots that read all messages, which this one does not. So it asks for the live
message itself: soon after anybody has used a table in another way than by a click on that message, and now and
then while a table waits for members. Nothing is asked while other requests, or clicks, show that the message is
there. A table that nobody uses leaves the memory, and with it these checks, until it is used again.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.delivery.table_message.live_message import LiveMessage
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Clock

CHECK_SECONDS: Final = 10.0
"""Seconds without a sign of the live message after which it is asked for, while a table waits for members."""
CHECKS_A_QUESTION: Final = 144
"""How often a question's message is asked for at most: of a question for a day every 10 minutes."""
CHECKS_A_SECOND: Final = 4
"""Of all tables together, under the 50 requests a second that Discord grants. The longest unseen is first."""
AFTER_USE_SECONDS: Final = 1.0
"""Seconds after a use of the table: what the use leads to is mostly an edit, which shows as well what is there."""
SEEN_SECONDS: Final = 5.0
"""Seconds for which a message that was seen counts as being there, however often its table is used."""


class DeletionChecks:
    """Checks whether the live messages of boards, by game, are there."""

    def __init__(self, clock: Clock, boards: Mapping[int, LiveMessage]) -> None:
        self._clock = clock
        self._boards = boards
        self._background = BackgroundTasks()
        self._used: set[int] = set()  # the games whose message is about to be checked, as they were used
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts to check now and then, as long as any table waits for members."""
        if self._running is None or self._running.done():
            self._running = self._background.run(self._run())

    def use(self, board: LiveMessage) -> None:
        """Starts to check a table's message, as somebody has used the table."""
        self.start()
        if board.table.id not in self._used:
            self._used.add(board.table.id)
            self._background.run(self._check_soon(board))

    async def close(self) -> None:
        """Checks no more."""
        await self._background.close()

    async def _check_soon(self, board: LiveMessage) -> None:
        try:
            used_at = self._clock.now()
            await self._clock.sleep_until(used_at + AFTER_USE_SECONDS)
            seen_at = board.seen_at
            if seen_at is not None and seen_at < used_at - SEEN_SECONDS:
                await board.check_deleted()
        finally:
            self._used.discard(board.table.id)

    async def _run(self) -> None:
        while (moment := await self._check_next()) is not None:
            await self._clock.sleep_until(moment)

    async def _check_next(self) -> float | None:
        """Checks the message that is due, if one is; returns when to look again, None if nobody waits anywhere."""
        now = self._clock.now()
        waiting = {board: _due(board, now) for board in self._boards.values() if board.awaits_members}
        if not waiting:
            return None
        first = min(waiting, key=waiting.__getitem__)
        if waiting[first] <= now:
            await first.check_deleted()
        return max(waiting[first], now + 1 / CHECKS_A_SECOND)


def _due(board: LiveMessage, now: float) -> float:
    """When a board's message is to be checked, unless it is seen before."""
    seen_at = now if board.seen_at is None else board.seen_at
    return seen_at + max(CHECK_SECONDS, board.display.question_seconds / CHECKS_A_QUESTION)
