"""Checks whether live messages were deleted, so that they are posted again soon.

Discord reports deletions only to bots that read all messages, which this one does not. So it asks for the live
message itself: soon after anybody has used a table in another way than by a click on that message, and repeatedly
while a table waits for members. It does not ask while other requests, or clicks, show that the message is there. A
table that nobody uses is forgotten, and is not checked until it is used again.
"""

import asyncio
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final
from weakref import WeakKeyDictionary, ref

from bot.delivery.table_message.live_message import SEEN_SECONDS, LiveMessage
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Clock

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
    """Checks the live messages of tables."""

    def __init__(self, clock: Clock, background: BackgroundTasks) -> None:
        self._clock = clock
        self._background = background
        self._used: set[int] = set()  # the games that were used and whose message is about to be checked
        # By message, a moment before which it need not be checked.
        self._moments: WeakKeyDictionary[LiveMessage, float] = WeakKeyDictionary()
        # The same in a heap; entries that differ from `_moments` are outdated.
        self._order: list[tuple[float, int, ref[LiveMessage]]] = []
        self._entries = count()
        self._running: asyncio.Task[None] | None = None

    def watch(self, message: LiveMessage) -> None:
        """Starts to check a message repeatedly, as long as its table waits for members."""
        if message.awaits_members:
            self._schedule(message)
        if self._running is None or self._running.done():
            self._running = self._background.run(self._run())

    def use(self, message: LiveMessage) -> None:
        """Starts to check the message of a table that somebody has used."""
        self.watch(message)
        if message.game_id not in self._used:
            self._used.add(message.game_id)
            self._background.run(self._check_soon(message))

    async def _check_soon(self, message: LiveMessage) -> None:
        try:
            used_at = self._clock.now()
            await self._clock.sleep_until(used_at + AFTER_USE_SECONDS)
            seen_at = message.seen_at
            if seen_at is not None and seen_at < used_at - SEEN_SECONDS:
                await message.check_deleted()
        finally:
            self._used.discard(message.game_id)

    def _schedule(self, message: LiveMessage) -> None:
        moment = _due(message, self._clock.now())
        # A new question may be shorter than the one before, so that its message must be checked sooner.
        if moment < self._moments.get(message, inf):
            self._moments[message] = moment
            heappush(self._order, (moment, next(self._entries), ref(message)))

    async def _run(self) -> None:
        while self._first() is not None:
            now = self._clock.now()
            # Messages that are added meanwhile need not be checked sooner than CHECK_SECONDS from now.
            moment = min(self._order[0][0], now + CHECK_SECONDS)
            if moment <= now and await self._check_first(now):
                moment = now + 1 / CHECKS_PER_SECOND
            await self._clock.sleep_until(moment)

    def _first(self) -> LiveMessage | None:
        """Returns the first message of the heap; drops those before it that need no check any more."""
        while self._order:
            moment, _, message_ref = self._order[0]
            message = message_ref()
            if message is not None and self._moments.get(message) == moment:
                if message.awaits_members:
                    return message
                del self._moments[message]
            heappop(self._order)
        return None

    async def _check_first(self, now: float) -> bool:
        """Checks the first message of the heap, if that is necessary now; returns whether it was."""
        message = self._first()
        if message is None:
            return False
        del self._moments[message]
        is_due = _due(message, now) <= now
        if is_due:
            await message.check_deleted()
        self._schedule(message)
        return is_due


def _due(message: LiveMessage, now: float) -> float:
    """Returns when a message must be checked, unless it is seen before."""
    seen_at = now if message.seen_at is None else message.seen_at
    return seen_at + max(CHECK_SECONDS, message.display.state.whole_time() / CHECKS_PER_QUESTION)
