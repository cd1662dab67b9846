"""The value of a position: the lives, coins and tokens of every seat, and from these how often each seat wins."""

from collections.abc import Mapping, Sequence
from math import exp
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine.rules.general_actions import GENERAL, MUST_COUP_COINS
from engine.table.facts import bound_to
from engine.views.view import allegiance_masks

MAX_COINS: Final = 12
"""A larger number of coins counts as this number."""
_CARDS: Final = itemgetter("cards")
_COINS: Final = itemgetter("coins")
_PURSES: Final = 400
"""The size of the tables of weights: no player ever has this many coins."""

_RICH: Final = GENERAL["coup"].price
_LATE_COIN: Final = 0.03  # the strength of each coin from 7, the price of a Coup, to 10, when only a Coup is legal
_RICHEST: Final = MUST_COUP_COINS


class _Scale(NamedTuple):
    """Parameters from which a seat's weight is computed; seats win in proportion to their weights.

    `lives` is the strength by number of lives, 1 for one life. Each coin, up to the price of a Coup, adds `coin`
    to the strength. The weight is the strength to the power `sharpness`.
    """

    lives: Sequence[float]
    coin: float
    sharpness: float


_TABLE: Final = _Scale((0.0, 1.0, 2.3), 0.11, 1.6)
_LAST_THREE: Final = 3
"""When one of them is eliminated, the others play a duel."""
_DUEL: Final = _Scale((0.0, 1.0, 1.95), 0.2, 4.2)  # when two players are left


def _weight(lives: int, coins: int, scale: _Scale) -> float:
    purse = scale.coin * min(coins, _RICH) + _LATE_COIN * max(0, min(coins, _RICHEST) - _RICH)
    return (scale.lives[lives] + purse) ** scale.sharpness if lives else 0.0


Weights: TypeAlias = tuple[tuple[float, ...], ...]
"""The weight of a seat by its lives and coins."""


def _weights(scale: _Scale) -> Weights:
    return tuple(
        tuple(_weight(lives, min(coins, MAX_COINS), scale) for coins in range(_PURSES))
        for lives in range(len(scale.lives))
    )


WEIGHTS: Final = _weights(_TABLE)
DUEL_WEIGHTS: Final = _weights(_DUEL)
"""The weight of a seat by its lives and coins, while several players are left and when two are left.

Seats win in proportion to their weights.
"""

TOKEN_FACTORS: Final[Mapping[str, float]] = {
    "peacekeeping": exp(0.25), "tax": exp(0.25), "treaty": exp(0.1), "disappear": exp(-0.5), "bomb": exp(-0.5)
}  # fmt: skip
"""The factor by which a token multiplies its owner's weight."""
_BOUND_FACTOR: Final = exp(0.4)
"""The factor by which a seat's weight would be multiplied if all the others were bound to it."""


