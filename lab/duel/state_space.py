"""The state space of the one-card duel: every situation in which a player decides, as a number.

With numbers for states, millions of duels can be played at once by operations on arrays. Arrays of states, cards,
coins and options have a number for each duel. The number of a question, card, purse, reputation or option is its
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
SIZE: Final = int(np.prod(SHAPE))
KEPT_SHAPE: Final = (len(ROLES), len(PURSES), len(PURSES), len(REPUTATIONS))
"""The dimensions of a state after an exchange: the kept card, own and other purse, the other's reputation."""
PASS, CHALLENGE = 0, 1
"""The indexes of these options in every question except the first."""

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
BLOCKED: Final = np.array(
    [
        [QUESTIONS.index(f"{question} {ROLES[role]}") if role >= 0 else -1 for role in roles]
        for question, roles in zip(QUESTIONS, BLOCKING, strict=True)
    ]
)
"""The question that each answer to each question leads to; -1 for none."""


def purse_index(coins: Array) -> Array:
    """Returns the index of the purse for each number of coins."""
    return np.minimum(coins, len(PURSES) - 1)


def state_index(
    question: Array,
    card: Array,
    own_coins: Array,
    other_coins: Array,
    own_reputation: Array,
    other_reputation: Array,
) -> Array:
    """Returns the number of each state."""
    purses = purse_index(own_coins), purse_index(other_coins)
    return np.ravel_multi_index((question, card, *purses, own_reputation, other_reputation), SHAPE)


def allowed_options(states: Array) -> Array:
    """Returns a row of booleans for each state: which options it allows."""
    question, _, own_purse, *_ = np.unravel_index(states, SHAPE)
    return np.where((question == 0)[:, None], _ACTIONS[own_purse], _ANSWERS[question])


def reputations_after_claim(before: Array, roles: Array) -> Array:
    """Returns the reputations of players after they claim these roles; `before` are their reputations so far."""
    single = 2 + roles
    mixed = (before > 1) & (before != single)
    return single + len(ROLES) * mixed


def softmax(preferences: Array, options: Array) -> Array:
    """Returns the probability of each option, a row for each state; options that are not allowed have none."""
    preferences = np.where(options, preferences, -np.inf)
    weights = np.exp(preferences - preferences.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def draw_columns(weights: Array, dice: np.random.Generator) -> Array:
    """Draws a column from each row, with probabilities in proportion to the weights."""
    whole = weights.cumsum(1)
    return (whole <= dice.random(len(weights))[:, None] * whole[:, -1:]).sum(1)
