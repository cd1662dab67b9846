"""Distributions: the probabilities of the options of one question, checked and drawn from."""

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import isfinite
from typing import Any, Final, TypeVar

from engine.moves import Move

T = TypeVar("T")

Distribution = Sequence[float] | Mapping[Move, float]
"""A probability for each option, in the order of the options; or by move, where a missing option has 0."""

_TOLERANCE: Final = 1e-6


class NotADistribution(ValueError):
    """The probabilities of a policy are not those of a distribution over its options. The message says why."""


def checked(given: Any, options: Sequence[Move], tolerance: float = _TOLERANCE) -> list[float]:
    """Returns the probability of each option. Raises NotADistribution, which names the numbers.

    `tolerance` is how far their sum may be from 1.
    """
    if isinstance(given, Mapping):
        by_move: Mapping[Any, Any] = given  # pyright: ignore[reportUnknownVariableType] - its keys are checked here
        illegal = [str(move) for move in by_move if move not in options]
        if illegal:
            raise NotADistribution(
                f"it gives a probability to {', '.join(illegal)}, which is none of its options: {_list(options)}"
            )
        given = [by_move.get(move, 0.0) for move in options]
    try:
        numbers = list(given)
        finite = all(map(isfinite, numbers))  # not after `float`, which would read a text
        found = list(map(float, numbers))
    except (TypeError, ValueError, OverflowError):
        raise NotADistribution(f"its probabilities are {given!r:.100}, and no numbers") from None
    if len(found) != len(options):
        raise NotADistribution(f"it gave {len(found)} probabilities for {len(options)} options: {_list(options)}")
    shown = ", ".join(f"{move} {each:g}" for move, each in zip(options, found, strict=True))
    if not finite or min(found, default=0) < 0:
        raise NotADistribution(f"each probability must be finite and at least 0: {shown}")
    if abs(sum(found) - 1) > tolerance:
        raise NotADistribution(f"its probabilities sum to {sum(found):g} instead of 1: {shown}")
    return found


def _list(options: Sequence[Move]) -> str:
    return ", ".join(map(str, options))


def normalised(weights: Sequence[float]) -> list[float]:
    """Returns weights as probabilities."""
    total = sum(weights)
    return [weight / total for weight in weights]


def draw_weighted(options: Sequence[T], weights: Sequence[float], chance: random.Random) -> T:
    """Draws an option by weight. Like `random.choices`, but without checks, and twice as fast."""
    ends = list(accumulate(weights))
    return options[bisect(ends, chance.random() * ends[-1], 0, len(ends) - 1)]
