"""The dispatcher: passes each change of a table on to its message, reminder, direct messages and private panel."""

import asyncio
import logging
from typing import Final

import discord

from bot.delivery.direct_messages import DirectMessageSync
from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.private_panels import PrivatePanels
from bot.delivery.reminders import Reminders
from bot.delivery.requests import Delivery
from bot.delivery.table_message.live_message import LiveMessage
from bot.pictures.source import PictureSource
from bot.refusals import Refusal
from bot.runtime.background import Alarms
from bot.store.rows import LIVE, Status
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.transitions.transition import Change, ChangeKind

log = logging.getLogger(__name__)

CHECKS_PER_SECOND: Final = 4
"""The most checks of messages for all tables together, out of the 50 requests a second that Discord grants."""


class Dispatcher:
    """Listens to the changes of `Tables`, and updates everything that shows a table.

    Without a `picture_source` there are no pictures.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        requests: InteractionRequests,
        picture_source: PictureSource | None,
    ) -> None:
        self.tables = tables
        self._delivery = delivery = Delivery(client, tables, picture_source)
        self.reminders = Reminders(delivery)
        self.direct_messages = DirectMessageSync(delivery, self.reminders)
        self.panels = PrivatePanels(delivery, requests)
        self._messages: dict[Table, LiveMessage] = {}
        self._checks = Alarms(tables.clock, self._ring)  # of the messages that may have to be checked, by game
        self._one_at_a_time = asyncio.Lock()  # held by the check under way, and for a while after it
        tables.listeners.append(self.changed)
        tables.preferences.listeners.append(self._mention_no_more)
        tables.cache.busy.append(self._is_busy)
        tables.cache.forgotten.append(self._forget)

    def changed(self, table: Table, change: Change) -> None:
        """Starts to update all messages that show a table, after a change of the table."""
        self.panels.changed(table)
        if table.state.is_private or table.state.ends_at_once:
            return
        self.panels.show_question(table)
        message = self.message_of(table)
        is_unreachable = table.state.status is Status.PAUSED and not table.state.awaits_members
        if change.kind is not ChangeKind.RESTORED:
            message.show()
        elif is_unreachable:
            message.refresh()
        else:
            message.restore()
            self.reminders.restore(table)
        if not message.is_watched:  # otherwise its alarm finds out when it must be checked
            self._watch(message)
        if change.kind is ChangeKind.HALF_TIME:
            message.check()
            self.direct_messages.remind(table, self.reminders.remind(table, has_pinged=message.has_pinged))
        else:
            self.reminders.settle(table)
            self.direct_messages.changed(table, change)

    def message_of(self, table: Table) -> LiveMessage:
        """Returns the live message of a table; creates the object when it is first needed."""
        message = self._messages.get(table)
        if message is None:
            message = LiveMessage(self._delivery, table)
            if not table.is_released:
                self._messages[table] = message
        return message

    def use(self, table: Table, message_id: int | None = None) -> None:
        """Notes that somebody has used a table: by a click on this message or, if it is None, in another way."""
        if not (table.state.is_private or table.state.has_ended):
            message = self.message_of(table)
            if message_id is not None and message_id == message.known.current_id:
                message.note_seen()
            else:
                message.note_used()
                self._watch(message)

    async def lose_guild(self, guild_id: int) -> None:
        """Pauses the games of a server that the bot is no longer in, and closes its lobbies."""
        for game_id in await self.tables.store.agenda.live_of(guild_id):
            try:
                table = await self.tables.get(game_id)
            except Refusal as refusal:
                log.warning("A table was not paused: %s", refusal, extra={"game": game_id})
                continue
            if table is not None and table.state.status in LIVE:
                await self.message_of(table).lose_channel(deleted=False)

    def start(self) -> None:
        """Starts to check whether messages were deleted."""
        self._checks.start()

    def answer_delayed_clicks(self) -> None:
        """Stops delaying responses to clicks until their window is shown as closed."""
        for message in self._messages.values():
            message.show_outcome()

    async def close(self) -> None:
        """Stops all work on messages."""
        await self._checks.stop()
        await self._delivery.background.close()

    def forget_member(self, user_id: int) -> None:
        """Forgets a member whose data is deleted, and deletes the member's private panels."""
        self.panels.forget_member(user_id)
        for message in self._messages.values():
            message.forget_member(user_id)

    def _watch(self, message: LiveMessage) -> None:
        """Sets the alarm of a message for its next check, as long as its table waits for members."""
        message.is_watched = message.is_needed
        if message.is_watched:
            self._checks.set(message.game_id, message.check_at())

    async def _ring(self, game_id: int) -> None:
        table = self.tables.cache.get(game_id)
        if table is not None and (message := self._messages.get(table)) is not None:
            used_at, message.used_at = message.used_at, None
            message.is_watched = False
            self._delivery.background.run(self._check(message, used_at))

    async def _check(self, message: LiveMessage, used_at: float | None) -> None:
        """Checks whether a message was deleted, if that must be done."""
        clock = self.tables.clock
        async with self._one_at_a_time:
            now = clock.now()
            if message.needs_check(used_at):
                await message.check_deleted()
                await clock.sleep_until(now + 1 / CHECKS_PER_SECOND)
        if not message.is_watched:
            self._watch(message)

    def _mention_no_more(self, user_id: int) -> None:
        """Shows a member by name, until a new message pings the member."""
        for table in [table for table in self._messages if user_id in table.mentionable]:
            table.note_pings((user_id,), ())
            self.message_of(table).show()

    def _is_busy(self, table: Table) -> bool:
        message = self._messages.get(table)
        return (message is not None and not message.is_at_rest) or self.direct_messages.is_busy(table)

    def _forget(self, table: Table) -> None:
        self.direct_messages.forget(table)
        self.reminders.forget(table)
        self.panels.forget(table)
        self._checks.set(table.id, None)
        message = self._messages.pop(table, None)
        if message is not None:
            message.stop()
