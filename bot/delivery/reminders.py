"""Reminders: one message that pings the members a table waits for, deleted when its question is settled."""

import logging
from typing import Final

import aiohttp
import discord

from bot.delivery.pacing import PriorityPacer
from bot.render.words import words
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.tables.refusals import NotHeldHere
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

LAST: Final = 2
"""After a restart: reminders are deleted when all cards are up to date (see `bot.delivery.messages`)."""


class Reminders:
    """Posts and deletes the reminders of all tables, at most one at a time for each."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._background = BackgroundTasks()
        # By game: the number of the question asked, and the message once it is posted.
        self._standing: dict[int, tuple[int, discord.PartialMessage | None]] = {}

    def remind(self, table: TableSession) -> None:
        """Starts posting a reminder; not for a turn's first question, as the turn's card has pinged already."""
        if table.game is None or table.game.ask is None or table.game.ask.prompt == "act":
            return
        members = [seat for seat in table.owing() if not table.played_by_ai(seat)]
        if members and table.id not in self._standing:
            self._standing[table.id] = (table.game.question, None)
            self._background.run(self._post(table, members))

    def restore(self, table: TableSession, pacer: PriorityPacer) -> None:
        """Starts deleting the reminder that an earlier process posted, when `pacer` permits."""
        if table.reminder_id is not None:
            channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
            self._background.run(self._remove(table, channel.get_partial_message(table.reminder_id), pacer))

    def settle(self, table: TableSession) -> None:
        """Starts deleting the reminder if its question is settled."""
        standing = self._standing.get(table.id)
        if standing is not None and standing[1] is not None and not _open(table, standing[0]):
            del self._standing[table.id]
            self._background.run(self._remove(table, standing[1]))

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    async def _post(self, table: TableSession, members: list[int]) -> None:
        question = self._standing[table.id][0]
        w = words(table.locale)
        users = [user for seat in members if (user := table.seats[seat].user_id) is not None]
        text = w(
            "card-reminder",
            who=w.join([f"<@{user}>" for user in users]),
            when=w("soon", at=str(int(table.deadline or 0))),
        )
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            pinged = [discord.Object(user) for user in users if (await self._tables.store.players.get(user)).ping]
            self._tables.registry.check_held(table.guild_id)
            sent = await channel.send(text, allowed_mentions=discord.AllowedMentions(users=pinged))
        except (discord.HTTPException, aiohttp.ClientError, OSError, SaveFailed, NotHeldHere):
            del self._standing[table.id]
            return
        self._standing[table.id] = (question, channel.get_partial_message(sent.id))
        await self._remember(table, sent.id)
        self.settle(table)

    async def _remove(
        self, table: TableSession, message: discord.PartialMessage, pacer: PriorityPacer | None = None
    ) -> None:
        if pacer is not None:
            await pacer.wait(LAST, 0.0)
        try:
            self._tables.registry.check_held(table.guild_id)
            await message.delete()
        except NotHeldHere:
            return  # it is deleted by whoever holds the table
        except discord.HTTPException as error:
            # The message or its channel was deleted, or cannot be reached: there is nothing left to do.
            log.info("A reminder was not deleted: %s", error.code, extra={"game": table.id})
        await self._remember(table, None)

    async def _remember(self, table: TableSession, message_id: int | None) -> None:
        try:
            await self._tables.remember_reminder(table, message_id)
        except NotHeldHere:
            log.info("Another process keeps this reminder now", extra={"game": table.id})


def _open(table: TableSession, question: int) -> bool:
    """Whether a question still stands and waits for a member."""
    return (
        table.game is not None
        and table.game.question == question
        and any(not table.played_by_ai(seat) for seat in table.owing())
    )
