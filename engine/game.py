"""A game: drives the rules from decision to decision, and can be cloned, viewed, recorded and replayed."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.errors import BadRequest, UnknownPlayer
from engine.events import Event
from engine.moves import Move
from engine.redeal import redealt
from engine.requests.models import Record, validated
from engine.rules.actions import untargetable
from engine.rules.driver import Driver
from engine.setup import deal, position
from engine.setup.start import Start, start_of
from engine.views import seat as seat_view
from engine.views import state
from engine.views.public import PublicView, public_view

RULES_VERSION: Final = "1"
"""Which rules the engine plays by. Raise it when a game that could be played before would now go another way."""


class Game(Driver):
    """A game in progress or over.

    `names` are the players by seat; `ask` is the question that stands, None at the end; `question` its number,
    which stays while others answer the same window; `winners` the seats that won, None while the game goes on.
    `table` has every fact of the game, hidden ones too, for programs that run or measure it: `table.edition` is
    what is played, `table.events` what the last decision brought about (before the first one, the deal). A
    decision that is refused leaves everything as it was.
    """

    __slots__ = ()

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
        wanted = validated(Record, record)
        if (wanted.new is None) == (wanted.position is None):
            raise BadRequest("A record begins with a new game or with a position.")
        if wanted.new is not None:
            game = cls(*deal.deal_from(wanted.new))
        else:
            game = cls(*position.load(wanted.position or {}))
        for decision in wanted.decisions:
            game.take(decision)
        won = None if game.winners is None else {game.names[seat] for seat in game.winners}
        if won != (None if wanted.result is None else set(wanted.result)):
            raise BadRequest("The record's result is not what its decisions lead to.")
        return game

    @property
    def turn(self) -> int:
        """The seat of the active player."""
        return self.table.turn

    @property
    def start(self) -> Start:
        """What to keep beside ruleset, options and seed: the same game is dealt then, even with new roles."""
        return start_of(self.table, self.names, self._origin)

    def plays(self, seat: int) -> bool:
        """Whether a player is in the game and has not resigned."""
        return bool(self.table.alive >> seat & 1) and seat not in self.table.resigned

    def seat(self, name: object) -> int:
        """The seat of a player. Raises UnknownPlayer."""
        if name not in self.names:
            raise UnknownPlayer(name=name)
        return self.names.index(name)  # pyright: ignore[reportArgumentType] - what it is not is refused

    def take(self, decision: Mapping[str, Any]) -> list[Event]:
        """Takes a decision in its JSON form, `by` and `at` included. Raises Refused."""
        facts = dict(decision)
        seat = self.seat(facts.pop("by", None))
        at = facts.pop("at", None)
        if at is not None and type(at) is not int:
            raise BadRequest("`at` is the number of a question.")
        move = Move.from_json(facts, self.names)
        return self.carry_out(seat, move, at)

    def redealt(self, seat: int, chance: Random) -> "Game":
        """A game that a seat which is asked cannot tell from this one, every hidden card dealt anew.

        Neither it nor its clones hold anything that the seat does not know; sealed answers are open again. What is
        left to luck comes from `chance`. Raises ValueError if the seat is not asked.
        """
        return redealt(self, seat, chance)

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
