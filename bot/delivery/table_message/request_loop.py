"""The loop that sends the requests of one table's message, and tells its state machine the outcomes.

Requests are sent one after another, at the rate that Discord grants, and none begins while a click is being
answered. Several changes of what must be shown lead to one request. If the channel is lost, the game is paused or
closed.
"""

import asyncio
import logging
from contextlib import suppress
from math import inf
from typing import Final

import discord

from bot.delivery.requests import (
    CHANNEL_DELETED,
    NO_ACCESS,
    Delivery,
    request_backoff,
    while_owned,
    without_retries,
)
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.known_messages import (
    IN_FLIGHT,
    Intent,
    Kind,
    KnownMessages,
    Message,
    Request,
    State,
    interim_edit,
    next_request,
)
from bot.delivery.table_message.message_requests import NOBODY, MessageRequests
from bot.refusals import NotOwnedHere, Refusal
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import Phase
from bot.runtime.clock import RateLimiter
from bot.runtime.network_errors import NETWORK_ERRORS, REQUEST_ERRORS, reason_of
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close

log = logging.getLogger(__name__)

BURST_REQUESTS: Final = 4
"""The most requests in any `BURST_SECONDS`."""
BURST_SECONDS: Final = 4.0
"""Discord grants a channel 5 requests in 5 seconds; a 429 would hold up other channels' requests too."""
END_SECONDS: Final = 3600.0
"""For this time the bot keeps trying to post the end of a game in a channel that it cannot reach."""
OVERDUE_SECONDS: Final = 0.7
"""Seconds that Discord may take to post a message before the current one shows the new state in its place."""


