"""Requests about direct messages with questions: to send, find, update and close them."""

import asyncio
from dataclasses import replace

import discord

from bot.delivery.message_search import find_direct_message
from bot.delivery.picture_attachments import load_files, send_with_text_fallback
from bot.delivery.requests import REQUEST_SECONDS, nonce_of
from bot.pictures.source import PictureSource
from bot.render.controls import Layout, without_controls
from bot.render.messages.parts.question import countdown
from bot.render.panels.playing.hand import hand_panel, settled_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.store.repositories.members.players import Player
from bot.store.rows import DirectMessage
from bot.tables.table import Table


def direct_message_now(table: Table, seat: int, now: float, *, reminding: bool) -> DirectMessage:
    """Returns a direct message, not yet posted, with the question that a seat is asked now.

    If it is `reminding`, it shows the time left. Every process returns the same message. If a question is asked
    again, e.g. after a pause, its message has another nonce.
    """
    question = 0 if table.state.game is None else table.state.game.question
    text = f"{table.state.commitment}:{seat}:{question}:{table.state.asked_at:.0f}:{reminding}"
    deadline = table.state.deadline if reminding else None
    return DirectMessage(table.id, nonce_of(text), seat, question, None, None, deadline, now)


class DirectMessageRequests:
    """Requests about direct messages of all tables. They raise discord.HTTPException, OSError, NotOwnedHere."""

    def __init__(self, client: discord.Client, picture_source: PictureSource | None) -> None:
        self._client = client
        self._picture_source = picture_source

    async def send(self, table: Table, user: int, dm: DirectMessage, player: Player) -> discord.Message:
        """Posts and returns a direct message; Discord posts it once, however often it is sent within minutes."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(user))
            panel = _panel(table, dm, pictures=player.pictures)
            return await send_with_text_fallback(
                lambda shown, attached: channel.send(
                    view=shown, files=attached, nonce=dm.nonce, silent=not player.ping
                ),
                panel,
                await load_files(panel, self._picture_source),
            )

    async def find(self, user: int, dm: DirectMessage, known: frozenset[int]) -> discord.Message | None:
        """Returns the message if it was posted, otherwise None. Ignores messages whose ids are in `known`."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(user))
            bot_id = self._client.user.id if self._client.user else 0
            return await find_direct_message(channel, bot_id, dm, known)

    async def update(self, table: Table, dm: DirectMessage, *, pictures: bool) -> None:
        """Shows the question as it is now."""
        panel = _panel(table, dm, pictures=pictures)
        await self._edit(dm, panel)

    async def close(self, table: Table, dm: DirectMessage) -> None:
        """Removes the time and the controls from a direct message."""
        view = None if table.state.game is None else SeatView.of(table, dm.seat, pictures=False)
        await self._edit(dm, settled_panel(view, texts_for(table.state.locale), _place(table)))

    async def _edit(self, dm: DirectMessage, panel: Layout) -> None:
        channel = self._client.get_partial_messageable(dm.channel_id or 0)
        message = channel.get_partial_message(dm.message_id or 0)
        files = await load_files(panel, self._picture_source)
        async with asyncio.timeout(REQUEST_SECONDS):
            await send_with_text_fallback(
                lambda shown, attached: message.edit(view=shown, attachments=attached), panel, files
            )


def with_lasting_link(panel: Layout, table: Table) -> Layout:
    """Makes a direct message link to the table's channel, since the table message may be replaced; returns it."""
    for number, part in enumerate(panel.parts if table.link else ()):
        if "content" in part:
            panel.parts[number] = part | {"content": part["content"].replace(table.link, table.channel_link)}
    return panel


def _panel(table: Table, dm: DirectMessage, *, pictures: bool) -> Layout:
    texts, text = texts_for(table.state.locale), _place(table)
    if dm.deadline is not None:
        text = f"{text}\n{texts('copy-reminder', when=countdown(texts, table.state.deadline or 0))}"
    view = SeatView.of(table, dm.seat, pictures=pictures)
    unlinked = replace(view, table=replace(view.table, link=None))  # the first line leads to the table already
    panel = hand_panel(unlinked, text)
    return panel if dm.seat in table.state.owing() else without_controls(panel)


def _place(table: Table) -> str:
    return texts_for(table.state.locale)("copy-of", channel=f"<#{table.state.channel_id}>")
