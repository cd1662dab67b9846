"""The driver: carries out the rules of a game decision by decision, and can clone the game at any question."""

from collections.abc import Sequence
from typing import Any, Self

from engine.errors import GameOver, IllegalDecision, NotPending, Stale, UnknownPlayer
from engine.events import Event
from engine.moves import RESIGN, Move
from engine.rules.card_layout import Decision, Layout
from engine.rules.lives import Finished
from engine.rules.objections import objection, objection_unasked
from engine.rules.turn import turns
from engine.table.questions import Ask
from engine.table.table import Table


class Driver:
    """The part of a game that carries out decisions; `engine.Game` describes the attributes.

    The rules cannot be copied in the middle of a turn, so a clone plays the decisions of the turn again.
    If the game was redealt, `_layouts` has the layout of its cards before each of these decisions, and after them,
    by the number of decisions made before.
    """

    __slots__ = (
        "_decisions",
        "_flow",
        "_layouts",
        "_origin",
        "ask",
        "names",
        "question",
        "table",
        "winners",
    )

    def __init__(
        self, table: Table, names: tuple[str, ...], origin: dict[str, Any], decisions: Sequence[Decision] = ()
    ) -> None:
        self.table = table
        self.names = names
        self.question = 0
        self.ask: Ask | None = None
        self.winners: tuple[int, ...] | None = None
        self._origin = origin
        self._decisions = [*decisions]
        self._layouts: dict[int, Layout] = {}
        self._flow = turns(table, self._decisions)
        self.ask = next(self._flow)

    # Deciding

    def _option_like(self, move: Move, ask: Ask, seat: int) -> Move:
        """Returns the seat's option with the same text as a move that is not interned.

        Raises NotPending or IllegalDecision.
        """
        if seat not in ask.options:
            reason, facts = objection_unasked(self.table, self.names, ask, seat, move)
            raise NotPending(reason, **facts)
        text = str(move)
        for option in ask.options[seat]:
            if str(option) == text:
                return option
        reason, facts = objection(self.table, self.names, ask, seat, move)
        raise IllegalDecision(reason, **facts)

    def has_decided(self, seat: int) -> bool:
        """Returns whether a seat has made a decision in this game.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> events = game.decide(0, Move("act", "income"))
        >>> game.has_decided(0), game.has_decided(1)
        (True, False)
        """
        return any(by == seat for by, _ in self._decisions)

    @property
    def decisions(self) -> Sequence[Decision]:
        """Every decision that has been made, oldest first: its seat and its move."""
        return self._decisions

    @property
    def seq(self) -> int:
        """The number of decisions that have been made."""
        return len(self._decisions)

    def carry_out(self, seat: int, move: Move, at: int | None = None) -> list[Event]:
        """Carries out a move of a seat: one of its options, or its resignation. Raises Refused.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> events = game.carry_out(1, Move("resign"))
        >>> events[0]
        {'type': 'resigned', 'by': 1}
        """
        return self.resign(seat) if move is RESIGN else self.decide(seat, move, at)

    def decide(self, seat: int, move: Move, at: int | None = None) -> list[Event]:
        """Carries out one of a seat's options. Returns what happened, oldest first.

        `at` is the number of the question that the client believes to answer, if given. Raises GameOver, Stale,
        NotPending or IllegalDecision; then nothing has changed.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> for event in game.decide(0, Move("act", "income")):
        ...     print(event)
        {'type': 'action', 'by': 0, 'action': 'income', 'role': None}
        {'type': 'coins', 'by': 0, 'amount': 1}
        {'type': 'turn', 'by': 1}
        >>> game.decide(0, Move("act", "income"))
        Traceback (most recent call last):
            ...
        engine.errors.NotPending: Ada owes no decision now.
        """
        ask = self.ask
        if ask is None:
            raise GameOver
        if at is not None and at != self.question:
            raise Stale(question=at)
        if move not in ask.options.get(seat, ()):
            move = self._option_like(move, ask, seat)
        table = self.table
        table.events = []
        self._decisions.append((seat, move))
        if ask.settled_by(seat, move):
            self._continue(move)
        if table.resigned:
            self._answer_for_resigned()
        return table.events

    def resign(self, seat: int) -> list[Event]:
        """Resigns for a living player (rules.md 2.13). Raises GameOver or UnknownPlayer.

        The player leaves at the end of the turn; until then it answers every question with the default.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> events = game.resign(0)
        >>> game.winners
        (1,)
        """
        table = self.table
        if self.ask is None:
            raise GameOver
        if not table.alive >> seat & 1 or seat in table.resigned:
            raise UnknownPlayer("out_of_game", name=self.names[seat])
        table.events = []
        self._decisions.append((seat, RESIGN))
        table.resigned += (seat,)
        table.events.append({"type": "resigned", "by": seat})
        self._answer_for_resigned()
        return table.events

    def timeout(self) -> list[Event]:
        """Decides the default for every player who still owes a decision, in seat order (rules.md 2.12).

        A question that this opens stays open. Raises GameOver.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> events = game.decide(0, Move("act", "tax"))
        >>> game.timeout()[0]  # Ben has allowed the tax
        {'type': 'coins', 'by': 0, 'amount': 3}
        """
        ask = self.ask
        if ask is None:
            raise GameOver
        events: list[Event] = []
        for seat in sorted(ask.options):
            if self.ask is ask and seat in ask.options:
                events += self.decide(seat, ask.options[seat][ask.default(seat)])
        return events

    def _answer_for_resigned(self) -> None:
        while (ask := self.ask) is not None:
            seat = next((seat for seat in self.table.resigned if seat in ask.options), None)
            if seat is None:
                return
            move = RESIGN if ask.prompt == "act" else ask.options[seat][ask.default(seat)]
            if ask.settled_by(seat, move):
                self._continue(move)

    def _continue(self, move: Move) -> None:
        self.question += 1
        try:
            self.ask = self._flow.send(move)
        except Finished:
            self._end()

    def _end(self) -> None:
        self.ask, self.winners = None, self.table.winners()
        self.table.events.append({"type": "over", "winners": self.winners})

    # Copying

    def clone(self) -> Self:
        """Returns a copy of the game that can be played on independently.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> copy = game.clone()
        >>> events = copy.decide(0, Move("act", "income"))
        >>> copy.table.coins, game.table.coins
        ([3, 2], [2, 2])
        """
        if self.ask is None:
            other = type(self).__new__(type(self))
            other.table, other.names, other.winners, other.ask = self.table, self.names, self.winners, None
            other._origin, other._decisions, other._layouts = self._origin, self._decisions[:], {}
        else:
            other = self.game_at_turn_start()
            for seat, move in self.decisions_of_turn():
                other.lay_next()
                other.carry_out(seat, move)
            other.lay_next()
            other.table.events = []
        other.question = self.question
        return other

    def game_at_turn_start(self) -> Self:
        """Returns a new game at the first question of this turn; its `question` counts from 0."""
        before = self._decisions[: self.table.turn_began]
        other = type(self)(self.table_at_turn_start(), self.names, self._origin, before)
        other._layouts = self._layouts
        return other

    def lay(self, layout: Layout) -> None:
        """Moves the cards to another layout, also in all later clones."""
        self._layouts = {**self._layouts, len(self._decisions): layout}
        self.lay_next()

    def lay_next(self) -> None:
        """Moves the cards of an unfinished clone to their layout before the next decision."""
        layout = self._layouts.get(len(self._decisions))
        if layout is not None:
            layout.lay(self.table)
            if self.ask is not None:
                self.ask.options.update(layout.options)

    def table_at_turn_start(self) -> Table:
        """Returns the table as it was when this turn began."""
        return Table.from_snapshot(self.table.edition, self.table.started)

    def decisions_of_turn(self) -> list[Decision]:
        """Returns the decisions since this turn began, oldest first."""
        return self._decisions[self.table.turn_began :]

    def offered(self) -> dict[int, tuple[Move, ...]]:
        """Returns the options of every seat that the open question was put to, in the order of asking.

        The result includes seats that have answered. `ask.options` has only those that still owe an answer.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
        >>> events = game.decide(0, Move("act", "tax")) + game.decide(1, Move("pass"))
        >>> list(game.ask.options), list(game.offered())
        ([2], [1, 2])
        """
        return {} if self.ask is None else dict(self.ask.offered)
