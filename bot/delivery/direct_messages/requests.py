"""Requests about copies: sent, found again, brought up to date and closed in a member's direct messages."""

import asyncio
from hashlib import sha256
from typing import Final

import discord
from discord import ui

from bot.delivery.failures import in_words_if_refused
from bot.delivery.pacing import REQUEST_SECONDS
from bot.delivery.pictures import illustrated
from bot.delivery.table_message.search import find_copy
from bot.pictures.renderer import PictureRenderer
from bot.render.messages.question import countdown
from bot.render.panels.hand import hand_panel, settled_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.store.repositories.players import Player
from bot.store.rows import DirectMessage
from bot.tables.table import Table

NONCE_BYTES: Final = 7
"""Discord takes a nonce below 2 ** 63."""


def copy_of_now(table: Table, seat: int, now: float, *, reminding: bool) -> DirectMessage:
    """Returns the copy of what a seat is asked now, not yet posted; one that reminds shows the time that is left.

    It is the same for every process. A question that is asked anew, as after a pause, has another nonce.
    """
    question = 0 if table.state.game is None else table.state.game.question
    text = f"{table.state.commitment}:{seat}:{question}:{table.state.asked_at:.0f}:{reminding}"
    nonce = int.from_bytes(sha256(text.encode()).digest()[:NONCE_BYTES], "big")
    deadline = table.state.deadline if reminding else None
    return DirectMessage(table.id, nonce, seat, question, None, None, deadline, now)


class DirectMessageRequests:
    """Requests about the copies of all tables. They raise discord.HTTPException, OSError or NotHeldHere."""

    def __init__(self, client: discord.Client, picture_renderer: PictureRenderer | None) -> None:
        self._client = client
        self._studio = picture_renderer

    async def send(self, table: Table, copy: DirectMessage, player: Player) -> discord.Message:
        """Posts a copy; Discord posts it only once, however often it is sent within minutes."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(player.user_id))
            panel = _panel(table, copy, pictures=player.pictures)
            return await in_words_if_refused(
                lambda shown, attached: channel.send(
                    view=shown, files=attached, nonce=copy.nonce, silent=not player.ping
                ),
                panel,
                await illustrated(panel, self._studio),
            )

    async def find(self, user: int, copy: DirectMessage, known: frozenset[int]) -> discord.Message | None:
        """Returns the message of a copy that may be posted, None if it is not; `known` are those of others."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(user))
            bot_id = self._client.user.id if self._client.user else 0
            return await find_copy(channel, bot_id, copy, known)

    async def update(self, table: Table, copy: DirectMessage, player: Player) -> None:
        """Shows the question as it is now."""
        panel = _panel(table, copy, pictures=player.pictures)
        await self._edit(copy, panel, await illustrated(panel, self._studio))

    async def close(self, table: Table, copy: DirectMessage) -> None:
        """Leaves a copy without time and controls."""
        text = _place(table)
        if table.state.game is None:
            w = texts_for(table.state.locale)
            panel = settled_panel(None, w, text)
        else:
            seat_view = SeatView.of(table, copy.seat, pictures=False)
            panel = settled_panel(seat_view, seat_view.texts, text)
        await self._edit(copy, panel, None)

    async def _edit(self, copy: DirectMessage, panel: ui.LayoutView, png: bytes | None) -> None:
        channel = self._client.get_partial_messageable(copy.channel_id or 0)
        message = channel.get_partial_message(copy.message_id or 0)
        async with asyncio.timeout(REQUEST_SECONDS):
            await in_words_if_refused(
                lambda shown, attached: message.edit(view=shown, attachments=attached), panel, png
            )


def _panel(table: Table, copy: DirectMessage, *, pictures: bool) -> ui.LayoutView:
    w, text = texts_for(table.state.locale), _place(table)
    if copy.deadline is not None:
        text = f"{text}\n{w('copy-reminder', when=countdown(w, table.state.deadline or 0))}"
    return hand_panel(SeatView.of(table, copy.seat, pictures=pictures), text)


def _place(table: Table) -> str:
    return texts_for(table.state.locale)("copy-of", channel=f"<#{table.state.channel_id}>")
