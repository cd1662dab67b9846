"""Opponents that play by rules of thumb, each with parameters of its own, drawn at random."""

from typing import Final

import numpy as np

from engine.ai.evaluation.duel import ACT, ROLES, WORDS
from lab.duel.simulation import Exchange
from lab.duel.state_space import (
    ASSASSINATION_COINS,
    BLOCKING,
    CHALLENGE,
    CLAIMED,
    COUP_COINS,
    OPTIONS,
    PASS,
    QUESTIONS,
    SHAPE,
    Array,
    allowed_options,
    draw_columns,
)

OPPONENTS: Final = 4096
"""The number of opponents. The number of a duel determines which of them plays it."""
PREFERENCE: Final = np.array(
    [("duke", "assassin", "captain", "contessa", "ambassador").index(role) for role in ROLES]
)
"""The rank of each role in an exchange: the card of the role with the lowest rank is kept."""

_INCOME, _AID, _TAX, _STEAL, _ASSASSINATE, _EXCHANGE, _COUP = range(len(WORDS[ACT]))
_OWN: Final = np.array([[CLAIMED[action] == role for action in range(OPTIONS)] for role in range(len(ROLES))])
"""For each role, which actions claim it."""
_CLAIM_ANSWERED: Final = np.array(
    [
        CLAIMED[at] if at < len(WORDS[ACT]) - 1 else ROLES.index(question.split()[1])
        for at, question in enumerate(QUESTIONS)
    ]
)
"""The role that each question is about; -1 for none."""
_LETHAL: Final = QUESTIONS.index("assassinate")
"""The question to the target of an assassination; passing loses the last card."""
_LIES_DESPITE_TRUTH: Final = 0.3
"""The factor for the probability of a lie while the opponent could also make a true claim."""


class RuleOfThumbOpponents:
    """A side of OPPONENTS players with different parameters."""

    def __init__(self, seed: int) -> None:
        dice = np.random.default_rng(seed)
        lie, doubt, more, self._block, self._aid, self._exchange, self._repeat = dice.random((7, OPPONENTS))
        self._lie = 0.8 * lie**1.5
        self._doubt = 0.6 * doubt**2
        self._doubt_second = np.minimum(1, self._doubt + 0.7 * more)
        self._doubt_held = 0.3 * dice.random(OPPONENTS)
        self._contessa = dice.choice([0.2, 0.6, 1.0, 1.0], OPPONENTS)
        self._tastes = dice.random((OPPONENTS, OPTIONS)) + 0.6 * (np.arange(OPTIONS) == _TAX)

    def choose(self, duels: Array, seats: Array, states: Array, dice: np.random.Generator) -> Array:
        """Returns the index of the option that is chosen in each of these duels."""
        options = allowed_options(states)
        question, card, own, other, reputation, other_reputation = np.unravel_index(states, SHAPE)
        who = duels % OPPONENTS
        actions = self._actions(who, card, own, other, reputation)
        answers = self._answers(who, question, card, other_reputation)
        weights = np.where((question == 0)[:, None], actions, answers) * options + 1e-6 * options
        return draw_columns(weights, dice)

    def _actions(self, who: Array, card: Array, own: Array, other: Array, reputation: Array) -> Array:
        """Returns the weight of each action: true claims before income or foreign aid, with a share of lies."""
        worthwhile = np.ones((len(who), OPTIONS))
        worthwhile[:, _STEAL] = other > 0
        worthwhile[:, _ASSASSINATE] = own >= ASSASSINATION_COINS
        true = _OWN[card] * worthwhile
        true[:, _EXCHANGE] *= self._exchange[who]
        honest = true.copy()
        idle = 1 - true.sum(1)
        honest[:, _AID] += idle * self._aid[who]
        honest[:, _INCOME] += idle * (1 - self._aid[who])
        lies = np.where(CLAIMED >= 0, self._tastes[who], 0) * worthwhile * ~_OWN[card]
        before = np.where(reputation > 1, (reputation - 2) % len(ROLES), -1)
        lies *= 1 + 2 * self._repeat[who][:, None] * (before[:, None] == CLAIMED)
        lies /= lies.sum(1, keepdims=True)
        lie = (self._lie[who] * np.where(idle < 1, _LIES_DESPITE_TRUTH, 1.0))[:, None]
        weights = lie * lies + (1 - lie) * honest
        weights[true[:, _ASSASSINATE] > 0] = np.arange(OPTIONS) == _ASSASSINATE
        weights[own >= COUP_COINS] = np.arange(OPTIONS) == _COUP
        return weights

    def _answers(self, who: Array, question: Array, card: Array, other_reputation: Array) -> Array:
        """Returns the weight of each answer: a true block if the card allows it, otherwise challenges and lies."""
        claimed, blocks = _CLAIM_ANSWERED[question], BLOCKING[question] >= 0
        second: Array = (other_reputation > 1 + len(ROLES)) | (
            (other_reputation > 1) & (other_reputation != 2 + claimed)
        )
        doubt: Array = self._doubt[who] + second * (self._doubt_second - self._doubt)[who]
        doubt = (claimed >= 0) * np.minimum(1, doubt + self._doubt_held[who] * (card == claimed))
        number = blocks.sum(1)
        lying = np.where(number > 0, (1 - doubt) * self._block[who] / 2, 0)
        weights = blocks * (lying / np.maximum(1, number))[:, None]
        weights[:, CHALLENGE] += doubt
        weights[:, PASS] = 1 - doubt - lying
        lethal, contessa = question == _LETHAL, self._contessa[who][:, None]
        column = np.arange(OPTIONS)
        weights = np.where(
            lethal[:, None], np.where(column == CHALLENGE, 1 - contessa, contessa * blocks), weights
        )
        true = blocks & (BLOCKING[question] == card[:, None])
        return np.where(true.any(1)[:, None], true, weights)

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Returns the index of the card with the preferred role, in each duel."""
        return PREFERENCE[exchange.cards].argmin(1)
