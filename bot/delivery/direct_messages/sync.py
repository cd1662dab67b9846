"""A member's hand and questions sent by DM, where the buttons work as in the channel.

Each is sent once, also if the process is killed or replaced: before the request its intent is stored, with the
nonce that the request carries, and afterwards the message's id. Once a copy's question is over, the copy is edited
so that no time and no control is left on it, and its row is deleted.

Who opted out of pings gets copies without a notification.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.delivery.direct_messages.requests import DirectMessageRequests, copy_of_now
from bot.delivery.error_codes import DMS_CLOSED
from bot.delivery.ownership_guard import while_owned
from bot.delivery.reminders import Reminders
from bot.delivery.request_rate import request_backoff
from bot.pictures.renderer import PictureRenderer
from bot.runtime.background import BackgroundTasks
from bot.runtime.network import NETWORK_ERRORS
from bot.store import SaveFailed
from bot.store.rows import DirectMessage, Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.refusals import NotHeldHere, NotSaved
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

TOLERANCE: Final = 1.0
"""Seconds by which the time that a copy shows may differ from the deadline."""


class _State:
    """One game's copies: those stored, by nonce (None: not read yet), and those to be sent."""

    def __init__(self) -> None:
        self.stored: dict[int, DirectMessage] | None = None
        self.wanted: dict[int, DirectMessage] = {}  # by nonce
        self.done: set[int] = set()  # the nonces of this question's copies that were sent, or that nobody wants
        self.question: int | None = None
        self.is_dirty = False
        self.is_busy = False


