"""Requests about the message of one table: to post, edit, delete and search for it; and about its thread.

Posting and editing go through discord.py's HTTP client, because its messages would make objects of all components.

The thread is made from the lobby's message, whose id it has, and archived when the game has ended. No intent is
stored before it is made, because Discord refuses a second one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

import discord
from discord.http import MultipartParameters, handle_message_parameters

from bot.delivery.message_search import Found, search
from bot.delivery.requests import (
    ARCHIVED,
    CHANNEL_DELETED,
    MESSAGE_GONE,
    REQUEST_SECONDS,
    Delivery,
    load_files,
    may_succeed_later,
    nonce_of,
    send_with_text_fallback,
)
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.known_messages import Intent
from bot.render.controls import Layout
from bot.render.texts.sanitize import clean
from bot.render.view_model import Phase
from bot.tables.table import NoThread, Table
from bot.tables.transitions.moderation import enter_thread

log = logging.getLogger(__name__)

T = TypeVar("T")

NOBODY: Final = discord.AllowedMentions.none()
"""Part of every edit: without it, Discord would highlight the message for the members it mentions."""

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


class MessageRequests:
    """Requests about one table's message and thread. They raise discord.HTTPException, OSError or NotOwnedHere.

    Any request that fails may have taken effect all the same, unless Discord refused it (a status below 500).
    """

    def __init__(self, delivery: Delivery, table: Table) -> None:
        self.picture_source = delivery.picture_source
        self._client = delivery.client
        self._tables = delivery.tables
        self._table = table

    async def post(
        self, display: Display, phase: Phase, stored_id: int | None, mentions: discord.AllowedMentions
    ) -> int:
        """Posts the message of a phase and returns its id.

        Discord posts it once, however often it is sent while `stored_id` is the message id in the table's row.
        """
        text = f"{display.state.commitment}:{stored_id}:{phase.kind}:{phase.turn}"
        channel_id = display.channel_of(phase)
        message = await self._send(
            display,
            phase,
            mentions,
            lambda params: self._client.http.send_message(channel_id, params=params),
            nonce_of(text),
        )
        return int(message["id"])

    async def edit(
        self,
        display: Display,
        message_id: int,
        place: Phase,
        shown_phase: Phase,
        *,
        may_attach: bool = True,
    ) -> bool:
        """Edits the message of phase `place` to show `shown_phase`; returns False if the message was deleted.

        The message in an archived thread is left as it is. Without `may_attach` no chart is waited for.
        """
        channel_id = display.channel_of(place)
        edit = self._send(
            display,
            shown_phase,
            NOBODY,
            lambda params: self._client.http.edit_message(channel_id, message_id, params=params),
            may_attach=may_attach,
        )
        return await _finds_message(edit)

    async def exists(self, display: Display, message_id: int, phase: Phase) -> bool:
        """Returns whether a message is there. Needs the permission to read the channel's history."""
        async with asyncio.timeout(REQUEST_SECONDS):
            return await _finds_message(self._channel(display, phase).fetch_message(message_id))

    async def delete(self, display: Display, message_id: int, phase: Phase) -> None:
        """Deletes a message, unless that has been done, or it is in an archived thread."""
        message = self._channel(display, phase).get_partial_message(message_id)
        await _finds_message(self._unarchived(display, message.delete))

    async def search(self, display: Display, intent: Intent, message_id: int | None) -> Found:
        """Returns the messages in the channel that an intent led to, from a known one on."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = self._channel(display, intent.phase)
            return await search(channel, self._client.user, self._table.id, intent.at, message_id)

    async def _send(
        self,
        display: Display,
        phase: Phase,
        mentions: discord.AllowedMentions,
        request: Callable[[MultipartParameters], Awaitable[T]],
        nonce: int | None = None,
        *,
        may_attach: bool = True,
    ) -> T:
        """Sends a message with its picture; sends no more pictures once Discord has failed because of one."""
        view = display.message(phase)
        files = await load_files(view, self.picture_source, may_attach=may_attach)

        async def send(shown: Layout, attached: list[discord.File]) -> T:
            with handle_message_parameters(
                view=shown,
                attachments=attached,
                nonce=nonce,
                allowed_mentions=mentions,
                previous_allowed_mentions=self._client.allowed_mentions,
            ) as params:
                return await request(params)

        try:
            return await self._unarchived(display, lambda: send_with_text_fallback(send, view, files))
        except discord.DiscordServerError:
            if files:
                self.picture_source = None
            raise

    def _channel(self, display: Display, phase: Phase) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(display.channel_of(phase), guild_id=self._table.guild_id)

    async def _unarchived(self, display: Display, request: Callable[[], Awaitable[T]]) -> T:
        """Makes a request; repeats it once if somebody has archived the thread before its game was over."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                return await request()
        except discord.HTTPException as error:
            if error.code != ARCHIVED or display.state.has_ended:
                raise
        async with asyncio.timeout(REQUEST_SECONDS):
            await self._client.http.edit_channel(display.state.channel_id, archived=False)
            return await request()

    # The thread. These methods raise discord.HTTPException if Discord fails, not if it refuses.

    async def make_thread(self, display: Display, lobby_id: int) -> None:
        """Moves the game into a thread of its lobby's message, or records why there can be none.

        Raises SaveFailed or NotOwnedHere, or TimeoutError if Discord takes too long; it may still make it.
        """
        table, state = self._table, display.state
        obstacle = self._thread_obstacle(state.channel_id)
        if obstacle is None:
            hosted = await self._tables.store.games.count_threads(state.guild_id, state.host_id)
            obstacle = "many" if hosted >= MAX_THREADS_OF_MEMBER else None
        if obstacle is None:
            obstacle = await self._start_thread(display, lobby_id)
        if obstacle is None:
            await self._tables.run(table, enter_thread, lobby_id)
        else:
            table.no_thread = obstacle

    async def close_thread(self, display: Display, *, deleted: bool = False) -> None:
        """Shows in the lobby's channel, if there was a lobby, how the game ended, and archives the thread.

        A thread in which another game has begun meanwhile stays open; one that was deleted cannot be archived.
        Raises SaveFailed or NotOwnedHere.
        """
        try:
            if display.state.in_thread:
                await self._edit_lobby(display)
            if not deleted and await self._tables.at(display.state.channel_id) is None:
                await self._client.http.edit_channel(display.state.channel_id, archived=True)
        except discord.HTTPException as error:
            if may_succeed_later(error):
                raise
            log.info("A thread was left as it is: %s", error.code, extra=self._table.log_context)

    async def _start_thread(self, display: Display, lobby_id: int) -> NoThread | None:
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
            await self.edit(display, display.state.channel_id, _LOBBY, _LOBBY)
        except discord.HTTPException as error:
            if may_succeed_later(error):
                raise
            log.info("A lobby's message was left as it is: %s", error.code, extra=self._table.log_context)

    def _thread_obstacle(self, channel_id: int) -> NoThread | None:
        """Returns why the channel can have no thread in which the bot may write, None if no reason is known."""
        channel = self._client.get_channel(channel_id)
        if channel is None:
            return None
        if not isinstance(channel, discord.TextChannel):
            return "kind"
        allowed = channel.permissions_for(channel.guild.me)
        return None if allowed.create_public_threads and allowed.send_messages_in_threads else "permissions"


async def _finds_message(request: Awaitable[object]) -> bool:
    """Waits for a request about a message; returns False if it was deleted, True if its thread is archived."""
    try:
        await request
    except discord.HTTPException as error:
        if error.code not in MESSAGE_GONE | {ARCHIVED}:
            raise
        return error.code == ARCHIVED
    return True
