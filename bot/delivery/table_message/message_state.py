"""Cards: what is known of the messages of one table's cards, and what is stored of them.

A new card replaces an old one in steps, each of which may be the last before a kill: the intent is stored, the new
card posted, the old one deleted (chronicle: frozen), and only then is the new one's id stored, which ends the
intent. The next process finishes the steps that are missing, after a search of the channel
(`bot.delivery.table_message.search`).
"""

from contextlib import suppress
from math import inf
from typing import Final

from discord import ui

from bot.delivery.pictures import look_of
from bot.delivery.table_message.requests import Card, CardMessages
from bot.delivery.table_message.search import NONCES_KEPT, Intent
from bot.render.messages.lobby import lobby_message
from bot.render.messages.message_for_phase import message_for_phase
from bot.render.phase import Phase
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.refusals import NotHeldHere
from bot.tables.service import Tables
from bot.tables.table import Table
from engine import Game

HERE: Final = 8.0
"""Seconds after a click in which its member is taken to look at the card still."""
SOON: Final = 300.0
"""Seconds for a question up to which a reminder, at half of them, reaches who looked away after all."""


class Cards:
    """The cards of one table.

    `newest` is the newest that is known to be posted. While `unsure`, another may be posted whose id is unknown;
    `wanted` tells that one is to be posted even for the same stage, `unsaved` that a step of a replacement is
    missing. While `standing_in`, the old card shows the new state, as the new card is late.
    """

    def __init__(self, tables: Tables, table: Table, messages: CardMessages) -> None:
        self.newest = Card.stored(table)
        self.intent = None if table.posted.intent is None else Intent.parse(table.posted.intent)
        self.unsure = self.intent is not None
        self.wanted = False
        self.unsaved = False
        self.standing_in = False
        self._tables = tables
        self._table = table
        self._messages = messages
        self._to_search = self.unsure  # the channel has not been searched for the intent of an earlier process
        self._old: list[Card] = []  # to be frozen or deleted
        self._clicked: dict[int, float] = {}  # when members last answered by a click, by their ids

    def is_card(self, message_id: int) -> bool:
        """Whether a message is the live card, or must be, as it is newer and the newest card's id unknown."""
        if self.newest is None or message_id == self.newest.message_id:
            return True
        return self.unsure and message_id > self.newest.message_id

    def view(self, message_id: int | None = None) -> ui.LayoutView:
        """What the card, or a message that `is_card`, is to show now.

        While a new card is being posted, the old one shows its own stage, frozen, unless it stands in for the new.
        """
        card = self.newest
        if card is None or message_id not in (None, card.message_id) or self.standing_in:
            return message_for_phase(TableView.of(self._table), self.following(Phase.of(self._table.state)))
        return message_for_phase(TableView.of(self._table), card.stage)

    def expect_answer(self, message_id: int) -> None:
        """Notes that the answer to an interaction may edit a message: its look is unknown until `note_answer`."""
        if self.newest is not None and message_id == self.newest.message_id:
            self.newest.look = None

    async def note_answer(self, message_id: int, view: ui.LayoutView) -> None:
        """Notes that the answer to an interaction has posted the card, or edited it to look like `view`."""
        if self.newest is None or message_id > self.newest.message_id:
            stage = Phase.of(self._table.state) if self.intent is None else self.intent.stage
            self.stands(message_id, self.following(stage), view)
            if not self._old:
                with suppress(NotHeldHere):  # the process that has just taken the table searches for the card
                    await self.remember()
        elif message_id == self.newest.message_id:
            self.newest.look, self.newest.seen_at = look_of(view), self._tables.clock.now()

    def following(self, stage: Phase) -> Phase:
        """A stage as the card after the newest tells of it."""
        return stage if self.newest is None else stage.after(self.newest.stage)

    def carry_on(self, by: int, last: int) -> None:
        """Lets the newest card show what follows its turn, after the click of a member, `by`, in its channel.

        So it does, where one card replaces another, if a new one would reach nobody: `last`, the channel's last
        message, is not below it, and whose turn it is has clicked a moment ago, or is not to be pinged.
        """
        self._clicked[by] = self._tables.clock.now()
        stage, game, card = Phase.of(self._table.state), self._table.state.game, self.newest
        if not (self._table.state.one_card and self.settled) or game is None or card is None:
            return
        if card.stage.kind != "turn" or stage == card.stage or last > card.message_id:
            return
        seat = self._table.state.seats[game.turn]
        if stage.kind == "end" or seat.user_id in (None, by) or seat.away or self._looks_on(seat.user_id, game):
            card.stage, self.unsaved = self.following(stage), True
            self._table.unpinged_of = game.question

    def _looks_on(self, user: int | None, game: Game) -> bool:
        """Whether a member clicked so lately that a ping would tell nothing new, with a reminder to come soon."""
        ago = self._tables.clock.now() - self._clicked.get(user or 0, -inf)
        return ago < HERE and self._table.state.seconds(game) <= SOON

    @property
    def settled(self) -> bool:
        """Whether nothing is left to be found out, put away or stored."""
        return not (self.unsure or self.unsaved or self._old)

    def doubt(self) -> None:
        """Lets the channel be searched for a lobby's card, which may be posted without our knowing."""
        if self.newest is None and self.intent is None:
            self.intent = Intent(Phase.of(self._table.state), self._table.state.opened_at)
            self.unsure = self._to_search = True

    async def intend(self, stage: Phase) -> None:
        """Stores that the card of a stage is about to be posted. Raises NotSaved or NotHeldHere."""
        if self.intent is None or self.intent.stage != stage:
            intent = Intent(stage, self._tables.clock.now())
            await self._tables.intend_card(self._table, str(intent))
            self.intent = intent

    def stands(self, message_id: int, stage: Phase, view: ui.LayoutView | None = None) -> None:
        """Notes that a message is the newest card; `view` is how it looks, None if that is unknown."""
        if self.newest is not None:
            self._old.append(self.newest)
        look = None if view is None else look_of(view)
        self.newest = Card(message_id, stage, look, seen_at=self._tables.clock.now())
        self.unsure = self.wanted = self.standing_in = False
        self.unsaved = True

    async def finish(self) -> None:
        """Takes the steps that are missing of an earlier replacement. Raises discord.HTTPException."""
        if self._to_search or (self.unsure and not self._nonce_holds()):
            await self._recover()
        if self.unsaved:
            await self.put_away()
            await self.remember()

    async def put_away(self) -> None:
        """Freezes the old cards; deletes them where one replaces the other, or shows the same stage again."""
        while self._old:
            old = self._old[0]
            again = self.newest is not None and old.stage == self.newest.stage
            goes = again or self._table.state.one_card or self._table.state.game is None
            frozen = None if goes else message_for_phase(TableView.of(self._table), old.stage)
            await self._messages.put_away(old, frozen)
            self._old.pop(0)
        over = self.newest is not None and self.newest.stage.kind in ("end", "closed")
        if over and self._table.state.has_own_thread:
            await self._messages.thread.leave(lobby_message(TableView.of(self._table)))

    async def remember(self) -> None:
        """Stores the newest card's id, which ends the intent."""
        if self.newest is not None:
            self.intent, self.unsaved = None, False
            await self._tables.remember_card(self._table, self.newest.message_id, str(self.newest.stage))

    async def _recover(self) -> None:
        """Searches the channel for cards whose ids were never stored; the newest becomes the card."""
        if self.intent is not None:
            known = None if self.newest is None else self.newest.message_id
            found = await self._messages.find(self.intent, known)
            if self.newest is not None and known in found.ours:  # the lobby's is not, once the game is in a thread
                self.newest.live = self._table.state.one_card or known in found.live
            unknown = [message_id for message_id in found.live if message_id != known]
            self._old += [Card(message_id, self.intent.stage) for message_id in unknown[:-1]]
            for message_id in unknown[-1:]:
                self.stands(message_id, self.intent.stage)
            self.wanted = self.wanted or (self.newest is None and self._table.state.status is Status.LOBBY)
            # An intent that led to no card ends too, unless the same card is to be posted now.
            current = self.newest is not None and self.newest.stage == Phase.of(self._table.state)
            self.unsaved = self.unsaved or current
        self.unsure = self._to_search = False

    def _nonce_holds(self) -> bool:
        """Whether posting the same card again would return the message of the first try, if there is one."""
        intent, now = self.intent, self._tables.clock.now()
        return intent is not None and intent.stage == Phase.of(self._table.state) and now - intent.at < NONCES_KEPT
