"""Characters: rivals that play by rules of thumb, each with numbers of its own, drawn by chance."""

from typing import Final

import numpy as np

from engine.ai.judging.duel import ACT, ROLES, WORDS
from lab.duel.simulation import Exchange
from lab.duel.state_space import (
    ASSASSINATION,
    BLOCKING,
    CHALLENGE,
    CLAIMED,
    COUP,
    OPTIONS,
    PASS,
    QUESTIONS,
    SHAPE,
    Array,
    allowed,
    drawn,
)

MANY: Final = 4096
"""Different characters; a duel has one by its number."""
LIKED: Final = np.array([("duke", "assassin", "captain", "contessa", "ambassador").index(role) for role in ROLES])
"""Which place each role has among those that are kept."""

_INCOME, _AID, _TAX, _STEAL, _ASSASSINATE, _EXCHANGE, _COUP = range(len(WORDS[ACT]))
_OWN: Final = np.array([[CLAIMED[action] == role for action in range(OPTIONS)] for role in range(len(ROLES))])
"""By role, which action claims it."""
_SAID: Final = np.array(
    [
        CLAIMED[at] if at < len(WORDS[ACT]) - 1 else ROLES.index(question.split()[1])
        for at, question in enumerate(QUESTIONS)
    ]
)
"""By question, the role whose claim is answered; -1 for none."""
_KILLS: Final = QUESTIONS.index("assassinate")
_TRUTHFUL: Final = 0.3  # of its lies one still tells who has something true to claim


class Characters:
    """A side of as many characters."""

    def __init__(self, seed: int) -> None:
        dice = np.random.default_rng(seed)
        lie, doubt, more, self._block, self._aid, self._exchange, self._again = dice.random((7, MANY))
        self._lie = 0.8 * lie**1.5
        self._doubt = 0.6 * doubt**2
        self._doubt_second = np.minimum(1, self._doubt + 0.7 * more)
        self._doubt_held = 0.3 * dice.random(MANY)
        self._contessa = dice.choice([0.2, 0.6, 1.0, 1.0], MANY)
        self._tastes = dice.random((MANY, OPTIONS)) + 0.6 * (np.arange(OPTIONS) == _TAX)

    def choose(self, duels: Array, seats: Array, places: Array, dice: np.random.Generator) -> Array:
        """The number of the word chosen at each place."""
        options = allowed(places)
        question, card, own, other, fame, other_fame = np.unravel_index(places, SHAPE)
        who = duels % MANY
        acts = self._actions(who, card, own, other, fame)
        answers = self._answers(who, question, card, other_fame)
        return drawn(np.where((question == 0)[:, None], acts, answers) * options + 1e-6 * options, dice)

    def _actions(self, who: Array, card: Array, own: Array, other: Array, fame: Array) -> Array:
        worthwhile = np.ones((len(who), OPTIONS))
        worthwhile[:, _STEAL] = other > 0
        worthwhile[:, _ASSASSINATE] = own >= ASSASSINATION
        true = _OWN[card] * worthwhile
        true[:, _EXCHANGE] *= self._exchange[who]
        honest = true.copy()
        idle = 1 - true.sum(1)
        honest[:, _AID] += idle * self._aid[who]
        honest[:, _INCOME] += idle * (1 - self._aid[who])
        lies = np.where(CLAIMED >= 0, self._tastes[who], 0) * worthwhile * ~_OWN[card]
        before = np.where(fame > 1, (fame - 2) % len(ROLES), -1)
        lies *= 1 + 2 * self._again[who][:, None] * (before[:, None] == CLAIMED)
        lies /= lies.sum(1, keepdims=True)
        lie = (self._lie[who] * np.where(idle < 1, _TRUTHFUL, 1.0))[:, None]
        found = lie * lies + (1 - lie) * honest
        found[true[:, _ASSASSINATE] > 0] = np.arange(OPTIONS) == _ASSASSINATE
        found[own >= COUP] = np.arange(OPTIONS) == _COUP
        return found

    def _answers(self, who: Array, question: Array, card: Array, other_fame: Array) -> Array:
        said, blocks = _SAID[question], BLOCKING[question] >= 0
        second: Array = (other_fame > 1 + len(ROLES)) | ((other_fame > 1) & (other_fame != 2 + said))
        doubt: Array = self._doubt[who] + second * (self._doubt_second - self._doubt)[who]
        doubt = (said >= 0) * np.minimum(1, doubt + self._doubt_held[who] * (card == said))
        number = blocks.sum(1)
        lying = np.where(number > 0, (1 - doubt) * self._block[who] / 2, 0)
        found = blocks * (lying / np.maximum(1, number))[:, None]
        found[:, CHALLENGE] += doubt
        found[:, PASS] = 1 - doubt - lying
        kills, contessa = question == _KILLS, self._contessa[who][:, None]
        column = np.arange(OPTIONS)
        found = np.where(kills[:, None], np.where(column == CHALLENGE, 1 - contessa, contessa * blocks), found)
        true = blocks & (BLOCKING[question] == card[:, None])
        return np.where(true.any(1)[:, None], true, found)

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Which of three cards is kept: the most liked."""
        return LIKED[exchange.cards].argmin(1)
