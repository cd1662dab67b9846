"""Private panels: which were sent, and what they must show by now.

When a member opens another panel, the older one of its kind is deleted, not edited, because it may be far above in
the channel, or dismissed.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.requests import Delivery, Send, effective
from bot.render.controls import Layout
from bot.render.panels.hand import hand_panel
from bot.render.panels.host import host_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.runtime.background import Updates
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.table import Table

T = TypeVar("T")

log = logging.getLogger(__name__)

HAND: Final = "hand"
"""The kind of all panels with a player's own hand, and of the steps of the player's decisions."""
READING: Final = "reading"
"""The kind of all panels that explain or tell something: rules, the log, help, settings, statistics."""
LOBBY: Final = "lobby"
"""The kind of the host's menu of a lobby, and of questions before a member takes a seat."""
MODERATION: Final = "moderation"
"""The kind of all panels of moderators: a server's settings, pools, bans, the audit log."""
DRAFT: Final = "draft"
"""The kind of the panels of moderators with roles of a pool that is not saved: no other panel replaces them."""
REFUSAL: Final = "refusal"
"""The kind of the sentences that refuse a click or a command."""
WATCHING: Final = "watching"
"""The kind of the sentence that refuses the clicks of a spectator."""
_OF_CHANNEL: Final = frozenset((READING, MODERATION, DRAFT, REFUSAL, WATCHING))
"""The kinds of which a member has one panel in a channel; of the others, one for each game."""
TOKEN_SECONDS: Final = 900.0
"""Seconds for which the token of an interaction is valid."""
EDIT_INTERVAL_SECONDS: Final = 1.0
"""Seconds between two edits of a panel."""


class Panel(NamedTuple):
    """A member's panel, by the token of the interaction that it was the response to.

    The token expires at `expires_at`, in seconds since 1970 by the bot's own clock. `may_attach` says whether the
    bot may attach files there. `question` is the number of the question that it is about, if any, and `shows_time`
    whether it shows the time left. `below` is the id of the message that was clicked; None for a command. `look`
    is what it shows, if known.
    """

    user_id: int
    token: str
    expires_at: float
    locale: str
    may_attach: bool
    channel_id: int
    question: int | None
    shows_time: bool
    below: int | None
    look: list[dict[str, Any]] | None = None

    @classmethod
    def of(cls, interaction: discord.Interaction[Any], view: Layout | None, now: float) -> "Panel":
        """Returns the panel that responds to an interaction now, with the content `view` (None: a sentence)."""
        return cls(
            interaction.user.id,
            interaction.token,
            now + TOKEN_SECONDS,
            interaction.locale.value,
            effective(interaction.app_permissions).attach_files,
            interaction.channel_id or 0,
            None if view is None else view.question,
            view is not None and view.shows_time,
            _clicked_message(interaction),
        )


