"""A board: one table's card in its channel, where it is and what it looks like now.

The newest state wins: a change only marks the board, at most one request is under way, requests are spaced, and
nothing is sent when the card would look the same.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.render.stage import Stage, stage_card
from bot.tables import Status, Table, TableError, Tables
from bot.words import words

log = logging.getLogger(__name__)

T = TypeVar("T")

GONE: Final = frozenset((10008, 30046))
"""The message was deleted, or may not be edited any more: another is posted."""
UNREACHABLE: Final = frozenset((10003, 50001, 50013))
"""The channel is gone, or the bot may not read or write in it: the game waits."""

_BURST: Final = 4  # requests in
WINDOW: Final = 4.0  # seconds, a little under what Discord grants a channel
_TRIES: Final = 4
_LONGEST_PAUSE: Final = 60.0


class Board:
    """`stage` is the moment the card shows (None: none is posted, or another shall be), `shown` how it looks.

    `holds` counts the clicks being answered; meanwhile the board sends nothing. `finished` is called once
    nothing more will happen to the card.
    """

    def __init__(
        self, client: discord.Client, tables: Tables, table: Table, finished: Callable[[Table], None]
    ) -> None:
        self.table = table
        self.stage = Stage.of(table) if table.message_id else None
        self.since: int | None = None
        self.shown: list[dict[str, Any]] | None = None
        self.holds = 0
        self.task: asyncio.Task[None] | None = None
        self._client = client
        self._tables = tables
        self._finished = finished
        self._dirty = False
        self._wanted = False
        self._calls: deque[float] = deque(maxlen=_BURST)

    def touch(self) -> None:
        """Marks the card as out of date, and starts looking after it unless that is under way."""
        self._dirty = True
        if self.holds == 0 and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._look_after(), name=f"board-{self.table.id}")

    def card(self) -> ui.LayoutView:
        """What the message of this board should show now: the live card, or its frozen story."""
        return stage_card(self.table, self.stage or Stage.of(self.table), self.since)

    def showing(self, view: ui.LayoutView) -> None:
        """The message shows this now: a click has been answered by editing it."""
        self.shown = view.to_components()

    async def posted(self, view: ui.LayoutView, message_id: int) -> None:
        """The card was posted by an interaction's answer."""
        self.stage, self.since, self.shown = Stage.of(self.table), None, view.to_components()
        await self._tables.remember_card(self.table, message_id)

    def repost(self) -> None:
        """The card shall be posted anew, at the bottom."""
        self._wanted = True
        self.touch()

    async def _look_after(self) -> None:
        pause = 1.0
        while self._dirty and self.holds == 0:
            self._dirty = False
            try:
                await self._update()
                pause = 1.0
            except discord.HTTPException as error:
                if error.code in UNREACHABLE:
                    await self._pause(error)
                    return
                log.warning("A card was not updated: %s, %s", error.status, error.code, extra=self._context())
            except (OSError, aiohttp.ClientError) as error:
                log.warning("A card was not updated: %s", type(error).__name__, extra=self._context())
            else:
                continue
            self._dirty = True
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        if self.table.ended and not self._dirty and self.holds == 0:
            self._finished(self.table)

    async def _update(self) -> None:
        stage = Stage.of(self.table)
        if stage == self.stage and self.table.message_id is not None and not self._wanted:
            await self._edit()
        elif stage.kind != "lobby" or self._wanted:
            # A lobby is posted by the answer to the command that opened it.
            await self._move_on(stage)

    async def _edit(self) -> None:
        message = self._message(self.table.message_id)
        if message is None or self.card().to_components() == self.shown:
            return
        await self._spaced()
        view = self.card()
        try:
            await _patiently(lambda: message.edit(view=view))
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            log.info("A card is gone; posting another", extra=self._context())
            self._wanted = self._dirty = True
        else:
            self.shown = view.to_components()

    async def _move_on(self, stage: Stage) -> None:
        """Posts the card of a new stage (or the same one again), then freezes (or removes) the one before."""
        old, old_stage, since, shown = self._message(self.table.message_id), self.stage, self.since, self.shown
        await self._post(stage)
        if old is None:
            return
        try:
            if old_stage is None or old_stage == stage:
                await old.delete()
                return
            frozen = stage_card(self.table, old_stage, since)
            if frozen.to_components() != shown:
                await self._spaced()
                await _patiently(lambda: old.edit(view=frozen))
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise

    async def _post(self, stage: Stage) -> None:
        since = self._untold(stage)
        await self._spaced()
        view = stage_card(self.table, stage, since)
        nonce = secrets.randbits(62)
        channel = self._client.get_partial_messageable(self.table.channel_id, guild_id=self.table.guild_id)
        mentions = discord.AllowedMentions(users=await self._pinged(stage))
        message = await _patiently(lambda: channel.send(view=view, nonce=nonce, allowed_mentions=mentions))
        self.stage, self.since, self.shown, self._wanted = stage, since, view.to_components(), False
        await self._tables.remember_card(self.table, message.id)

    def _untold(self, stage: Stage) -> int | None:
        """The first turn that passed without a card of its own; the next card tells of it."""
        if stage.kind != "turn" or self.stage is None:
            return None
        if self.stage == stage:
            return self.since
        first = self.stage.turn + 1 if self.stage.kind == "turn" else 0
        return first if first < stage.turn else None

    async def _pinged(self, stage: Stage) -> list[discord.Object]:
        """Whom the new card of a turn may ping: the player whose turn it is, unless opted out."""
        if stage.kind != "turn" or stage == self.stage or self.table.game is None:
            return []
        user = self.table.seats[self.table.game.turn].user_id
        if user is None or self.table.seats[self.table.game.turn].away:
            return []
        player = await self._tables.store.players.get(user)
        return [discord.Object(user)] if player.ping else []

    def _message(self, message_id: int | None) -> discord.PartialMessage | None:
        if message_id is None:
            return None
        channel = self._client.get_partial_messageable(self.table.channel_id, guild_id=self.table.guild_id)
        return channel.get_partial_message(message_id)

    async def _spaced(self) -> None:
        """Waits until the channel has room for another request."""
        clock = self._tables.clock
        if len(self._calls) == _BURST:
            await asyncio.sleep(min(max(0.0, self._calls[0] + WINDOW - clock.now()), WINDOW))
        self._calls.append(clock.now())

    async def _pause(self, error: discord.HTTPException) -> None:
        log.warning("A channel is out of reach: %s", error.code, extra=self._context())
        try:
            await self._tables.pause(self.table, "unreachable")
            await self._tell_host()
        except TableError:
            return  # it is paused, or over, already
        except discord.HTTPException as closed:
            log.info("The host was not told: %s", closed.code, extra=self._context())

    async def _tell_host(self) -> None:
        w = words(self.table.locale)
        word = "paused-dm" if self.table.status is Status.PAUSED else "closed-dm"
        channel = await self._client.create_dm(discord.Object(self.table.host_id))
        await channel.send(w(word, channel=f"<#{self.table.channel_id}>"))

    def _context(self) -> dict[str, int]:
        return {"game": self.table.id, "guild": self.table.guild_id}


async def _patiently(request: Callable[[], Awaitable[T]]) -> T:
    """Sends a request again when its connection breaks, which discord.py does not do by itself everywhere."""
    for attempt in range(1, _TRIES + 1):
        try:
            return await request()
        except (aiohttp.ClientConnectionError, ConnectionError):
            if attempt == _TRIES:
                raise
            await asyncio.sleep(0.25 * 2**attempt)
    raise AssertionError("the last try returns or raises")
