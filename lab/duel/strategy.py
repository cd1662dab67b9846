"""A mixed strategy for the one-card duel, how it plays as either side of it, and the table that strong reads.

Its arrays are by own purse, other's purse, memory, own card and option. The memory is a number for both
reputations, own * reputations + other's, where `reputations` is how many it tells apart (1: it remembers nothing).
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from engine.ai.evaluation.duel import ACT, KEEP, PURSES, REPUTATIONS, ROLES, WORDS
from lab.duel.option_values import OptionValues
from lab.duel.policy import Policy, exchange_odds, keep_odds, softmax
from lab.duel.public_state import (
    ASSASSINATION_COINS,
    COINS,
    PAIRS,
    Array,
    Memories,
    allowed_options,
    purse_index,
)
from lab.duel.turn import ACTIONS, ASSASSINATE, BLOCKERS, EXCHANGE, INCOME, Choice

_COUP: Final = ACTIONS.index("coup")

_LEGAL: Final = allowed_options(ACT)
ALLOWED: Final = np.where(_LEGAL[:, [_COUP]], np.arange(len(ACTIONS)) == _COUP, _LEGAL)
"""Which actions the strategy considers with each purse: a Coup wins, so nothing else is worth a thought."""
HEAT: Final = 0.04
"""The temperature with which strong plays the table: options differ by this times the logarithm of their odds."""
ENTRIES: Final = 22_000
"""The number of entries for single reputations: those whose loss would change the play most."""
_LEAST_TOP: Final = 0.25
"""The least estimate for the best option, so that the estimates of the others can be lower."""
_LEAST: Final = 1e-12
_KEPT_TOP: Final = 0.5
"""The estimate for the best card to keep."""


class Strategy:
    """The probability of each option, from preferences: `odds` by question, `keeps` by pair of drawn cards.

    `kept` has the preference for each kept card, by own purse, other's purse, other's reputation and card. With
    `curiosity`, that share of choices is made at random, except which card it keeps.
    """

    def __init__(self, preferences: Mapping[str, Array], kept: Array, curiosity: float = 0.0) -> None:
        self.reputations = kept.shape[2]
        self.odds: dict[str, Array] = {}
        for question, logits in preferences.items():
            allowed = ALLOWED[:, None, None, None, :] if question == ACT else np.ones(logits.shape[-1], bool)
            odds = softmax(np.where(allowed, logits, -np.inf))
            self.odds[question] = odds + curiosity * (allowed / allowed.sum(-1, keepdims=True) - odds)
        self.keeps = [keep_odds(kept, pair) for pair in PAIRS]

    def labels(self) -> Array:
        """Returns the number of the strategy's memory for each of the memories that a policy may have."""
        _, (reputation, other_reputation, _) = Memories.all()
        return reputation % self.reputations * self.reputations + other_reputation % self.reputations

    def policy(self) -> Policy:
        """Returns the strategy as a policy; the number of a memory is the same in both."""
        coins = purse_index(np.arange(COINS))
        own, other = coins[:, None, None], coins[None, :, None]
        labels = self.labels()
        answers = {question: odds[own, other, labels] for question, odds in self.odds.items()}
        return Policy(answers, exchange_odds(self.keeps)[own, other, labels % self.reputations], labels)

    def plays(self, choice: Choice, own: Array, other: Array, memory: Array, cards: Array) -> Array:
        """Returns how likely the strategy makes a choice of the responder: of the same strategy on the other side.

        Coins and memory are those of the policy, `cards` the responder's.
        """
        reputation, other_reputation = np.divmod(memory, self.reputations)
        memory = other_reputation * self.reputations + reputation

        def odds(question: str, option: str, own: Array, other: Array) -> Array:
            place = purse_index(other), purse_index(own), memory, cards
            return self.odds[question][(*place, WORDS[question].index(option))]

        action = choice.question if choice.action == 0 else choice.action
        paid = ASSASSINATION_COINS if action == ASSASSINATE else 0
        if choice.action == 0:
            if action == INCOME:
                return np.ones(len(cards))
            return odds(ACTIONS[action], choice.word, np.maximum(0, own - paid), other)
        acts = odds(ACT, ACTIONS[action], own, other)
        if choice.question == 0:
            return acts
        if action == EXCHANGE:
            keep = self.keeps[choice.question - 1][purse_index(other), purse_index(own), reputation, cards]
            if choice.word == "keep":
                return acts * keep[np.arange(len(cards)), cards]
            card = ROLES.index(choice.word)
            return np.where(cards == card, 0.0, acts * keep[:, card])
        role = ROLES[BLOCKERS[action][choice.question - 1]]
        return acts * odds(f"{ACTIONS[action]} {role}", choice.word, own, np.maximum(0, other - paid))


def table(strategy: Strategy, found: OptionValues, kept: Array) -> dict[str, Any]:
    """Returns the table. `found` has the values of options, `kept` the preference for each kept card.

    Entries without reputations have the mean odds of all reputations, by how often each is reached.
    """
    worths: dict[str, dict[str, str]] = {}
    single: list[tuple[float, str, str, str]] = []
    for question in WORDS:
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
