"""The thread of a table's game: made from the lobby's message, and archived when the game has ended.

A thread that is made from a message has the message's id. So no intent is stored before it is made: a process that
does not know whether there is one makes it, and Discord refuses a second one.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

from bot.delivery.error_codes import CHANNEL_DELETED
from bot.render.texts.catalogue import texts_for
from bot.render.texts.sanitize import clean
from bot.tables.service import Tables
from bot.tables.shell.shell import store_refusals
from bot.tables.table import NoThread, Table

log = logging.getLogger(__name__)

EXISTS: Final = 160004
"""Discord's error code for a second thread of one message."""
_REASONS: Final[Mapping[int, NoThread]] = {
    50001: "permissions",
    50013: "permissions",
    50024: "kind",
    10008: "card",
}
"""Why there can be no thread, by Discord's error code."""
MAX_THREADS_OF_MEMBER: Final = 10
"""Games in threads that one member may host on a server at once, where Discord allows 1,000 active threads."""
MAX_NAME_LENGTH: Final = 100
MAKING_SECONDS: Final = 3.0
"""Seconds that Discord may take to make a thread; then the lobby's message shows the game until there is one."""
ARCHIVE_MINUTES: Final = 10080
"""Minutes without a message after which Discord archives the thread by itself: a week, the maximum."""


class TableThread:
    """The thread of one table's game.

    Its methods raise discord.HTTPException if Discord fails, but not if it refuses a request.
    """

    def __init__(self, client: discord.Client, tables: Tables, table: Table) -> None:
        self._client = client
        self._tables = tables
        self._table = table

    async def make(self, lobby_id: int) -> None:
        """Moves the game into a thread of its lobby's message; sets `no_thread` if there can be none.

        Raises NotSaved or NotOwnedHere, and TimeoutError if it takes too long: it may be made all the same.
        """
        table = self._table
        table.no_thread = self._obstacle()
        if table.no_thread is None and await self._has_host_too_many():
            table.no_thread = "many"
        if table.no_thread is not None:
            return
        texts = texts_for(table.state.locale)
        name = clean(
            texts("thread-name", names=", ".join(seat.name for seat in table.state.seats)), MAX_NAME_LENGTH
        )
        try:
            async with asyncio.timeout(MAKING_SECONDS):
                await self._client.http.start_thread_with_message(
                    table.state.channel_id, lobby_id, name=name, auto_archive_duration=ARCHIVE_MINUTES
                )
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429 or error.code in CHANNEL_DELETED:
                raise
            if error.code != EXISTS:
                log.info("There can be no thread: %s", error.code, extra={"game": table.id})
                table.no_thread = _REASONS.get(error.code, "refused")
                return
        await self._tables.enter_thread(table, lobby_id)

    async def close(self, end: ui.LayoutView) -> None:
        """Shows in the lobby's channel, if there was a lobby, how the game ended, and archives the thread.

        A thread in which another game has begun meanwhile stays open. Raises NotSaved or NotOwnedHere.
        """
        table = self._table
        try:
            if table.state.in_thread:
                await self._edit_lobby(end)
            if await self._tables.at(table.state.channel_id) is None:
                await self._client.http.edit_channel(table.state.channel_id, archived=True)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("A thread was left as it is: %s", error.code, extra={"game": table.id})

    async def _edit_lobby(self, end: ui.LayoutView) -> None:
        """Edits the lobby's message in the channel where it was posted; it may have been deleted there."""
        table = self._table
        home = self._client.get_partial_messageable(table.state.home_id or 0, guild_id=table.guild_id)
        card = home.get_partial_message(table.state.channel_id)
        try:
            await card.edit(view=end, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("A lobby's message was left as it is: %s", error.code, extra={"game": table.id})

    async def _has_host_too_many(self) -> bool:
        """Returns whether the host has the maximum number of games in threads of this server. Raises NotSaved."""
        with store_refusals(self._table.id):
            running = await self._tables.store.game_queries.count_threads(
                self._table.guild_id, self._table.state.host_id
            )
        return running >= MAX_THREADS_OF_MEMBER

    def _obstacle(self) -> NoThread | None:
        """Returns why the channel can have no thread in which the bot may write, None if nothing is known."""
        channel = self._client.get_channel(self._table.state.channel_id)
        if channel is None:
            return None
        if not isinstance(channel, discord.TextChannel):
            return "kind"
        allowed = channel.permissions_for(channel.guild.me)
        return None if allowed.create_public_threads and allowed.send_messages_in_threads else "permissions"
