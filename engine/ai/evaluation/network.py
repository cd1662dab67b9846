"""The network: a small function that was trained to say by how much a seat should lean to an option.

There is one for games of two and one for games of several. Their weights are JSON (data/ai/strong.json): `state`
and `option` lead from features to hidden units, `bias` is added to these; `logit` leads from what the option makes
of them to its leaning. `value` serves training alone.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import tanh
from pathlib import Path
from typing import Any, Final, NamedTuple

from data import ROOT
from engine.ai.evaluation.features import OPTION, STATE
from engine.json_files import read_json

WEIGHTS: Final = ROOT / "ai" / "strong.json"
_SHAPES: Final = {"state": STATE, "option": OPTION}
_LARGEST: Final = 1e6
"""No weight that was trained is near this; with larger ones sums would overflow."""


class BadWeights(Exception):
    """Weights that are missing, unreadable or of another shape; the message says which file, and what to do."""


class Network:
    """Weights, ready to be asked."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._state: list[list[float]] = weights["state"]
        self._option: list[list[float]] = weights["option"]
        self._bias: list[float] = weights["bias"]
        self._logit: list[float] = weights["logit"]

    def leanings(self, state: Sequence[float], options: Sequence[Sequence[float]]) -> list[float]:
        """By how much to lean to each option; only differences count."""
        base = _added(self._bias, state, self._state)
        found: list[float] = []
        for option in options:
            hidden = map(tanh, _added(base, option, self._option))
            found.append(sum([unit * weight for unit, weight in zip(hidden, self._logit, strict=True)]))
        return found


def _added(base: Sequence[float], features: Sequence[float], rows: Sequence[Sequence[float]]) -> Sequence[float]:
    for feature, row in zip(features, rows, strict=True):
        if feature:
            base = [unit + feature * weight for unit, weight in zip(base, row, strict=True)]
    return base


class Networks(NamedTuple):
    """The network of games of two, and the one of games of several."""

    duel: Network
    several: Network


@cache
def networks(path: Path = WEIGHTS) -> Networks:
    """The networks of a file of weights. Raises BadWeights."""
    try:
        known = read_json(path)
        every = [known[part] for part in Networks._fields]
        fits = all(_fits(weights) for weights in every)
    except OSError as error:
        raise BadWeights(
            f"The weights {path} cannot be read: {error.strerror}. Restore them, or make them with `make train`."
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{path} holds no weights. Restore it, or make it with `make train`.") from error
    if not fits:
        raise BadWeights(
            f"The weights {path} are of another shape than {STATE} and {OPTION} features: they belong to another "
            "version. Restore those of this version, or make them with `make train`."
        )
    return Networks(*map(Network, every))


def _fits(weights: Mapping[str, Any]) -> bool:
    hidden = len(weights["bias"])
    rows = [weights["bias"], weights["logit"], *weights["state"], *weights["option"]]
    return all(len(weights[name]) == number for name, number in _SHAPES.items()) and all(
        _is_row(row, hidden) for row in rows
    )


def _is_row(row: Any, hidden: int) -> bool:
    return isinstance(row, list) and len(row) == hidden > 0 and all(map(_is_weight, row))  # pyright: ignore[reportUnknownArgumentType] - JSON


def _is_weight(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and abs(number) <= _LARGEST
