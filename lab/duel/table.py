"""Writes a strategy as the table that strong reads (see `engine.ai.evaluation.duel.strategy`)."""

from typing import Any, Final

import numpy as np

from engine.ai.evaluation.duel import KEEP, PURSES, REPUTATIONS, ROLES
from lab.certify.state_space import QUESTIONS, Array, allowed_options
from lab.duel.option_values import OptionValues
from lab.duel.strategy import Strategy

HEAT: Final = 0.04
"""The temperature with which strong plays the table: options differ by this times the logarithm of their odds."""
ENTRIES: Final = 22_000
"""The number of entries for single reputations: those whose loss would change the play most."""

_LEAST_TOP: Final = 0.25
"""The least estimate for the best option, so that the estimates of the others can be lower."""
_LEAST: Final = 1e-12
_KEPT_TOP: Final = 0.5
"""The estimate for the best card to keep."""


def table(strategy: Strategy, found: OptionValues, kept: Array) -> dict[str, Any]:
    """Returns the table. `found` has the values of options, `kept` the preference for each kept card.

    Entries without reputations have the mean odds of all reputations, by how often each is reached.
    """
    worths: dict[str, dict[str, str]] = {}
    single: list[tuple[float, str, str, str]] = []
    for question in QUESTIONS:
        allowed = allowed_options(question)
        odds, weights = strategy.odds[question], np.maximum(found.weights[question], _LEAST)
        values = (odds * found.sums[question]).sum(-1) / weights
        mean = (odds * weights[..., None]).sum(2) / weights.sum(2)[..., None]
        mean_values = (values * weights).sum(2) / weights.sum(2)
        moved = found.weights[question] * abs(odds - mean[:, :, None]).sum(-1) / 2
        for own, other, card in np.ndindex(mean_values.shape):
            place, name = PURSES[own] + PURSES[other], f"{question} {ROLES[card]}"
            worths.setdefault(name, {})[place] = _digits(
                mean[own, other, card][allowed[own]], mean_values[own, other, card]
            )
            for memory in np.flatnonzero(moved[own, other, :, card] > _LEAST).tolist():
                reputation, other_reputation = divmod(memory, strategy.reputations)
                key = place + REPUTATIONS[reputation] + REPUTATIONS[other_reputation]
                cell = own, other, memory, card
                single.append((float(moved[cell]), name, key, _digits(odds[cell][allowed[own]], values[cell])))
    for _, name, place, digits in sorted(single, reverse=True)[:ENTRIES]:
        worths[name][place] = digits
    for card, role in enumerate(ROLES):
        entries = worths[f"{KEEP} {role}"] = {}
        mean = kept.mean(2)
        for own, other in np.ndindex(mean.shape[:2]):
            place = PURSES[own] + PURSES[other]
            entries[place] = _kept_digits(mean[own, other], card)
            for reputation, preferences in enumerate(kept[own, other]):
                entries[place + REPUTATIONS[reputation]] = _kept_digits(preferences, card)
    return {"heat": HEAT, "worths": {name: dict(sorted(each.items())) for name, each in sorted(worths.items())}}


def _digits(odds: Array, value: float) -> str:
    """Returns two digits for each option: the best option's estimate is the value, if that is not too low."""
    logs = np.log(np.maximum(odds, _LEAST))
    return "".join(map(_two_digits, max(value, _LEAST_TOP) + HEAT * (logs - logs.max())))


def _kept_digits(preferences: Array, card: int) -> str:
    return _two_digits(_KEPT_TOP + HEAT * (preferences[card] - preferences.max()))


def _two_digits(estimate: float) -> str:
    return f"{min(99, max(0, round(100 * estimate))):02}"
