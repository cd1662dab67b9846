"""A member's hand and questions sent by DM, where the buttons work as in the channel.

Each is sent once, even if the process is killed or replaced: before the request its intent is stored, with the
nonce that the request carries, and afterwards the message's id. Once the question is over, the message is edited
so that no time and no control is left on it, and its row is deleted.
"""

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from bot.delivery.message_search import find_message
from bot.delivery.reminders import TOLERANCE_SECONDS, Reminders
from bot.delivery.requests import (
    DMS_CLOSED,
    REQUEST_SECONDS,
    Delivery,
    may_succeed_later,
    nonce_of,
    request_backoff,
    while_owned,
)
from bot.refusals import NotOwnedHere
from bot.render.controls import Layout, without_controls
from bot.render.messages.question import countdown
from bot.render.panels.hand import hand_panel, settled_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.runtime.background import Updates
from bot.runtime.network_errors import REQUEST_ERRORS, reason_of
from bot.store import SaveFailed
from bot.store.repositories.players import Player
from bot.store.rows import DirectMessage, Status
from bot.tables.table import Table
from bot.tables.transitions.transition import Change, ChangeKind

log = logging.getLogger(__name__)


class _State:
    """One game's direct messages: those stored, by nonce (None until loaded), and those that must be sent."""

    def __init__(self) -> None:
        self.stored: dict[int, DirectMessage] | None = None
        self.wanted: dict[int, DirectMessage] = {}  # by nonce
        self.done: set[int] = set()  # nonces of messages that were sent, or that the member does not want


