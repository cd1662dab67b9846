"""The state space of the one-card duel: every situation in which a player decides, as a number.

The number of a question, card, purse, reputation or option is its
index in the constants of `engine.ai.evaluation.duel`, which also explains reputations.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.ai.evaluation.duel import ACT, PURSES, REPUTATIONS, ROLES, WORDS
from engine.editions import ACTIONS, MUST_COUP_COINS

Array = NDArray[Any]

QUESTIONS: Final = tuple(WORDS)
OPTIONS: Final = max(map(len, WORDS.values()))
"""The greatest number of options that a question has."""
SHAPE: Final = (len(QUESTIONS), len(ROLES), len(PURSES), len(PURSES), len(REPUTATIONS), len(REPUTATIONS))
"""The dimensions of a state: question, own card, own and other purse, own and other reputation."""

ASSASSINATION_COINS: Final = ACTIONS["assassinate"].price
COUP_COINS: Final = ACTIONS["coup"].price

_ANSWERS: Final = np.array(
    [[column < len(WORDS[question]) for column in range(OPTIONS)] for question in QUESTIONS]
)
"""Which options each question has."""
_ACTIONS: Final = np.array(
    [
        [word == "coup" if purse >= MUST_COUP_COINS else purse >= ACTIONS[word].price for word in WORDS[ACT]]
        for purse in range(len(PURSES))
    ]
)
"""Which actions each purse allows."""

CLAIMED: Final = np.array(
    [ROLES.index(role) if role else -1 for role in (None, None, "duke", "captain", "assassin", "ambassador", None)]
)
"""The role that each action claims; -1 for none."""
BLOCKING: Final = np.array(
    [
        [ROLES.index(word) if word in ROLES else -1 for word in (*WORDS[question], *[""] * OPTIONS)[:OPTIONS]]
        for question in QUESTIONS
    ]
)
"""The role that each answer to each question claims; -1 for none."""


def purse_index(coins: Array) -> Array:
    """Returns the index of the purse for each number of coins."""
    return np.minimum(coins, len(PURSES) - 1)


def allowed_options(states: Array) -> Array:
    """Returns a row of booleans for each state: which options it allows."""
    question, _, own_purse, *_ = np.unravel_index(states, SHAPE)
    return np.where((question == 0)[:, None], _ACTIONS[own_purse], _ANSWERS[question])


def reputations_after_claim(before: Array, roles: Array) -> Array:
    """Returns the reputations of players after they claim these roles; `before` are their reputations so far."""
    single = 2 + roles
    mixed = (before > 1) & (before != single)
    return single + len(ROLES) * mixed