class PositionValue:
    """Lives, coins and weight factors of every seat, and what follows from them. It is immutable.

    `own_seats` are the viewer and its partners, `own` the sum of their weights, and `whole` that of all seats, by
    `scale`. `win_chance` is an estimate of how often the viewer (or its team) wins from here, from 0 to 1.
    """

    __slots__ = ("coins", "factors", "lives", "own", "own_seats", "scale", "whole", "win_chance")

    def __init__(
        self,
        lives: list[int],
        coins: list[int],
        factors: list[float],
        own_seats: tuple[int, ...],
        scale: Weights,
        own: float,
        whole: float,
    ) -> None:
        self.lives = lives
        self.coins = coins
        self.factors = factors
        self.own_seats = own_seats
        self.scale = scale
        self.own = own
        self.whole = whole
        self.win_chance = own / whole if whole else 0.0

    def with_change(self, seat: int, lives: int = 0, coins: int = 0) -> "PositionValue":
        """Returns the value with this many more (or fewer) lives and coins for a seat."""
        scale, all_lives, all_coins = self.scale, self.lives, self.coins
        had, purse = all_lives[seat], all_coins[seat]
        before = scale[had][purse]
        if coins:
            purse += coins
            if purse < 0:
                purse = 0
            all_coins = all_coins[:]
            all_coins[seat] = purse
        if lives:
            left = had + lives
            if left < 0:
                left = 0
            all_lives = all_lives[:]
            all_lives[seat] = left
            if (not had or not left) and _scale_for(all_lives) is not scale:
                return value_of(all_lives, all_coins, self.factors, self.own_seats)
            had = left
        # Only what changes is computed, because every decision compares many similar positions.
        more = (scale[had][purse] - before) * self.factors[seat]
        own = self.own + more if seat in self.own_seats else self.own
        return PositionValue(all_lives, all_coins, self.factors, self.own_seats, scale, own, self.whole + more)

    def after_loss(self, seat: int) -> "PositionValue":
        """Returns the value with one life less for a seat."""
        return self.with_change(seat, -1)

    def chance_after_loss(self, seat: int) -> float:
        """Returns the chance to win after a seat has lost a life."""
        lives, purse = self.lives[seat], self.coins[seat]
        if not lives:
            return self.win_chance
        if lives == 1 and self.lives.count(0) >= len(self.lives) - _LAST_THREE:
            return self.with_change(seat, -1).win_chance  # two players are left, or one
        more = (self.scale[lives - 1][purse] - self.scale[lives][purse]) * self.factors[seat]
        return (self.own + more if seat in self.own_seats else self.own) / (self.whole + more)

    def win_chance_of(self, seat: int) -> float:
        """Returns an estimate of how often one seat, without partners, wins from here, from 0 to 1."""
        return (
            self.scale[self.lives[seat]][self.coins[seat]] * self.factors[seat] / self.whole if self.whole else 0.0
        )


def _scale_for(lives: list[int]) -> Weights:
    return WEIGHTS if lives.count(0) < len(lives) - 2 else DUEL_WEIGHTS


def value_of(
    lives: list[int], coins: list[int], factors: list[float], own_seats: tuple[int, ...]
) -> PositionValue:
    """Returns the value of a position with these lives, coins and weight factors of the seats."""
    scale = _scale_for(lives)
    own = whole = 0.0
    for seat, left in enumerate(lives):
        weight = scale[left][coins[seat]] * factors[seat]
        whole += weight
        if seat in own_seats:
            own += weight
    return PositionValue(lives, coins, factors, own_seats, scale, own, whole)


def position_value(view: Mapping[str, Any], seat: int, names: Sequence[str]) -> PositionValue:
    """Returns the value of the position that a view shows, for a seat."""
    players: list[dict[str, Any]] = view["players"]
    own_seats: tuple[int, ...] = (seat,)
    if "team" in players[0]:
        own = players[seat]["team"]
        own_seats = tuple([at for at, player in enumerate(players) if player["team"] == own])
    factors = [1.0] * len(players)
    if "tokens" in view:
        for name, token in view["tokens"].items():
            for holder in holders(name, token, names):
                factors[holder] *= TOKEN_FACTORS[name]
    if "allegiance" in players[0]:
        bound = bound_factors(len(players), *allegiance_masks(view))
        factors = [factor * more for factor, more in zip(factors, bound, strict=True)]
    return value_of(list(map(_CARDS, players)), list(map(_COINS, players)), factors, own_seats)


def bound_factors(seats: int, reformists: int, alive: int) -> list[float]:
    """Returns the factor of each seat's weight for the others that cannot attack it (rules.md 9.2).

    `reformists` and `alive` are bit masks of seats.
    """
    others = max(1, alive.bit_count() - 1)
    bound = [bound_to(seat, reformists, alive).bit_count() for seat in range(seats)]
    return [_BOUND_FACTOR ** (max(0, number - 1) / others) for number in bound]


def holders(name: str, token: Any, names: Sequence[str]) -> list[int]:
    """Returns the seats that have a kind of token, as a view shows it."""
    if not token:
        return []
    if name == "tax":
        return [names.index(token["holder"])]
    if name == "bomb":
        return [names.index(token["on"])]
    if name == "disappear":
        return [names.index(each["on"]) for each in token]
    return [names.index(each) for each in ([token] if isinstance(token, str) else token)]
