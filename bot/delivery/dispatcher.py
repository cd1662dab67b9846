"""The renderer: keeps each table's card in its channel up to date.

One board per table. A click on the card itself is answered by an edit of the card; while it is handled inside of
`acknowledging`, the board sends nothing.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.delivery.direct_messages.sync import DirectMessageSync
from bot.delivery.lost_channel import LostChannels
from bot.delivery.pacing import RESTORING, PriorityPacer
from bot.delivery.panels import PrivatePanels
from bot.delivery.reminders import Reminders
from bot.delivery.table_message.deletion_checks import DeletionChecks
from bot.delivery.table_message.message_sync import LiveMessage
from bot.pictures.renderer import PictureRenderer
from bot.store.rows import LIVE, Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.refusals import Refusal
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

ANSWERABLE: Final = 3.0  # seconds for which Discord takes the answer to a click


class Dispatcher:
    """Keeps the cards of all tables; a listener of `Tables`. Without `picture_renderer` there are no pictures."""

    def __init__(
        self, client: discord.Client, tables: Tables, picture_renderer: PictureRenderer | None = None
    ) -> None:
        self.client = client
        self.picture_renderer = picture_renderer
        self.tables = tables
        self.reminders = Reminders(client, tables)
        self.direct_messages = DirectMessageSync(client, tables, self.reminders, picture_renderer)
        self.lost_channels = LostChannels(client, tables)
        self.panels = PrivatePanels(tables, picture_renderer)
        self._boards: dict[int, LiveMessage] = {}
        self._checks = DeletionChecks(tables.clock, self._boards)
        self._restoring = PriorityPacer(RESTORING)
        tables.listeners.append(self.changed)
        tables.shell.cache.busy.append(self._is_busy)
        tables.shell.cache.forgotten.append(self._forget)

    def changed(self, table: Table, change: Change) -> None:
        """A table has changed: its card, reminder and copies are looked after soon."""
        self.panels.changed(table)
        if table.state.is_private:
            return
        board = self.message_of(table)
        if change.kind in (ChangeKind.RESTORED, ChangeKind.SET_ASIDE):
            if (
                table.state.status is not Status.PAUSED or table.state.awaits_members
            ):  # else its channel cannot be reached
                board.restore(self._restoring)
                self.reminders.restore(table, self._restoring)
        elif change.kind is ChangeKind.HALF_TIME:
            board.check()
        else:
            board.touch()
        self._checks.start()
        if change.kind is ChangeKind.HALF_TIME:
            self.direct_messages.remind(table, self.reminders.remind(table))
        else:
            self.reminders.settle(table)
            self.direct_messages.changed(table, change)

    def message_of(self, table: Table) -> LiveMessage:
        """The board of a table, made when it is first needed."""
        board = self._boards.get(table.id)
        if board is None or board.table is not table:
            board = LiveMessage(self.client, self.tables, table, self.lost_channels, self.picture_renderer)
            if not table.is_released:
                self._boards[table.id] = board
        return board

    def use(self, table: Table, message_id: int | None = None) -> None:
        """Notes that somebody has used a table, by a click on a message or, if that is None, otherwise."""
        if not (table.state.is_private or table.state.has_ended):
            board = self.message_of(table)
            if board.cards.newest is not None and board.cards.newest.message_id == message_id:
                board.cards.newest.seen_at = self.tables.clock.now()
            else:
                self._checks.use(board)

    @asynccontextmanager
    async def acknowledging(self, table: Table) -> AsyncGenerator[LiveMessage]:
        """Keeps a table's board from sending anything while a click is answered, which may edit the card."""
        board = self.message_of(table)
        click = object()
        board.clicks.add(click)
        late = asyncio.get_running_loop().call_later(ANSWERABLE, board.clicks.release, click)
        try:
            yield board
        finally:
            late.cancel()
            board.clicks.release(click)

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

    def answer_held_clicks(self) -> None:
        """Lets every click be answered that waits for a window to be shown."""
        for board in self._boards.values():
            board.clicks.answer_held()

    async def close(self) -> None:
        """Stops all work on cards."""
        tasks = [board.task for board in self._boards.values() if board.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(
            *tasks,
            self._checks.close(),
            self.direct_messages.close(),
            self.reminders.close(),
            self.panels.close(),
            return_exceptions=True,
        )

    def _is_busy(self, table: Table) -> bool:
        board = self._boards.get(table.id)
        return (board is not None and not board.at_rest) or self.direct_messages.is_busy(table)

    def _forget(self, table: Table) -> None:
        self.direct_messages.forget(table)
        self.reminders.forget(table)
        self.panels.forget(table)
        board = self._boards.pop(table.id, None)
        if board is not None:
            board.stop()
