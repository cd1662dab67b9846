"""The public states of the one-card duel: whose turn it is, both purses, and what the policy remembers.

The policy is the seat that is certified; the responder plays against it. The number of a question, card, purse,
reputation or option is its index in the constants of `engine.ai.evaluation.duel`, which also explains reputations.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.ai.evaluation.duel import ACT, EXCHANGED, PURSES, REPUTATIONS, ROLES, WORDS
from engine.editions import ACTIONS, MUST_COUP_COINS

Array = NDArray[Any]

ASSASSINATION_COINS: Final = ACTIONS["assassinate"].price
COUP_COINS: Final = ACTIONS["coup"].price

CLAIMED: Final = np.array(
    [ROLES.index(role) if role else -1 for role in (None, None, "duke", "captain", "assassin", "ambassador", None)]
)
"""The role that each action claims; -1 for none."""
CARDS: Final = len(ROLES)
COPIES: Final = 3
"""The number of copies of each role in the court deck."""
COINS: Final = MUST_COUP_COINS + 3
"""The number of different purses: a player with fewer than ten coins gains at most three in a turn."""
START_COINS: Final = 2
POLICY, RESPONDER = 0, 1
"""The numbers of the two players; 1 minus a number is the other one."""
HOLDS: Final = np.eye(CARDS)
"""A row for each role: 1 for the policy's card of that role."""
_REPUTATIONS: Final = len(REPUTATIONS)
PAIRS: Final = tuple((low, high) for low in range(CARDS) for high in range(low, CARDS))
"""Every pair of cards that may be drawn in an exchange."""


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


def _reputations_after_claim(before: Array, roles: Array) -> Array:
    """Returns the reputations of players after they claim these roles; `before` are their reputations so far."""
    single = 2 + roles
    mixed = (before > 1) & (before != single)
    return single + len(ROLES) * mixed


@dataclass(frozen=True)
class Memories:
    """What the policy may remember, numbered: both reputations, and whether the responder is its enemy.

    The responder becomes the enemy when it first aims an action at the policy; only a vengeful seat cares. Each
    array has the memory that follows each memory: `after_claim` by who claims (the policy first), memory and role,
    `after_exchange` by who exchanges and memory, `as_enemy` by memory. `start` is the memory after the deal.
    """

    start: int
    after_claim: Array
    after_exchange: Array
    as_enemy: Array

    def __len__(self) -> int:
        return len(self.as_enemy)

    @classmethod
    def all(cls) -> tuple["Memories", Array]:
        """Returns all memories, and their parts: both reputations, and 1 if the responder is the enemy."""
        shape = (_REPUTATIONS, _REPUTATIONS, 2)
        own, other, enemy = np.unravel_index(np.arange(int(np.prod(shape))), shape)

        def number(own: Array, other: Array, enemy: Array) -> Array:
            return (own * _REPUTATIONS + other) * 2 + enemy

        roles = np.arange(CARDS)
        claims = (
            number(_reputations_after_claim(own[:, None], roles), other[:, None], enemy[:, None]),
            number(own[:, None], _reputations_after_claim(other[:, None], roles), enemy[:, None]),
        )
        exchanged = np.full_like(own, REPUTATIONS.index(EXCHANGED))
        exchanges = number(exchanged, other, enemy), number(own, exchanged, enemy)
        as_enemy = number(own, other, np.ones_like(own))
        return cls(0, np.stack(claims), np.stack(exchanges), as_enemy), np.stack((own, other, enemy))

    def merged(self, labels: Array) -> tuple["Memories", Array, Array]:
        """Merges the memories that the policy treats alike from now on.

        `labels` has equal numbers for memories with the same probabilities in every situation. Returns the merged
        memories, one of those that each of them stands for, and the merged memory of each that can be reached.
        """
        following = np.column_stack((*self.after_claim, *self.after_exchange, self.as_enemy))
        reached, new = {self.start}, [self.start]
        while new:
            new = [int(each) for each in np.unique(following[new]) if int(each) not in reached]
            reached.update(new)
        kept = np.array(sorted(reached))
        while True:
            _, refined = np.unique(np.column_stack((labels, labels[following])), axis=0, return_inverse=True)
            refined = refined.ravel()
            if len(np.unique(refined[kept])) == len(np.unique(labels[kept])):
                break
            labels = refined
        _, first, number = np.unique(labels[kept], return_index=True, return_inverse=True)
        to = np.zeros(len(self), int)
        to[kept] = number.ravel()
        where = kept[first]
        return (
            Memories(
                int(to[self.start]),
                to[self.after_claim[:, where]],
                to[self.after_exchange[:, where]],
                to[self.as_enemy[where]],
            ),
            where,
            to,
        )


def prior() -> Array:
    """Returns, by the responder's card, the probability of each card of the policy after the deal."""
    left = COPIES - np.eye(CARDS, dtype=int)
    return left / left.sum(1, keepdims=True)


def _pair_chances() -> Array:
    eye = np.eye(CARDS, dtype=int)
    left = COPIES - eye[:, None, :] - eye[None, :, :]
    low, high = np.array(PAIRS).T
    ways = np.where(low == high, left[..., low] * (left[..., low] - 1) / 2, left[..., low] * left[..., high])
    return ways / ways.sum(2, keepdims=True)


PAIR_CHANCES: Final = _pair_chances()
"""The probability of drawing each pair, by the card of who draws, the other's card, and the pair."""


class PublicStates:
    """The public states at the beginning of a turn, numbered: who is to act, both purses, the memory."""

    def __init__(self, memories: Memories) -> None:
        self.memories = memories
        self.shape = (2, COINS, COINS, len(memories))
        self.number = int(np.prod(self.shape))
        self.to_act, own, other, _ = np.unravel_index(np.arange(self.number), self.shape)
        """The number of the player to act, for each state."""
        self.is_won = (self.to_act == RESPONDER) & (other >= COUP_COINS)
        """Whether the responder can pay for a Coup, which wins the duel."""
        self.is_lost = (self.to_act == POLICY) & (own >= MUST_COUP_COINS)
        """Whether the policy must launch a Coup, which wins the duel."""
        self.is_over = self.is_won | self.is_lost

    def index(self, to_act: int, own: Array, other: Array, memory: Array) -> Array:
        """Returns the numbers of public states; `own` are the coins of the policy, `other` the responder's."""
        return ((to_act * COINS + own) * COINS + other) * len(self.memories) + memory

    def start(self, to_act: int) -> int:
        """Returns the public state of the deal if the policy or the responder begins."""
        return int(self.index(to_act, *map(np.array, (START_COINS, START_COINS, self.memories.start))))