class RequestLoop:
    """Sends requests until the channel shows `display`; `known` is what is known of the table's messages.

    `clicks` are those that are being answered: no request is sent meanwhile, because the response may edit the
    message. A click that closes a window before its minimum time may wait until `outcome` is set.
    """

    def __init__(self, delivery: Delivery, table: Table) -> None:
        self.game_id = table.id
        self.display = Display.of(table)
        self.known = KnownMessages.of_row(table.posted.message_id, table.posted.card, table.posted.intent)
        if table.is_released or table.state.is_private:
            self.known.release()
        self.clicks = set[object]()
        self.outcome = asyncio.Event()
        self._delivery = delivery
        self._tables = delivery.tables
        self._table = table
        self._clock = delivery.tables.clock
        self._context = table.log_context
        self._requests = MessageRequests(delivery, table)
        self._limiter = RateLimiter(BURST_REQUESTS, BURST_SECONDS, self._clock.now)
        self._is_restoring = False  # until nothing remains to be requested after a restart
        self._seen_at = -inf  # when the message was last known to be there
        self._clicked_at: dict[int, float] = {}  # when members last answered by a click, by their ids
        self._pinged: tuple[int | None, bool] = None, False
        """The number of the question for which a message last began a turn, and whether it pinged the player."""
        self._is_end_told = False  # the loss of the channel was reported after the end of the game
        self._is_channel_deleted = False
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()  # `display` has changed while a post was under way, or a post has ended
        self._retries = request_backoff()
        self._posts: set[asyncio.Task[None]] = set()  # requests under way
        self._post: asyncio.Task[None] | None = None  # the newest of `_posts`

    def refresh(self) -> None:
        """Reads what must be shown now."""
        self.display = Display.of(self._table, self.display)

    def wake(self) -> None:
        """Starts to send what must be requested, unless that is under way, or a click is being answered."""
        if not self.known.is_reachable:
            return
        self._changed.set()
        self._retries.wake()
        if not self.display.is_sealed:
            self.show_outcome()
        if not self.clicks and (self._task is None or self._task.done()):
            self._task = self._delivery.background.run(self._send_all())

    def show_outcome(self) -> None:
        """Lets every click be answered that waits for the outcome."""
        self.outcome.set()
        self.outcome.clear()

    def end_answering(self, click: object) -> None:
        """Sends requests again after a click was answered. Mostly the response has shown everything already."""
        self.clicks.discard(click)
        if self.known.state in IN_FLIGHT or self._next() is not None:
            self.wake()
        elif not self.clicks:
            self._rest()

    def _rest(self) -> None:
        """Returns to the usual rates after a restart or failures, because nothing remains to be requested."""
        self._is_restoring = False
        self._retries.reset()

    def _next(self) -> Request | None:
        return next_request(self.known, self.display, self._clock.now())

    async def _send_all(self) -> None:
        while not self.clicks and (request := self._next()) is not None:
            try:
                with without_retries(), while_owned(self._tables, self._table):
                    await self._send(request)
            except discord.HTTPException as error:
                if error.code in CHANNEL_DELETED | NO_ACCESS:
                    log.warning("A channel is out of reach: %s", error.code, extra=self._context)
                    if await self._handle_lost(deleted=error.code in CHANNEL_DELETED):
                        await self._retries.wait()
                    continue
                log.warning("A message was not updated: %s, %s", error.status, error.code, extra=self._context)
            except (*NETWORK_ERRORS, SaveFailed, NotOwnedHere) as error:
                # A shard that is not owned may be again, once the database answers. If another has it, this stops.
                log.warning("A message was not updated: %s", type(error).__name__, extra=self._context)
            else:
                if request.kind in (Kind.POST, Kind.EDIT):
                    self._retries.reset()
                continue
            await self._edit_meanwhile()
            await self._retries.wait()
        if not self.clicks:
            self._rest()

    async def _send(self, request: Request) -> None:
        """Carries out a request, unless another has become due while it waited for its turn."""
        display, mentions = self.display, NOBODY
        if request.kind is Kind.POST:
            if self.known.intent is None or self.known.intent.phase != request.phase:
                intent = Intent(request.phase, self._clock.now())
                await self._tables.save_posted(self._table, intent=str(intent))
                self.known.intent = intent
            mentions = NOBODY if request.is_repost else await self._mentions(display, request.phase)
        if request.kind not in (Kind.SEARCH, Kind.SAVE):
            await self._limiter.acquire()
        if request.kind is not Kind.SAVE and self._is_restoring:
            await self._delivery.restoring.wait(request.priority, display.deadline)
        if self._next() != request:
            return
        match request.kind:
            case Kind.POST:
                await self._await_post(request.phase, mentions)
            case Kind.SEARCH:
                if self.known.intent is not None:
                    found = await self._requests.search(display, self.known.intent, self.known.current_id)
                    self.known.note_search(found.live, found.ours, is_single=self.display.is_single)
            case Kind.SAVE:
                await self._finish(request)
            case Kind.EDIT:
                await self._edit(request)
            case Kind.MAKE_THREAD:
                await self._make_thread(request.message_id)
            case Kind.DELETE:
                await self._requests.delete(display, request.message_id, request.phase)
                self.known.note_retired(request.message_id)
            case Kind.FREEZE:
                await self._requests.edit(self.display, request.message_id, request.phase, request.phase)
                self.known.note_retired(request.message_id)

    async def _mentions(self, display: Display, phase: Phase) -> discord.AllowedMentions:
        """Returns whom a new message pings: those who have not opted out. Raises SaveFailed."""
        users = display.pinged_by(phase)
        accept = await self._tables.preferences.who_accept_pings(users)
        self._table.note_pings(users, accept)
        self.refresh()  # now the message may mention them
        return discord.AllowedMentions(users=[discord.Object(user) for user in accept]) if accept else NOBODY

    async def _await_post(self, phase: Phase, mentions: discord.AllowedMentions) -> None:
        """Posts a message. If that takes long, the current message shows the new state meanwhile.

        Raises what the request raises.
        """
        self.known.note_post_sent()
        post = self._post = asyncio.create_task(self._post_once(phase, mentions))
        self._posts.add(post)
        post.add_done_callback(self._forget_post)
        await asyncio.wait((post,), timeout=OVERDUE_SECONDS)
        if not post.done():
            self.known.note_post_overdue()
        while not post.done() and self.known.state in IN_FLIGHT:
            self._changed.clear()
            await self._edit_meanwhile()
            await self._changed.wait()
        if post.done() and self.known.state is not State.SHOWN:
            post.result()

    async def _post_once(self, phase: Phase, mentions: discord.AllowedMentions) -> None:
        display, question, stored = self.display, self.display.state.question, self.known.stored
        # Discord may return what an earlier try posted, which looks as the table did then.
        look = None if self.known.state is State.RESENDING else display.look(phase)
        try:
            message_id = await self._requests.post(display, phase, None if stored is None else stored[0], mentions)
        except BaseException as error:
            if self._post is asyncio.current_task():
                if isinstance(error, discord.HTTPException) and error.status < 500:
                    self.known.note_post_refused()
                else:
                    self.known.note_post_unanswered()
            raise
        self.known.note_posted(message_id, phase, look)
        self._seen_at = self._clock.now()
        if mentions is not NOBODY and question is not None:
            self._pinged = question, True

    def _forget_post(self, post: asyncio.Task[None]) -> None:
        self._posts.discard(post)
        self._changed.set()
        if not post.cancelled():
            post.exception()  # retrieved here, otherwise asyncio logs an error that nobody waited for

    async def _edit(self, request: Request, *, may_attach: bool = True) -> None:
        current, display, message_id = self.known.current, self.display, request.message_id
        if current is None:
            return
        look = display.look(request.phase)
        self.known.forget_look(message_id)
        if await self._requests.edit(display, message_id, current.phase, request.phase, may_attach=may_attach):
            self.known.note_edited(message_id, look)
            self._seen_at = self._clock.now()
        else:
            log.info("A message was deleted; posting another", extra=self._context)
            self.known.note_deleted(message_id)

    async def _edit_meanwhile(self) -> None:
        """Makes the current message show the new state, while no new one can be posted.

        It has no picture that must be drawn: often the new message is late because it waits for that.
        """
        edit = None if self.clicks else interim_edit(self.known, self.display)
        if edit is None:
            return
        self._limiter.count()
        try:
            with without_retries(), while_owned(self._tables, self._table):
                await self._edit(edit, may_attach=False)
        except (*REQUEST_ERRORS, NotOwnedHere) as error:
            log.info(
                "The old message could not be edited meanwhile: %s", type(error).__name__, extra=self._context
            )

    async def _finish(self, request: Request) -> None:
        """Archives the thread of a game that has ended, and stores which message is the live one."""
        if self.display.state.has_own_thread and request.phase.kind in ("end", "closed"):
            await self._requests.close_thread(self.display)
        if self.known.current is not None and self.known.current_id == request.message_id:
            await self._save(self.known.current)

    async def _save(self, message: Message) -> None:
        """Stores which message is the live one. Raises NotOwnedHere."""
        message_id, phase = message.key
        try:
            await self._tables.save_posted(self._table, message_id=message_id, card=phase, intent=None)
        except SaveFailed as error:
            log.warning("The id of a message was not stored: %s", error, extra=self._context)
        finally:  # if another process owns the table now, it finds the message by its intent
            self.known.note_saved(message.key)

    async def _make_thread(self, lobby_message_id: int) -> None:
        """Moves the game into a thread, or finds out why it must stay in the channel."""
        try:
            await self._requests.make_thread(self.display, lobby_message_id)
        except Exception:  # whatever went wrong, the turn is posted without a thread; the caller logs the error
            self.known.require_post()
            raise
        self.refresh()

    # A channel that is lost

    async def lose_channel(self, *, deleted: bool) -> None:
        """Closes the table, or pauses its game if the channel still exists; nothing is sent there meanwhile."""
        self._is_channel_deleted = deleted
        self.known.lose_channel()
        await self._tell_lost(deleted)
        if not self.display.is_playing:  # otherwise it was resumed meanwhile
            self.known.lose_channel()

    def _end_may_wait(self) -> bool:
        """Returns whether the end of a game, which nobody can resume, may still be shown where it was played."""
        state = self.display.state
        is_recent = self._clock.now() < (state.over_at or -inf) + END_SECONDS
        return state.game is not None and state.has_ended and is_recent and not self._is_channel_deleted

    async def _handle_lost(self, *, deleted: bool) -> bool:
        """Closes or pauses the table, unless its end may still be shown; returns whether that is tried later."""
        waits = not deleted and self._end_may_wait()
        if not waits:
            await self.lose_channel(deleted=deleted)
        elif not self._is_end_told:
            self._is_end_told = True
            await self._tell_lost(deleted)
        if self.known.state is State.LOST and self.display.is_playing:  # it could not be paused
            self.known.regain_channel()
            return True
        return waits

    async def _tell_lost(self, deleted: bool) -> None:
        """Closes the table, or pauses its game if the channel still exists, and tells its host once."""
        try:
            if deleted:
                await self._tables.end(self._table)
            else:
                await self._tables.run(self._table, pause_or_close)
        except Refusal:
            pass  # it is paused, or has ended, already
        else:
            await self._tell_host()
        if (display := self.display).state.has_ended and display.state.has_own_thread:
            with suppress(*REQUEST_ERRORS, SaveFailed, NotOwnedHere):
                # The bot may archive a thread in which it may not write, because it started the thread.
                await self._requests.close_thread(display, deleted=deleted)

    async def _tell_host(self) -> None:
        """Tells the host by DM that the channel is lost; without a notification after an opt-out of pings."""
        state = self._table.state
        if state.practice:
            return  # a learner who closes a lesson's thread needs no message about it
        paused = "paused-dm" if state.home_id is None else "paused-thread-dm"
        word = paused if state.status is Status.PAUSED else "closed-dm"
        try:
            preferences = await self._tables.preferences.get(state.host_id)
            channel = await self._delivery.client.create_dm(discord.Object(state.host_id))
            text = texts_for(state.locale)(word, channel=f"<#{state.channel_id}>")
            await channel.send(text, silent=not preferences.ping)
        except (SaveFailed, *REQUEST_ERRORS) as error:
            log.info("A host was not told that the channel is lost: %s", reason_of(error), extra=self._context)
