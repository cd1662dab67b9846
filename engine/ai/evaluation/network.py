"""The neural network of the strong AI seat: its scores of the options correct the evaluator's estimates.

There is one network for games of two players, and one for games of more. Their weights are stored as JSON in
data/ai/strong.json: `state` and `option` are the weights from the features to the hidden units, `bias` is the bias
of the hidden units, and `logit` are the weights from the hidden units to the option's score. `value` is used only
in training.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import tanh
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple

from data import ROOT
from engine.ai.evaluation.features import OPTION_SIZE, STATE_SIZE
from engine.json_files import read_json

WEIGHTS_FILE: Final = ROOT / "ai" / "strong.json"
_SHAPES: Final = {"state": STATE_SIZE, "option": OPTION_SIZE}
_AT_A_TIME: Final = 4
_LARGEST: Final = 1e6
"""The largest weight that is accepted. Trained weights are far smaller; sums of larger ones could overflow."""


class BadWeights(Exception):
    """The weights are missing, unreadable or of a wrong shape. The message names the file and says what to do."""


class Network:
    """A network with its weights. It gives each option of a decision a score."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._state: list[list[float]] = weights["state"]
        self._option: list[list[float]] = weights["option"]
        self._bias: list[float] = weights["bias"]
        self._logit: list[float] = weights["logit"]

    def logits(self, state: Sequence[float], options: Sequence[Sequence[float]]) -> list[float]:
        """Returns the score of each option as a logit: only differences matter."""
        base = _add_rows(self._bias, state, self._state)
        found: list[float] = []
        for option in options:
            hidden = map(tanh, _add_rows(base, option, self._option))
            found.append(sum(map(mul, hidden, self._logit)))
        return found


def _add_rows(
    base: Sequence[float], features: Sequence[float], rows: Sequence[Sequence[float]]
) -> Sequence[float]:
    # Several rows at a time take less time. All lengths are equal; `strict` would be slower.
    terms = [term for term in zip(features, rows) if term[0]]  # noqa: B905 - see above
    while len(terms) >= _AT_A_TIME:
        (a, row_a), (b, row_b), (c, row_c), (d, row_d), *terms = terms
        base = [
            unit + a * of_a + b * of_b + c * of_c + d * of_d
            for unit, of_a, of_b, of_c, of_d in zip(base, row_a, row_b, row_c, row_d)  # noqa: B905 - see above
        ]
    for a, row_a in terms:
        base = [unit + a * of_a for unit, of_a in zip(base, row_a)]  # noqa: B905 - see above
    return base


class Networks(NamedTuple):
    """The network for games of two players, and the one for games of more."""

    duel: Network
    several: Network


@cache
def networks(path: Path = WEIGHTS_FILE) -> Networks:
    """Reads the networks from a file of weights. Raises BadWeights."""
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
            f"The weights {path} are of another shape than {STATE_SIZE} and {OPTION_SIZE} features: they belong "
            "to another version. Restore those of this version, or make them with `make train`."
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
