"""Reminders: one message that pings the members a table waits for, deleted when its question is settled.

It may instead tell members that their direct messages are closed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.delivery.message_search import find_reminders
from bot.delivery.requests import (
    REQUEST_SECONDS,
    Delivery,
    may_succeed_later,
    request_backoff,
    while_owned,
)
from bot.refusals import NotOwnedHere
from bot.render.messages.question import countdown
from bot.render.texts.catalogue import texts_for
from bot.render.texts.phrases import Phrases
from bot.runtime.background import Updates
from bot.runtime.network_errors import REQUEST_ERRORS, reason_of
from bot.store import SaveFailed
from bot.store.repositories.agenda import BEING_POSTED
from bot.tables.table import Table

log = logging.getLogger(__name__)

UNOWNED_RETRY_SECONDS: Final = 2.0
"""Seconds until the next try to delete a reminder whose table this process did not own."""
TOLERANCE_SECONDS: Final = 1.0
"""Seconds by which the time that a reminder or direct message shows may differ from the deadline."""
LEAST_SECONDS: Final = 5.0
"""A reminder is posted only if this much time has passed since its question opened, and as much is left."""
LAST: Final = 2
"""Priority after a restart: reminders are deleted once all messages are up to date (see `next_request`)."""


class Reminders:
    """Posts and deletes the reminders of all tables, at most one at a time for each.

    The id of a reminder is stored in the table's row; before it is posted, an intent is in its place. If the id
    was never stored, the channel is searched when the reminder must be deleted.
    """

    def __init__(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._tables = delivery.tables
        self._updates = Updates(delivery.background, self._update)
        self._wanted: dict[int, tuple[int, list[int]]] = {}  # by game: the question and the seats to remind
        # By game: the members whose DMs are closed, and whether to ping each.
        self._closed: dict[int, dict[int, bool]] = {}
        # By game, the deadline that its message shows; None if it only says that DMs are closed.
        self._deadlines: dict[int, float | None] = {}

    def remind(self, table: Table, *, has_pinged: bool | None) -> list[int]:
        """Starts to post a reminder, unless it is too late, or the table's message has just pinged the members.

        Returns the seats that must be reminded. `has_pinged` is that of the table's `LiveMessage`.
        """
        if table.state.game is None or table.state.practice or not self._is_useful(table):
            return []
        members = [seat for seat in table.state.awaited() if not _just_pinged(table, seat, has_pinged)]
        free = table.posted.reminder_id is None or self._deadlines.get(table.id, 0.0) is None
        if members and free and not self._updates.is_busy(table):
            self._wanted[table.id] = table.state.game.question, members
            self._updates.start(table)
        return members

    def tell_closed(self, table: Table, user: int, *, ping: bool) -> None:
        """Says in the channel, once no reminder is there, that a member's DMs are closed; `ping` notifies them."""
        self._closed.setdefault(table.id, {})[user] = ping
        self.settle(table)

    def restore(self, table: Table) -> None:
        """Starts to delete or correct the reminder that an earlier process posted."""
        posted_at = discord.utils.snowflake_time(table.posted.reminder_id or BEING_POSTED).timestamp()
        if posted_at <= table.state.asked_at and not self._updates.is_busy(table):
            table.reminded_of = None  # it is about an earlier question, if there is one
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Starts to delete the reminder if its question is settled, or to correct the time that it shows.

        Without a reminder, starts to post the notice that waits for this.
        """
        if self._due(table) is not None:
            self._updates.start(table)

    def forget(self, table: Table) -> None:
        """Forgets what this process knows about a table beyond the table's row."""
        for known in (self._wanted, self._closed, self._deadlines):
            known.pop(table.id, None)

    def _is_useful(self, table: Table) -> bool:
        """Returns whether enough time has passed, and is left, for a reminder to help."""
        now = self._tables.clock.now()
        return (
            table.state.deadline is not None
            and min(now - table.state.asked_at, table.state.deadline - now) >= LEAST_SECONDS
        )

    def _due(self, table: Table) -> Callable[[Table], Awaitable[None]] | None:
        """Returns what must be done about a table's reminder now; None if nothing must."""
        has_reminder = table.posted.reminder_id is not None
        if has_reminder and not _waits(table, table.reminded_of):
            return self._delete
        if has_reminder and table.state.deadline is not None:
            # An earlier process showed the usual time.
            shown = self._deadlines.get(table.id, table.state.asked_at + table.state.whole_time())
            if shown is not None and abs(table.state.deadline - shown) > TOLERANCE_SECONDS:
                return self._correct
        if table.id in self._wanted:
            return self._remind
        if table.id in self._closed and not has_reminder and _waits(table, table.state.question):
            return self._tell_closed_dms
        return None

    async def _update(self, table: Table) -> None:
        while not table.is_released and (work := self._due(table)) is not None:
            try:
                with while_owned(self._tables, table):
                    await work(table)
            except NotOwnedHere:
                log.info(
                    "A reminder is not touched while another process owns its table", extra={"game": table.id}
                )
                await self._tables.clock.sleep_until(self._tables.clock.now() + UNOWNED_RETRY_SECONDS)

    async def _tell_closed_dms(self, table: Table) -> None:
        """Posts which members do not accept DMs."""
        closed = self._closed.pop(table.id)
        pinged = [user for user, ping in closed.items() if ping]
        text = texts_for(table.state.locale)("reminder-dms-closed", who=_who(table, closed, pinged))
        self._deadlines[table.id] = None
        await self._post(table, table.state.question, text, pinged)

    async def _remind(self, table: Table) -> None:
        """Posts the reminder that is wanted, unless it is too late meanwhile."""
        question, members = self._wanted.pop(table.id)
        users = _users_in(table, members)
        try:
            pinged = await self._tables.preferences.who_accept_pings(users)
        except SaveFailed:
            return
        if not pinged or not _waits(table, question) or not self._is_useful(table):
            return
        if table.posted.reminder_id is not None:
            await self._delete(table)
        self._deadlines[table.id] = table.state.deadline or 0.0
        await self._post(table, question, _reminder_text(table, users, pinged), pinged)

    async def _post(self, table: Table, question: int | None, text: str, pinged: list[int]) -> None:
        """Posts a message that stays until a question is settled, and pings these users. Raises NotOwnedHere."""
        table.reminded_of = question
        try:
            await self._tables.save_posted(table, reminder_id=BEING_POSTED)
        except SaveFailed:  # without the intent, a restarted process would not know of the message
            table.posted = replace(table.posted, reminder_id=None)
            return
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in pinged])
        try:
            sent = await self._channel(table).send(text, allowed_mentions=mentions)
        except REQUEST_ERRORS as error:
            log.info("A reminder may not have been posted: %s", reason_of(error), extra={"game": table.id})
            if isinstance(error, discord.HTTPException) and error.status < 500:  # that was a refusal
                await self._remember(table, None)
        else:
            await self._remember(table, sent.id)

    async def _correct(self, table: Table) -> None:
        """Edits the reminder to show the deadline that applies now; never retries."""
        await self._delivery.restoring.wait(LAST, 0.0)
        self._deadlines[table.id] = table.state.deadline or 0.0
        users = _users_in(table, table.state.awaited())
        message = self._channel(table).get_partial_message(table.posted.reminder_id or 0)
        try:
            text = _reminder_text(table, users, await self._tables.preferences.who_accept_pings(users))
            async with asyncio.timeout(REQUEST_SECONDS):
                await message.edit(content=text, allowed_mentions=discord.AllowedMentions.none())
        except (*REQUEST_ERRORS, SaveFailed) as error:
            log.info("A reminder was left as it is: %s", type(error).__name__, extra={"game": table.id})

    async def _delete(self, table: Table) -> None:
        """Deletes the reminder; tries again until Discord has confirmed or refused it."""
        await self._delivery.restoring.wait(LAST, 0.0)
        retries = request_backoff()
        while not table.is_released:
            try:
                async with asyncio.timeout(REQUEST_SECONDS):
                    await self._request_deletion(table)
                break
            except REQUEST_ERRORS as error:
                log.info("A reminder may not have been deleted: %s", reason_of(error), extra={"game": table.id})
                if not may_succeed_later(error):
                    break  # the message or its channel was deleted or is out of reach
            await retries.wait()
        await self._remember(table, None)

    async def _request_deletion(self, table: Table) -> None:
        channel = self._channel(table)
        messages = [table.posted.reminder_id]
        if table.posted.reminder_id == BEING_POSTED:
            messages = await find_reminders(channel, self._delivery.client.user)
        for message_id in messages:
            await channel.get_partial_message(message_id or 0).delete()

    async def _remember(self, table: Table, message_id: int | None) -> None:
        """Stores which message is the reminder. If that fails, the next process finds what was stored before."""
        try:
            await self._tables.save_posted(table, reminder_id=message_id)
        except SaveFailed as error:
            log.warning("The id of a reminder was not stored: %s", error, extra={"game": table.id})

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._delivery.client.get_partial_messageable(table.state.channel_id, guild_id=table.guild_id)


