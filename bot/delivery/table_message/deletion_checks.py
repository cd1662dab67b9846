"""Checks whether live messages were deleted, so that they are posted again soon.

Discord reports deletions only to bots that read all messages, which this one does not. So it asks for the live
message itself: soon after anybody has used a table in another way than by a click on that message, and repeatedly
while a table waits for members. It does not ask while other requests, or clicks, show that the message is there. A
table that nobody uses is forgotten, and is not checked until it is used again.
"""

import asyncio
from math import inf
from typing import Final
from weakref import WeakValueDictionary

from bot.delivery.table_message.live_message import SEEN_SECONDS, LiveMessage
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Alarms, Clock

CHECK_SECONDS: Final = 30.0
"""Seconds without a sign of the live message after which it is asked for, while a table waits for members.

A click proves that its message is there, so that only a table is checked whose members let more time pass between
two clicks. At paces up to `normal` half of a question's time, when its message is edited, comes first.
"""
CHECKS_PER_QUESTION: Final = 144
"""How often a question's message is checked at most: every 10 minutes if the question lasts a day."""
CHECKS_PER_SECOND: Final = 4
"""The most checks for all tables together, out of the 50 requests a second that Discord grants."""
AFTER_USE_SECONDS: Final = 1.0
"""Seconds from a use of a table to the check: most uses lead to an edit, which makes the check needless."""


class DeletionChecks:
    """Checks the live messages of tables. There is an alarm for each message that may have to be checked."""

    def __init__(self, clock: Clock, background: BackgroundTasks) -> None:
        self._clock = clock
        self._background = background
        self._alarms = Alarms(clock, self._ring)
        self._messages: WeakValueDictionary[int, LiveMessage] = WeakValueDictionary()
        self._used_at: dict[int, float] = {}  # by game, when it was used, until its message is checked
        self._one_at_a_time = asyncio.Lock()  # held by the check under way, and for a while after it
        self._is_started = False

    def watch(self, message: LiveMessage) -> None:
        """Starts to check a message repeatedly, as long as its table waits for members."""
        if not self._is_started:
            self._is_started = True
            self._alarms.start()
        self._messages[message.game_id] = message
        if message.is_needed:
            used_at = self._used_at.get(message.game_id, inf)
            due = min(used_at + AFTER_USE_SECONDS, _due(message, self._clock.now()))
            self._alarms.set(message.game_id, due)

    def use(self, message: LiveMessage) -> None:
        """Starts to check the message of a table that somebody has used."""
        if message.is_needed:
            self._used_at.setdefault(message.game_id, self._clock.now())
        self.watch(message)

    async def close(self) -> None:
        """Ends all checks."""
        await self._alarms.stop()

    async def _ring(self, game_id: int) -> None:
        used_at, message = self._used_at.pop(game_id, -inf), self._messages.get(game_id)
        if message is not None:
            self._background.run(self._check(message, used_at))

    async def _check(self, message: LiveMessage, used_at: float) -> None:
        async with self._one_at_a_time:
            now, seen_at = self._clock.now(), message.seen_at
            is_due = seen_at is not None and (seen_at < used_at - SEEN_SECONDS or _due(message, now) <= now)
            if is_due and message.is_needed:
                await message.check_deleted()
                await self._clock.sleep_until(now + 1 / CHECKS_PER_SECOND)
        self.watch(message)


def _due(message: LiveMessage, now: float) -> float:
    """Returns when a message must be checked, unless it is seen before."""
    seen_at = message.seen_at
    return (now if seen_at is None else seen_at) + max(
        CHECK_SECONDS, message.display.state.whole_time() / CHECKS_PER_QUESTION
    )
