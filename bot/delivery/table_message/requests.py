"""Requests about the message of one table: to post, edit, delete and search for it.

Posting and editing go through discord.py's HTTP client, which returns what Discord said: its messages would make
objects of all components of what was sent, of which only the id is needed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord
from discord.http import MultipartParameters, handle_message_parameters

from bot.delivery.message_search import Found, search
from bot.delivery.picture_attachments import load_files, send_with_text_fallback
from bot.delivery.requests import ARCHIVED, MESSAGE_GONE, REQUEST_SECONDS, nonce_of
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.known_messages import Intent
from bot.pictures.source import PictureSource
from bot.render.controls import Layout
from bot.render.public_facts import Phase

T = TypeVar("T")

NOBODY: Final = discord.AllowedMentions.none()
"""Part of every edit: without it, Discord would highlight the message for the members it mentions."""


class MessageRequests:
    """Requests about one table's message. They raise discord.HTTPException, OSError or NotOwnedHere.

    Any request that fails may have taken effect all the same, unless Discord refused it (a status below 500).
    """

    def __init__(
        self, client: discord.Client, game_id: int, guild_id: int, picture_source: PictureSource | None
    ) -> None:
        self.picture_source = picture_source
        self._client = client
        self._game_id = game_id
        self._guild_id = guild_id

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
        try:
            await self._send(
                display,
                shown_phase,
                NOBODY,
                lambda params: self._client.http.edit_message(channel_id, message_id, params=params),
                may_attach=may_attach,
            )
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                return True
            if error.code not in MESSAGE_GONE:
                raise
            return False
        return True

    async def exists(self, display: Display, message_id: int, phase: Phase) -> bool:
        """Returns whether a message is there. Needs the permission to read the channel's history."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._channel(display, phase).fetch_message(message_id)
        except discord.NotFound as error:
            if error.code not in MESSAGE_GONE:
                raise
            return False
        return True

    async def delete(self, display: Display, message_id: int, phase: Phase) -> None:
        """Deletes a message, unless that has been done."""
        message = self._channel(display, phase).get_partial_message(message_id)
        try:
            await self._unarchived(display, message.delete)
        except discord.HTTPException as error:
            if error.code not in MESSAGE_GONE | {ARCHIVED}:
                raise

    async def search(self, display: Display, intent: Intent, message_id: int | None) -> Found:
        """Returns the messages in the channel that an intent led to, from a known one on."""
        bot_id = self._client.user.id if self._client.user else 0
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = self._channel(display, intent.phase)
            return await search(channel, bot_id, self._game_id, intent.at, message_id)

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
        return self._client.get_partial_messageable(display.channel_of(phase), guild_id=self._guild_id)

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
