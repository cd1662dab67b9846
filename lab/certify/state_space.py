"""The state space of the one-card duel: purses, options, claims and reputations, numbered.

The number of a question, card, purse, reputation or option is its
index in the constants of `engine.ai.evaluation.duel`, which also explains reputations.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.ai.evaluation.duel import ACT, PURSES, ROLES, WORDS
from engine.editions import ACTIONS, MUST_COUP_COINS

Array = NDArray[Any]

QUESTIONS: Final = tuple(WORDS)
ASSASSINATION_COINS: Final = ACTIONS["assassinate"].price
COUP_COINS: Final = ACTIONS["coup"].price

CLAIMED: Final = np.array(
    [ROLES.index(role) if role else -1 for role in (None, None, "duke", "captain", "assassin", "ambassador", None)]
)
"""The role that each action claims; -1 for none."""


def purse_index(coins: Array) -> Array:
    """Returns the index of the purse for each number of coins."""
    return np.minimum(coins, len(PURSES) - 1)


def allowed_options(question: str) -> Array:
    """Returns which options of a question a seat has, a row of booleans for each purse."""
    return np.array(
        [
            [
                question != ACT or (word == "coup" if purse >= MUST_COUP_COINS else purse >= ACTIONS[word].price)
                for word in WORDS[question]
            ]
            for purse in range(len(PURSES))
        ]
    )


def reputations_after_claim(before: Array, roles: Array) -> Array:
    """Returns the reputations of players after they claim these roles; `before` are their reputations so far."""
    single = 2 + roles
    mixed = (before > 1) & (before != single)
    return single + len(ROLES) * mixed
