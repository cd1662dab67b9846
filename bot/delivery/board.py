"""A board: posts one table's card in its channel and edits it when the table changes.

A change only marks the card as out of date; the board then sends what the table is at by that time. It makes one
request after another, spaced, and none when the card would look the same.

A new card replaces an old one in steps, each of which may be the last before a kill: the intent is stored, the new
card posted, the old one frozen or deleted, and only then is the new one's id stored, which ends the intent. The
next process finishes the steps that are missing, after a search of the channel (`bot.delivery.recovery`).
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final

import aiohttp
import discord
from discord import ui

from bot.delivery.acting import acting_for
from bot.delivery.clicks import Clicks
from bot.delivery.failures import CHANNEL_DELETED, NO_ACCESS, ending_at_once
from bot.delivery.messages import FIRST, NOBODY, THEN, Card, CardMessages
from bot.delivery.notices import Notices
from bot.delivery.pacing import PriorityPacer, Retries
from bot.delivery.recovery import NONCES_KEPT, Intent
from bot.render.cards.stage import stage_card
from bot.render.scene import Scene
from bot.render.stage import Stage
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.refusals import NotHeldHere, NotSaved
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

OVERDUE: Final = 0.7
"""Seconds that Discord may take to post a new card, before the old one shows the new state in its place."""


class Board:
    """Posts and edits the card of one table.

    `card` is the newest card that is known to be posted, `clicks` are those being answered.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        table: TableSession,
        notices: Notices,
    ) -> None:
        self.table = table
        self.card = Card.stored(table)
        self.clicks = Clicks(self.touch)
        self.task: asyncio.Task[None] | None = None
        self._background = BackgroundTasks()
        self._messages = CardMessages(client, tables, table)
        self._tables = tables
        self._notices = notices
        self._dirty = False  # the card may be out of date
        self._wanted = False  # a new card is to be posted, even for the same stage
        self._changed = asyncio.Event()
        self._intent = None if table.intent is None else Intent.parse(table.intent)
        self._unsure = self._to_search = self._intent is not None  # a card may be posted whose id is unknown
        self._standing_in = False  # the old card shows the new state, as the new card is late
        self._old: list[Card] = []  # cards to be frozen or deleted
        self._previous: Card | None = None  # the card before this one
        self._unsaved = False  # the card's id is not stored yet
        self._lost = False  # the channel cannot be written to
        self._retries = Retries()
        self._context = {"game": table.id, "guild": table.guild_id}
        self._requests: set[asyncio.Task[None]] = set()

    # For the answers to clicks

    def is_card(self, message_id: int) -> bool:
        """Whether a message is the live card, or must be, as it is newer and the newest card's id unknown."""
        if self.card is None or message_id == self.card.message_id:
            return True
        return self._unsure and message_id > self.card.message_id

    def view(self, message_id: int | None = None) -> ui.LayoutView:
        """What the card, or a message that `is_card`, is to show now.

        While a new card is being posted, the old one shows its own stage, frozen, unless it stands in for the new.
        """
        card = self.card
        if card is None or message_id not in (None, card.message_id) or self._standing_in:
            return stage_card(Scene.of(self.table), self._after_card(Stage.of(self.table)))
        return stage_card(Scene.of(self.table), card.stage)

    async def shows(self, message_id: int, view: ui.LayoutView) -> None:
        """Notes that the answer to an interaction has posted the card, or edited it to look like `view`."""
        if self.card is None or message_id > self.card.message_id:
            stage = Stage.of(self.table) if self._intent is None else self._intent.stage
            self._stands(message_id, self._after_card(stage), view)
            if not self._old:
                await self._remember()
        elif message_id == self.card.message_id:
            self.card.look = view.to_components()
        elif self._previous is not None and message_id == self._previous.message_id:
            # The new card was posted while a click on this one was being answered: it is put away once more.
            self._old.append(replace(self._previous, look=None))
            self._unsaved = True

    # For the renderer

    async def lose_channel(self, *, deleted: bool) -> None:
        """Closes the table, or pauses its game if the channel still exists; nothing is sent there meanwhile."""
        self._lost = True
        await (self._notices.channel_deleted if deleted else self._notices.channel_unreachable)(self.table)
        self._dirty = self.table.status is Status.PLAYING  # it may have been resumed meanwhile

    def touch(self) -> None:
        """Marks the card as out of date, and starts to update it unless that is under way."""
        self._lost = self._lost and self.table.status is not Status.PLAYING
        if self._lost or self.table.released:
            return
        self._dirty = True
        self._changed.set()
        self._retries.wake()
        if self.table.held is None:
            self.clicks.answer_held()
        if not self.clicks and (self.task is None or self.task.done()):
            self.task = self._background.run(self._keep_up())

    def repost(self) -> None:
        """Posts the card again, at the bottom of the channel, and deletes the old one."""
        self._wanted = True
        self.touch()

    def check(self) -> None:
        """Edits the card even if it is up to date: this fails if it was deleted, and it is posted again."""
        if self.card is not None:
            self.card.look = None
        self.touch()

    def restore(self, pacer: PriorityPacer) -> None:
        """Updates the card that an earlier process posted, when `pacer` permits."""
        self._messages.restoring = pacer
        if self.card is None and self._intent is None:  # a lobby whose card may not be posted yet
            self._intent = Intent(Stage.of(self.table), self.table.opened_at)
            self._unsure = self._to_search = True
        self.touch()

    @property
    def at_rest(self) -> bool:
        """Whether the board has nothing to do, so that it may be forgotten and made anew from the table's row."""
        working = bool(self.clicks) or bool(self._requests) or (self.task is not None and not self.task.done())
        behind = self._dirty or self._unsure or self._unsaved or bool(self._old)
        return not working and (self._lost or not behind)

    def stop(self) -> None:
        """Does nothing more."""
        for task in (self.task, *self._requests):
            if task is not None:
                task.cancel()

    # Updating the card

    async def _keep_up(self) -> None:
        while self._dirty and not self.clicks:
            self._dirty = False
            self._changed.clear()
            try:
                with ending_at_once(), acting_for(self._tables.registry, self.table):
                    await self._update()
            except discord.HTTPException as error:
                if error.code in CHANNEL_DELETED | NO_ACCESS:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context)
                    await self.lose_channel(deleted=error.code in CHANNEL_DELETED)
                    continue
                log.warning("A card was not updated: %s, %s", error.status, error.code, extra=self._context)
            except (OSError, aiohttp.ClientError, SaveFailed, NotSaved, NotHeldHere) as error:
                # What is not held may be again, once the database answers. If another has it, this is stopped.
                log.warning("A card was not updated: %s", type(error).__name__, extra=self._context)
            else:
                self._messages.restoring = None
                self._retries.reset()
                continue
            self._dirty = True
            if self.card is not None and self.card.stage != Stage.of(self.table) and not self.clicks:
                await self._stand_in()
            await self._retries.wait()

    async def _update(self) -> None:
        if self._to_search or (self._unsure and not self._nonce_holds()):
            await self._recover()
        if self._unsaved:
            await self._put_away()
            await self._remember()
        stage = Stage.of(self.table)
        if self.card is not None and self.table.status is Status.SET_ASIDE:
            self.card.stage = stage  # its story is lost: the card says so instead
        if self.card is not None and self.card.stage == stage and not self._wanted:
            if self.table.held is None:  # else it is edited when the window is shown as closed
                await self._edit(self.card)
        elif stage.kind != "lobby" or self._wanted:
            # A lobby's card is posted by the answer to the command that opened it.
            await self._post(self._after_card(stage))

    async def _recover(self) -> None:
        """Searches the channel for cards whose ids were never stored; the newest becomes the card."""
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
            # An intent that led to no card ends too, unless the same card is to be posted now.
            self._unsaved = self._unsaved or (self.card is not None and self.card.stage == Stage.of(self.table))
        self._unsure = self._to_search = False

    async def _edit(self, card: Card, *, at_once: bool = False) -> None:
        if self.view().to_components() == card.look:
            return
        await self._messages.wait(THEN, at_once=at_once)
        if not await self._messages.edit(card, self.view()):
            log.info("A card is gone; posting another", extra=self._context)
            self._wanted = self._dirty = True

    async def _stand_in(self) -> None:
        """Shows the new state on the old card, while it is unknown whether the new card is posted."""
        self._standing_in = True
        try:
            if self.card is not None:
                with ending_at_once(), acting_for(self._tables.registry, self.table):
                    await self._edit(self.card, at_once=True)
        except (discord.HTTPException, OSError, aiohttp.ClientError, NotHeldHere) as error:
            log.info("The old card could not stand in: %s", type(error).__name__, extra=self._context)

    async def _post(self, stage: Stage) -> None:
        if self._intent is None or self._intent.stage != stage:
            intent = Intent(stage, self._tables.clock.now())
            await self._tables.intend_card(self.table, str(intent))
            self._intent = intent
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
            if not self.clicks:
                await self._stand_in()
            change = asyncio.create_task(self._changed.wait())
            await asyncio.wait((request, change), return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
        if self.card is before:
            request.result()  # raises the error of a failed request
        self._dirty = self._dirty or again
        await self._put_away()
        await self._remember()

    def _answered(self, request: asyncio.Task[None]) -> None:
        self._requests.discard(request)
        if not request.cancelled():
            request.exception()  # retrieved here, else asyncio logs an error that nobody waited for

    async def _send(self, stage: Stage, mentions: discord.AllowedMentions, again: bool) -> None:
        view = stage_card(Scene.of(self.table), stage)
        try:
            message_id = await self._messages.post(view, stage, mentions)
        except discord.HTTPException as error:
            if error.status < 500 and not again:
                self._unsure = False
            raise
        if self.card is None or message_id > self.card.message_id:
            # Discord may return what an earlier try posted, which looks as the table did then.
            self._stands(message_id, stage, None if again else view)

    def _stands(self, message_id: int, stage: Stage, view: ui.LayoutView | None = None) -> None:
        if self.card is not None:
            self._old.append(self.card)
            self._previous = self.card
        self.card = Card(message_id, stage, None if view is None else view.to_components())
        self._unsure = self._wanted = self._standing_in = False
        self._unsaved = True

    async def _put_away(self) -> None:
        """Freezes the old cards; deletes those of a lobby, and those whose stage was posted again."""
        while self._old:
            old = self._old[0]
            again = self.card is not None and old.stage == self.card.stage
            frozen = None if again or self.table.game is None else stage_card(Scene.of(self.table), old.stage)
            await self._messages.put_away(old, frozen)
            self._old.pop(0)

    async def _remember(self) -> None:
        if self.card is not None:
            self._intent, self.table.intent, self._unsaved = None, None, False
            await self._tables.remember_card(self.table, self.card.message_id, str(self.card.stage))

    def _nonce_holds(self) -> bool:
        """Whether posting the same card again would return the message of the first try, if there is one."""
        intent, now = self._intent, self._tables.clock.now()
        return intent is not None and intent.stage == Stage.of(self.table) and now - intent.at < NONCES_KEPT

    def _after_card(self, stage: Stage) -> Stage:
        return stage if self.card is None else stage.after(self.card.stage)
