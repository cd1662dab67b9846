"""Places: all that can be asked in a one-card duel, as numbers, so that many duels are played at once.

A question, a card, a purse, a fame or an option's word is its number in `engine.ai.judging.duel`.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.ai.judging.duel import ACT, FAMES, PURSES, ROLES, WORDS

Array = NDArray[Any]

QUESTIONS: Final = tuple(WORDS)
OPTIONS: Final = max(map(len, WORDS.values()))
SHAPE: Final = (len(QUESTIONS), len(ROLES), len(PURSES), len(PURSES), len(FAMES), len(FAMES))
"""Of a place: the question, the own card, the own purse and the other's, the own fame and the other's."""
SIZE: Final = int(np.prod(SHAPE))
KEPT_SHAPE: Final = (len(ROLES), len(PURSES), len(PURSES), len(FAMES))
"""Of a place after an exchange: the card that was kept, both purses, the other's fame."""
PASS, CHALLENGE = 0, 1

ASSASSINATION: Final = 3
COUP: Final = 7
MUST: Final = 10  # coins with which one has to launch a coup

_ANSWERS: Final = np.array(
    [[column < len(WORDS[question]) for column in range(OPTIONS)] for question in QUESTIONS]
)
_ACTIONS: Final = np.array(
    [
        [
            word == "coup" if purse >= MUST else purse >= {"assassinate": ASSASSINATION, "coup": COUP}.get(word, 0)
            for word in WORDS[ACT]
        ]
        for purse in range(len(PURSES))
    ]
)

CLAIMED: Final = np.array(
    [ROLES.index(role) if role else -1 for role in (None, None, "duke", "captain", "assassin", "ambassador", None)]
)
"""The role that an action claims, by its word's number; -1 for none."""
BLOCKING: Final = np.array(
    [
        [ROLES.index(word) if word in ROLES else -1 for word in (*WORDS[question], *[""] * OPTIONS)[:OPTIONS]]
        for question in QUESTIONS
    ]
)
"""The role that an answer to a question claims, by its word's number; -1 for none."""
BLOCKED: Final = np.array(
    [
        [QUESTIONS.index(f"{question} {ROLES[role]}") if role >= 0 else -1 for role in roles]
        for question, roles in zip(QUESTIONS, BLOCKING, strict=True)
    ]
)
"""The question that such an answer leads to."""


def purse(coins: Array) -> Array:
    """The purses' numbers."""
    return np.minimum(coins, len(PURSES) - 1)


def number(question: Array, card: Array, own: Array, other: Array, own_fame: Array, other_fame: Array) -> Array:
    """The places' numbers, by coins as they are."""
    return np.ravel_multi_index((question, card, purse(own), purse(other), own_fame, other_fame), SHAPE)


def allowed(places: Array) -> Array:
    """Which options there are, a row each place."""
    question, _, own, *_ = np.unravel_index(places, SHAPE)
    return np.where((question == 0)[:, None], _ACTIONS[own], _ANSWERS[question])


def fames(before: Array, roles: Array) -> Array:
    """What players are known for who claim these roles, by what they were known for before."""
    single = 2 + roles
    mixed = (before > 1) & (before != single)
    return single + len(ROLES) * mixed


def odds(leanings: Array, options: Array) -> Array:
    """How likely each option is chosen, a row each place, by how it is leaned to, those that are none apart."""
    leanings = np.where(options, leanings, -np.inf)
    weights = np.exp(leanings - leanings.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def drawn(weights: Array, dice: np.random.Generator) -> Array:
    """One column of each row, by its weight."""
    whole = weights.cumsum(1)
    return (whole <= dice.random(len(weights))[:, None] * whole[:, -1:]).sum(1)
