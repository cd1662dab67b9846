"""A board: one table's card in its channel, where it is and what it looks like now.

The newest state wins: a change only marks the board, at most one request is under way, requests are spaced, and
nothing is sent when the card would look the same.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.delivery.notices import Notices
from bot.delivery.pacing import Pacer
from bot.render.cards.stage import Stage, stage_card
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

T = TypeVar("T")

GONE: Final = frozenset((10008, 30046))
"""The message was deleted, or may not be edited any more: another is posted."""
UNREACHABLE: Final = frozenset((10003, 50001, 50013))
"""The channel is gone, or the bot may not read or write in it: the game waits."""

_TRIES: Final = 4
_LONGEST_PAUSE: Final = 60.0


class Board:
    """`stage` is the moment the card shows (None: none is posted, or another shall be), `shown` how it looks.

    `holds` stand for the clicks being answered; meanwhile the board sends nothing. `finished` is called once
    nothing more will happen to the card.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        table: TableSession,
        notices: Notices,
        finished: Callable[[TableSession], None],
    ) -> None:
        self.table = table
        self.stage = None if table.card is None else Stage.parse(table.card)
        self.shown: list[dict[str, Any]] | None = None
        self.holds: set[object] = set()
        self.task: asyncio.Task[None] | None = None
        self._background = BackgroundTasks()
        self._client = client
        self._tables = tables
        self._finished = finished
        self._dirty = False
        self._wanted = False
        self._pacer = Pacer(tables.clock)
        self._notices = notices
        # The process before this one may have posted the next card, and ended before it could write that down.
        self._tried = self._nonce(Stage.of(table))

    def release(self, hold: object) -> None:
        """A click has been answered, or Discord takes no answer to it any more."""
        self.holds.discard(hold)
        self.touch()

    def touch(self) -> None:
        """Marks the card as out of date, and starts looking after it unless that is under way."""
        self._dirty = True
        if not self.holds and (self.task is None or self.task.done()):
            self.task = self._background.run(self._look_after())

    def card(self) -> ui.LayoutView:
        """What the message of this board should show now: the live card, or its frozen story."""
        return stage_card(self.table, self.stage or Stage.of(self.table))

    def showing(self, view: ui.LayoutView) -> None:
        """The message shows this now: a click has been answered by editing it."""
        self.shown = view.to_components()

    async def posted(self, view: ui.LayoutView, message_id: int) -> None:
        """The card was posted by an interaction's answer."""
        self.showing(view)
        await self._stands(Stage.of(self.table), message_id)

    def repost(self) -> None:
        """The card shall be posted anew, at the bottom."""
        self._wanted = True
        self.touch()

    async def _stands(self, stage: Stage, message_id: int) -> None:
        self.stage, self._wanted = stage, False
        await self._tables.remember_card(self.table, message_id, str(stage))

    async def _look_after(self) -> None:
        pause = 1.0
        while self._dirty and not self.holds:
            self._dirty = False
            try:
                await self._update()
                pause = 1.0
            except discord.HTTPException as error:
                if error.code in UNREACHABLE:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context())
                    await self._notices.channel_unreachable(self.table)
                    if self.table.status is Status.PLAYING:
                        continue  # it was resumed while the host was being told
                    return
                log.warning("A card was not updated: %s, %s", error.status, error.code, extra=self._context())
            except (OSError, aiohttp.ClientError, SaveFailed) as error:
                log.warning("A card was not updated: %s", type(error).__name__, extra=self._context())
            else:
                continue
            self._dirty = True
            await asyncio.sleep(pause)  # what refused it now may take it later, and nothing tells when
            pause = min(2 * pause, _LONGEST_PAUSE)
        if self.table.ended and not self._dirty and not self.holds:
            self._finished(self.table)

    async def _update(self) -> None:
        stage = Stage.of(self.table)
        if self.table.status is Status.SET_ASIDE:
            self.stage = stage  # its story is lost: the card cannot be frozen to it
        if stage == self.stage and self.table.message_id is not None and not self._wanted:
            await self._edit()
        elif stage.kind != "lobby" or self._wanted:
            # A lobby is posted by the answer to the command that opened it.
            await self._put_away(stage)
            await self._post(stage)

    async def _edit(self) -> None:
        message = self._message(self.table.message_id)
        if message is None or self.card().to_components() == self.shown:
            return
        await self._pacer.wait()
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

    async def _put_away(self, stage: Stage) -> None:
        """Freezes the card that stands, or deletes it where the same one is to be posted anew.

        This comes before the posting: should the process end in between, no old card keeps its controls.
        """
        old = self._message(self.table.message_id)
        if old is None:
            return
        try:
            if self.stage == stage:
                await old.delete()
            elif (frozen := self.card()).to_components() != self.shown:
                await self._pacer.wait()
                await _patiently(lambda: old.edit(view=frozen))
                self.showing(frozen)
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise

    async def _post(self, stage: Stage) -> None:
        stage = replace(stage, since=self._untold(stage))
        mentions = discord.AllowedMentions(users=await self._pinged(stage))
        await self._pacer.wait()
        view = stage_card(self.table, stage)
        nonce = self._nonce(stage)
        channel = self._client.get_partial_messageable(self.table.channel_id, guild_id=self.table.guild_id)
        again, self._tried = nonce == self._tried, nonce
        message = await _patiently(lambda: channel.send(view=view, nonce=nonce, allowed_mentions=mentions))
        self.showing(view)
        if again:
            # It may have been posted the first time, looking as the table did then.
            self.shown, self._dirty = None, True
        await self._stands(stage, message.id)

    def _nonce(self, stage: Stage) -> int:
        """What makes Discord post a card, after the one that stands, only once however often it is sent."""
        text = f"{self.table.commitment}:{self.table.message_id}:{stage.kind}:{stage.turn}"
        return int.from_bytes(sha256(text.encode()).digest()[:7], "big")

    def _untold(self, stage: Stage) -> int | None:
        """The first turn that passed without a card of its own; the next card tells of it."""
        if stage.kind != "turn" or self.stage is None:
            return None
        if self.stage == stage:
            return self.stage.since
        first = self.stage.turn + 1 if self.stage.kind == "turn" else 0
        return first if first < stage.turn else None

    async def _pinged(self, stage: Stage) -> list[discord.Object]:
        """Whom the new card of a turn may ping: the player whose turn it is, unless opted out."""
        if stage.kind != "turn" or stage == self.stage or stage != Stage.of(self.table) or self.table.game is None:
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
            await asyncio.sleep(0.25 * 2**attempt)  # a connection that broke may break again at once
    raise AssertionError("the last try returns or raises")