def _just_pinged(table: Table, seat: int, has_pinged: bool | None) -> bool:
    """Returns whether a player was pinged about this question, when the turn began or by a late message."""
    game = table.state.game
    if game is None or game.ask is None or seat != game.turn:
        return False
    if has_pinged is not None:
        return has_pinged
    return game.ask.prompt == "act" and not any(event["type"] == "action" for event in table.state.story[-1])


def _waits(table: Table, question: int | None) -> bool:
    """Returns whether a question is still open and waits for a member."""
    return table.state.question == question and bool(table.state.awaited())


def _reminder_text(table: Table, users: Sequence[int], pinged: Collection[int]) -> str:
    """Returns the text of a reminder of these users."""
    texts = texts_for(table.state.locale)
    return texts("reminder-text", who=_who(table, users, pinged), when=countdown(texts, table.state.deadline or 0))


def _who(table: Table, users: Iterable[int], pinged: Collection[int]) -> str:
    """Returns users of a table as mentions, and those who are not pinged by name."""
    phrases = Phrases(texts_for(table.state.locale), table.state.names)
    named = [f"<@{user}>" if user in pinged else phrases.name(table.state.seat_of(user)) for user in users]
    return phrases.texts.join(named)


def _users_in(table: Table, seats: Sequence[int]) -> list[int]:
    """Returns the Discord ids of the members in some seats."""
    return [user for seat in seats if (user := table.state.seats[seat].user_id) is not None]
