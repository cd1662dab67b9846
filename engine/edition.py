"""What an edition is: a ruleset with its options, made ready to play."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from engine.ask import Rules
from engine.catalogue import RULESETS, Choice
from engine.errors import BadRequest
from engine.moves import Move
from engine.rules.actions import Bar, Register
from engine.rules.general import GENERAL
from engine.rules.lives import LossClaim
from engine.setup.options import OF_POSITIONS, Chosen
from engine.setup.requests import Position
from engine.table import START_COINS, Table

E = TypeVar("E", bound="type[Edition]")

REGISTERED: Final[dict[str, "type[Edition]"]] = {}
"""The edition that plays each ruleset; every module of `engine.editions` registers its own."""


def register(*rulesets: str) -> Callable[[E], E]:
    """Class decorator: says which rulesets of data/rulesets.toml an edition plays."""

    def record(kind: E) -> E:
        REGISTERED.update(dict.fromkeys(rulesets, kind))
        return kind

    return record


class Moments(NamedTuple):
    """What happens besides, at the moments that the rules name.

    `on_death`: a card was turned up. `on_kill`: a seat lost a card to a cause; returns what that brings about,
    which is settled once the seat is eliminated or not.
    """

    at_turn_start: tuple[Callable[[Table], None], ...] = ()
    at_turn_end: tuple[Callable[[Table], Rules[None] | None], ...] = ()
    on_death: tuple[Callable[[Table], None], ...] = ()
    on_kill: tuple[Callable[[Table, int, str, str], Rules[None] | None], ...] = ()


class Edition:
    """What is played: everything about a game that stays the same from its first turn to its last.

    A subclass says what an edition has of its own; what it leaves alone is as the base class has it.
    `roles` are those in play, `deck` all cards, both alphabetical. `options` has the value of every option of the
    ruleset, chosen or its own. `teams` are the seats' teams, None where everyone plays alone. `actions` are in the
    documented order (docs/rules.md, 'The order of options'). `bars` say whom one may not target, `loss_claims`
    what may be claimed for a card about to be lost; `ways_out` whether anything may save it.
    """

    has_pool: ClassVar[bool] = False  # the roles in play are drawn or chosen
    has_tokens: ClassVar[bool] = False
    has_house: ClassVar[bool] = False  # first player, direction and mat count (rules.md 6.4)
    position_fields: ClassVar[frozenset[str]] = frozenset()  # which fields of a position only this edition has
    copies: ClassVar[int] = 3  # of each role
    pays_challengers: ClassVar[bool] = False  # a challenger is paid a coin (6.2)
    estate_role: ClassVar[str | None] = None  # with it in play, the coins of the dead lie frozen in a turn (4.3)
    life_price: ClassVar[int] = 0  # coins that save a life lost to a challenge (6.2)

    def __init__(self, ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> None:
        least, most = RULESETS[ruleset].players
        if not least <= seats <= most:
            raise BadRequest("players_out_of_range", ruleset=ruleset, least=least, most=most)
        self.ruleset = ruleset
        self.seats = seats
        self._chosen = dict(chosen)
        own = {name: choices[0] for name, choices in {**RULESETS[ruleset].options, **OF_POSITIONS}.items()}
        self.options: Mapping[str, Choice] = own | self._chosen
        self.check()
        self.roles = self.roles_in_play(pool)
        self.deck = tuple(sorted(self.cards()))
        self.teams = tuple(seat % (seats // 2) for seat in range(seats)) if self.options.get("teams") else None
        self.shuffle = bool(self.options["shuffle"])
        self.clockwise = self.options["challenge_priority"] == "clockwise"
        self.only_actor_challenges = self.options["block_challengers"] == "actor"
        self.bars: tuple[Bar, ...] = self.own_bars()
        self.coup_bars: tuple[Bar, ...] = tuple(bar for bar in self.bars if bar.coup)
        self.challenger_coin = self.pays_challengers
        self.estates = self.estate_role in self.roles
        self.actions = {**GENERAL, **self._blockable(self.own_actions())}
        self.volatile = any(action.volatile for action in self.actions.values())
        self.loss_claims = self.own_loss_claims()
        self.at_turn_start, self.at_turn_end, self.on_death, self.on_kill = self.own_moments()
        self.ways_out = bool(self.loss_claims or self.life_price)
        self.known_declarations: dict[tuple[Any, ...], tuple[Move, ...]] = {}

    def _blockable(self, own: Register) -> Register:
        if self.options["blockers"] != "anyone":
            return own
        return {
            name: replace(action, answers="anyone") if action.answers == "target" else action
            for name, action in own.items()
        }

    # What a ruleset may have of its own

    @classmethod
    def pool(
        cls, ruleset: str, given: Sequence[str] | None, chosen: Chosen, seed: bytes, *, set_up: bool
    ) -> tuple[str, ...]:
        """The roles of the pool, alphabetically; () where the roles are fixed. Raises BadRequest."""
        if given is not None:
            raise BadRequest("no_pool", ruleset=ruleset)
        return ()

    def check(self) -> None:
        """Raises BadRequest where the options that were chosen do not go together."""

    def roles_in_play(self, pool: tuple[str, ...]) -> tuple[str, ...]:
        """The roles that the deck is made of, alphabetically."""
        return pool or RULESETS[self.ruleset].roles

    def cards(self) -> list[str]:
        """All cards of the deck, in any order."""
        return list(self.roles) * self.copies

    def own_actions(self) -> Register:
        """The actions beside income and coup, in the documented order; every edition says its own."""
        raise NotImplementedError

    def own_bars(self) -> tuple[Bar, ...]:
        """Why somebody may not be targeted; the first that stands is the reason given."""
        return ()

    def own_loss_claims(self) -> Mapping[str, LossClaim]:
        """Roles that may be claimed for a card about to be lost, by name (rules.md 4.2)."""
        return {}

    def own_moments(self) -> Moments:
        """What happens besides at turns' starts and ends, deaths and kills."""
        return Moments()

    @property
    def cards_dealt(self) -> int:
        """How many cards each player starts with."""
        return 2

    def start_coins(self, first: int) -> list[int]:
        """The coins of each seat at the start, if `first` begins."""
        return [START_COINS] * self.seats

    def lay_out(self, table: Table, direction: int | None) -> None:
        """Lays out what is dealt beside the hands, once they are dealt; `direction` as the request has it.

        Raises BadRequest if the ruleset has none or another.
        """
        if direction is not None:
            raise BadRequest("bad_direction")

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Lays out what a position says beside hands and deck. Raises BadRequest."""

    def loose_cards(self, table: Table) -> list[str]:
        """Cards that lie neither in the deck nor with a player."""
        return []

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """What lies on the table beside hands and deck, in the JSON form of a position."""
        return {}

    def seen(self, table: Table, names: tuple[str, ...], *, over: bool) -> dict[str, Any]:
        """What everybody sees of that; all of it when the game is over."""
        return self.state(table, names)

    # What follows from it

    def holds(self, cards: Sequence[str]) -> bool:
        """Whether the deck can have all these cards at once."""
        return not Counter(cards) - Counter(self.deck)

    def options_json(self) -> dict[str, Any]:
        """The options that were chosen, as referee.md writes them; the pool apart."""
        return dict(self._chosen)
