"""Statistics: shares with their intervals, and ratings out of games of any number of players."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_SIGMAS: Final = 1.96
"""An interval of 95 % reaches so many standard deviations to both sides."""
_ELO: Final = 400 / math.log(10)
_MEAN_ELO: Final = 1000
_RESAMPLES: Final = 200
_ROUNDS: Final = 60  # of the ratings' fixed-point iteration
_PRIOR: Final = 0.5
"""Victories over, and defeats by, an average player that are added, so that nobody's rating is infinite."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval of 95 %, out of `n` independent measurements; NaN for what is not known."""

    value: float
    low: float
    high: float
    n: int

    def percent(self) -> str:
        """As a share: `31.2 % (28.0 to 34.6)`; `-` if it was never measured."""
        if not self.n:
            return "-"
        return f"{self.value:.1%}".replace("%", " %") + f" ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def plain(self, digits: int = 0) -> str:
        """As a number: `1043 (1021 to 1066)`, or without its interval where that is not known."""
        interval = "" if math.isnan(self.low) else f" ({self.low:.{digits}f} to {self.high:.{digits}f})"
        return f"{self.value:.{digits}f}{interval}"

    def to_json(self) -> dict[str, float | int | None]:
        """As a JSON object; None for what is not known."""
        numbers = {"value": self.value, "low": self.low, "high": self.high} if self.n else {}
        known = {name: round(number, 5) for name, number in numbers.items() if not math.isnan(number)}
        return {name: known.get(name) for name in ("value", "low", "high")} | {"n": self.n}


def share(results: Sequence[float]) -> Estimate:
    """The mean of independent results between 0 and 1, one for each deal.

    The interval is Wilson's, for as many coins as the results' variance is worth: the games of one deal are alike.
    """
    n = len(results)
    if not n:
        return Estimate(math.nan, 0.0, 1.0, 0)
    value = math.fsum(results) / n
    variance = math.fsum((result - value) ** 2 for result in results) / n
    coins = n * value * (1 - value) / variance if variance else n
    return _wilson(value, coins, n)


def rate(hits: int, n: int) -> Estimate:
    """The rate of something that happened `hits` times out of `n`."""
    return _wilson(hits / n, n, n) if n else Estimate(math.nan, 0.0, 1.0, 0)


def ratio(games: Sequence[tuple[float, float]]) -> Estimate:
    """The rate of something over many independent games, each of which has its hits and its occasions."""
    occasions = math.fsum(n for _, n in games)
    if not occasions:
        return Estimate(math.nan, 0.0, 1.0, 0)
    value = math.fsum(hits for hits, _ in games) / occasions
    variance = math.fsum((hits - value * n) ** 2 for hits, n in games) / occasions**2
    coins = value * (1 - value) / variance if variance > 0 else float(len(games))
    return _wilson(value, coins, round(occasions))


def _wilson(value: float, coins: float, n: int) -> Estimate:
    square = _SIGMAS**2
    middle = (value + square / (2 * coins)) / (1 + square / coins)
    reach = _SIGMAS * math.sqrt(value * (1 - value) / coins + square / (4 * coins**2)) / (1 + square / coins)
    return Estimate(value, min(value, max(0.0, middle - reach)), max(value, min(1.0, middle + reach)), n)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent measurements; of one alone no interval is known."""
    n = len(values)
    value = math.fsum(values) / n if n else math.nan
    if n <= 1:
        return Estimate(value, math.nan, math.nan, n)
    spread = math.fsum((each - value) ** 2 for each in values) / (n - 1)
    reach = _SIGMAS * math.sqrt(spread / n)
    return Estimate(value, value - reach, value + reach, n)


Table = tuple[tuple[str, float], ...]
"""Who sat at a table, each with its share in the victories there."""


def ratings(deals: Sequence[Sequence[Table]], seed: int = 0) -> dict[str, Estimate]:
    """The Elo rating of everybody, 1000 on the average, out of the tables of each deal.

    Whoever is 400 points above another wins ten times as often; at a table of several the chances to win are in
    proportion to the strengths (Luce's rule). Intervals come from drawing the deals again and again.
    """
    value = _fitted(deals)
    dice = random.Random(seed)
    drawn = [_fitted(dice.choices(deals, k=len(deals))) for _ in range(_RESAMPLES)]
    found: dict[str, Estimate] = {}
    for name, elo in value.items():
        others = sorted(each[name] for each in drawn if name in each)
        low, high = others[int(0.025 * len(others))], others[math.ceil(0.975 * len(others)) - 1]
        found[name] = Estimate(elo, min(elo, low), max(elo, high), len(deals))
    return dict(sorted(found.items(), key=lambda each: -each[1].value))


def _fitted(deals: Sequence[Sequence[Table]]) -> dict[str, float]:
    won: dict[str, float] = {}
    seats: dict[tuple[str, ...], float] = {}
    for deal in deals:
        for table in deal:
            key = tuple(sorted(name for name, _ in table))
            seats[key] = seats.get(key, 0.0) + math.fsum(part for _, part in table)
            for name, part in table:
                won[name] = won.get(name, 0.0) + part
    strength = _strengths(won, seats)
    logs = {name: _ELO * math.log(value) for name, value in strength.items()}
    middle = math.fsum(logs.values()) / len(logs)
    return {name: _MEAN_ELO + value - middle for name, value in logs.items()}


def _strengths(won: Mapping[str, float], games: Mapping[tuple[str, ...], float]) -> dict[str, float]:
    # Hunter's minorisation for Luce's rule.
    strength = dict.fromkeys(won, 1.0)
    for _ in range(_ROUNDS):
        owed = {name: 2 * _PRIOR / (value + 1) for name, value in strength.items()}
        for table, number in games.items():
            each = number / math.fsum(strength[name] for name in table)
            for name in table:
                owed[name] += each
        strength = {name: (won[name] + _PRIOR) / owed[name] for name in won}
    return strength
