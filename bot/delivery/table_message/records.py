"""Loads and stores what is known of one table's messages.

In this folder only this module, and `Display.of`, which reads what must be shown, use the table.
"""

from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress

from bot.delivery.request_context import while_owned, without_retries
from bot.delivery.table_message.states import Intent, Known, Message
from bot.tables.refusals import NotSaved
from bot.tables.service import Tables
from bot.tables.shell.shell import store_refusals
from bot.tables.table import NoThread, Table
from bot.tables.transitions.moderation import enter_thread


class MessageRecords:
    """Stores and loads the records of one table's messages. Methods that store raise NotSaved or NotOwnedHere."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self.game_id = table.id
        self.guild_id = table.guild_id
        self.clock = tables.clock
        self._tables = tables
        self._table = table

    @property
    def log_context(self) -> dict[str, int]:
        """The fields of log lines about the table."""
        return {"game": self.game_id, "guild": self.guild_id}

    def is_released(self) -> bool:
        """Returns whether another process owns the table now."""
        return self._table.is_released

    def known(self) -> Known:
        """Returns what the table's row says of its messages."""
        posted = self._table.posted
        return Known.of_row(posted.message_id, posted.card, posted.intent)

    @contextmanager
    def requesting(self) -> Generator[None]:
        """Makes requests inside raise Discord's errors at once, or NotOwnedHere if the table is not owned."""
        with without_retries(), while_owned(self._tables.shell, self._table):
            yield

    async def save_intent(self, intent: Intent) -> None:
        """Stores that a message is about to be posted."""
        await self._tables.save_posted(self._table, intent=str(intent))

    async def save_message(self, message: Message) -> None:
        """Stores which message is the live one. Raises NotOwnedHere only."""
        message_id, phase = message.key
        with suppress(NotSaved):
            await self._tables.save_posted(self._table, message_id=message_id, card=phase, intent=None)

    async def enter_thread(self, thread_id: int) -> None:
        """Moves the game into a thread, so that its channel is free."""
        await self._tables.run(self._table, enter_thread, thread_id)

    def stay_in_channel(self, reason: NoThread) -> None:
        """Remembers why the game has no thread."""
        self._table.no_thread = reason

    async def threads_of(self, host_id: int) -> int:
        """Returns how many games in threads of this server a member hosts. Raises NotSaved."""
        with store_refusals(self.game_id):
            return await self._tables.store.game_queries.count_threads(self.guild_id, host_id)

    async def has_live_table(self, channel_id: int) -> bool:
        """Returns whether a live table is in a channel. Raises NotSaved or NotOwnedHere."""
        return await self._tables.at(channel_id) is not None

    async def who_accept_pings(self, users: Collection[int]) -> list[int]:
        """Returns those of the users who have not opted out of pings, and notes it. Raises SaveFailed."""
        accept = await self._tables.preferences.who_accept_pings(users)
        self._table.note_pings(users, accept)
        return accept
