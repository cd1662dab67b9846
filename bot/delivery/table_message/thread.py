"""The thread of a table's game: made from the lobby's message, and archived when the game has ended.

A thread that is made from a message has the message's id. So no intent is stored before it is made: a process that
does not know whether the thread exists makes it, and Discord refuses a second one.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import discord

from bot.delivery.requests import CHANNEL_DELETED, may_succeed_later
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.requests import MessageRequests
from bot.render.public_facts import Phase
from bot.render.texts.sanitize import clean
from bot.tables.service import Tables
from bot.tables.table import NoThread, Table
from bot.tables.transitions.moderation import enter_thread

log = logging.getLogger(__name__)

EXISTS: Final = 160004
"""Discord's error code for a second thread of one message."""
_REASONS: Final[Mapping[int, NoThread]] = {
    50001: "permissions",
    50013: "permissions",
    50024: "kind",
    10008: "deleted",
}
"""Why there can be no thread, by Discord's error code."""
MAX_THREADS_OF_MEMBER: Final = 10
"""Games in threads that one member may host on a server at once, where Discord allows 1,000 active threads."""
MAX_NAME_LENGTH: Final = 100
MAKING_SECONDS: Final = 3.0
"""Seconds that Discord may take to make a thread; then the lobby's message shows the game until there is one."""
ARCHIVE_MINUTES: Final = 10080
"""Minutes without a message after which Discord archives the thread by itself: a week, the maximum."""
_LOBBY: Final = Phase("lobby")


class TableThread:
    """The thread of one table's game.

    Its methods raise discord.HTTPException if Discord fails, but not if it refuses a request.
    """

    def __init__(self, client: discord.Client, tables: Tables, table: Table, requests: MessageRequests) -> None:
        self._client = client
        self._tables = tables
        self._table = table
        self._requests = requests

    async def make(self, display: Display, lobby_id: int) -> None:
        """Moves the game into a thread of its lobby's message, or records why there can be none.

        Raises SaveFailed or NotOwnedHere, and TimeoutError if Discord takes too long; Discord may
        still make the thread.
        """
        table, state = self._table, display.state
        obstacle = self._obstacle(state.channel_id)
        if obstacle is None:
            hosted = await self._tables.store.games.count_threads(state.guild_id, state.host_id)
            obstacle = "many" if hosted >= MAX_THREADS_OF_MEMBER else None
        if obstacle is None:
            obstacle = await self._start(display, lobby_id)
        if obstacle is None:
            await self._tables.run(table, enter_thread, lobby_id)
        else:
            table.no_thread = obstacle

    async def close(self, display: Display) -> None:
        """Shows in the lobby's channel, if there was a lobby, how the game ended, and archives the thread.

        A thread in which another game has begun meanwhile stays open. Raises SaveFailed or NotOwnedHere.
        """
        try:
            if display.state.in_thread:
                await self._edit_lobby(display)
            if await self._tables.at(display.state.channel_id) is None:
                await self._client.http.edit_channel(display.state.channel_id, archived=True)
        except discord.HTTPException as error:
            if may_succeed_later(error):
                raise
            log.info("A thread was left as it is: %s", error.code, extra=self._table.log_context)

    async def _start(self, display: Display, lobby_id: int) -> NoThread | None:
        """Makes the thread unless there is one; returns why Discord refuses it, None if it does not."""
        view = display.view
        players = ", ".join(seat.name for seat in view.seats)
        name = clean(view.texts("thread-name", names=players), MAX_NAME_LENGTH)
        try:
            async with asyncio.timeout(MAKING_SECONDS):
                await self._client.http.start_thread_with_message(
                    display.state.channel_id, lobby_id, name=name, auto_archive_duration=ARCHIVE_MINUTES
                )
        except discord.HTTPException as error:
            if may_succeed_later(error) or error.code in CHANNEL_DELETED:
                raise
            if error.code != EXISTS:
                log.info("There can be no thread: %s", error.code, extra=self._table.log_context)
                return _REASONS.get(error.code, "refused")
        return None

    async def _edit_lobby(self, display: Display) -> None:
        """Edits the lobby's message in the channel where it was posted; it may have been deleted there."""
        try:
            # The thread has the message's id.
            await self._requests.edit(display, display.state.channel_id, _LOBBY, _LOBBY)
        except discord.HTTPException as error:
            if may_succeed_later(error):
                raise
            log.info("A lobby's message was left as it is: %s", error.code, extra=self._table.log_context)

    def _obstacle(self, channel_id: int) -> NoThread | None:
        """Returns why the channel can have no thread in which the bot may write, None if no reason is known."""
        channel = self._client.get_channel(channel_id)
        if channel is None:
            return None
        if not isinstance(channel, discord.TextChannel):
            return "kind"
        allowed = channel.permissions_for(channel.guild.me)
        return None if allowed.create_public_threads and allowed.send_messages_in_threads else "permissions"