class DirectMessageSync:
    """Sends the members who asked for copies each of their private questions, once, and reminders."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        reminders: Reminders,
        picture_renderer: PictureRenderer | None = None,
    ) -> None:
        self._reminders = reminders
        self._requests = DirectMessageRequests(client, picture_renderer)
        self._tables = tables
        self._background = BackgroundTasks()
        self._states: dict[int, _State] = {}  # by game
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # by message

    def changed(self, table: Table, change: Change) -> None:
        """Starts to send what is due after a change, every hand at the start, and to close what is over."""
        if table.state.interaction_id is None:
            return  # no game has begun
        if change.kind is ChangeKind.RESTORED:
            self._state(table).stored = None  # another process may have written since
        if change.kind is ChangeKind.STARTED:
            self._want(table, range(len(table.state.seats)), reminding=False)
        self._touch(table)

    def remind(self, table: Table, seats: Iterable[int]) -> None:
        """Starts sending these seats, half of whose time is gone, what they are asked once more."""
        self._want(table, seats, reminding=True)
        self._touch(table)

    def is_busy(self, table: Table) -> bool:
        """Whether copies of a table are being sent or closed."""
        state = self._states.get(table.id)
        return state is not None and state.is_busy

    def forget(self, table: Table) -> None:
        """Forgets what is known of a table beside its rows."""
        self._states.pop(table.id, None)

    @asynccontextmanager
    async def answering(self, message_id: int) -> AsyncGenerator[None]:
        """Keeps a copy from being closed while a click on it is answered, which may edit it."""
        lock = self._locks.setdefault(message_id, asyncio.Lock())
        async with lock:
            yield

    async def note_answer(self, table: Table, user_id: int, channel_id: int, message_id: int) -> None:
        """Notes that the answer to a click has made a direct message show what its player is asked now."""
        seat, state = table.state.seat_of(user_id), self._state(table)
        if seat is None or table.state.game is None:
            return
        try:
            stored = await self._read(table, state)
            copy = next((each for each in stored.values() if each.message_id == message_id), None)
            if seat in table.state.owing():
                nonce = message_id if copy is None else copy.nonce
                sent_at = self._tables.clock.now() if copy is None else copy.sent_at
                shown = table.state.game.question
                copy = DirectMessage(table.id, nonce, seat, shown, channel_id, message_id, None, sent_at)
                await self._save(table, stored, copy)
            elif copy is not None:
                await self._delete(table, stored, copy)
        except (
            SaveFailed,
            NotSaved,
            NotHeldHere,
        ) as error:  # then it is closed with the question it showed before
            log.warning("A copy's state was not stored: %s", type(error).__name__, extra={"game": table.id})

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    def _state(self, table: Table) -> _State:
        return self._states.setdefault(table.id, _State())

    def _want(self, table: Table, seats: Iterable[int], *, reminding: bool) -> None:
        for seat in seats:
            copy = copy_of_now(table, seat, self._tables.clock.now(), reminding=reminding)
            self._state(table).wanted.setdefault(copy.nonce, copy)

    def _touch(self, table: Table) -> None:
        state = self._state(table)
        state.is_dirty = True
        if not state.is_busy:
            state.is_busy = True
            self._background.run(self._keep_up(table, state))

    async def _keep_up(self, table: Table, state: _State) -> None:
        retries = request_backoff()
        try:
            while state.is_dirty and not table.is_released:
                state.is_dirty = False
                with while_owned(self._tables.shell, table):
                    if not await self._update(table, state):
                        state.is_dirty = True
                        await retries.wait()
        finally:
            state.is_busy = False

    async def _update(self, table: Table, state: _State) -> bool:
        """Does what is to be done now; returns False if something failed that is to be tried again."""
        try:
            stored = await self._read(table, state)
        except SaveFailed:
            return False
        due = self._due(table, state, stored)
        over = [copy for copy in stored.values() if not _is_open(table, copy)]
        late = [copy for copy in stored.values() if _is_open(table, copy) and _shows_another_time(table, copy)]
        done = await asyncio.gather(
            *(self._tried(table, self._send(table, state, stored, copy)) for copy in due),
            *(self._tried(table, self._close(table, stored, copy)) for copy in over),
            *(self._tried(table, self._correct(table, stored, copy)) for copy in late),
        )
        return all(done)

    def _due(self, table: Table, state: _State, stored: dict[int, DirectMessage]) -> list[DirectMessage]:
        """The copies to be sent: of private questions, those wanted besides, and those that may not be posted."""
        game = table.state.game
        if table.state.status is not Status.PLAYING or game is None or game.ask is None:
            state.wanted.clear()
            return []
        if state.question != game.question:
            state.question = game.question
            state.done.clear()
        if not game.ask.window:
            self._want(table, table.state.owing(), reminding=False)
        begun = {copy.nonce: copy for copy in stored.values() if copy.message_id is None and _is_open(table, copy)}
        state.wanted = {
            nonce: copy
            for nonce, copy in (state.wanted | begun).items()
            if copy.question == game.question
            and not table.state.played_by_ai(copy.seat)
            and nonce not in state.done
        }
        return list(state.wanted.values())

    async def _send(
        self, table: Table, state: _State, stored: dict[int, DirectMessage], copy: DirectMessage
    ) -> None:
        user, message = table.state.seats[copy.seat].user_id or 0, None
        player = await self._tables.store.players.get(user)
        begun = stored.get(copy.nonce)
        if begun is not None and begun.message_id is None:  # by an earlier try, or another process
            message = await self._requests.find(user, begun, _posted(stored))
        elif begun is not None or not player.dm or player.dms_closed:
            state.done.add(copy.nonce)
            return
        elif _is_open(table, copy):  # anything but the hand of a player who is asked nothing
            await self._save(table, stored, copy)
        try:
            message = message or await self._requests.send(table, copy, player)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            state.done.add(copy.nonce)
            await self._delete(table, stored, copy)
            if error.code != DMS_CLOSED:
                raise
            await self._tables.store.players.change(user, dms_closed=True)
            self._reminders.tell_closed(table, user, ping=player.ping)
            return
        state.done.add(copy.nonce)
        if copy.nonce in stored:
            copy = replace(copy, channel_id=message.channel.id, message_id=message.id)
            await self._save(table, stored, copy)
            state.is_dirty = state.is_dirty or not _is_open(table, copy)  # it was answered meanwhile

    async def _close(self, table: Table, stored: dict[int, DirectMessage], copy: DirectMessage) -> None:
        """Leaves a copy whose question is over without time and controls, and forgets it."""
        if copy.message_id is None:  # it may be posted
            message = await self._requests.find(table.state.seats[copy.seat].user_id or 0, copy, _posted(stored))
            if message is not None:
                copy = replace(copy, channel_id=message.channel.id, message_id=message.id)
        async with self.answering(copy.message_id or 0):
            now = stored.get(copy.nonce)
            if now is None or _is_open(table, now):
                return  # the answer to a click has closed it, or made it show another question
            if copy.message_id is not None:
                try:
                    await self._requests.close(table, copy)
                except discord.HTTPException as error:
                    if error.status >= 500:
                        raise
                    log.info("A copy was left as it is: %s", error.code, extra={"game": table.id})
            await self._delete(table, stored, copy)

    async def _correct(self, table: Table, stored: dict[int, DirectMessage], copy: DirectMessage) -> None:
        """Lets a reminder show the deadline as it is after a downtime."""
        player = await self._tables.store.players.get(table.state.seats[copy.seat].user_id or 0)
        async with self.answering(copy.message_id or 0):
            if stored.get(copy.nonce) == copy:
                await self._requests.update(table, copy, player)
                await self._save(table, stored, replace(copy, deadline=table.state.deadline))

    async def _tried(self, table: Table, work: Awaitable[None]) -> bool:
        """Returns whether what was to be done is done or refused, so that it need not be tried again."""
        try:
            await work
        except discord.HTTPException as error:
            log.warning("A copy was not sent: %s", error.code, extra={"game": table.id})
            return error.status < 500
        except (SaveFailed, NotSaved, NotHeldHere, *NETWORK_ERRORS) as error:
            log.warning("A copy was not sent: %s", type(error).__name__, extra={"game": table.id})
            return False
        return True

    async def _read(self, table: Table, state: _State) -> dict[int, DirectMessage]:
        if state.stored is None:
            found = await self._tables.store.direct_messages.of(table.id)
            state.stored = {copy.nonce: copy for copy in found}
        return state.stored

    async def _save(self, table: Table, stored: dict[int, DirectMessage], copy: DirectMessage) -> None:
        with self._tables.shell.writing(table.state) as fence:
            await self._tables.store.direct_messages.save(copy, fence=fence)
        stored[copy.nonce] = copy

    async def _delete(self, table: Table, stored: dict[int, DirectMessage], copy: DirectMessage) -> None:
        with self._tables.shell.writing(table.state) as fence:
            await self._tables.store.direct_messages.delete(copy, fence=fence)
        stored.pop(copy.nonce, None)


def _is_open(table: Table, copy: DirectMessage) -> bool:
    """Whether the question that a copy shows still waits for its player."""
    return (
        table.state.game is not None
        and table.state.game.question == copy.question
        and copy.seat in table.state.owing()
    )


def _shows_another_time(table: Table, copy: DirectMessage) -> bool:
    if copy.deadline is None or table.state.deadline is None or copy.message_id is None:
        return False
    return abs(copy.deadline - table.state.deadline) > TOLERANCE


def _posted(stored: dict[int, DirectMessage]) -> frozenset[int]:
    return frozenset(copy.message_id for copy in stored.values() if copy.message_id is not None)
