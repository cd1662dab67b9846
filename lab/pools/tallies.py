"""Games with one pool of roles: the variant in which it is played, and what is counted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

from engine import ROLES, RULESETS, Edition, Event, Refused
from engine.catalogue import pool_roles
from lab.arena import PlayedDecision, play_decisions, result_of
from lab.entrants import Entrant
from lab.errors import LabError
from lab.variant import Variant

Pool: TypeAlias = tuple[str, ...]
"""Five roles in alphabetical order."""

BEGINNER: Final = "easy"
STRONG: Final = "strong"
"""The kinds of AI seat whose games show how a pool plays between beginners, and between strong players."""
_QUIET_ROUNDS: Final = 10
"""A game with more rounds than these in which nobody loses a card counts as stalled, even if it ends later."""


def all_pools(ruleset: str) -> list[Pool]:
    """Returns every set of roles that a ruleset can draw, in a fixed order."""
    choices: list[Sequence[Pool]] = []
    for category, number in RULESETS[ruleset].draw.items():
        roles = sorted(name for name in pool_roles(ruleset) if ROLES[name].category == category)
        choices.append(list(combinations(roles, number)))
    return sorted(tuple(sorted(role for part in parts for role in part)) for parts in product(*choices))


def pool_variant(ruleset: str, roles: Sequence[str], seats: int, *, free: bool) -> Variant:
    """Returns the variant with this pool; `free` allows roles of any categories.

    Raises LabError if the rules do not allow the pool.
    """
    known = sorted(pool_roles(ruleset))
    for role in roles:
        if role not in known:
            raise LabError(f"{role} is no role of {ruleset}; there are {', '.join(known)}.")
    where = Variant(ruleset, seats, {"free_pool": True} if free else {}, tuple(roles))
    try:
        where.deal(0, 0)
    except Refused as refusal:
        hint = " In this command that is --free." if refusal.reason == "pool_categories" else ""
        raise LabError(f"{', '.join(roles)}: {refusal}{hint}") from None
    return where


class RoleTally(NamedTuple):
    """What was counted of one role.

    `held` are the seats that were dealt the role, `won` the sum of their shares in the victories. Of its `claims`
    some were `lies`, some were `challenged`, and some were `caught`: exposed as lies.
    """

    held: float = 0
    won: float = 0
    claims: float = 0
    lies: float = 0
    challenged: float = 0
    caught: float = 0


@dataclass
class PoolTally:
    """What was counted in games with a pool: `first` is the sum of the first player's shares in the victories."""

    games: int = 0
    turns: int = 0
    stalls: int = 0
    first: float = 0
    roles: dict[str, RoleTally] = field(default_factory=dict[str, RoleTally])

    def add(self, role: str, **counted: float) -> None:
        """Adds to the tally of a role."""
        before = self.roles.get(role, RoleTally())
        self.roles[role] = before._replace(**{what: getattr(before, what) + by for what, by in counted.items()})

    def to_json(self) -> dict[str, Any]:
        """Returns the tally as a JSON object."""
        return {
            "games": self.games,
            "turns": self.turns,
            "stalls": self.stalls,
            "first": round(self.first, 4),
            "roles": {role: [round(each, 4) for each in tally] for role, tally in self.roles.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "PoolTally":
        """Reads what `to_json` returns. Raises a built-in exception if it cannot read the value."""
        roles = {role: RoleTally(*map(float, tally)) for role, tally in value["roles"].items()}
        games, turns, stalls = (int(value[name]) for name in ("games", "turns", "stalls"))
        first = float(value["first"])
        counted = [number for tally in roles.values() for number in tally]
        if not (0 <= first <= games and 0 <= stalls <= games and all(0 <= number < inf for number in counted)):
            raise ValueError("These are no numbers of games.")
        return cls(games, turns, stalls, first, roles)


@dataclass(frozen=True)
class PoolGames:
    """Some games with a pool, with the same kind of AI in every seat."""

    variant: Variant
    seed: int
    deals: range
    kind: Entrant


def tally_games(which: PoolGames) -> PoolTally:
    """Plays the games and returns their tally."""
    return add_up(_tally_game(which.variant, which.seed, deal, which.kind) for deal in which.deals)


def _tally_game(where: Variant, seed: int, deal: int, kind: Entrant) -> PoolTally:
    game = where.deal(seed, deal)
    edition, first, hands = game.table.edition, game.turn, list(game.table.hands)
    lineup = [kind] * where.seats
    tally = PoolTally(games=1, turns=1)
    quiet_turns = longest = 0
    for decision in play_decisions(game, lineup, f"{seed} {deal}"):
        if decision.truthful is not None:
            tally.add(_claimed_role(edition, decision), claims=1, lies=not decision.truthful)
        for event in decision.events:
            _count_event(tally, event)
            quiet_turns = 0 if event["type"] == "lost" else quiet_turns + (event["type"] == "turn")
            longest = max(longest, quiet_turns)
    result = result_of(game)
    tally.stalls = int(result.stalled or longest > _QUIET_ROUNDS * where.seats)
    tally.first = result.shares[first]
    for seat, hand in enumerate(hands):
        for role in sorted(set(hand)):
            tally.add(role, held=1, won=result.shares[seat])
    return tally


def _claimed_role(edition: Edition, decision: PlayedDecision) -> str:
    move = decision.move
    return (edition.actions[move.action].role if move.action else move.role) or ""


def _count_event(tally: PoolTally, event: Event) -> None:
    kind, role = event["type"], event.get("role")
    if kind == "turn":
        tally.turns += 1
    elif kind == "challenge" and role is not None:
        tally.add(role, challenged=1)
    elif kind == "exposed" and role is not None:
        tally.add(role, caught=1)


def add_up(tallies: Iterable[PoolTally]) -> PoolTally:
    """Returns the sum of several tallies."""
    total = PoolTally()
    for tally in tallies:
        total.games += tally.games
        total.turns += tally.turns
        total.stalls += tally.stalls
        total.first += tally.first
        for role, each in tally.roles.items():
            total.add(role, **each._asdict())
    return total
