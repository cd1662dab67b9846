"""The live message of one table, as the dispatcher and clicks use it; when to check whether it was deleted.

Discord reports deletions only to bots that read all messages, which this one does not. So it asks for the live
message itself: soon after anybody has used a table in another way than by a click on that message, and repeatedly
while a table waits for members; not while other requests, or clicks, show that the message is there.
"""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from math import inf
from typing import Final

from bot.delivery.requests import while_owned, without_retries
from bot.delivery.table_message.known_messages import Intent, Kind, phase_shown, reusable_phase
from bot.delivery.table_message.request_loop import OVERDUE_SECONDS, RequestLoop
from bot.refusals import NotOwnedHere
from bot.render.controls import Layout
from bot.runtime.network_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)

SEEN_SECONDS: Final = 5.0
"""Seconds for which a message that was seen counts as being there."""
SEEN_SHARE: Final = 1 / 6
"""The share of a question's time for which a message that was seen counts as being there at half time."""
RESPONSE_SECONDS: Final = 3.0
"""Seconds for which Discord accepts the response to a click."""
LAST_KNOWN_SECONDS: Final = 10.0
"""Seconds after a click for which nobody is assumed to have written in the channel.

Only clicks tell what the channel's last message is. If a member writes meanwhile, the next turn is posted below.
"""
CHECK_SECONDS: Final = 30.0
"""Seconds without a sign of the live message, such as a click, after which a table that waits for members asks.

At paces up to `normal` half of a question's time, when its message is edited, comes first.
"""
CHECKS_PER_QUESTION: Final = 144
"""How often a question's message is checked at most: every 10 minutes if the question lasts a day."""
AFTER_USE_SECONDS: Final = 1.0
"""Seconds from a use of a table to the check: most uses lead to an edit, which makes the check needless."""