class DirectMessageSync:
    """Sends each private question, once, and reminders to the members who asked for direct messages."""

    def __init__(self, delivery: Delivery, reminders: Reminders) -> None:
        self._delivery = delivery
        self._client = delivery.client
        self._tables = delivery.tables
        self._reminders = reminders
        self._states: dict[int, _State] = {}  # by game
        self._updates = Updates(delivery.background, self._update)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # by message

    def changed(self, table: Table, change: Change) -> None:
        """Starts to send the messages that a change requires, and to close outdated ones.

        When a game starts, the messages to send include every hand.
        """
        if table.state.interaction_id is None:
            return  # no game has begun
        state, game = self._state(table), table.state.game
        if change.kind is ChangeKind.RESTORED:
            state.stored = None  # another process may have written since
        if change.kind is ChangeKind.STARTED:
            self._want(table, range(len(table.state.seats)), reminding=False)
        # In most windows there is nothing to send, correct or close.
        is_window = game is not None and game.ask is not None and game.ask.window
        if not is_window or state.stored != {} or state.wanted:
            self._updates.start(table)

    def remind(self, table: Table, seats: Iterable[int]) -> None:
        """Starts to send these seats a reminder of what they are asked."""
        self._want(table, seats, reminding=True)
        self._updates.start(table)

    def send_again(self, table: Table, seat: int) -> None:
        """Starts to send a seat its hand, with the question if it is asked one, even if it was sent before."""
        self._want(table, (seat,), reminding=False)
        self._state(table).done.difference_update(self._state(table).wanted)
        self._updates.start(table)

    def is_busy(self, table: Table) -> bool:
        """Returns whether direct messages of a table are being sent or closed."""
        return self._updates.is_busy(table)

    def forget(self, table: Table) -> None:
        """Forgets a table; its rows remain."""
        self._states.pop(table.id, None)

    def pending_response(self, message_id: int) -> asyncio.Lock:
        """Returns the lock that keeps a direct message from being closed while a click on it is answered."""
        return self._locks.setdefault(message_id, asyncio.Lock())

    async def note_response(self, table: Table, user_id: int, channel_id: int, message_id: int) -> None:
        """Notes that the response to a click has made a direct message show what its player is asked now."""
        seat, state, shown = table.state.seat_of(user_id), self._state(table), table.state.question
        if seat is None or shown is None:
            return
        try:
            stored = await self._read(table, state)
            dm = next((each for each in stored.values() if each.message_id == message_id), None)
            if seat in table.state.owing() and not table.state.has_answered(seat):
                nonce = message_id if dm is None else dm.nonce
                sent_at = self._tables.clock.now() if dm is None else dm.sent_at
                dm = DirectMessage(table.id, nonce, seat, shown, channel_id, message_id, None, sent_at)
                await self._save(table, stored, dm)
            elif dm is not None:
                await self._delete(table, stored, dm)
        except (SaveFailed, NotOwnedHere) as error:
            # Then it is closed with the question it showed before.
            log.warning("A direct message was not stored: %s", type(error).__name__, extra={"game": table.id})

    def _state(self, table: Table) -> _State:
        return self._states.setdefault(table.id, _State())

    def _want(self, table: Table, seats: Iterable[int], *, reminding: bool) -> None:
        for seat in seats:
            dm = direct_message_now(table, seat, self._tables.clock.now(), reminding=reminding)
            self._state(table).wanted.setdefault(dm.nonce, dm)

    async def _update(self, table: Table) -> None:
        """Sends, corrects and closes what is due, until nothing must be tried again."""
        state, retries = self._state(table), request_backoff()
        with while_owned(self._tables, table):
            while not (table.is_released or await self._try_update(table, state)):
                await retries.wait()

    async def _try_update(self, table: Table, state: _State) -> bool:
        """Sends, corrects and closes what is due; returns False if something must be tried again."""
        try:
            stored = await self._read(table, state)
        except SaveFailed:
            return False
        due = self._due(table, state, stored)
        if due and table.awaits_thread:
            return False  # the first line names the place of the game
        over = [dm for dm in stored.values() if not _is_open(table, dm)]
        late = [dm for dm in stored.values() if _is_open(table, dm) and _shows_another_time(table, dm)]
        done = await asyncio.gather(
            *(self._is_done(table, self._send(table, state, stored, dm)) for dm in due),
            *(self._is_done(table, self._close(table, stored, dm)) for dm in over),
            *(self._is_done(table, self._correct(table, stored, dm)) for dm in late),
        )
        return all(done)

    def _due(self, table: Table, state: _State, stored: dict[int, DirectMessage]) -> list[DirectMessage]:
        """Returns what must be sent: private questions, reminders, and stored messages that may not be posted."""
        game = table.state.game
        if table.state.status is not Status.PLAYING or game is None or game.ask is None:
            state.wanted.clear()
            return []
        if not game.ask.window:
            self._want(table, table.state.owing(), reminding=False)
        begun = {dm.nonce: dm for dm in stored.values() if dm.message_id is None and _is_open(table, dm)}
        state.wanted = {
            nonce: dm
            for nonce, dm in (state.wanted | begun).items()
            if dm.question == game.question and not table.state.played_by_ai(dm.seat) and nonce not in state.done
        }
        return list(state.wanted.values())

    async def _send(
        self, table: Table, state: _State, stored: dict[int, DirectMessage], dm: DirectMessage
    ) -> None:
        user, message = table.state.seats[dm.seat].user_id or 0, None
        player = await self._tables.preferences.player(user)
        begun = stored.get(dm.nonce)
        # An earlier try, or another process, may have posted it.
        if begun is not None and begun.message_id is None:
            message = await self._find(user, begun, _posted(stored))
        elif begun is not None or not player.gets_dms:
            state.done.add(dm.nonce)
            return
        elif _is_open(table, dm):  # the hand of a player who is asked nothing is not stored
            await self._save(table, stored, dm)
        try:
            message = message or await self._post(table, user, dm, player)
        except discord.HTTPException as error:
            if may_succeed_later(error):
                raise
            state.done.add(dm.nonce)
            await self._delete(table, stored, dm)
            if error.code != DMS_CLOSED:
                raise
            await self._tables.preferences.change(user, dms_closed=True)
            self._reminders.tell_closed(table, user, ping=player.ping)
            return
        state.done.add(dm.nonce)
        if dm.nonce in stored:
            dm = replace(dm, channel_id=message.channel.id, message_id=message.id)
            await self._save(table, stored, dm)
            if not _is_open(table, dm):  # it was answered meanwhile
                self._updates.start(table)

    async def _close(self, table: Table, stored: dict[int, DirectMessage], dm: DirectMessage) -> None:
        """Removes the time and the controls from a direct message whose question is over, and forgets it."""
        if dm.message_id is None:  # it may have been posted
            message = await self._find(table.state.seats[dm.seat].user_id or 0, dm, _posted(stored))
            if message is not None:
                dm = replace(dm, channel_id=message.channel.id, message_id=message.id)
        async with self.pending_response(dm.message_id or 0):
            now = stored.get(dm.nonce)
            if now is None or _is_open(table, now):
                return  # the response to a click has closed it, or made it show another question
            if dm.message_id is not None:
                view = None if table.state.game is None else SeatView.of(table, dm.seat)
                try:
                    panel = settled_panel(view, texts_for(table.state.locale), _place(table))
                    await self._edit(dm, panel, pictures=False)
                except discord.HTTPException as error:
                    if may_succeed_later(error):
                        raise
                    log.info("A direct message was left as it is: %s", error.code, extra={"game": table.id})
            await self._delete(table, stored, dm)

    async def _correct(self, table: Table, stored: dict[int, DirectMessage], dm: DirectMessage) -> None:
        """Makes a reminder show the deadline as it is after a downtime."""
        preferences = await self._tables.preferences.get(table.state.seats[dm.seat].user_id or 0)
        async with self.pending_response(dm.message_id or 0):
            if stored.get(dm.nonce) == dm:
                await self._edit(dm, _panel(table, dm), pictures=preferences.pictures)
                await self._save(table, stored, replace(dm, deadline=table.state.deadline))

    async def _post(self, table: Table, user: int, dm: DirectMessage, player: Player) -> discord.Message:
        """Posts and returns a direct message; Discord posts it once, however often it is sent within minutes."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(user))
            return await self._delivery.send(
                lambda shown, attached: channel.send(
                    view=shown, files=attached, nonce=dm.nonce, silent=not player.ping
                ),
                _panel(table, dm),
                wanted=player.pictures,
            )

    async def _find(self, user: int, dm: DirectMessage, known: frozenset[int]) -> discord.Message | None:
        """Returns the message if it was posted, otherwise None. Ignores messages whose ids are in `known`."""
        async with asyncio.timeout(REQUEST_SECONDS):
            channel = await self._client.create_dm(discord.Object(user))
            asked = dm.game_id, dm.question
            return await find_message(
                channel, self._client.user, dm.sent_at, lambda control: (control.game, control.seq) == asked, known
            )

    async def _edit(self, dm: DirectMessage, panel: Layout, *, pictures: bool) -> None:
        channel = self._client.get_partial_messageable(dm.channel_id or 0)
        message = channel.get_partial_message(dm.message_id or 0)
        async with asyncio.timeout(REQUEST_SECONDS):
            await self._delivery.send(
                lambda shown, attached: message.edit(view=shown, attachments=attached), panel, wanted=pictures
            )

    async def _is_done(self, table: Table, work: Awaitable[None]) -> bool:
        """Returns whether the work was done or refused, so that it need not be tried again."""
        try:
            await work
        except (SaveFailed, NotOwnedHere, *REQUEST_ERRORS) as error:
            log.warning("A direct message was not sent: %s", reason_of(error), extra={"game": table.id})
            return not may_succeed_later(error)
        return True

    async def _read(self, table: Table, state: _State) -> dict[int, DirectMessage]:
        if state.stored is None:
            found = await self._tables.store.direct_messages.of(table.id)
            state.stored = {dm.nonce: dm for dm in found}
        return state.stored

    async def _save(self, table: Table, stored: dict[int, DirectMessage], dm: DirectMessage) -> None:
        with self._tables.membership.writing(table.guild_id) as fence:
            await self._tables.store.direct_messages.save(dm, fence=fence)
        stored[dm.nonce] = dm

    async def _delete(self, table: Table, stored: dict[int, DirectMessage], dm: DirectMessage) -> None:
        with self._tables.membership.writing(table.guild_id) as fence:
            await self._tables.store.direct_messages.delete(dm, fence=fence)
        stored.pop(dm.nonce, None)


def _is_open(table: Table, dm: DirectMessage) -> bool:
    """Returns whether the question that a direct message shows still waits for its player."""
    return table.state.question == dm.question and dm.seat in table.state.owing()


def _shows_another_time(table: Table, dm: DirectMessage) -> bool:
    if dm.deadline is None or table.state.deadline is None or dm.message_id is None:
        return False
    return abs(dm.deadline - table.state.deadline) > TOLERANCE_SECONDS


def _posted(stored: dict[int, DirectMessage]) -> frozenset[int]:
    return frozenset(dm.message_id for dm in stored.values() if dm.message_id is not None)


def direct_message_now(table: Table, seat: int, now: float, *, reminding: bool) -> DirectMessage:
    """Returns a direct message, not yet posted, with the question that a seat is asked now.

    If it is `reminding`, it shows the time left. Every process returns the same message; it is another one if the
    question is asked again, e.g. after a pause.
    """
    question = table.state.question or 0
    text = f"{table.state.commitment}:{seat}:{question}:{table.state.asked_at:.0f}:{reminding}"
    deadline = table.state.deadline if reminding else None
    return DirectMessage(table.id, nonce_of(text), seat, question, None, None, deadline, now)


def with_lasting_link(panel: Layout, table: Table) -> Layout:
    """Makes a direct message link to the table's channel, since the table message may be replaced; returns it."""
    for number, part in enumerate(panel.parts if table.link else ()):
        if "content" in part:
            panel.parts[number] = part | {"content": part["content"].replace(table.link, table.channel_link)}
    return panel


def _panel(table: Table, dm: DirectMessage) -> Layout:
    texts, text = texts_for(table.state.locale), _place(table)
    if dm.deadline is not None:
        text = f"{text}\n{texts('copy-reminder', when=countdown(texts, table.state.deadline or 0))}"
    view = SeatView.of(table, dm.seat)
    # The first line leads to the table already; the time is in a reminder alone, which shows changes of it.
    bare = replace(view, table=replace(view.table, link=None, deadline=None))
    panel = hand_panel(bare, text)
    return panel if dm.seat in table.state.owing() else without_controls(panel)


def _place(table: Table) -> str:
    return texts_for(table.state.locale)("copy-of", channel=f"<#{table.state.channel_id}>")
