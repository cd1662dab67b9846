"""The counterfactual value of each option of a policy, averaged over the situations in which it may choose it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from engine.ai.evaluation.duel import ACT, PURSES, REPUTATIONS, ROLES, WORDS
from lab.duel.policy import Policy
from lab.duel.public_state import (
    ASSASSINATION_COINS,
    CARDS,
    CLAIMED,
    HOLDS,
    PAIR_CHANCES,
    POLICY,
    Array,
    purse_index,
)
from lab.duel.responder import Ways
from lab.duel.turn import ACTIONS, AID, ASSASSINATE, BLOCKERS, EXCHANGE, INCOME, Choice

_PASS, _CHALLENGE = 0, 1


class Made(NamedTuple):
    """A choice of the responder, with the situations in which it makes it.

    `where` indexes situations; `odds` is how likely it makes the choice there; `rows` is how often it wins after
    that, by the policy's card, if the duel continues.
    """

    choice: Choice
    where: Any
    odds: Array
    rows: Array | None


class OptionValues:
    """Sums of weights, and of weights times values, by question; `kept` has both for cards kept in exchanges.

    A weight is how likely the situation is reached; a value is how often the policy wins from there.
    """

    def __init__(self) -> None:
        shape = len(PURSES), len(PURSES), len(REPUTATIONS) ** 2, CARDS
        self.weights = {question: np.zeros(shape) for question in WORDS}
        self.sums = {question: np.zeros((*shape, len(WORDS[question]))) for question in WORDS}
        self.kept_weights = np.zeros((len(PURSES), len(PURSES), len(REPUTATIONS), CARDS))
        self.kept_sums = np.zeros_like(self.kept_weights)

    def arrays(self) -> list[Array]:
        """Returns all arrays, always in the same order."""
        return [*self.weights.values(), *self.sums.values(), self.kept_weights, self.kept_sums]

    def blend(self, other: "OptionValues", share: float, *, keep: float) -> None:
        """Multiplies these sums by `keep`, and adds a share of the others."""
        for mine, its in zip(self.arrays(), other.arrays(), strict=True):
            mine *= keep
            mine += share * its

    def add(self, policy: Policy, to_act: int, ways: Ways, made: Iterable[Made]) -> None:
        """Adds the values of all options of the policy in turns that begin in these situations."""
        add = self._add_actions if to_act == POLICY else self._add_answers
        _, own, other, memory = np.unravel_index(ways.states, policy.states.shape)
        add(policy, ways, own, other, memory, made)

    def _add_actions(
        self, policy: Policy, ways: Ways, own: Array, other: Array, memory: Array, made: Iterable[Made]
    ) -> None:
        """Adds the values of the policy's actions, of its answers to blocks, and of the cards that it keeps."""
        acts = np.moveaxis(policy.answers[ACT][own, other, memory], -1, 0)
        lost = np.zeros_like(acts)
        for choice, where, odds, rows in made:
            action, odds = choice.question, odds[:, None]
            beliefs = ways.beliefs[where] * acts[action][where]
            if choice.word == "challenge":
                lost[action][where] += odds * (1 - HOLDS[CLAIMED[action]])
            elif rows is not None and choice.word == "pass":
                if choice.next is not None and choice.next.changes is not None:
                    changes = choice.next.changes[where]
                    weights = np.einsum("ni,nij->nj", beliefs * odds, changes)
                    self._add_kept(own[where], other[where], memory[where], weights, rows)
                    rows = np.einsum("nij,nj->ni", changes, rows)
                lost[action][where] += odds * rows
            elif rows is not None:
                question = f"{ACTIONS[action]} {choice.word}"
                paid = np.maximum(0, own[where] - ASSASSINATION_COINS) if action == ASSASSINATE else own[where]
                holds = np.repeat(ways.cards[where] == ROLES.index(choice.word), CARDS).reshape(-1, CARDS)
                place = paid, other[where], memory[where]
                answers = policy.answers[question][place]
                after = np.stack((rows, holds)) * odds
                lost[action][where] += answers[..., _PASS] * after[_PASS] + answers[..., _CHALLENGE] * after[1]
                self._add(question, place, beliefs, odds, after)
        self._add(ACT, (own, other, memory), ways.beliefs, np.ones((len(own), 1)), lost)

    def _add_answers(
        self, policy: Policy, ways: Ways, own: Array, other: Array, memory: Array, made: Iterable[Made]
    ) -> None:
        """Adds the values of the policy's answers to each action of the responder."""
        lost = {action: np.zeros((len(WORDS[ACTIONS[action]]), *ways.beliefs.shape)) for action in range(1, 6)}
        acts = np.zeros((len(ACTIONS), len(own), 1))
        for choice, where, odds, rows in made:
            action, odds = choice.action, odds[:, None]
            if choice.question == 0:
                acts[action][where] += odds
            if action == INCOME:
                continue
            if action == EXCHANGE and rows is not None:
                drawn = PAIR_CHANCES[ways.cards[where], :, choice.question - 1]
                lost[action][_PASS][where] += odds * drawn * rows
            elif choice.question and action != EXCHANGE:
                role = BLOCKERS[action][choice.question - 1]
                block = WORDS[ACTIONS[action]].index(ROLES[role])
                lost[action][block][where] += odds * (1 - HOLDS[role] if rows is None else rows)
            elif rows is not None:
                lost[action][_PASS][where] += odds * rows
        for action, values in lost.items():
            if action == ASSASSINATE:
                values[_PASS] = acts[action]
            if action != AID:
                values[_CHALLENGE] = acts[action] * (ways.cards == CLAIMED[action])[:, None]
            left = np.maximum(0, other - ASSASSINATION_COINS) if action == ASSASSINATE else other
            self._add(ACTIONS[action], (own, left, memory), ways.beliefs, acts[action], values)

    def _add(
        self, question: str, place: tuple[Array, Array, Array], beliefs: Array, odds: Array, lost: Array
    ) -> None:
        """Adds to a question. `lost` has, by option, how likely the responder gets there and then wins."""
        own, other, memory = place
        weights, sums = self.weights[question], self.sums[question]
        first = np.ravel_multi_index((purse_index(own), purse_index(other), memory), weights.shape[:3]) * CARDS
        cells = (first[:, None] + np.arange(CARDS)).ravel()
        weights += np.bincount(cells, (beliefs * odds).ravel(), weights.size).reshape(weights.shape)
        for option, values in enumerate(lost):
            won = (beliefs * (odds - values)).ravel()
            sums[..., option] += np.bincount(cells, won, weights.size).reshape(weights.shape)

    def _add_kept(self, own: Array, other: Array, memory: Array, weights: Array, rows: Array) -> None:
        shape = self.kept_weights.shape
        place = purse_index(own), purse_index(other), memory % len(REPUTATIONS)
        cells = (np.ravel_multi_index(place, shape[:3])[:, None] * CARDS + np.arange(CARDS)).ravel()
        size = self.kept_weights.size
        self.kept_weights += np.bincount(cells, weights.ravel(), size).reshape(shape)
        self.kept_sums += np.bincount(cells, (weights * (1 - rows)).ravel(), size).reshape(shape)
