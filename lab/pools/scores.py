"""Scores of pools, from tallies. A pool with few games is assumed to be similar to other pools."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from lab.pools.tallies import PoolTally, add_up

_ROLE_WEIGHT: Final = 200.0
_FIRST_WEIGHT: Final = 400.0
_STALLS_WEIGHT: Final = 20.0
"""The weight of the prior for roles, for the first player, and for stalled games.

The prior counts as much as this number of seats with the role, or of games. The more the true values differ
between pools, the smaller the weight.
"""
_LIVELY: Final = 0.12
"""The number of challenges per turn that gives a pool the greatest liveliness; more challenges add nothing."""


@dataclass(frozen=True)
class Prior:
    """The assumption about a pool before any game is played with it, from the games with all pools.

    `roles` says how often a seat with each role wins; a role that is missing there wins as often as any seat.
    `first` says how often the first player wins; None means as often as any seat. `stalls` is the share of games
    that stall.
    """

    roles: Mapping[str, float] = field(default_factory=dict[str, float])
    first: float | None = None
    stalls: float = 0.0


_FAIR: Final = Prior()
"""All seats win equally often, and no game stalls."""


class WinShares(NamedTuple):
    """How often a seat with each role wins, and how often the first player wins."""

    roles: Mapping[str, float]
    first: float


class PoolScores(NamedTuple):
    """The scores of a pool.

    `balance` is 1 if no role and no seat wins more often than others, `liveliness` is 1 if there are many
    challenges and claims of every role; both are at least 0. `turns` is the mean length of a game.
    """

    balance: float
    liveliness: float
    turns: float

    @property
    def overall(self) -> float:
        """The overall score of the pool, from 0 to 1."""
        return self.balance * self.liveliness


def prior_from(tallies: Iterable[PoolTally], seats: int) -> Prior:
    """Returns what the games with many pools suggest about any pool."""
    total = add_up(tallies)
    won = win_shares(total, seats)
    return Prior(won.roles, won.first, _weighted_rate(total.stalls, total.games, 0.0, _STALLS_WEIGHT))


def win_shares(tally: PoolTally, seats: int, prior: Prior = _FAIR) -> WinShares:
    """Estimates the shares in the victories from games and the prior."""
    fair = 1 / seats
    supposed = {role: prior.roles.get(role, fair) for role in tally.roles}
    # Every game has a winner, so a weak role wins more often in a pool of weak roles than in others.
    above = math.fsum(supposed.values()) / max(1, len(supposed)) - fair
    roles = {
        role: _weighted_rate(each.won, each.held, supposed[role] - above, _ROLE_WEIGHT)
        for role, each in tally.roles.items()
    }
    return WinShares(roles, _weighted_rate(tally.first, tally.games, prior.first or fair, _FIRST_WEIGHT))


def _weighted_rate(hits: float, n: float, supposed: float, weight: float) -> float:
    """Returns the rate of hits, in which the assumed rate counts as much as `weight` occasions."""
    return (hits + supposed * weight) / (n + weight)


def pool_scores(tally: PoolTally, seats: int, prior: Prior = _FAIR) -> PoolScores:
    """Estimates the scores of a pool from games and the prior."""
    won = win_shares(tally, seats, prior)
    uneven = sum(abs(share * seats - 1) for share in won.roles.values()) / max(1, len(won.roles))
    stalls = _weighted_rate(tally.stalls, tally.games, prior.stalls, _STALLS_WEIGHT)
    balance = math.exp(-uneven - abs(won.first * seats - 1)) * (1 - stalls)
    roles = list(tally.roles.values())
    claims = sum(each.claims for each in roles)
    parts = [each.claims / claims for each in roles if each.claims]
    variety = -sum(part * math.log(part) for part in parts) / math.log(max(2, len(roles)))
    challenges = sum(each.challenged for each in roles) / max(1, tally.turns)
    liveliness = variety * min(1.0, challenges / _LIVELY)
    return PoolScores(balance, liveliness, tally.turns / max(1, tally.games))
