"""Standings: what counts of every seat in a position, and how often each may win from there."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from engine.rules.general_actions import GENERAL, MUST_COUP_COINS

MOST_COINS: Final = 12
"""More coins than this count like so many."""
_PURSES: Final = 400
"""More coins than anybody ever has: in ten purses there are hardly so many."""

_RICH: Final = GENERAL["coup"].price
_LATE_COIN: Final = 0.03  # each coin above the price of a Coup, until only a Coup is legal
_RICHEST: Final = MUST_COUP_COINS


class _Scale(NamedTuple):
    """How strong a seat is, in the strength of one life: by lives, and by each coin up to the price of a Coup.

    Seats win in proportion to the power `sharpness` of their strength.
    """

    lives: Sequence[float]
    coin: float
    sharpness: float


_TABLE: Final = _Scale((0.0, 1.0, 2.3), 0.11, 1.6)
_DUEL: Final = _Scale((0.0, 1.0, 1.95), 0.2, 4.2)  # when two are left


def _weight(lives: int, coins: int, scale: _Scale) -> float:
    purse = scale.coin * min(coins, _RICH) + _LATE_COIN * max(0, min(coins, _RICHEST) - _RICH)
    return (scale.lives[lives] + purse) ** scale.sharpness if lives else 0.0


def _weights(scale: _Scale) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(_weight(lives, min(coins, MOST_COINS), scale) for coins in range(_PURSES))
        for lives in range(len(scale.lives))
    )


WEIGHTS: Final = _weights(_TABLE)
DUEL_WEIGHTS: Final = _weights(_DUEL)
"""In proportion to what a seat wins, by its lives and its coins; when several, and when two are left."""

TOKEN_FACTORS: Final[Mapping[str, float]] = {
    "peacekeeping": exp(0.25), "tax": exp(0.25), "treaty": exp(0.1), "disappear": exp(-0.5)
}  # fmt: skip
"""By what a token multiplies its owner's weight."""


class Standing:
    """Lives and coins of every seat, and by what else its weight is multiplied.

    It is never changed: its methods return another one.
    """

    __slots__ = ("_worth", "coins", "factors", "lives", "mine")

    def __init__(self, lives: list[int], coins: list[int], factors: list[float], mine: tuple[int, ...]) -> None:
        self.lives = lives
        self.coins = coins
        self.factors = factors
        self.mine = mine
        self._worth = -1.0  # until somebody asks

    def changed(self, seat: int, lives: int = 0, coins: int = 0) -> "Standing":
        """The same with so many lives and coins more (or fewer) for a seat."""
        other = Standing(self.lives, self.coins, self.factors, self.mine)
        if lives:
            other.lives = self.lives[:]
            other.lives[seat] = max(0, self.lives[seat] + lives)
        if coins:
            other.coins = self.coins[:]
            other.coins[seat] = max(0, self.coins[seat] + coins)
        return other

    def hurt(self, seat: int) -> "Standing":
        """The same with one life less for a seat."""
        return self.changed(seat, -1)

    def worth(self) -> float:
        """About how often the viewer (its team) wins from here, between 0 and 1."""
        if self._worth < 0:
            self._worth = self._estimated()
        return self._worth

    def _estimated(self) -> float:
        lives, coins, factors = self.lives, self.coins, self.factors
        table = WEIGHTS if lives.count(0) < len(lives) - 2 else DUEL_WEIGHTS
        own = whole = 0.0
        for left, purse, factor in zip(lives, coins, factors):  # noqa: B905 - all as long; `strict` would compile to slower code
            if left:
                whole += table[left][purse] * factor
        for seat in self.mine:
            own += table[lives[seat]][coins[seat]] * factors[seat]
        return own / whole if whole else 0.0


def standing(view: Mapping[str, Any], seat: int, names: Sequence[str]) -> Standing:
    """The standing that a view shows, for a seat."""
    players: list[dict[str, Any]] = view["players"]
    mine: tuple[int, ...] = (seat,)
    if "team" in players[0]:
        own = players[seat]["team"]
        mine = tuple([at for at, player in enumerate(players) if player["team"] == own])
    factors = [1.0] * len(players)
    tokens: dict[str, Any] = view.get("tokens", {})
    for name, token in tokens.items():
        if token:
            for holder in holders(name, token, names):
                factors[holder] *= TOKEN_FACTORS[name]
    return Standing(
        [player["cards"] for player in players], [player["coins"] for player in players], factors, mine
    )


def holders(name: str, token: Any, names: Sequence[str]) -> list[int]:
    """The seats before which a kind of token lies, as a view shows it."""
    if not token:
        return []
    if name == "tax":
        return [names.index(token["holder"])]
    if name == "disappear":
        return [names.index(each["on"]) for each in token]
    return [names.index(each) for each in ([token] if isinstance(token, str) else token)]
