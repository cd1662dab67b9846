"""A board: posts one table's card in its channel and edits it when the table changes.

A change only marks the card as out of date; the board then sends what the table is at by that time. It makes one
request after another, spaced, and none when the card would look the same.

What is known of the messages, and what of it is stored, is in `bot.delivery.table_message.message_state`.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

import discord

from bot.delivery.failures import CHANNEL_DELETED, NO_ACCESS, ending_at_once
from bot.delivery.lost_channel import LostChannels
from bot.delivery.ownership_guard import acting_for
from bot.delivery.pacing import PriorityPacer, request_backoff
from bot.delivery.pictures import look_of
from bot.delivery.table_message.message_state import Cards
from bot.delivery.table_message.pending_responses import Clicks
from bot.delivery.table_message.requests import FIRST, NOBODY, THEN, Card, CardMessages
from bot.pictures.renderer import PictureRenderer
from bot.render.messages.lobby import lobby_message
from bot.render.messages.message_for_phase import message_for_phase
from bot.render.phase import Phase
from bot.render.view_model import TableView
from bot.runtime.background import BackgroundTasks
from bot.runtime.network import NETWORK_ERRORS, REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.refusals import NotHeldHere, NotSaved
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

END_LIFE: Final = 3600.0
"""Seconds for which the last card is tried to be posted in a channel that cannot be reached."""
OVERDUE: Final = 0.7
"""Seconds that Discord may take to post a new card, before the old one shows the new state in its place."""


class LiveMessage:
    """Posts and edits the card of one table.

    `cards` is what is known of its messages, `clicks` are those being answered.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        table: Table,
        lost_channels: LostChannels,
        picture_renderer: PictureRenderer | None = None,
    ) -> None:
        self.table = table
        self.clicks = Clicks(self.touch)
        self.task: asyncio.Task[None] | None = None
        self._background = BackgroundTasks()
        self._messages = CardMessages(client, tables, table, picture_renderer)
        self.cards = Cards(tables, table, self._messages)
        self._shell = tables.shell
        self._lost_channels = lost_channels
        self._dirty = False  # the card may be out of date
        self._changed = asyncio.Event()
        self._posting = False  # a new card is on its way
        self._lost = False  # the channel cannot be written to
        self._end_waits = False  # nor could it when the game had ended: its last card is tried again
        self._retries = request_backoff()
        self._context = {"game": table.id, "guild": table.guild_id}
        self._requests: set[asyncio.Task[None]] = set()

    # For the renderer

    async def lose_channel(self, *, deleted: bool) -> None:
        """Closes the table, or pauses its game if the channel still exists; nothing is sent there meanwhile."""
        self._lost = True
        await (self._lost_channels.channel_deleted if deleted else self._lost_channels.channel_unreachable)(
            self.table
        )
        if self.table.state.has_ended and self.table.state.has_own_thread:
            with suppress(*REQUEST_ERRORS, NotSaved, NotHeldHere):
                # One that may not be written in may still be archived by the bot, who started it.
                await self._messages.thread.leave(lobby_message(TableView.of(self.table)))
        self._dirty = self.table.state.status is Status.PLAYING  # it may have been resumed meanwhile

    def touch(self) -> None:
        """Marks the card as out of date, and starts to update it unless that is under way."""
        self._lost = self._lost and self.table.state.status is not Status.PLAYING and not self._end_can_wait()
        if self._lost or self.table.is_released or self.table.state.is_private:
            return
        self._dirty = True
        self._changed.set()
        self._retries.wake()
        if self.table.state.open_question.pending is None:
            self.clicks.answer_held()
        if not self.clicks and (self.task is None or self.task.done()):
            self.task = self._background.run(self._keep_up())

    def carry_on(self, by: int, last: int | None) -> None:
        """Lets the card show what follows its turn, after a click that is being answered, if none need be posted.

        `by` is the member who clicked, and `last` the id of the last message of the channel then, if it is known.
        """
        if last is not None and not self._posting:
            self.cards.carry_on(by, last)

    def repost(self) -> None:
        """Posts the card again, at the bottom of the channel, and deletes the old one."""
        self.cards.wanted = True
        self.touch()

    def check(self) -> None:
        """Edits the card even if it is up to date: this fails if it was deleted, and it is posted again."""
        if self.cards.newest is not None:
            self.cards.newest.look = None
        self.touch()

    def restore(self, pacer: PriorityPacer | None = None) -> None:
        """Updates the card that may be posted, by an earlier process or a lost request, when `pacer` permits."""
        self._messages.restoring = pacer
        self.cards.doubt()
        self.touch()

    @property
    def at_rest(self) -> bool:
        """Whether the board has nothing to do, so that it may be forgotten and made anew from the table's row."""
        working = bool(self.clicks) or bool(self._requests) or (self.task is not None and not self.task.done())
        return not working and (self._lost or (self.cards.settled and not self._dirty))

    @property
    def awaits_members(self) -> bool:
        """Whether members need the live message now: in a lobby, or as they owe an answer."""
        table = self.table
        if self._lost or table.is_released or table.state.is_private:
            return False
        return table.state.status is Status.LOBBY or any(
            not table.state.played_by_ai(seat) for seat in table.state.owing()
        )

    @property
    def seen_at(self) -> float | None:
        """When the live message was last known to be there; None while it need not, or cannot, be checked."""
        newest = self.cards.newest
        return newest.seen_at if newest is not None and self.awaits_members and self.at_rest else None

    async def check_deleted(self) -> None:
        """Posts the live message again if it was deleted."""
        newest = self.cards.newest
        if newest is None:
            return
        newest.seen_at = self._shell.clock.now()  # whatever comes of it, it is not asked for again at once
        try:
            with ending_at_once(), acting_for(self._shell, self.table):
                is_there = await self._messages.exists(newest)
        except (*REQUEST_ERRORS, NotHeldHere) as error:
            log.info("A message was not checked: %s", type(error).__name__, extra=self._context)
            return
        if not is_there and newest is self.cards.newest and self.at_rest:
            log.info("A message was deleted; posting another", extra=self._context)
            self.repost()

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
                with ending_at_once(), acting_for(self._shell, self.table):
                    await self._update()
            except discord.HTTPException as error:
                if error.code in CHANNEL_DELETED | NO_ACCESS:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context)
                    waits = error.code in NO_ACCESS and self._end_can_wait()
                    if not (waits and self._end_waits):
                        await self.lose_channel(deleted=error.code in CHANNEL_DELETED)
                    if waits:
                        self._lost, self._dirty, self._end_waits = False, True, True
                        await self._retries.wait()
                    continue
                log.warning("A card was not updated: %s, %s", error.status, error.code, extra=self._context)
            except (*NETWORK_ERRORS, SaveFailed, NotSaved, NotHeldHere) as error:
                # What is not held may be again, once the database answers. If another has it, this is stopped.
                log.warning("A card was not updated: %s", type(error).__name__, extra=self._context)
            else:
                if not self._dirty:  # else there is more to send, e.g. a card in place of one that is gone
                    self._messages.restoring = None
                self._retries.reset()
                continue
            self._dirty = True
            if (
                self.cards.newest is not None
                and self.cards.newest.stage != Phase.of(self.table.state)
                and not self.clicks
            ):
                await self._stand_in()
            await self._retries.wait()

    def _end_can_wait(self) -> bool:
        """Whether the end of a game, which nobody can make go on, is still to be shown where it was played."""
        ended, now = self.table.state.over_at, self._shell.clock.now()
        return (
            self.table.state.has_ended
            and self.table.state.game is not None
            and ended is not None
            and now < ended + END_LIFE
        )

    async def _update(self) -> None:
        await self.cards.finish()
        stage = Phase.of(self.table.state)
        await self._enter_thread()
        if self.cards.newest is not None and self.table.state.status is Status.SET_ASIDE:
            self.cards.newest.stage = stage  # its story is lost: the card says so instead
        if self.cards.newest is not None and self.cards.newest.stage == stage and not self.cards.wanted:
            # If a state is pending, the message is edited when that is shown.
            if self.table.state.open_question.pending is None:
                await self._edit(self.cards.newest)
        elif stage.kind != "lobby" or self.cards.wanted:
            # A lobby's card is posted by the answer to the command that opened it.
            self._posting = True
            try:
                await self._post(self.cards.following(stage))
            finally:
                self._posting = False

    async def _enter_thread(self) -> None:
        """Moves the game into a thread of its lobby's card, where that is wished for and no turn was shown yet."""
        lobby = self.cards.newest
        if (
            self.table.state.wants_thread
            and lobby is not None
            and lobby.stage.kind == "lobby"
            and not self.cards.unsure
        ):
            await self._messages.wait(FIRST)
            await self._messages.thread.make(lobby.message_id)

    async def _edit(self, card: Card, *, at_once: bool = False) -> None:
        if look_of(self.cards.view()) == card.look:
            return
        await self._messages.wait(THEN, at_once=at_once)
        if not await self._messages.edit(card, self.cards.view()):
            log.info("A card is gone; posting another", extra=self._context)
            self.cards.wanted = self._dirty = True

    async def _stand_in(self) -> None:
        """Shows the new state on the old card, while it is unknown whether the new card is posted."""
        self.cards.standing_in = True
        try:
            if self.cards.newest is not None:
                with ending_at_once(), acting_for(self._shell, self.table):
                    await self._edit(self.cards.newest, at_once=True)
        except (*REQUEST_ERRORS, NotHeldHere) as error:
            log.info("The old card could not stand in: %s", type(error).__name__, extra=self._context)

    async def _post(self, stage: Phase) -> None:
        await self.cards.intend(stage)
        posted_before = self.cards.newest is not None and self.cards.newest.stage == stage
        mentions = NOBODY if posted_before else await self._messages.pinged(stage)
        await self._messages.wait(THEN if self.cards.newest is not None and self.cards.newest.live else FIRST)
        if Phase.of(self.table.state) != stage:
            self._dirty = True
            return
        before, again = self.cards.newest, self.cards.unsure
        self.cards.unsure = True
        request = asyncio.create_task(self._send(stage, mentions, again))
        self._requests.add(request)
        request.add_done_callback(self._answered)
        await asyncio.wait((request,), timeout=OVERDUE)
        while not request.done() and self.cards.newest is before:
            self._changed.clear()
            if not self.clicks:
                await self._stand_in()
            change = asyncio.create_task(self._changed.wait())
            await asyncio.wait((request, change), return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
        if self.cards.newest is before:
            request.result()  # raises the error of a failed request
        self._dirty = self._dirty or again
        if self.clicks:
            return  # the response to one of them may still edit the old message: `finish` puts it away afterwards
        await self.cards.put_away()
        await self.cards.remember()

    def _answered(self, request: asyncio.Task[None]) -> None:
        self._requests.discard(request)
        if not request.cancelled():
            request.exception()  # retrieved here, else asyncio logs an error that nobody waited for

    async def _send(self, stage: Phase, mentions: discord.AllowedMentions, again: bool) -> None:
        view = message_for_phase(TableView.of(self.table), stage)
        try:
            message_id = await self._messages.post(view, stage, mentions)
        except discord.HTTPException as error:
            if error.status < 500 and not again:
                self.cards.unsure = False
            raise
        if mentions is not NOBODY and self.table.state.game is not None:
            self.table.pinged_of = self.table.state.game.question
        if self.cards.newest is None or message_id > self.cards.newest.message_id:
            # Discord may return what an earlier try posted, which looks as the table did then.
            self.cards.stands(message_id, stage, None if again else view)
