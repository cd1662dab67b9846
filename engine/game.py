"""A game: drives the rules from decision to decision, and can be cloned, viewed, recorded and replayed."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ask import Ask
from engine.errors import BadForm, GameOver, IllegalDecision, NotPending, OutOfGame, Stale, UnknownPlayer
from engine.events import Event
from engine.moves import RESIGN, Move
from engine.rules.actions import untargetable
from engine.rules.lives import Finished
from engine.rules.turn import turns
from engine.setup import deal, position, requests
from engine.setup.start import Start, start_of
from engine.table import Table
from engine.views import seat as seat_view
from engine.views import state
from engine.views.public import PublicView, public_view

RULES_VERSION: Final = "1"
"""Which rules the engine plays by. Raise it when a game that could be played before would now go another way."""


class Game:
    """A game in progress or over.

    `names` are the players by seat; `ask` is the question that stands, None at the end; `question` its number,
    which stays while others answer the same window; `winners` the seats that won, None while the game goes on.
    A decision that is refused leaves everything as it was.
    """

    __slots__ = (
        "_decisions",
        "_flow",
        "_origin",
        "_started",
        "_turn_began",
        "ask",
        "names",
        "question",
        "table",
        "winners",
    )

    def __init__(self, table: Table, names: tuple[str, ...], origin: dict[str, Any]) -> None:
        self.table = table
        self.names = names
        self.question = 0
        self.ask: Ask | None = None
        self.winners: tuple[int, ...] | None = None
        self._origin = origin
        self._decisions: list[tuple[int, Move]] = []
        self._flow = turns(table)
        self._begin_turn()

    @classmethod
    def new(
        cls,
        ruleset: str,
        players: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        pool: Sequence[str] | None = None,
        seed: str | None = None,
        first: str | None = None,
        direction: int | None = None,
        teams: Sequence[Sequence[str]] | None = None,
    ) -> "Game":
        """A game from its beginning (rules.md 1). Raises BadRequest where the rules do not allow the setup.

        `seed` is 64 hex digits, drawn from the system's entropy if left out; so are a g54 pool and the first
        player, from the seed. `direction` (1 or -1) belongs to mcguire, `teams` to team play.
        """
        return cls(
            *deal.deal(
                ruleset,
                players,
                options=options or {},
                pool=pool,
                seed=seed,
                first=first,
                direction=direction,
                teams=teams,
            )
        )

    @classmethod
    def from_position(cls, setup: Mapping[str, Any]) -> "Game":
        """A game from a set-up position (referee.md). Raises BadRequest if it is impossible."""
        return cls(*position.load(setup))

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> "Game":
        """Plays a record from its start. Raises Refused if a decision is illegal or the result differs."""
        wanted = requests.validated(requests.Record, record)
        if (wanted.new is None) == (wanted.position is None):
            raise BadForm("A record begins with a new game or with a position.")
        if wanted.new is not None:
            game = cls(*deal.deal_from(wanted.new))
        else:
            game = cls(*position.load(wanted.position or {}))
        for decision in wanted.decisions:
            game.take(decision)
        won = None if game.winners is None else {game.names[seat] for seat in game.winners}
        if won != (None if wanted.result is None else set(wanted.result)):
            raise BadForm("The record's result is not what its decisions lead to.")
        return game

    @property
    def seq(self) -> int:
        """How many decisions were taken."""
        return len(self._decisions)

    @property
    def turn(self) -> int:
        """The seat of the active player."""
        return self.table.turn

    @property
    def start(self) -> Start:
        """What to keep beside ruleset, options and seed: the same game is dealt then, even with new roles."""
        return start_of(self.table, self.names, self._origin)

    def seat(self, name: object) -> int:
        """The seat of a player. Raises UnknownPlayer."""
        if name not in self.names:
            raise UnknownPlayer(name)
        return self.names.index(name)  # pyright: ignore[reportArgumentType]

    # Deciding

    def take(self, decision: Mapping[str, Any]) -> list[Event]:
        """Takes a decision in its JSON form, `by` and `at` included. Raises Refused."""
        facts = dict(decision)
        seat = self.seat(facts.pop("by", None))
        at = facts.pop("at", None)
        if at is not None and type(at) is not int:
            raise BadForm("`at` is the number of a question.")
        move = Move.from_json(facts, self.names)
        return self._take(seat, move, at)

    def _take(self, seat: int, move: Move, at: int | None = None) -> list[Event]:
        return self.resign(seat) if move is RESIGN else self.decide(seat, move, at)

    def decide(self, seat: int, move: Move, at: int | None = None) -> list[Event]:
        """A player takes one of its options. Returns what happened, oldest first.

        `at` is the question it answers, if the client says so. Raises GameOver, Stale, NotPending or
        IllegalDecision, all of them before anything has changed.
        """
        ask = self.ask
        if ask is None:
            raise GameOver
        if at is not None and at != self.question:
            raise Stale(at)
        options = ask.options.get(seat)
        if options is None:
            raise NotPending(self.names[seat])
        if move not in options:
            raise IllegalDecision(str(move))
        table = self.table
        table.events = []
        self._decisions.append((seat, move))
        if ask.settled_by(seat, move):
            self._go_on(move)
        if table.resigned:
            self._answer_for_resigned()
        return table.events

    def resign(self, seat: int) -> list[Event]:
        """A living player gives up (rules.md 2.13). Raises GameOver or UnknownPlayer."""
        table = self.table
        if self.ask is None:
            raise GameOver
        if not table.alive >> seat & 1 or seat in table.resigned:
            raise OutOfGame(self.names[seat])
        table.events = []
        self._decisions.append((seat, RESIGN))
        table.resigned += (seat,)
        table.emit({"type": "resigned", "by": seat})
        self._answer_for_resigned()
        return table.events

    def timeout(self) -> list[Event]:
        """Every player who still owes a decision takes its default, in seat order (rules.md 2.12).

        A question that opens meanwhile is left standing. Raises GameOver.
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
                self._go_on(move)

    def _go_on(self, move: Move) -> None:
        self.question += 1
        try:
            ask = self._flow.send(move)
            if ask is None:
                self._begin_turn()
            else:
                self.ask = ask
        except Finished:
            self._end()

    def _begin_turn(self) -> None:
        self._turn_began = len(self._decisions)
        self._started = self.table.at_turn_start()
        self.ask = next(self._flow)

    def _end(self) -> None:
        self.ask, self.winners = None, self.table.winners()
        self.table.emit({"type": "over", "winners": self.winners})

    # Copying, seeing and keeping

    def clone(self) -> "Game":
        """The same game, to go on from independently."""
        if self.ask is None:
            other = Game.__new__(Game)
            other.table, other.names, other.winners, other.ask = self.table, self.names, self.winners, None
            other._origin, other._started, other._turn_began = self._origin, self._started, self._turn_began
            other._decisions = self._decisions[:]
        else:
            other = self._as_the_turn_began()
            for seat, move in self._decisions[self._turn_began :]:
                other._take(seat, move)
            other.table.events = []
        other.question = self.question
        return other

    def _as_the_turn_began(self) -> "Game":
        """A game of its own, at the first question of this turn; its `question` counts from 0."""
        table = Table.restored(self._started)
        other = Game.__new__(Game)
        other.table, other.names, other.winners, other.question = table, self.names, None, 0
        other._origin, other._started, other._turn_began = self._origin, self._started, self._turn_began
        other._decisions = self._decisions[: self._turn_began]
        other._flow = turns(table)
        other.ask = next(other._flow)
        return other

    def offered(self) -> dict[int, tuple[Move, ...]]:
        """The options of everyone to whom the question that stands was put, in the order they were asked.

        They stay the same while others answer a window; `ask.options` has only those who still owe an answer.
        """
        if self.ask is None:
            return {}
        if self.ask.untouched:
            return dict(self.ask.options)
        game = self._as_the_turn_began()
        ask = game.ask
        offered = {} if ask is None else dict(ask.options)
        for seat, move in self._decisions[self._turn_began :]:
            game._take(seat, move)
            if game.ask is not ask and game.ask is not None:
                ask = game.ask
                offered = dict(ask.options)
        return offered

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as JSON values (rules.md 7)."""
        return seat_view.of(self, seat)

    def public(self) -> PublicView:
        """What may be shown to everybody, as a value that leads to nothing hidden."""
        return public_view(self)

    def untargetable(self, seat: int) -> dict[int, str]:
        """The living players that a seat may not choose as targets, clockwise, each with the reason.

        Reasons are ids: `team`, `treaty`, `peacekeeping`; the last does not protect from a Coup.
        """
        return untargetable(self.table, seat)

    def open_hands(self, seat: int) -> dict[int, tuple[str, ...]]:
        """What every player still in the game holds, cards drawn and put aside included, by seat.

        Only an eliminated player who decides nothing any more may see that: for anybody else it is empty, and at
        the end of the game, when everything is open.
        """
        table = self.table
        if self.ask is None or table.alive >> seat & 1 or table.avenging:
            return {}
        living = [other for other in range(len(self.names)) if table.alive >> other & 1]
        return {other: (*table.hands[other], *table.drawn.get(other, ()), *table.aside[other]) for other in living}

    def state(self) -> dict[str, Any]:
        """The whole game, hidden facts included, in the form of a position (referee.md)."""
        return state.dump(self.table, self.names)

    def record(self) -> dict[str, Any]:
        """The game as it was played: how it began, every decision, who won."""
        return {
            **self._origin,
            "decisions": [{"by": self.names[seat], **move.to_json(self.names)} for seat, move in self._decisions],
            "result": None if self.winners is None else [self.names[seat] for seat in self.winners],
        }