class PrivatePanels:
    """The newest panel of each kind, by member and game, or channel; and those edited without a click on them.

    One panel of each table is followed, by the interaction that showed it last: the host's menu, until the game
    starts, and a lesson without a thread show each state of the table.

    Hand panels show a private question (to lose, keep, give or show a card) when it is asked, the time left for a
    question to a player who took more, and say when a question is over. They show no other change of the game,
    because each edit is a request. A step of a decision, such as a confirmation, shows no time, so that more time
    leaves it as it is.

    The token of an interaction expires after 15 minutes, and is not stored: after that, and after a restart, a
    panel stays as it is until the next click on it.
    """

    def __init__(self, delivery: Delivery, requests: InteractionRequests) -> None:
        self._delivery = delivery
        self._tables = delivery.tables
        self._clock = delivery.tables.clock
        self._requests = requests
        # By game or channel and member, those that were sent a panel last at the end; then by kind.
        self._panels: OrderedDict[tuple[int, int], dict[str, Panel]] = OrderedDict()
        # By game and member: the edit of the hand that is under way.
        self._edits: WeakValueDictionary[tuple[int, int], asyncio.Task[None]] = WeakValueDictionary()
        self._answering: set[tuple[int, int]] = set()  # by game and member: a click is being answered
        self._followed: dict[int, Panel] = {}  # by game
        # By game, of the newest question that was looked at: number, deadline, a bit for each player alive then.
        self._asked: dict[int, tuple[int, float | None, int]] = {}
        self._updates = Updates(delivery.background, self._update)

    # Called for each panel that is sent

    def hand(self, game_id: int, user_id: int, channel_id: int) -> Panel | None:
        """Returns the hand that a member was sent in a channel, as far as this process knows."""
        panel = self._panels.get((game_id, user_id), {}).get(HAND)
        return panel if panel is not None and panel.channel_id == channel_id else None

    def is_below(self, interaction: discord.Interaction[Any], kind: str) -> bool:
        """Returns whether the member's panel of a kind was lately the response to a click on the same message."""
        panel, clicked = self._panels.get(_key(0, interaction, kind), {}).get(kind), _clicked_message(interaction)
        return panel is not None and clicked is not None and panel.below == clicked and self._is_valid(panel)

    def note(
        self, game_id: int, interaction: discord.Interaction[Any], kind: str, view: Layout | None = None
    ) -> None:
        """Notes that the response to an interaction is a new panel, and starts to delete the older one."""
        self.delete(game_id, interaction, kind)
        self.renew(game_id, interaction, kind, view)

    def delete(self, game_id: int, interaction: discord.Interaction[Any], kind: str) -> None:
        """Starts to delete the member's panel of a kind, if there is one."""
        self._delete(self.release(game_id, interaction, kind))

    def release(self, game_id: int, interaction: discord.Interaction[Any], kind: str) -> Panel | None:
        """Forgets the member's panel of a kind, for example because it becomes one of another kind. Returns it."""
        return self._panels.get(_key(game_id, interaction, kind), {}).pop(kind, None)

    def renew(
        self, game_id: int, interaction: discord.Interaction[Any], kind: str, view: Layout | None = None
    ) -> None:
        """Notes that the response to an interaction is a panel, new or edited: its token is the newest one."""
        key = _key(game_id, interaction, kind)
        panels = self._panels[key] = self._panels.pop(key, {})
        if kind == DRAFT:
            panels.pop(MODERATION, None)  # this panel may have become the draft
            return
        panels[kind] = panel = Panel.of(interaction, view, self._clock.now())
        while self._panels and not any(map(self._is_valid, next(iter(self._panels.values())).values())):
            self._panels.popitem(last=False)
        table = self._tables.cache.get(game_id)
        if (
            kind == HAND
            and table is not None
            and panel.question is not None
            and not _is_open(table, panel.question)
        ):
            self._asked.pop(game_id, None)  # the question was over before Discord had answered
            self.show_question(table)

    @contextmanager
    def answering(self, game_id: int, user_id: int) -> Generator[None]:
        """While a member's click is answered, whose response may be a panel, none of the member's is edited."""
        self._answering.add((game_id, user_id))
        try:
            yield
        finally:
            self._answering.discard((game_id, user_id))

    def follow(self, game_id: int, interaction: discord.Interaction[Any]) -> None:
        """Keeps the panel of an interaction up to date with a game."""
        self._followed[game_id] = Panel.of(interaction, None, self._clock.now())

    def unfollow(self, game_id: int) -> None:
        """Stops updating the panel of a game, because a response replaces the content of the panel."""
        self._followed.pop(game_id, None)

    async def send(self, interaction: discord.Interaction[Any], view: Layout, send: Send[T]) -> T:
        """Returns what `send` does: it responds to an interaction, with pictures if the member wants them."""
        may_attach = effective(interaction.app_permissions).attach_files
        return await self._send(interaction.user.id, view, send, may_attach=may_attach)

    # Called by the dispatcher

    def forget(self, table: Table) -> None:
        """Forgets a table; the panel of one that another process owns is not updated any more."""
        self._asked.pop(table.id, None)
        if table.is_released:
            self.unfollow(table.id)

    def forget_member(self, user_id: int) -> None:
        """Deletes all panels of a member."""
        for game_id in [game_id for game_id, panel in self._followed.items() if panel.user_id == user_id]:
            self.unfollow(game_id)
        for key in [key for key in self._panels if key[1] == user_id]:
            for panel in self._panels.pop(key).values():
                self._delete(panel)

    def changed(self, table: Table) -> None:
        """Starts to show a change of a table in its panel, if one is followed."""
        if table.id in self._followed:
            self._updates.start(table)

    def show_question(self, table: Table) -> None:
        """Starts to show a private question that has just been opened, once, to those who have a hand panel.

        A panel whose question is over, without an answer in it, is edited to say so; so is one of a player who has
        just been eliminated, because it may name the lost card. When the game has ended, hands are deleted: the
        table message shows all cards, and orders cannot be given any more.
        """
        state, game = table.state, table.state.game
        if game is None or state.status is Status.PAUSED:
            self._asked.pop(table.id, None)
            return
        asked, deadline, were_alive = self._asked.get(table.id, (None, None, 0))
        is_new = asked != game.question
        is_longer = not is_new and deadline != state.deadline
        self._asked[table.id] = game.question, state.deadline, game.table.alive
        fallen = were_alive & ~game.table.alive
        is_private = state.asks_privately
        if not (is_new or is_longer or is_private or state.has_ended):
            return
        awaited = state.awaited() if is_private else ()
        for seat, player in enumerate(state.seats):
            if player.user_id is None:
                continue
            key = table.id, player.user_id
            panel = self.hand(*key, state.channel_id)
            if panel is None or key in self._answering:
                continue
            if state.has_ended:
                self._delete(self._panels[key].pop(HAND))
                continue
            took_time = is_longer and panel.shows_time and panel.question == player.more_time == game.question
            is_asked = took_time or seat in awaited
            is_outdated = panel.question is not None and (panel.question != game.question or is_private)
            has_news = is_new or took_time if is_asked else is_outdated or bool(fallen >> seat & 1)
            if has_news and self._is_valid(panel):
                question = game.question if is_asked else None
                self._panels[key][HAND] = panel._replace(question=question, shows_time=is_asked)
                note = texts_for(panel.locale)("copy-settled") if is_outdated and not is_asked else ""
                if (older := self._edits.get(key)) is not None:
                    older.cancel()  # if it is being tried again, it would replace this edit
                edit = self._show_hand(table, seat, panel, note, is_asked=is_asked)
                self._edits[key] = self._delivery.background.run(edit)

    async def _update(self, table: Table) -> None:
        """Shows a table's newest state in the panel that is followed, until there is nothing more to follow."""
        state = table.state
        await self._show(table)
        # A game with a table message is not shown in a panel.
        if state.has_ended or not (state.is_private or state.status is Status.LOBBY):
            self.unfollow(table.id)
        await self._clock.sleep_until(self._clock.now() + EDIT_INTERVAL_SECONDS)

    async def _show(self, table: Table) -> None:
        """Shows what the followed panel must show now: the hand in a lesson, or the host's menu."""
        panel = self._followed.get(table.id)
        if panel is None:
            return
        seat = table.state.seat_of(panel.user_id)
        if not table.state.is_private and table.state.status is Status.PLAYING:
            # The host sees the game in the hand or the table message.
            self._delete(self._panels.get((table.id, panel.user_id), {}).pop(LOBBY, None))
            return
        if seat is not None and table.state.is_private:
            view = hand_panel(SeatView.of(table, seat, panel.locale))
        else:
            view = host_panel(TableView.of(table, panel.locale), panel.user_id, may_call=table.may_call)
        look = view.look()
        is_shown = self._is_valid(panel) and (look == panel.look or await self._edit(table, panel, view))
        if self._followed.get(table.id) is panel:  # a newer one may be followed by now
            if is_shown:
                self._followed[table.id] = panel._replace(look=look)
            else:
                self.unfollow(table.id)

    async def _show_hand(self, table: Table, seat: int, panel: Panel, note: str, *, is_asked: bool) -> None:
        view = hand_panel(SeatView.of(table, seat, panel.locale), note, brief=not is_asked, dealt=not is_asked)
        await self._edit(table, panel, view)

    async def _send(self, user_id: int, view: Layout, send: Send[T], *, may_attach: bool) -> T:
        """Sends a message that this member alone sees, with pictures if the member wants them."""
        try:
            wanted = (await self._tables.preferences.get(user_id)).pictures
        except SaveFailed:
            wanted = True
        return await self._delivery.send(send, view, wanted=wanted, may_attach=may_attach)

    async def _edit(self, table: Table, panel: Panel, view: Layout) -> bool:
        """Edits a panel; returns False if that failed."""
        try:
            edit = partial(self._requests.edit_response, panel.token)
            await self._send(panel.user_id, view, edit, may_attach=panel.may_attach)
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__, extra={"game": table.id})
            return False
        return True

    def _is_valid(self, panel: Panel) -> bool:
        """Returns whether the token of a panel has not expired."""
        return self._clock.now() < panel.expires_at

    def _delete(self, panel: Panel | None) -> None:
        """Starts to delete a panel, if there is one."""
        if panel is not None and self._is_valid(panel):
            self._delivery.background.run(self._request_deletion(panel))

    async def _request_deletion(self, panel: Panel) -> None:
        try:
            await self._requests.delete_response(panel.token)
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__)


def _is_open(table: Table, question: int) -> bool:
    """Returns whether a question of a table's game is still open."""
    return table.state.question == question and not table.state.has_ended


def _key(game_id: int, interaction: discord.Interaction[Any], kind: str) -> tuple[int, int]:
    return (interaction.channel_id or 0) if kind in _OF_CHANNEL else game_id, interaction.user.id


def _clicked_message(interaction: discord.Interaction[Any]) -> int | None:
    """Returns the id of the message whose control was clicked; None for a command."""
    message = interaction.extras.get("message")
    return None if message is None else int(message["id"])
