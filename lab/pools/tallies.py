"""Pools: what is counted in games over one pool of roles, and what it says of the pool."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from engine.catalogue import ROLES, RULESETS
from engine.edition import Edition
from engine.events import Event
from lab.arena import Step, outcome, seated, steps
from lab.entrants import Entrant
from lab.variant import Variant

_PEACE: Final = 10
"""Rounds without a lost card that make a game a stall, even if it ends later."""
_TRUST_ROLE: Final = 200.0
_TRUST_FIRST: Final = 400.0
_TRUST_STALLS: Final = 20.0
"""How many seats that were dealt a role, or games, count as much as the supposition that a pool is like others:
the more pools truly differ, the fewer."""
_LIVELY: Final = 0.12
"""Challenges a turn of which it takes no more."""


class RoleCount(NamedTuple):
    """Of one role: players that were dealt it, their shares in the victories; claims, how many of them were lies,
    were challenged, and were exposed.
    """

    held: float = 0
    won: float = 0
    claims: float = 0
    lies: float = 0
    challenged: float = 0
    caught: float = 0


@dataclass
class PoolCount:
    """What was counted in some games over a pool: turns, stalls, the first player's shares, and by role."""

    games: int = 0
    turns: int = 0
    stalls: int = 0
    first: float = 0
    roles: dict[str, RoleCount] = field(default_factory=dict[str, RoleCount])

    def add(self, role: str, **counted: float) -> None:
        """Counts something of a role."""
        before = self.roles.get(role, RoleCount())
        self.roles[role] = before._replace(**{what: getattr(before, what) + by for what, by in counted.items()})

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        numbers = {role: [round(each, 4) for each in count] for role, count in self.roles.items()}
        return {
            "games": self.games,
            "turns": self.turns,
            "stalls": self.stalls,
            "first": round(self.first, 4),
            "roles": numbers,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "PoolCount":
        """What `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        roles = {role: RoleCount(*map(float, count)) for role, count in value["roles"].items()}
        return cls(int(value["games"]), int(value["turns"]), int(value["stalls"]), float(value["first"]), roles)


@dataclass(frozen=True)
class PoolGame:
    """One game over a pool, with the same kind in all seats."""

    variant: Variant
    seed: int
    deal: int
    kind: Entrant


def counted(which: PoolGame) -> PoolCount:
    """Plays a game and counts."""
    game = which.variant.deal(which.seed, which.deal)
    edition, first, hands = game.table.edition, game.turn, list(game.table.hands)
    lineup = [which.kind] * which.variant.seats
    players = seated(game, lineup)
    count = PoolCount(1, 1)
    peace = longest = 0
    for step in steps(game, players, lineup, f"{which.seed} {which.deal}"):
        if step.truthful is not None:
            count.add(_claimed(edition, step), claims=1, lies=not step.truthful)
        for event in step.events:
            _hear(count, event)
            peace = 0 if event["type"] == "lost" else peace + (event["type"] == "turn")
            longest = max(longest, peace)
    end = outcome(game)
    count.stalls = int(end.stalled or longest > _PEACE * which.variant.seats)
    count.first = end.shares[first]
    for seat, hand in enumerate(hands):
        for role in set(hand):
            count.add(role, held=1, won=end.shares[seat])
    return count


def _claimed(edition: Edition, step: Step) -> str:
    return (edition.actions[step.move.action].role if step.move.action else step.move.role) or ""


def _hear(count: PoolCount, event: Event) -> None:
    kind, role = event["type"], event.get("role")
    if kind == "turn":
        count.turns += 1
    elif kind == "challenge" and role is not None:
        count.add(role, challenged=1)
    elif kind == "exposed" and role is not None:
        count.add(role, caught=1)


@dataclass(frozen=True)
class PoolRun:
    """Some games over a pool, by a variant that has it; their deals begin with number `deal`."""

    variant: Variant
    seed: int
    deal: int
    games: int
    kind: Entrant


def played(which: PoolRun) -> PoolCount:
    """Plays the games, and counts in all of them."""
    deals = range(which.deal, which.deal + which.games)
    return summed(counted(PoolGame(which.variant, which.seed, deal, which.kind)) for deal in deals)


def summed(counts: Iterable[PoolCount]) -> PoolCount:
    """What was counted in all of several."""
    total = PoolCount()
    for count in counts:
        total.games += count.games
        total.turns += count.turns
        total.stalls += count.stalls
        total.first += count.first
        for role, each in count.roles.items():
            total.add(role, **each._asdict())
    return total


class Verdict(NamedTuple):
    """What games say of a pool, from 0 to 1: `balance` (no role and no seat wins more than others), `liveliness`
    (challenges, and claims of every role), and the turns of a game.
    """

    balance: float
    liveliness: float
    turns: float

    @property
    def score(self) -> float:
        """How good a pool is altogether."""
        return self.balance * self.liveliness


class Usual(NamedTuple):
    """What is supposed of a pool before a game was played: how often who is dealt each role wins with all pools
    (others: as often as anybody), how often the first player does (None: as often as anybody), and what part of
    the games stalls.
    """

    roles: Mapping[str, float]
    first: float | None
    stalls: float


_NOTHING: Final = Usual({}, None, 0.0)


def usual(counts: Iterable[PoolCount], seats: int) -> Usual:
    """What games over many pools let suppose of another one."""
    total = summed(counts)
    won = shares(total, seats)
    return Usual(won.roles, won.first, _settled(total.stalls, total.games, 0.0, _TRUST_STALLS))


class Shares(NamedTuple):
    """How often who was dealt a role wins, and how often the first player does, by games and supposition."""

    roles: Mapping[str, float]
    first: float


def shares(count: PoolCount, seats: int, before: Usual = _NOTHING) -> Shares:
    """The shares in the victories over a pool; the fewer its games are, the more it is taken to be like others."""
    fair = 1 / seats
    supposed = {role: before.roles.get(role, fair) for role in count.roles}
    # Somebody wins every game: among weak roles a weak one wins oftener than elsewhere.
    above = math.fsum(supposed.values()) / max(1, len(supposed)) - fair
    roles = {
        role: _settled(each.won, each.held, supposed[role] - above, _TRUST_ROLE)
        for role, each in count.roles.items()
    }
    return Shares(roles, _settled(count.first, count.games, before.first or fair, _TRUST_FIRST))


def _settled(hits: float, n: float, supposed: float, trust: float) -> float:
    return (hits + supposed * trust) / (n + trust)


def verdict(count: PoolCount, seats: int, before: Usual = _NOTHING) -> Verdict:
    """What games say of a pool; the fewer they are, the more it is taken to be like others."""
    won = shares(count, seats, before)
    uneven = sum(abs(share * seats - 1) for share in won.roles.values()) / max(1, len(won.roles))
    stalls = _settled(count.stalls, count.games, before.stalls, _TRUST_STALLS)
    balance = math.exp(-uneven - abs(won.first * seats - 1)) * (1 - stalls)
    roles = list(count.roles.values())
    claims = sum(each.claims for each in roles)
    parts = [each.claims / claims for each in roles if each.claims]
    variety = -sum(part * math.log(part) for part in parts) / math.log(max(2, len(roles)))
    dares = sum(each.challenged for each in roles) / max(1, count.turns)
    return Verdict(balance, variety * min(1.0, dares / _LIVELY), count.turns / max(1, count.games))


def every_pool() -> list[tuple[str, ...]]:
    """All pools that g54 can draw, each alphabetically, in a fixed order."""
    choices: list[Sequence[tuple[str, ...]]] = []
    for category, number in RULESETS["g54"].draw.items():
        choices.append(
            list(combinations(sorted(name for name in ROLES if ROLES[name].category == category), number))
        )
    return sorted(tuple(sorted(role for part in parts for role in part)) for parts in product(*choices))
