"""A ruleset with the options chosen for a game: its roles, deck and teams."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.catalogue import RULESETS, START_COINS, Choice
from engine.errors import BadRequest
from engine.requests.options import OF_POSITIONS, Chosen


class ChosenRuleset:
    """The part of an edition that does not depend on the rules: ruleset, options, number of players, and cards.

    `options` has the value of every option of the ruleset, chosen or default. `pool_in_play` is the pool, ()
    where the roles are fixed. `roles` are the roles in play and `deck` all cards, both in alphabetical order.
    `teams` has the team of each seat, or is None if everyone plays alone.
    """

    has_pool: ClassVar[bool] = False  # whether the roles in play are drawn or chosen
    has_tokens: ClassVar[bool] = False
    has_allegiances: ClassVar[bool] = False
    has_house: ClassVar[bool] = False  # whether first player, direction and mat matter (rules.md 6.4)
    position_fields: ClassVar[frozenset[str]] = frozenset()  # the fields of a position that only this edition has

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
        self.pool_in_play = pool
        self.roles = self.roles_in_play(pool)
        self.deck = tuple(sorted(self.cards()))
        self.teams = tuple(seat % (seats // 2) for seat in range(seats)) if self.options.get("teams") else None
        self.shuffle = bool(self.options["shuffle"])
        self.clockwise = self.options["challenge_priority"] == "clockwise"
        self.only_actor_challenges = self.options["block_challengers"] == "actor"

    # What a ruleset may override

    @classmethod
    def pool(
        cls, ruleset: str, given: Sequence[str] | None, chosen: Chosen, seed: bytes, *, set_up: bool
    ) -> tuple[str, ...]:
        """Returns what is in the pool, alphabetically; () where the roles are fixed. Raises BadRequest."""
        if given is not None:
            raise BadRequest("no_pool", ruleset=ruleset)
        return ()

    def check(self) -> None:
        """Raises BadRequest if the chosen options contradict each other."""

    def roles_in_play(self, pool: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the roles that the deck is made of, alphabetically."""
        return pool or RULESETS[self.ruleset].roles

    def cards(self) -> list[str]:
        """Returns all cards of the deck, in any order."""
        return list(self.roles) * self.copies

    @property
    def copies(self) -> int:
        """The number of cards of each role."""
        return 3

    @property
    def cards_dealt(self) -> int:
        """The number of cards that each player starts with."""
        return 2

    def start_coins(self, first: int) -> list[int]:
        """Returns the coins of each seat at the start; `first` is the seat of the first player."""
        return [START_COINS] * self.seats

    # Derived facts

    def holds(self, cards: Sequence[str]) -> bool:
        """Whether the deck can have all these cards at once."""
        return not Counter(cards) - Counter(self.deck)

    def options_json(self) -> dict[str, Any]:
        """Returns the chosen options in the form of referee.md, without the pool."""
        return self._chosen.copy()
