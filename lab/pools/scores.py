"""Scores: what tallies say of a pool, which is taken to be like other pools where it has few games of its own."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from lab.pools.tallies import PoolTally, add_up

_ROLE_WEIGHT: Final = 200.0
_FIRST_WEIGHT: Final = 400.0
_STALLS_WEIGHT: Final = 20.0
"""How much the prior counts: as much as this number of seats that were dealt a role, or as this number of games.
The more pools truly differ in something, the smaller is its weight."""
_LIVELY: Final = 0.12
"""Challenges a turn that make a pool fully lively; more do not count."""


@dataclass(frozen=True)
class Prior:
    """What is supposed of a pool before any game is played over it.

    `roles` is how often a seat wins that was dealt a role, with all pools (a role that is missing: as often as any
    seat); `first` how often the first player wins (None: as often as any seat); `stalls` the share of games that
    stall.
    """

    roles: Mapping[str, float] = field(default_factory=dict[str, float])
    first: float | None = None
    stalls: float = 0.0


_FAIR: Final = Prior()
"""Everybody wins as often, and no game stalls."""


class WinShares(NamedTuple):
    """How often a seat wins that was dealt a role, by role, and how often the first player wins."""

    roles: Mapping[str, float]
    first: float


class PoolScores(NamedTuple):
    """What the games over a pool were like.

    `balance` is 1 if no role and no seat wins more often than others, `liveliness` is 1 if there are many
    challenges and claims of every role; both are at least 0. `turns` is the mean length of a game.
    """

    balance: float
    liveliness: float
    turns: float

    @property
    def overall(self) -> float:
        """How good the pool is altogether, from 0 to 1."""
        return self.balance * self.liveliness


def prior_from(tallies: Iterable[PoolTally], seats: int) -> Prior:
    """Returns what games over many pools let suppose of any other pool."""
    total = add_up(tallies)
    won = win_shares(total, seats)
    return Prior(won.roles, won.first, _weighted(total.stalls, total.games, 0.0, _STALLS_WEIGHT))


def win_shares(tally: PoolTally, seats: int, prior: Prior = _FAIR) -> WinShares:
    """Estimates the shares in the victories from games and the prior."""
    fair = 1 / seats
    supposed = {role: prior.roles.get(role, fair) for role in tally.roles}
    # Every game has a winner, so among weak roles a weak one wins more often than it does elsewhere.
    above = math.fsum(supposed.values()) / max(1, len(supposed)) - fair
    roles = {
        role: _weighted(each.won, each.held, supposed[role] - above, _ROLE_WEIGHT)
        for role, each in tally.roles.items()
    }
    return WinShares(roles, _weighted(tally.first, tally.games, prior.first or fair, _FIRST_WEIGHT))


def _weighted(hits: float, n: float, supposed: float, weight: float) -> float:
    """Returns the rate of hits, with the supposed rate counted as further occasions."""
    return (hits + supposed * weight) / (n + weight)


def pool_scores(tally: PoolTally, seats: int, prior: Prior = _FAIR) -> PoolScores:
    """Estimates the scores of a pool from games and the prior."""
    won = win_shares(tally, seats, prior)
    uneven = sum(abs(share * seats - 1) for share in won.roles.values()) / max(1, len(won.roles))
    stalls = _weighted(tally.stalls, tally.games, prior.stalls, _STALLS_WEIGHT)
    balance = math.exp(-uneven - abs(won.first * seats - 1)) * (1 - stalls)
    roles = list(tally.roles.values())
    claims = sum(each.claims for each in roles)
    parts = [each.claims / claims for each in roles if each.claims]
    variety = -sum(part * math.log(part) for part in parts) / math.log(max(2, len(roles)))
    challenges = sum(each.challenged for each in roles) / max(1, tally.turns)
    liveliness = variety * min(1.0, challenges / _LIVELY)
    return PoolScores(balance, liveliness, tally.turns / max(1, tally.games))