class LiveMessage(RequestLoop):
    """The message that shows a table in its channel. `show` is called whenever the table has changed."""

    _known_last = (0, -inf)
    """The channel's last message at the last click that answered, and the time of that click."""
    is_watched = False
    """Whether the dispatcher has set an alarm for its next check."""
    used_at: float | None = None
    """When its table was used, until the check that follows."""

    # Called by the dispatcher and by clicks

    def show(self) -> None:
        """Starts to show the table as it is now."""
        self.refresh()
        if not self.clicks and self._clock.now() < self._known_last[1] + LAST_KNOWN_SECONDS:
            self._reuse(None)
        if self.display.is_playing or self._end_may_wait():
            self.known.regain_channel()
        self.wake()

    def repost(self) -> None:
        """Starts to post the message again, as the table is now, at the bottom of the channel."""
        self.show()
        self.known.require_post()
        self.wake()

    def check(self) -> None:
        """Starts to edit the message even if it is up to date, unless it was seen lately.

        If it was deleted, it is posted again.
        """
        lately = max(SEEN_SECONDS, SEEN_SHARE * self.display.state.whole_time())
        if self._seen_at < self._clock.now() - lately:
            self.known.forget_look()
            self.wake()

    def search(self) -> None:
        """Starts to search for a message that may have been posted; posts the message if the search finds none."""
        self.known.suspect_post(Intent(self.display.phase, self.display.state.opened_at))
        self.wake()

    def restore(self) -> None:
        """Starts to show a table that another process may have shown before; the requests of all are spaced."""
        self._is_restoring = True
        self.show()
        self.search()

    def forget_member(self, user_id: int) -> None:
        """Forgets when a member last clicked."""
        self._clicked_at.pop(user_id, None)

    def stop(self) -> None:
        """Stops all requests, because another process owns the table or this one drops it."""
        self.known.release()
        for task in (self._task, *self._posts):
            if task is not None:
                task.cancel()

    # Responses to clicks

    @contextmanager
    def answering(self, click: object) -> Generator[None]:
        """Delays requests about the message while a click is answered: the response may edit the message."""
        self.clicks.add(click)
        late = asyncio.get_running_loop().call_later(RESPONSE_SECONDS, self.end_answering, click)
        try:
            yield
        finally:
            late.cancel()
            self.end_answering(click)

    async def wait_for_outcome(self, longest_seconds: float) -> None:
        """Returns when the outcome of a window is shown, or after `longest_seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_seconds):
                await self.outcome.wait()

    def begin_response(self, message_id: int) -> Layout:
        """Returns what a message must show now that `known.is_live`; its look is unknown until `note_response`."""
        request = self._next()
        if request is not None and request.kind is Kind.POST and self._limiter.seconds_left > OVERDUE_SECONDS:
            self.known.require_post()  # the next turn must wait for its message, and shows in this one until then
        self.known.forget_look(message_id)
        return self.display.message(phase_shown(self.known, self.display, message_id))

    async def note_response(self, message_id: int, view: Layout) -> None:
        """Notes that a response has posted the message, or edited it to look like `view`, without its picture.

        If there is one, an edit adds it afterwards, because drawing takes long.
        """
        known, display = self.known, self.display
        current = known.current
        shown = phase_shown(known, display, message_id)
        lacks_picture = self._requests.picture_source is not None and display.has_picture(shown)
        look = None if lacks_picture else view.look()
        if current is not None and message_id == current.message_id:
            if look is not None:
                known.note_edited(message_id, look)
        elif current is None or message_id > current.message_id:
            phase = display.phase if known.intent is None else known.intent.phase
            phase = phase if current is None else phase.after(current.phase)
            known.note_posted(message_id, phase, look)
            if not known.old and known.current is not None:
                with suppress(NotOwnedHere):  # the process that has just taken the table over searches for it
                    await self._save(known.current)
        self._seen_at = self._clock.now()

    def reuse(self, by: int, last_message_id: int | None) -> None:
        """After a click of member `by`, edits the message in place of posting a new one, if a ping is not needed.

        `last_message_id` is that of the channel at the click, None if it is unknown. For a short while it counts
        as the last message also when the table changes without a click.
        """
        if last_message_id is not None:
            self._clicked_at[by] = self._clock.now()
            self._known_last = last_message_id, self._clock.now()
            self._reuse(by)

    def _reuse(self, by: int | None) -> None:
        phase = reusable_phase(self.known, self.display, self._known_last[0])
        seconds_ago = self._clock.now() - self._clicked_at.get(self.display.turn_user or 0, -inf)
        if phase is not None and self.display.reaches_without_ping(by, seconds_ago):
            self.known.reuse(phase)
            self._pinged = self.display.state.question, False

    @property
    def has_pinged(self) -> bool | None:
        """Whether the member whose turn it is was pinged by a message about the open question.

        None if this process posted no message for it; False if it edited a message instead, without a ping.
        """
        question, is_pinged = self._pinged
        return is_pinged if question == self.display.state.question else None

    # Deletion checks

    @property
    def is_at_rest(self) -> bool:
        """Whether no work is left, so that this object may be dropped, and created again from the table's row."""
        if self.clicks or self._posts or (self._task is not None and not self._task.done()):
            return False
        return not self.known.is_reachable or self.known.is_settled

    @property
    def is_needed(self) -> bool:
        """Whether members need the message now, and it may be in the channel."""
        return self.known.is_reachable and self.display.is_needed

    @property
    def seen_at(self) -> float | None:
        """When the message was last known to exist; None while it cannot be checked."""
        return self._seen_at if self.known.current and self.is_at_rest else None

    def note_seen(self) -> None:
        """Notes that the message is there."""
        self._seen_at = self._clock.now()

    def note_used(self) -> None:
        """Notes that somebody has used its table in another way than by a click on the message."""
        if self.is_needed and self.used_at is None:
            self.used_at = self._clock.now()

    def check_at(self) -> float:
        """Returns when it must be checked, unless it is seen before."""
        after_use = inf if self.used_at is None else self.used_at + AFTER_USE_SECONDS
        return min(after_use, self._check_unused_at())

    def needs_check(self, used_at: float | None) -> bool:
        """Returns whether it must be checked now; its table was used at that time, None if it was not."""
        if self.seen_at is None or not self.is_needed:
            return False
        is_unseen = used_at is not None and self.seen_at < used_at - SEEN_SECONDS
        return is_unseen or self._check_unused_at() <= self._clock.now()

    def _check_unused_at(self) -> float:
        pause = max(CHECK_SECONDS, self.display.state.whole_time() / CHECKS_PER_QUESTION)
        return pause + (self._clock.now() if self.seen_at is None else self.seen_at)

    async def check_deleted(self) -> None:
        """Posts the message again if it was deleted."""
        current, display = self.known.current, self.display
        if current is None:
            return
        self.note_seen()  # whatever the result, the next check is not made at once
        try:
            with without_retries(), while_owned(self._tables, self._table):
                is_there = await self._requests.exists(display, current.message_id, current.phase)
        except (*REQUEST_ERRORS, NotOwnedHere) as error:
            log.info("A message was not checked: %s", type(error).__name__, extra=self._context)
            return
        if not is_there and current.message_id == self.known.current_id and self.is_at_rest:
            log.info("A message was deleted; posting another", extra=self._context)
            self.known.note_deleted(current.message_id)
            self.wake()
