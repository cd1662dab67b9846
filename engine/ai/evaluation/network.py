"""The neural network of the strong AI seat: its scores of the options correct the evaluator's estimates.

There is one network for games of two players, one for games of more, and one for the two-card duel of classic
Coup. Their weights are stored as JSON in data/ai/strong.json: `state` and `option` are the weights from the
features to the hidden units, `bias` is the bias of the hidden units, and `logit` are the weights from the hidden
units to the option's score. `value` is used only in training.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import compress
from math import tanh
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from data import ROOT
from engine.ai.evaluation.inputs import INPUTS, Inputs
from engine.ai.evaluation.two_card_features import is_two_card_duel
from engine.json_files import read_json
from engine.table.table import Edition

WEIGHTS_FILE: Final = ROOT / "ai" / "strong.json"
_TWO: Final = 2
_FEW_VALUES: Final = 10
"""This many features of a position, the first ones, have few values, so that their sums can be cached."""
_MAX_CACHED: Final = 4096
_MAX_CACHED_WEIGHTS: Final = 250_000
"""The most weights that are cached for the features of positions, and for those of options (8 bytes each)."""
_LARGEST: Final = 1e6
"""The largest weight that is accepted. Trained weights are far smaller; sums of larger ones could overflow."""


class BadWeights(Exception):
    """The weights are missing, unreadable or of a wrong shape. The message names the file and says what to do."""


_Units: TypeAlias = list[float]
"""A number for each hidden unit."""

_Columns: TypeAlias = list[tuple[float, ...]]
"""For each hidden unit its weights from some features."""

_COMPILED: Final = not __file__.endswith(".py")


def _add(units: _Units, columns: _Columns, *features: float) -> _Units:
    """Returns the hidden units plus the features, each multiplied by its weight; they are added in their order."""
    found: _Units = []
    for unit, weights in zip(units, columns):  # noqa: B905 - equal lengths; `strict` would compile to slower code
        for feature, weight in zip(features, weights):  # noqa: B905 - equal lengths, and `strict=True` would make this innermost loop slower
            unit += feature * weight
        found.append(unit)
    return found


@cache
def _adder(number: int) -> Callable[..., _Units]:
    """Returns a function that does what `_add` does, with this number of features.

    In plain Python, one expression for all features takes less than half the time of a loop over them, so each
    number has its own. In a comprehension, the features would be slower to read.
    """
    if _COMPILED:
        return _add
    features = [f"x{at}" for at in range(number)]
    weights = [f"w{at}" for at in range(number)]
    terms = [f" + {x} * {w}" for x, w in zip(features, weights, strict=True)]
    scope: dict[str, Any] = {}
    exec(  # noqa: S102 - one expression is quicker than a loop; the text has only numbers of this program in it
        f"def add(units, columns, {', '.join(features)}):\n"
        "    found = []\n"
        f"    for unit, ({', '.join(weights)},) in zip(units, columns):\n"
        f"        found.append(unit{''.join(terms)})\n"
        "    return found",
        scope,
    )
    return scope["add"]


class Network:
    """A network with its weights. It gives each option of a decision a score; `inputs` is what it sees."""

    def __init__(self, weights: Mapping[str, Any], inputs: Inputs) -> None:
        self.inputs = inputs
        self._position = _Rows(weights["state"][:_FEW_VALUES])
        self._rest = _Rows(weights["state"][_FEW_VALUES:])
        self._option = _Rows(weights["option"])
        self._bias: list[float] = weights["bias"]
        self._logit: list[float] = weights["logit"]
        self._known: dict[tuple[float, ...], _Units] = {}

    def logits(self, state: Sequence[float], options: Sequence[Sequence[float]]) -> list[float]:
        """Returns the score of each option as a logit: only differences matter."""
        position = tuple(state[:_FEW_VALUES])
        base = self._known.get(position)
        if base is None:
            if len(self._known) >= _MAX_CACHED:
                self._known.clear()
            base = self._known[position] = self._position.add(self._bias, position)
        base = self._rest.add(base, state[_FEW_VALUES:])
        logit, add = self._logit, self._option.add
        return [sum(map(mul, map(tanh, add(base, option)), logit)) for option in options]


class _Rows:
    """Rows of weights, each from one feature to all hidden units."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self._rows = rows
        self._numbers = range(len(rows))
        self._known: dict[tuple[int, ...], tuple[Callable[..., _Units], _Columns]] = {}
        self._cached = 0

    def add(self, units: _Units, features: Sequence[float]) -> _Units:
        """Returns the units plus all rows, in their order, each multiplied by its feature."""
        which = tuple(compress(self._numbers, features))
        if not which:
            return units
        known = self._known.get(which)
        if known is None:
            self._cached += len(which) * len(units)
            if self._cached > _MAX_CACHED_WEIGHTS:
                self._known.clear()
                self._cached = len(which) * len(units)
            rows = [self._rows[number] for number in which]
            known = self._known[which] = _adder(len(which)), list(zip(*rows, strict=True))
        add, columns = known
        return add(units, columns, *filter(None, features))


class Networks(NamedTuple):
    """The network for games of two players, the one for games of more, and the one for the two-card duel."""

    duel: Network
    several: Network
    two_cards: Network


@cache
def networks(path: Path = WEIGHTS_FILE) -> Networks:
    """Reads the networks from a file of weights. Raises BadWeights."""
    try:
        known = read_json(path)
        every = [(known[part], INPUTS[part]) for part in Networks._fields]
        fits = all(_fits(weights, inputs) for weights, inputs in every)
    except OSError as error:
        raise BadWeights(
            f"The weights {path} cannot be read: {error.strerror}. Restore them, or make them with `make train`."
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{path} holds no weights. Restore it, or make it with `make train`.") from error
    if not fits:
        raise BadWeights(
            f"The weights {path} are of another shape than the networks' features: they belong to another "
            "version. Restore those of this version, or make them with `make train`."
        )
    return Networks(*[Network(weights, inputs) for weights, inputs in every])


def network_for(edition: Edition) -> str:
    """Returns the name of the network with which strong plays an edition."""
    if edition.seats > _TWO:
        return "several"
    return "two_cards" if is_two_card_duel(edition) else "duel"


def _fits(weights: Mapping[str, Any], inputs: Inputs) -> bool:
    hidden = len(weights["bias"])
    rows = [weights["bias"], weights["logit"], *weights["state"], *weights["option"]]
    sizes = len(weights["state"]), len(weights["option"])
    return sizes == (inputs.state_size, inputs.option_size) and all(_is_row(row, hidden) for row in rows)


def _is_row(row: Any, hidden: int) -> bool:
    return isinstance(row, list) and len(row) == hidden > 0 and all(map(_is_weight, row))  # pyright: ignore[reportUnknownArgumentType] - JSON


def _is_weight(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and abs(number) <= _LARGEST
