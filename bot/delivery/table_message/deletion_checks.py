"""Checks whether live messages were deleted, so that they are posted again within seconds.

Discord reports deletions only to bots that read all messages, which this one does not. So it asks for the live
message itself: soon after anybody has used a table in another way than by a click on that message, and repeatedly
while a table waits for members. It does not ask while other requests, or clicks, show that the message is there. A
table that nobody uses is forgotten, and is not checked until it is used again.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.delivery.table_message.live_message import LiveMessage
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Clock
from bot.tables.table import Table

CHECK_SECONDS: Final = 10.0
"""Seconds without a sign of the live message after which it is asked for, while a table waits for members."""
CHECKS_PER_QUESTION: Final = 144
"""How often a question's message is checked at most: every 10 minutes if the question lasts a day."""
CHECKS_PER_SECOND: Final = 4
"""Checks of all tables together, of the 50 requests a second that Discord grants. The longest unseen is first."""
AFTER_USE_SECONDS: Final = 1.0
"""Seconds from a use of a table to the check: most uses lead to an edit, which makes the check needless."""
SEEN_SECONDS: Final = 5.0
"""Seconds for which a message that was seen counts as being there, however often its table is used."""


class DeletionChecks:
    """Checks the live messages of tables; `messages` are those in memory, by table."""

    def __init__(self, clock: Clock, messages: Mapping[Table, LiveMessage]) -> None:
        self._clock = clock
        self._messages = messages
        self._background = BackgroundTasks()
        self._used: set[int] = set()  # the games that were used and whose message is about to be checked
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts to check repeatedly, as long as any table waits for members."""
        if self._running is None or self._running.done():
            self._running = self._background.run(self._run())

    def use(self, message: LiveMessage) -> None:
        """Starts to check the message of a table that somebody has used."""
        self.start()
        if message.records.game_id not in self._used:
            self._used.add(message.records.game_id)
            self._background.run(self._check_soon(message))

    async def close(self) -> None:
        """Stops checking."""
        await self._background.close()

    async def _check_soon(self, message: LiveMessage) -> None:
        try:
            used_at = self._clock.now()
            await self._clock.sleep_until(used_at + AFTER_USE_SECONDS)
            seen_at = message.seen_at
            if seen_at is not None and seen_at < used_at - SEEN_SECONDS:
                await message.check_deleted()
        finally:
            self._used.discard(message.records.game_id)

    async def _run(self) -> None:
        while (moment := await self._check_next()) is not None:
            await self._clock.sleep_until(moment)

    async def _check_next(self) -> float | None:
        """Checks the message that is due, if any; returns when the next check is due, None if no table waits."""
        now = self._clock.now()
        waiting = {message: _due(message, now) for message in self._messages.values() if message.awaits_members}
        if not waiting:
            return None
        first = min(waiting, key=waiting.__getitem__)
        if waiting[first] <= now:
            await first.check_deleted()
        return max(waiting[first], now + 1 / CHECKS_PER_SECOND)


def _due(message: LiveMessage, now: float) -> float:
    """Returns when a message must be checked, unless it is seen before."""
    seen_at = now if message.seen_at is None else message.seen_at
    return seen_at + max(CHECK_SECONDS, message.display.question_seconds / CHECKS_PER_QUESTION)
