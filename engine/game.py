"""A game: it is dealt, decided, cloned, viewed, recorded and replayed."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.errors import BadRequest, GameOver, UnknownPlayer
from engine.events import Event
from engine.moves import Move
from engine.redeal import redeal
from engine.requests.models import Record, validate
from engine.rules.actions import untargetable
from engine.rules.driver import Driver
from engine.rules.objections import Objection, objection, objection_unasked
from engine.setup import Start, deal, deal_from, set_up, start_of
from engine.views import state
from engine.views.view import PublicView, public_view, view_of

RULES_VERSION: Final = "1"
"""The version of the rules. It must rise when a game that could be played before would now go differently."""


class Game(Driver):
    """A game in progress or over.

    `names` are the players' names by seat. `ask` is the open question, or None when the game is over. `question`
    is the number of the open question; a window keeps its number until all its answers are given. `winners` are
    the seats that won, or None while the game is in progress. `table` holds every fact of the game, including
    hidden ones, for programs that run or measure the game. `table.edition` is the edition, and `table.events` are
    the events of the last decision, or of the deal before the first decision. A refused decision changes nothing.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], seed="00" * 32)
    >>> game.names[game.turn], game.ask.prompt
    ('Ben', 'act')
    >>> events = game.decide(game.turn, Move("act", "tax"))
    >>> game.ask.prompt, game.ask.options
    ('respond', {2: (Move<pass>, Move<challenge>), 0: (Move<pass>, Move<challenge>)})
    >>> events = game.decide(2, Move("pass")) + game.decide(0, Move("challenge"))
    >>> events[-1]
    {'type': 'challenge', 'by': 0, 'against': 1, 'role': 'duke'}
    >>> game.winners is None
    True
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
        """Deals a new game (rules.md 1). Raises BadRequest if the rules do not allow the setup.

        `seed` is 64 hex digits and determines the deal; without it the system's entropy is used. A g54 pool and
        the first player are drawn from the seed unless they are given. `direction` (1 or -1) is for mcguire,
        `teams` for team play.

        >>> game = Game.new("g54", ["Ada", "Ben"], seed="00" * 32, first="Ada")
        >>> game.table.edition.roles
        ('banker', 'intellectual', 'judge', 'priest', 'reporter')
        >>> Game.new("classic", ["Ada"])
        Traceback (most recent call last):
            ...
        engine.errors.BadRequest: classic is for 2 to 6 players.
        """
        return cls(
            *deal(
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
        """Sets up a position (referee.md). Raises BadRequest if it is impossible.

        >>> ada, ben = {"name": "Ada", "coins": 7, "hand": ["duke"]}, {"name": "Ben", "hand": ["captain"]}
        >>> game = Game.from_position({"ruleset": "classic", "turn": "Ada", "players": [ada, ben]})
        >>> events = game.decide(0, Move("act", "coup", 1))
        >>> game.winners
        (0,)
        """
        return cls(*set_up(setup))

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> "Game":
        """Plays a record from its start. Raises Refused if a decision is illegal or the result differs.

        >>> game = Game.new("classic", ["Ada", "Ben"])
        >>> digest(Game.replay(game.record())) == digest(game)
        True
        """
        wanted = validate(Record, record)
        if (wanted.new is None) == (wanted.position is None):
            raise BadRequest("A record begins with a new game or with a position.")
        game = cls(*(set_up(wanted.position or {}) if wanted.new is None else deal_from(wanted.new)))
        for decision in wanted.decisions:
            game.decide_json(decision)
        won = None if game.winners is None else {game.names[seat] for seat in game.winners}
        if won != (None if wanted.result is None else set(wanted.result)):
            raise BadRequest("The record's result is not what its decisions lead to.")
        return game

    @classmethod
    def begin(cls, record: Mapping[str, Any]) -> "Game":
        """Returns the game of a record as it was before its first decision. Raises Refused.

        >>> game = Game.new("classic", ["Ada", "Ben"])
        >>> events = game.decide(game.turn, Move("act", "income"))
        >>> game.question, Game.begin(game.record()).question
        (1, 0)
        """
        return cls.replay({**record, "decisions": [], "result": None})

    @property
    def turn(self) -> int:
        """The seat of the active player."""
        return self.table.turn

    @property
    def start(self) -> Start:
        """The outcome of the deal.

        From this, the ruleset, the options and the seed, any later version can deal the same game.

        >>> Game.new("mcguire", ["Ada", "Ben"], first="Ben").start
        {'pool': None, 'first': 'Ben', 'direction': 1, 'teams': None}
        """
        return start_of(self.table, self.names, self._origin)

    def is_playing(self, seat: int) -> bool:
        """Whether a player is in the game and has not resigned.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"])
        >>> events = game.resign(2)
        >>> [game.is_playing(seat) for seat in range(3)]
        [True, True, False]
        """
        return bool(self.table.alive >> seat & 1) and seat not in self.table.resigned

    def seat(self, name: object) -> int:
        """Returns the seat of a player. Raises UnknownPlayer.

        >>> Game.new("classic", ["Ada", "Ben"]).seat("Ben")
        1
        """
        if name not in self.names:
            raise UnknownPlayer(name=name)
        return self.names.index(name)  # pyright: ignore[reportArgumentType] - what it is not is refused

    def decide_json(self, decision: Mapping[str, Any]) -> list[Event]:
        """Carries out a decision in the JSON form of referee.md, with `by` and optionally `at`. Raises Refused.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> game.decide_json({"by": "Ada", "do": "act", "action": "income"})[0]
        {'type': 'action', 'by': 0, 'action': 'income', 'role': None}
        """
        facts = dict(decision)
        seat = self.seat(facts.pop("by", None))
        at = facts.pop("at", None)
        if at is not None and type(at) is not int:
            raise BadRequest("`at` is the number of a question.")
        move = Move.from_json(facts, self.names)
        return self.carry_out(seat, move, at)

    def redeal(self, seat: int, chance: Random) -> "Game":
        """Returns a game that looks the same to a seat, with all cards that the seat cannot see dealt again.

        The seat must be one that is asked now; otherwise raises ValueError. The new game and its clones hold
        nothing that the seat does not know. Seats whose answers were sealed are asked again. All random choices
        use `chance`.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
        >>> imagined = game.redeal(0, Random(1))
        >>> imagined.view(0) == game.view(0)
        True
        """
        return redeal(self, seat, chance)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Returns what a seat (None: a spectator) may know, as JSON values (rules.md 7).

        Views have parts in common, so do not change what is in one.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], seed="00" * 32)
        >>> game.view(0)["players"][0]["hand"]
        ['contessa', 'duke']
        >>> "hand" in game.view(0)["players"][1]
        False
        """
        return view_of(self, seat)

    def public(self) -> PublicView:
        """Returns what may be shown to everybody, as a value that contains nothing hidden.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
        >>> events = game.decide(0, Move("act", "tax"))
        >>> before = game.public()
        >>> before.prompt, before.asked, before.claim.role
        ('respond', (1, 2), 'duke')
        >>> events = game.decide(1, Move("pass"))
        >>> game.public() == before  # an open window does not show who has answered
        True
        """
        return public_view(self)

    def objection(self, seat: int, move: Move) -> Objection:
        """Returns why a seat may not make a move: a key of `errors.SENTENCES`, and its facts.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> game.objection(0, Move("act", "coup", 1))
        ('too_poor', {'action': 'coup', 'price': 7, 'name': 'Ada', 'coins': 2})
        """
        if self.ask is None:
            raise GameOver
        reason = objection if seat in self.ask.options else objection_unasked
        return reason(self.table, self.names, self.ask, seat, move)

    def untargetable(self, seat: int) -> dict[int, str]:
        """Returns the living players that a seat may not choose as targets, clockwise, each with the reason.

        Reasons are ids: `team`, `treaty`, `peacekeeping`; the last does not protect from a Coup.

        >>> game = Game.new("classic", ["Ada", "Ben", "Cleo", "Dan"], options={"teams": True})
        >>> game.untargetable(0)
        {2: 'team'}
        """
        return untargetable(self.table, seat)

    def open_hands(self, seat: int) -> dict[int, tuple[str, ...]]:
        """Returns, by seat, the cards of every player still in the game, including cards drawn and put aside.

        `seat` is the viewer. Only an eliminated player with no more decisions to make may see these cards. For any
        other viewer the result is empty, and so it is after the game, because `view` then shows all cards.

        >>> Game.new("classic", ["Ada", "Ben"]).open_hands(0)
        {}
        """
        table = self.table
        if self.ask is None or table.alive >> seat & 1 or table.avenging:
            return {}
        living = [other for other in range(len(self.names)) if table.alive >> other & 1]
        return {other: (*table.hands[other], *table.drawn.get(other, ()), *table.aside[other]) for other in living}

    def state(self) -> dict[str, Any]:
        """Returns the whole game, hidden facts included, in the form of a position (referee.md).

        >>> game = Game.new("classic", ["Ada", "Ben"], seed="00" * 32, options={"two_player": "standard"})
        >>> game.state()["players"][0]
        {'name': 'Ada', 'coins': 1, 'hand': ['contessa', 'duke'], 'lost': [], 'aside': []}
        """
        return state.dump(self.table, self.names)

    def record(self) -> dict[str, Any]:
        """Returns the game as it was played: how it began, every decision, and who won.

        >>> game = Game.new("classic", ["Ada", "Ben"], first="Ada")
        >>> events = game.decide(0, Move("act", "income"))
        >>> game.record()["decisions"]
        [{'by': 'Ada', 'do': 'act', 'action': 'income'}]
        """
        return {
            **self._origin,
            "decisions": [{"by": self.names[seat], **move.to_json(self.names)} for seat, move in self._decisions],
            "result": None if self.winners is None else [self.names[seat] for seat in self.winners],
        }
