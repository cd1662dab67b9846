"""The live message of one table: carries out the requests of its state machine, and tells it the outcomes.

Requests are sent one after another, at the rate that Discord grants, and none begins while a click is being
answered. What must be shown is handed in whenever the table changes; several changes at once lead to one request.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

import discord
from discord import ui

from bot.delivery.error_codes import CHANNEL_DELETED, NO_ACCESS
from bot.delivery.lost_channel import LostChannels
from bot.delivery.ownership_guard import while_owned
from bot.delivery.pictures import look_of
from bot.delivery.request_rate import PriorityRateLimiter, request_backoff
from bot.delivery.retries import without_retries
from bot.delivery.table_message import events
from bot.delivery.table_message import next_request as requested
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.pending_responses import PendingResponses
from bot.delivery.table_message.requests import NOBODY, MessageRequests
from bot.delivery.table_message.states import IN_FLIGHT, Intent, Known, Message, State
from bot.delivery.table_message.thread import TableThread
from bot.delivery.table_message.transitions import after, searched
from bot.pictures.renderer import PictureRenderer
from bot.runtime.background import BackgroundTasks
from bot.runtime.network_errors import NETWORK_ERRORS, REQUEST_ERRORS
from bot.store import SaveFailed
from bot.tables.refusals import NotOwnedHere, NotSaved
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

OVERDUE_SECONDS: Final = 0.7
"""Seconds that Discord may take to post a message before the current one shows the new state in its place."""


class LiveMessage:
    """The message that shows a table in its channel.

    `display` is what must be shown; `responses` are the clicks being answered. The table is never asked: it is
    used to store which messages are posted. `refresh` makes the dispatcher call `show`.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        table: Table,
        display: Display,
        refresh: Callable[[Table], None],
        lost_channels: LostChannels,
        picture_renderer: PictureRenderer | None = None,
    ) -> None:
        self.table = table
        self.display = display
        self.responses = PendingResponses(self._wake)
        self.task: asyncio.Task[None] | None = None
        self._known = Known.of_row(table.posted.message_id, table.posted.card, table.posted.intent)
        if table.is_released or display.is_private:
            self._apply(events.Released())
        self._tables = tables
        self._refresh = refresh
        self._clock = tables.clock
        self._requests = MessageRequests(client, tables.clock, table.id, table.guild_id, picture_renderer)
        self._thread = TableThread(client, tables, table)
        self._lost_channels = lost_channels
        self._background = BackgroundTasks()
        self._changed = asyncio.Event()  # `display` has changed while a post was under way
        self._retries = request_backoff()
        self._posts: set[asyncio.Task[None]] = set()  # requests under way
        self._post: asyncio.Task[None] | None = None  # the last of them
        self._clicked_at: dict[int, float] = {}  # when members last answered by a click, by their ids
        self._seen_at = -inf
        self._is_end_told = False  # that the game has ended where its channel is out of reach
        self._context = {"game": table.id, "guild": table.guild_id}

    # What the dispatcher and clicks say

    def show(self, display: Display) -> None:
        """Starts to show the state of the table."""
        self.display = display
        if display.is_playing or self._end_may_wait(display):
            self._apply(events.ChannelRegained())
        self._wake()

    def repost(self) -> None:
        """Starts to post the message again, at the bottom of the channel, and to delete the old one."""
        self._apply(events.Reposted())
        self._wake()

    def check(self) -> None:
        """Starts to edit the message even if it is up to date: if it was deleted, it is posted again."""
        self._apply(events.Doubted())
        self._wake()

    def search(self) -> None:
        """Starts to search for a message that may have been posted though none is known; without one, posts it."""
        self._apply(events.MayBePosted(Intent(self.display.target.phase, self.display.opened_at)))
        self._wake()

    def restore(self, display: Display, pacer: PriorityRateLimiter) -> None:
        """Starts to show a table that another process may have shown before; `pacer` spaces the requests."""
        self._requests.restoring = pacer
        self.show(display)
        self.search()

    def stop(self) -> None:
        """Ends all requests, as another process owns the table or this one forgets it."""
        self._apply(events.Released())
        for task in (self.task, *self._posts):
            if task is not None:
                task.cancel()

    async def lose_channel(self, *, deleted: bool) -> None:
        """Closes the table, or pauses its game if the channel still exists; nothing is sent there meanwhile."""
        self._apply(events.ChannelLost())
        await self._tell_lost(deleted=deleted)
        if not self.display.is_playing:  # otherwise it was resumed meanwhile
            self._apply(events.ChannelLost())

    # Responses to clicks

    def is_live(self, message_id: int) -> bool:
        """Returns whether a message is the live one, or must be: it is newer, and the newest is not known."""
        return self._known.is_live(message_id)

    def view(self, message_id: int | None = None) -> ui.LayoutView:
        """Returns what a message that `is_live` must show now; None: the current one."""
        phase = requested.phase_shown(self._known, self.display.target, message_id)
        return self.display.renderings.view(phase)

    def expect_response(self, message_id: int) -> None:
        """Notes that a response may edit a message: its look is unknown until `note_response`."""
        self._apply(events.EditSent(message_id))

    async def note_response(self, message_id: int, view: ui.LayoutView) -> None:
        """Notes that a response has posted the message, or edited it to look like `view`."""
        current, look = self._known.current, look_of(view)
        if current is not None and message_id == current.message_id:
            self._apply(events.Edited(message_id, look))
        elif current is None or message_id > current.message_id:
            phase = self.display.target.phase if self._known.intent is None else self._known.intent.phase
            phase = phase if current is None else phase.after(current.phase)
            self._apply(events.Posted(message_id, phase, look))
            if not self._known.old and self._known.current is not None:
                with suppress(NotOwnedHere):  # the process that has just taken the table over searches for it
                    await self._save(self._known.current)
        self._seen_at = self._clock.now()

    def reuse(self, by: int, last_message_id: int | None) -> None:
        """Lets the message show what follows its turn, after a member's click, if a new one would tell no more.

        `last_message_id` is that of the last message of the channel at the click, None if it is unknown.
        """
        if last_message_id is None:
            return
        now = self._clock.now()
        self._clicked_at[by] = now
        phase = requested.reusable_phase(self._known, self.display.target, last_message_id)
        seconds_ago = now - self._clicked_at.get(self.display.turn_user or 0, -inf)
        if phase is not None and self.display.reaches_without_ping(by, seconds_ago):
            self._apply(events.Reused(phase))
            self.table.unpinged_of = self.display.question

    # Deletion checks

    @property
    def message_id(self) -> int | None:
        """The id of the current message, None if there is none."""
        return None if self._known.current is None else self._known.current.message_id

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is to be done, so that it may be forgotten and made again from the table's row."""
        is_working = bool(self.responses or self._posts) or (self.task is not None and not self.task.done())
        is_idle = self._known.state in (State.LOST, State.STOPPED) or requested.is_settled(self._known)
        return is_idle and not is_working

    @property
    def awaits_members(self) -> bool:
        """Whether members need the message now: in a lobby, or because they owe an answer."""
        is_reachable = self._known.state not in (State.LOST, State.STOPPED)
        return is_reachable and self.display.awaits_members

    @property
    def seen_at(self) -> float | None:
        """When the message was last known to be there; None while it need not, or cannot, be checked."""
        return self._seen_at if self._known.current and self.awaits_members and self.is_at_rest else None

    def note_seen(self) -> None:
        """Notes that the message is there."""
        self._seen_at = self._clock.now()

    async def check_deleted(self) -> None:
        """Posts the message again if it was deleted."""
        current, display = self._known.current, self.display
        if current is None:
            return
        self.note_seen()  # whatever comes of it, it is not asked for again at once
        try:
            with without_retries(), while_owned(self._tables.shell, self.table):
                is_there = await self._requests.exists(display, current.message_id, current.phase)
        except (*REQUEST_ERRORS, NotOwnedHere) as error:
            log.info("A message was not checked: %s", type(error).__name__, extra=self._context)
            return
        if not is_there and current.message_id == self.message_id and self.is_at_rest:
            log.info("A message was deleted; posting another", extra=self._context)
            self._apply(events.Deleted(current.message_id))
            self._wake()

    # Carrying out requests

    def _apply(self, event: events.Event) -> None:
        self._known = after(self._known, event)

    def _next(self) -> requested.Request | None:
        return requested.next_request(self._known, self.display.target, self._clock.now())

    def _wake(self) -> None:
        """Starts to send what must be requested, unless that is under way, or a click is being answered."""
        if self._known.state in (State.LOST, State.STOPPED):
            return
        self._changed.set()
        self._retries.wake()
        if not self.display.target.is_sealed:
            self.responses.show_outcome()
        if not self.responses and (self.task is None or self.task.done()):
            self.task = self._background.run(self._send_all())

    async def _send_all(self) -> None:
        while not self.responses and (request := self._next()) is not None:
            try:
                with without_retries(), while_owned(self._tables.shell, self.table):
                    await self._send(request)
            except discord.HTTPException as error:
                if error.code in CHANNEL_DELETED | NO_ACCESS:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context)
                    await self._handle_lost(deleted=error.code in CHANNEL_DELETED)
                    continue
                log.warning("A message was not updated: %s, %s", error.status, error.code, extra=self._context)
            except (*NETWORK_ERRORS, SaveFailed, NotSaved, NotOwnedHere) as error:
                # A shard that is not owned may be again, once the database answers. If another has it, this stops.
                log.warning("A message was not updated: %s", type(error).__name__, extra=self._context)
            else:
                if isinstance(request, requested.Post | requested.Edit):
                    self._retries.reset()
                continue
            await self._edit_meanwhile()
            await self._retries.wait()
        if not self.responses:
            self._requests.restoring = None
            self._retries.reset()

    async def _send(self, request: requested.Request) -> None:
        """Carries out a request, unless another has become due while it waited for its turn."""
        display = self.display
        match request:
            case requested.Post():
                await self._store_intent(request)
                mentions = NOBODY if request.is_repost else await self._mentions(display, request)
                await self._requests.wait(request.priority, display.deadline)
                if self._next() == request:
                    await self._await_post(request, mentions)
            case requested.Search(intent, message_id):
                found = await self._requests.search(display, intent, message_id)
                single = display.target.is_single
                self._apply(searched(self._known, found.live, found.ours, is_single=single))
            case requested.Save():
                await self._finish(request)
            case requested.Edit(message_id):
                await self._requests.wait(requested.THEN, display.deadline)
                if self._next() == request:
                    await self._edit(request)
            case requested.MakeThread(message_id):
                await self._requests.wait(requested.FIRST, display.deadline)
                await self._make_thread(message_id)
            case requested.Delete(message_id, phase):
                await self._requests.wait(requested.FIRST, display.deadline)
                await self._requests.delete(display, message_id, phase)
                self._apply(events.Retired(message_id))
            case requested.Freeze(message_id, phase):
                await self._requests.wait(requested.FIRST, display.deadline)
                await self._requests.edit(self.display, message_id, phase, phase)
                self._apply(events.Retired(message_id))

    async def _store_intent(self, request: requested.Post) -> None:
        if self._known.intent is None or self._known.intent.phase != request.phase:
            intent = Intent(request.phase, self._clock.now())
            await self._tables.save_message_intent(self.table, str(intent))
            self._apply(events.Intended(intent))

    async def _mentions(self, display: Display, request: requested.Post) -> discord.AllowedMentions:
        """Returns whom a new message pings: those who have not opted out. Raises SaveFailed."""
        players = self._tables.store.players
        users = [user for user in display.pinged_by(request.phase) if (await players.get(user)).ping]
        return discord.AllowedMentions(users=[discord.Object(user) for user in users]) if users else NOBODY

    async def _await_post(self, request: requested.Post, mentions: discord.AllowedMentions) -> None:
        """Posts a message; while that is late, the current one shows the new state. Raises as the request does."""
        self._apply(events.Sent())
        post = self._post = asyncio.create_task(self._post_once(request, mentions))
        self._posts.add(post)
        post.add_done_callback(self._forget_post)
        await asyncio.wait((post,), timeout=OVERDUE_SECONDS)
        if not post.done():
            self._apply(events.Overdue())
        while not post.done() and self._known.state in IN_FLIGHT:
            self._changed.clear()
            await self._edit_meanwhile()
            change = asyncio.create_task(self._changed.wait())
            await asyncio.wait((post, change), return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
        if post.done() and self._known.state is not State.SHOWN:
            post.result()

    async def _post_once(self, request: requested.Post, mentions: discord.AllowedMentions) -> None:
        display, question, stored = self.display, self.display.question, self._known.stored
        # Discord may return what an earlier try posted, which looks as the table did then.
        look = None if self._known.state is State.RESENDING else display.target.look(request.phase)
        event: events.Event = events.Unanswered()
        try:
            stored_id = None if stored is None else stored[0]
            message_id = await self._requests.post(display, request.phase, stored_id, mentions)
            event = events.Posted(message_id, request.phase, look)
        except discord.HTTPException as error:
            if error.status < 500:
                event = events.Refused()
            raise
        finally:
            if isinstance(event, events.Posted) or self._post is asyncio.current_task():
                self._apply(event)
        self.note_seen()
        if mentions is not NOBODY and question is not None:
            self.table.pinged_of = question

    def _forget_post(self, post: asyncio.Task[None]) -> None:
        self._posts.discard(post)
        if not post.cancelled():
            post.exception()  # retrieved here, otherwise asyncio logs an error that nobody waited for

    async def _edit(self, request: requested.Edit) -> None:
        current, display = self._known.current, self.display
        if current is None:
            return
        look = display.target.look(request.phase)
        self._apply(events.EditSent(request.message_id))
        if await self._requests.edit(display, request.message_id, current.phase, request.phase):
            self._apply(events.Edited(request.message_id, look))
            self.note_seen()
        else:
            log.info("A message is gone; posting another", extra=self._context)
            self._apply(events.Deleted(request.message_id))

    async def _edit_meanwhile(self) -> None:
        """Makes the current message show the new state, while no new one can be posted."""
        edit = None if self.responses else requested.interim_edit(self._known, self.display.target)
        if edit is None:
            return
        self._requests.count()
        try:
            with without_retries(), while_owned(self._tables.shell, self.table):
                await self._edit(edit)
        except (*REQUEST_ERRORS, NotOwnedHere) as error:
            log.info(
                "The old message could not be edited meanwhile: %s", type(error).__name__, extra=self._context
            )

    async def _finish(self, request: requested.Save) -> None:
        """Archives the thread of a game that has ended, and stores which message is the live one."""
        if request.closes_thread:
            await self._thread.close(self.display.renderings.lobby())
        if self._known.current is not None and self._known.current.key == request.key:
            await self._save(self._known.current)

    async def _save(self, message: Message) -> None:
        try:
            await self._tables.save_live_message(self.table, *message.key)
        finally:  # if another process owns the table now, that finds the message by its intent
            self._apply(events.Saved(message.key))

    async def _make_thread(self, lobby_message_id: int) -> None:
        """Moves the game into a thread, or finds out why it must stay in the channel."""
        try:
            await self._thread.make(lobby_message_id)
        except Exception:
            self._apply(events.ThreadLate())
            raise
        self._refresh(self.table)

    # A channel that is lost

    def _end_may_wait(self, display: Display) -> bool:
        """Returns whether the end of a game, which nobody can resume, may still be shown where it was played."""
        return self._clock.now() < display.shown_late_until

    async def _handle_lost(self, *, deleted: bool) -> None:
        waits = not deleted and self._end_may_wait(self.display)
        if not waits:
            await self.lose_channel(deleted=deleted)
        elif not self._is_end_told:
            self._is_end_told = True
            await self._tell_lost(deleted=deleted)
        if self._known.state is State.LOST and self.display.is_playing:  # it could not be paused
            self._apply(events.ChannelRegained())
            waits = True
        if waits:
            await self._retries.wait()

    async def _tell_lost(self, *, deleted: bool) -> None:
        lost = self._lost_channels.channel_deleted if deleted else self._lost_channels.channel_unreachable
        await lost(self.table)
        if (display := self.display).is_over and display.has_thread:
            with suppress(*REQUEST_ERRORS, NotSaved, NotOwnedHere):
                # A thread that the bot may not write in may still be archived by the bot, who started it.
                await self._thread.close(display.renderings.lobby())
