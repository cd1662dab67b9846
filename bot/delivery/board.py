"""A board: one table's card in its channel, where it is and what it looks like now.

The newest state wins: a change only marks the board, at most one request is under way, requests are spaced, and
nothing is sent when the card would look the same.

A new card takes an old one's place in an order that is safe at every point: the intent is stored, the new card
posted, the old one frozen or deleted, and only then is the new one's id stored, which ends the intent. Whatever is
left of this when the process is killed, the next one finds by searching the channel (`bot.delivery.recovery`).
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import aiohttp
import discord
from discord import ui

from bot.delivery.failures import CHANNEL_DELETED, NO_ACCESS, ending_at_once
from bot.delivery.messages import FIRST, NOBODY, THEN, Card, CardMessages
from bot.delivery.notices import Notices
from bot.delivery.pacing import PriorityPacer
from bot.delivery.recovery import Intent
from bot.render.cards.stage import stage_card
from bot.render.scene import Scene
from bot.render.stage import Stage
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

OVERDUE: Final = 0.7
"""Seconds without an answer to a new card's request, after which the old card goes on in its place."""
NONCES_KEPT: Final = 60.0
"""Seconds for which Discord surely remembers a nonce; it remembers them for minutes."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
"""Seconds before a failed request is made again, growing by a third each time; a change of the table ends it."""


class Board:
    """Keeps the card of one table.

    `card` is the newest card known to stand. `holds` stand for the clicks being answered; meanwhile the board
    sends nothing. `finished` is called once nothing more will happen to the card.
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
        self.card: Card | None = None
        if table.message_id is not None and table.card is not None:
            self.card = Card(table.message_id, Stage.parse(table.card))
        self.holds: set[object] = set()
        self.task: asyncio.Task[None] | None = None
        self._background = BackgroundTasks()
        self._messages = CardMessages(client, tables, table)
        self._tables = tables
        self._finished = finished
        self._notices = notices
        self._dirty = False  # the card may be out of date
        self._wanted = False  # the card is to be posted anew, whichever stands
        self._changed = asyncio.Event()
        self._shown: set[asyncio.Future[None]] = set()
        self._intent = None if table.intent is None else Intent.parse(table.intent)
        self._unsure = self._to_search = self._intent is not None  # a card may stand that is not known
        self._standing_in = False  # the old card shows what the new one will, which is late
        self._old: list[Card] = []  # what is to be put away
        self._unsaved = False  # the card's id is not stored yet
        self._lost = False  # the channel cannot be written to
        self._sleep: asyncio.Task[None] | None = None
        self._requests: set[asyncio.Task[None]] = set()

    # What clicks ask and say

    def is_card(self, message_id: int) -> bool:
        """Whether a message is the live card, or must be, since the card just posted is not known yet."""
        if self.card is None or message_id == self.card.message_id:
            return True
        return self._unsure and message_id > self.card.message_id

    def view(self, message_id: int | None = None) -> ui.LayoutView:
        """What the card, or a message that `is_card`, should show now.

        That is what the table is at; or on an old card, unless it stands in for the new one, its frozen story.
        """
        card = self.card
        if card is None or message_id not in (None, card.message_id) or self._standing_in:
            return stage_card(Scene.of(self.table), self._with_untold(Stage.of(self.table)))
        return stage_card(Scene.of(self.table), card.stage)

    async def shows(self, message_id: int, view: ui.LayoutView) -> None:
        """A message shows this now: the card was edited or posted by the answer to an interaction."""
        if self.card is None or message_id != self.card.message_id:
            stage = Stage.of(self.table) if self._intent is None else self._intent.stage
            self._stands(message_id, self._with_untold(stage), view)
            if not self._old:
                await self._remember()
        elif message_id == self.card.message_id:
            self.card.look = view.to_components()

    async def held_window_shown(self, longest: float) -> None:
        """Returns when the table shows the closed window that it holds back, or after so many seconds."""
        if self.table.held is not None and not self._tables.registry.closing:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._shown.add(future)
            await asyncio.wait((future,), timeout=longest)
            self._shown.discard(future)

    def answer_held_clicks(self) -> None:
        """Lets every click go that waits for a window to be shown."""
        for future in self._shown:
            if not future.done():
                future.set_result(None)

    # What the renderer says

    async def lose_channel(self, *, deleted: bool) -> None:
        """Closes the table, or pauses its game where the channel still exists; nothing is sent meanwhile."""
        self._lost = True
        await (self._notices.channel_deleted if deleted else self._notices.channel_unreachable)(self.table)
        self._dirty = self.table.status is Status.PLAYING  # it was resumed while the host was being told

    def touch(self) -> None:
        """Marks the card as out of date, and starts looking after it unless that is under way."""
        self._lost = self._lost and self.table.status is not Status.PLAYING
        if self._lost:
            return
        self._dirty = True
        self._changed.set()
        if self._sleep is not None:
            self._sleep.cancel()
        if self.table.held is None:
            self.answer_held_clicks()
        if not self.holds and (self.task is None or self.task.done()):
            self.task = self._background.run(self._look_after())

    def release(self, hold: object) -> None:
        """A click has been answered, or Discord takes no answer to it any more."""
        self.holds.discard(hold)
        self.touch()

    def repost(self) -> None:
        """The card shall be posted anew, at the bottom."""
        self._wanted = True
        self.touch()

    def check(self) -> None:
        """Edits the card even where it looks right: should somebody have deleted it, it is posted anew."""
        if self.card is not None:
            self.card.look = None
        self.touch()

    def restore(self, pacer: PriorityPacer) -> None:
        """Looks after a card that an earlier process left behind, when `pacer` lets it."""
        self._messages.restoring = pacer
        if self.card is None and self._intent is None:  # a lobby that was opened, and perhaps never shown
            self._intent = Intent(Stage.of(self.table), self.table.opened_at)
            self._unsure = self._to_search = True
        self.touch()

    # Looking after the card

    async def _look_after(self) -> None:
        pause = FIRST_PAUSE
        while self._dirty and not self.holds:
            self._dirty = False
            self._changed.clear()
            try:
                with ending_at_once():
                    await self._update()
            except discord.HTTPException as error:
                if error.code in CHANNEL_DELETED | NO_ACCESS:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context())
                    await self.lose_channel(deleted=error.code in CHANNEL_DELETED)
                    continue
                log.warning("A card was not updated: %s, %s", error.status, error.code, extra=self._context())
            except (OSError, aiohttp.ClientError, SaveFailed) as error:
                log.warning("A card was not updated: %s", type(error).__name__, extra=self._context())
            else:
                pause, self._messages.restoring = FIRST_PAUSE, None
                continue
            self._dirty = True
            if self.card is not None and self.card.stage != Stage.of(self.table) and not self.holds:
                await self._stand_in()
            await self._pause(pause)
            pause = min(1.3 * pause, LONGEST_PAUSE)
        if self.table.ended and not self._dirty and not self.holds:
            self._finished(self.table)

    async def _pause(self, seconds: float) -> None:
        """Waits before a request is made again; `touch` ends that."""
        self._sleep = asyncio.create_task(asyncio.sleep(seconds))
        await asyncio.gather(self._sleep, return_exceptions=True)

    async def _update(self) -> None:
        if self._to_search or (self._unsure and not self._nonce_holds()):
            await self._recover()
        if self._unsaved:
            await self._put_away()
            await self._remember()
        stage = Stage.of(self.table)
        if self.card is not None and self.table.status is Status.SET_ASIDE:
            self.card.stage = stage  # its story is lost: the card cannot be frozen to it
        if self.card is not None and self.card.stage == stage and not self._wanted:
            if self.table.held is None:  # else the card is edited when the window is shown to be closed
                await self._edit(self.card)
        elif stage.kind != "lobby" or self._wanted:
            # A lobby is posted by the answer to the command that opened it.
            await self._post(self._with_untold(stage))

    async def _recover(self) -> None:
        """Searches the channel for a card whose id was never stored: it becomes the card."""
        if self._intent is not None:
            known = None if self.card is None else self.card.message_id
            found = await self._messages.find(self._intent, known)
            if self.card is not None and known in found.ours:
                self.card.live = known in found.live
            unknown = [message_id for message_id in found.live if message_id != known]
            self._old += [Card(message_id, self._intent.stage) for message_id in unknown[:-1]]
            for message_id in unknown[-1:]:
                self._stands(message_id, self._intent.stage)
            self._wanted = self._wanted or (self.card is None and self.table.status is Status.LOBBY)
            # An intent that came to nothing ends too, unless it is taken up again.
            self._unsaved = self._unsaved or (self.card is not None and self.card.stage == Stage.of(self.table))
        self._unsure = self._to_search = False

    async def _edit(self, card: Card, *, at_once: bool = False) -> None:
        if self.view().to_components() == card.look:
            return
        await self._messages.wait(THEN, at_once=at_once)
        if not await self._messages.edit(card, self.view()):
            log.info("A card is gone; posting another", extra=self._context())
            self._wanted = self._dirty = True

    async def _stand_in(self) -> None:
        """Shows on the card that stands what the new one shall show, as long as that is not known to stand."""
        self._standing_in = True
        try:
            if self.card is not None:
                with ending_at_once():
                    await self._edit(self.card, at_once=True)
        except (discord.HTTPException, OSError, aiohttp.ClientError) as error:
            log.info("The old card could not stand in: %s", type(error).__name__, extra=self._context())

    async def _post(self, stage: Stage) -> None:
        if self._intent is None or self._intent.stage != stage:
            intent = Intent(stage, self._tables.clock.now())
            await self._tables.store.games.intend_card(self.table.id, str(intent))
            self._intent, self.table.intent = intent, str(intent)
        posted_before = self.card is not None and self.card.stage == stage
        mentions = NOBODY if posted_before else await self._messages.pinged(stage)
        await self._messages.wait(THEN if self.card is not None and self.card.live else FIRST)
        if Stage.of(self.table) != stage:
            self._dirty = True
            return
        before, again = self.card, self._unsure
        self._unsure = True
        request = asyncio.create_task(self._send(stage, mentions, again))
        self._requests.add(request)
        request.add_done_callback(self._answered)
        await asyncio.wait((request,), timeout=OVERDUE)
        while not request.done() and self.card is before:
            self._changed.clear()
            if not self.holds:
                await self._stand_in()
            change = asyncio.create_task(self._changed.wait())
            await asyncio.wait((request, change), return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
        if self.card is before:
            request.result()  # raises what went wrong
        self._dirty = self._dirty or again
        await self._put_away()
        await self._remember()

    def _answered(self, request: asyncio.Task[None]) -> None:
        self._requests.discard(request)
        if not request.cancelled():
            request.exception()  # of a request that nobody waited for any more, it does not matter

    async def _send(self, stage: Stage, mentions: discord.AllowedMentions, again: bool) -> None:
        view = stage_card(Scene.of(self.table), stage)
        try:
            message_id = await self._messages.post(view, stage, mentions)
        except discord.HTTPException as error:
            if error.status < 500 and not again:
                self._unsure = False
            raise
        if self.card is None or message_id > self.card.message_id:
            # What was sent before may have been posted then, looking as the table did.
            self._stands(message_id, stage, None if again else view)

    def _stands(self, message_id: int, stage: Stage, view: ui.LayoutView | None = None) -> None:
        if self.card is not None:
            self._old.append(self.card)
        self.card = Card(message_id, stage, None if view is None else view.to_components())
        self._unsure = self._wanted = self._standing_in = False
        self._unsaved = True

    async def _put_away(self) -> None:
        """Freezes an old card to its story, or deletes it where there is none or the same was posted anew."""
        while self._old:
            old = self._old[0]
            if not old.live:
                pass
            elif self.table.game is None or (self.card is not None and old.stage == self.card.stage):
                await self._messages.wait(FIRST)
                await self._messages.delete(old)
            elif (frozen := stage_card(Scene.of(self.table), old.stage)).to_components() != old.look:
                await self._messages.wait(FIRST)
                await self._messages.edit(old, frozen)
            self._old.pop(0)

    async def _remember(self) -> None:
        if self.card is not None:
            self._intent, self.table.intent, self._unsaved = None, None, False
            await self._tables.remember_card(self.table, self.card.message_id, str(self.card.stage))

    # Particulars

    def _nonce_holds(self) -> bool:
        """Whether to send the same again would show, by its nonce, what became of the first time."""
        intent = self._intent
        now = self._tables.clock.now()
        return intent is not None and intent.stage == Stage.of(self.table) and now - intent.at < NONCES_KEPT

    def _with_untold(self, stage: Stage) -> Stage:
        """A stage whose card also tells of the turns that passed without one of their own."""
        if stage.kind != "turn" or self.card is None:
            return stage
        shown = self.card.stage
        if shown == stage:
            return shown
        first = shown.turn + 1 if shown.kind == "turn" else 0
        return replace(stage, since=first if first < stage.turn else None)

    def _context(self) -> dict[str, int]:
        return {"game": self.table.id, "guild": self.table.guild_id}
