"""The requests about the reminders of tables: to post, correct and delete them."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord

from bot.delivery.message_search import find_reminders
from bot.delivery.request_rate import REQUEST_SECONDS, PriorityRateLimiter, request_backoff
from bot.render.messages.question import countdown
from bot.render.texts.catalogue import texts_for
from bot.runtime.network_errors import NETWORK_ERRORS, REQUEST_ERRORS
from bot.store.repositories.agenda import BEING_POSTED
from bot.tables.refusals import NotSaved
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

LAST: Final = 2
"""Priority after a restart: reminders are deleted once all messages are up to date (see `next_request`)."""


class ReminderRequests:
    """Posts and deletes reminders. Its methods raise NotOwnedHere.

    Before a reminder is posted, an intent is stored in place of its id; a reminder whose id was never stored is
    searched for in the channel when it must be deleted.
    """

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    async def post(self, table: Table, question: int | None, text: str, pinged: list[int]) -> None:
        """Posts a message that stays until a question is settled, and pings these users."""
        table.reminded_of = question
        try:
            await self._tables.save_reminder(table, BEING_POSTED)
        except NotSaved:  # after a kill, nobody would know of the message
            table.posted = replace(table.posted, reminder_id=None)
            return
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in pinged])
        try:
            sent = await self._channel(table).send(text, allowed_mentions=mentions)
        except discord.HTTPException as error:
            if error.status < 500:  # otherwise it may have been posted all the same
                await self._remember(table, None)
        except NETWORK_ERRORS as error:
            log.info("A reminder may not be posted: %s", type(error).__name__, extra={"game": table.id})
        else:
            await self._remember(table, sent.id)

    async def correct(self, table: Table, pacer: PriorityRateLimiter) -> None:
        """Edits the reminder to show the deadline that applies after a downtime; never retries."""
        await pacer.wait(LAST, 0.0)
        text = reminder_text(table, users_in(table, awaited_seats(table)))
        message = self._channel(table).get_partial_message(table.posted.reminder_id or 0)
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await message.edit(content=text, allowed_mentions=discord.AllowedMentions.none())
        except REQUEST_ERRORS as error:
            log.info("A reminder was left as it is: %s", type(error).__name__, extra={"game": table.id})

    async def delete(self, table: Table, pacer: PriorityRateLimiter | None = None) -> None:
        """Deletes the reminder; tries again until Discord has confirmed or refused it."""
        if pacer is not None:
            await pacer.wait(LAST, 0.0)
        retries = request_backoff()
        while not table.is_released:
            try:
                async with asyncio.timeout(REQUEST_SECONDS):
                    await self._request_deletion(table)
            except discord.HTTPException as error:
                log.info("A reminder was not deleted: %s", error.code, extra={"game": table.id})
                if error.status < 500:
                    break  # the message or its channel was deleted or is out of reach
            except NETWORK_ERRORS as error:
                log.info("A reminder may not be deleted: %s", type(error).__name__, extra={"game": table.id})
            else:
                break
            await retries.wait()
        await self._remember(table, None)

    async def _request_deletion(self, table: Table) -> None:
        channel = self._channel(table)
        messages = [table.posted.reminder_id]
        if table.posted.reminder_id == BEING_POSTED:
            messages = await find_reminders(channel, self._client.user.id if self._client.user else 0)
        for message_id in messages:
            await channel.get_partial_message(message_id or 0).delete()

    async def _remember(self, table: Table, message_id: int | None) -> None:
        """Stores which message is the reminder. If that fails, the next process finds what was stored before."""
        with suppress(NotSaved):
            await self._tables.save_reminder(table, message_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.state.channel_id, guild_id=table.guild_id)


def reminder_text(table: Table, users: Sequence[int]) -> str:
    """Returns the text of a reminder of these users."""
    texts = texts_for(table.state.locale)
    who = texts.join([f"<@{user}>" for user in users])
    return texts("card-reminder", who=who, when=countdown(texts, table.state.deadline or 0))


def awaited_seats(table: Table) -> list[int]:
    """Returns the seats of members who owe an answer."""
    return [seat for seat in table.state.owing() if not table.state.played_by_ai(seat)]


def users_in(table: Table, seats: Sequence[int]) -> list[int]:
    """Returns the Discord ids of the members in some seats."""
    return [user for seat in seats if (user := table.state.seats[seat].user_id) is not None]
