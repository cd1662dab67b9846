"""The messages of one table's cards: posted, edited, deleted and searched for in its channel, each in its turn."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.delivery.failures import ARCHIVED, MESSAGE_GONE, in_words_if_refused
from bot.delivery.pacing import BURST, REQUEST_SECONDS, WINDOW, PriorityPacer
from bot.delivery.pictures import illustrated, look_of
from bot.delivery.table_message.search import Found, Intent, search
from bot.delivery.table_message.thread import TableThread
from bot.pictures.renderer import PictureRenderer
from bot.render.phase import Phase
from bot.runtime.rate_limit import RateLimiter
from bot.tables.service import Tables
from bot.tables.table import Table

T = TypeVar("T")

NOBODY: Final = discord.AllowedMentions.none()
"""Goes with every edit: without it, Discord would highlight the card for whom it mentions."""
FIRST, THEN = 0, 1
"""After a restart: what leaves each channel exactly one card with controls, then what brings that up to date."""


@dataclass
class Card:
    """A message of ours: which moment it shows, how it looks (None: unknown), and if it is to be put away yet.

    `seen_at` is when it was last known to be there, in seconds since 1970.
    """

    message_id: int
    stage: Phase
    look: list[dict[str, Any]] | None = None
    live: bool = True
    seen_at: float = -inf

    @classmethod
    def stored(cls, table: Table) -> "Card | None":
        """The card whose message id is stored, None if there is none."""
        if table.posted.message_id is None or table.posted.card is None:
            return None
        return cls(table.posted.message_id, Phase.parse(table.posted.card))


class CardMessages:
    """Requests about the cards of one table, which raise discord.HTTPException, OSError or NotHeldHere.

    Any request that fails may have taken effect all the same, unless Discord refused it (a status below 500).

    `restoring`, if set, spaces them together with those of all other tables, as after a restart.
    """

    def __init__(
        self, client: discord.Client, tables: Tables, table: Table, picture_renderer: PictureRenderer | None = None
    ) -> None:
        self.restoring: PriorityPacer | None = None
        self._client = client
        self._studio = picture_renderer
        self._tables = tables
        self._table = table
        self._limiter = RateLimiter(BURST, WINDOW, tables.clock.now)
        self.thread = TableThread(client, tables, table)

    async def wait(self, urgency: int, *, at_once: bool = False) -> None:
        """Returns when another request may be sent; `at_once` only counts it, for one that cannot wait."""
        if at_once:
            self._limiter.count()
        else:
            await self._limiter.acquire()
        if self.restoring is not None:
            await self.restoring.wait(urgency, self._deadline())

    async def post(self, view: ui.LayoutView, stage: Phase, mentions: discord.AllowedMentions) -> int:
        """Posts a card and returns the message's id; Discord posts a card only once, however often it is sent."""
        nonce = self._nonce(stage)
        message = await self._send(
            lambda shown, attached: self._channel(stage).send(
                view=shown, files=attached, nonce=nonce, allowed_mentions=mentions
            ),
            view,
        )
        return message.id

    async def put_away(self, card: Card, frozen: ui.LayoutView | None) -> None:
        """Leaves a card without controls: looking like `frozen`, or deleted if that is None."""
        if not card.live:
            return
        if frozen is None:
            await self.wait(FIRST)
            await self.delete(card)
        elif look_of(frozen) != card.look:
            await self.wait(FIRST)
            await self.edit(card, frozen)

    async def edit(self, card: Card, view: ui.LayoutView) -> bool:
        """Makes a card look like this; returns False if it was deleted or cannot be edited any more.

        Until Discord confirms the edit, nobody knows how the message looks.
        """
        card.look = None
        message = self._channel(card.stage).get_partial_message(card.message_id)
        try:
            await self._send(
                lambda shown, attached: message.edit(view=shown, attachments=attached, allowed_mentions=NOBODY),
                view,
            )
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                return True  # the game is over, and its thread stays as it is
            if error.code not in MESSAGE_GONE:
                raise
            card.live = False
            return False
        card.look, card.seen_at = look_of(view), self._tables.clock.now()
        return True

    async def exists(self, card: Card) -> bool:
        """Returns whether a message is there. Needs the permission to read the channel's history."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._channel(card.stage).fetch_message(card.message_id)
        except discord.NotFound as error:
            if error.code not in MESSAGE_GONE:
                raise
            return False
        return True

    async def delete(self, card: Card) -> None:
        """Deletes a card, unless that has been done."""
        try:
            message = self._channel(card.stage).get_partial_message(card.message_id)
            await self._awake(message.delete)
        except discord.HTTPException as error:
            if error.code not in MESSAGE_GONE | {ARCHIVED}:
                raise

    async def find(self, intent: Intent, known: int | None) -> Found:
        """Searches for the messages that an intent led to, from the known card on."""
        if self.restoring is not None:
            await self.restoring.wait(FIRST, self._deadline())
        bot_id = self._client.user.id if self._client.user else 0
        async with asyncio.timeout(REQUEST_SECONDS):
            return await search(self._channel(intent.stage), bot_id, self._table.id, intent, known)

    async def pinged(self, stage: Phase) -> discord.AllowedMentions:
        """Whom the new card of a stage may ping: the player whose turn it is, unless opted out.

        The first card in a thread pings all, so that they are in the thread from then on.
        """
        game = self._table.state.game
        if stage.kind != "turn" or game is None:
            return NOBODY
        all_at_once = self._table.state.in_thread and 0 in (stage.turn, stage.since)
        seats = self._table.state.seats if all_at_once else [self._table.state.seats[game.turn]]
        users = [seat.user_id for seat in seats if seat.user_id is not None and not seat.away]
        pinged = [user for user in users if (await self._tables.store.players.get(user)).ping]
        return discord.AllowedMentions(users=[discord.Object(user) for user in pinged]) if pinged else NOBODY

    async def _send(
        self, send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]], view: ui.LayoutView
    ) -> T:
        """Sends a card with its picture; without, from now on, where Discord failed over one."""
        png = await illustrated(view, self._studio)
        try:
            return await self._awake(lambda: in_words_if_refused(send, view, png))
        except discord.DiscordServerError:
            if png is not None:
                self._studio = None
            raise

    def _nonce(self, stage: Phase) -> int:
        """A number that is the same whenever this card is to be posted after the one that is stored."""
        text = f"{self._table.state.commitment}:{self._table.posted.message_id}:{stage.kind}:{stage.turn}"
        return int.from_bytes(sha256(text.encode()).digest()[:7], "big")

    def _channel(self, stage: Phase) -> discord.PartialMessageable:
        """The channel that a stage's card is in."""
        table = self._table
        place = table.state.lobby_channel_id if stage.kind == "lobby" else table.state.channel_id
        return self._client.get_partial_messageable(place, guild_id=table.guild_id)

    async def _awake(self, request: Callable[[], Awaitable[T]]) -> T:
        """Makes a request; once more if somebody has archived the thread before its game was over."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                return await request()
        except discord.HTTPException as error:
            if error.code != ARCHIVED or self._table.state.has_ended:
                raise
        async with asyncio.timeout(REQUEST_SECONDS):
            await self.thread.open_again()
            return await request()

    def _deadline(self) -> float:
        return inf if self._table.state.deadline is None else self._table.state.deadline
