"""Statistics: means, shares and rates with their intervals, and ratings from games of any number of players."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_SIGMAS: Final = 1.96
"""Half the width of an interval of 95 %, in standard deviations."""
_ELO: Final = 400 / math.log(10)
_MEAN_ELO: Final = 1000
_RESAMPLES: Final = 200
_ITERATIONS: Final = 60
"""Iterations of the fixed-point algorithm that fits the ratings."""
_PRIOR: Final = 0.5
"""Victories and defeats against an average player that are added for each player, so that ratings are finite."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval, from `n` independent measurements. Unknown values are NaN."""

    value: float
    low: float
    high: float
    n: int

    def percent(self) -> str:
        """Returns a share as text: `31.2 % (28.0 to 34.6)`; `-` if it was never measured."""
        if not self.n:
            return "-"
        return f"{self.value:.1%}".replace("%", " %") + f" ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def plain(self, digits: int = 0) -> str:
        """Returns a number as text: `1043 (1021 to 1066)`, without the interval if that is unknown."""
        interval = "" if math.isnan(self.low) else f" ({self.low:.{digits}f} to {self.high:.{digits}f})"
        return f"{self.value:.{digits}f}{interval}"

    def to_json(self) -> dict[str, float | int | None]:
        """Returns the estimate as a JSON object; unknown values are None."""
        numbers = {"value": self.value, "low": self.low, "high": self.high} if self.n else {}
        known = {name: round(number, 5) for name, number in numbers.items() if not math.isnan(number)}
        return {name: known.get(name) for name in ("value", "low", "high")} | {"n": self.n}


_UNKNOWN_SHARE: Final = Estimate(math.nan, 0.0, 1.0, 0)


def share(results: Sequence[float]) -> Estimate:
    """Estimates the mean of independent results from 0 to 1, one for each deal.

    The games of one deal are similar. The interval is Wilson's for the number of coin tosses with the same
    variance, wider if that was estimated from few deals (nearly by Student's t).
    """
    n = len(results)
    if not n:
        return _UNKNOWN_SHARE
    value = math.fsum(results) / n
    variance = math.fsum((result - value) ** 2 for result in results) / max(1, n - 1)
    tosses = n * value * (1 - value) / variance if variance else n
    return _wilson(value, tosses, n, _SIGMAS + 2.4 / max(1, n - 1))


def rate(hits: int, n: int) -> Estimate:
    """Estimates the rate of something that happened `hits` times out of `n`."""
    return _wilson(hits / n, n, n) if n else _UNKNOWN_SHARE


def ratio(games: Sequence[tuple[float, float]]) -> Estimate:
    """Estimates how often something happens, from the hits and the occasions in each of many independent games."""
    occasions = math.fsum(n for _, n in games)
    if not occasions:
        return _UNKNOWN_SHARE
    value = math.fsum(hits for hits, _ in games) / occasions
    variance = math.fsum((hits - value * n) ** 2 for hits, n in games) / occasions**2
    tosses = value * (1 - value) / variance if variance > 0 else float(len(games))
    return _wilson(value, tosses, round(occasions))


def _wilson(value: float, tosses: float, n: int, sigmas: float = _SIGMAS) -> Estimate:
    """Returns the share with Wilson's interval for that number of coin tosses."""
    square = sigmas**2
    middle = (value + square / (2 * tosses)) / (1 + square / tosses)
    reach = sigmas * math.sqrt(value * (1 - value) / tosses + square / (4 * tosses**2)) / (1 + square / tosses)
    return Estimate(value, min(value, max(0.0, middle - reach)), max(value, min(1.0, middle + reach)), n)


def mean(values: Sequence[float]) -> Estimate:
    """Estimates the mean of independent measurements; a single one has no interval."""
    n = len(values)
    value = math.fsum(values) / n if n else math.nan
    if n <= 1:
        return Estimate(value, math.nan, math.nan, n)
    spread = math.fsum((each - value) ** 2 for each in values) / (n - 1)
    reach = _SIGMAS * math.sqrt(spread / n)
    return Estimate(value, value - reach, value + reach, n)


TableResult = tuple[tuple[str, float], ...]
"""The players of one table, each with its share in the victories there."""


def ratings(deals: Sequence[Sequence[TableResult]]) -> dict[str, Estimate]:
    """Estimates everybody's Elo rating, 1000 on average, from the tables of each deal; the best comes first.

    A player who is 400 points above another wins ten times as often. At a table of several, chances to win are in
    proportion to strengths (Luce's rule). The intervals come from drawing the deals again and again (bootstrap);
    after a single deal they are unknown.
    """
    counted = [[(tuple(sorted(name for name, _ in table)), table) for table in deal] for deal in deals]
    value = _fit(counted)
    dice = random.Random(0)
    resampled = [_fit(dice.choices(counted, k=len(counted))) for _ in range(_RESAMPLES)]
    if len(deals) == 1:  # which says nothing about others
        resampled = [dict.fromkeys(value, math.nan)]
    found: dict[str, Estimate] = {}
    for name, elo in value.items():
        others = sorted(each[name] for each in resampled if name in each)
        low, high = others[int(0.025 * len(others))], others[math.ceil(0.975 * len(others)) - 1]
        found[name] = Estimate(elo, min(low, elo), max(high, elo), len(deals))
    return dict(sorted(found.items(), key=lambda each: -each[1].value))


def _fit(deals: Sequence[Sequence[tuple[tuple[str, ...], TableResult]]]) -> dict[str, float]:
    """Returns the ratings that explain the results best. Each table follows its players in alphabetical order."""
    won: dict[str, float] = {}
    games: dict[tuple[str, ...], int] = {}
    for deal in deals:
        for players, table in deal:
            games[players] = games.get(players, 0) + 1
            for name, part in table:
                won[name] = won.get(name, 0.0) + part
    logarithms = {name: _ELO * math.log(value) for name, value in _strengths(won, games).items()}
    middle = math.fsum(logarithms.values()) / len(logarithms)
    return {name: _MEAN_ELO + value - middle for name, value in logarithms.items()}


def _strengths(won: Mapping[str, float], games: Mapping[tuple[str, ...], int]) -> dict[str, float]:
    """Returns everybody's strength under Luce's rule, by minorisation (Hunter, Annals of Statistics 2004)."""
    numbers = {name: number for number, name in enumerate(won)}  # lists take half the time of dicts by name
    tables = [([numbers[name] for name in table], number) for table, number in games.items()]
    strengths = [1.0] * len(won)
    for _ in range(_ITERATIONS):
        expected = [2 * _PRIOR / (strength + 1) for strength in strengths]
        for players, number in tables:
            total = 0.0
            for player in players:
                total += strengths[player]
            each = number / total
            for player in players:
                expected[player] += each
        strengths = [(part + _PRIOR) / other for part, other in zip(won.values(), expected, strict=True)]
    return dict(zip(won, strengths, strict=True))
