"""The search for the best response: upper and lower bounds that meet at the beliefs that matter.

Heuristic search value iteration (Smith and Simmons, UAI 2004): from the deal on, the search follows the choices
that are best by the upper bounds, to the beliefs where the bounds are far apart, and improves both bounds there,
from the last turn to the first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from lab.duel.belief_bounds import UNWRITTEN, LowerBound, UpperBound
from lab.duel.policy import Policy
from lab.duel.public_state import CARDS, POLICY, RESPONDER, Array
from lab.duel.responder import MAX_QUESTIONS, Responder, choice_indexes, roots
from lab.duel.turn import Choice, Turns, informed_values, plain_values

TURNS: Final = 24
"""The greatest number of turns that the search looks ahead in one round."""
_MAX_BELIEFS: Final = 20_000
"""The most beliefs of one turn that are followed; those with the widest gaps are."""
_BATCH: Final = 2000
_ALIKE: Final = 400
"""Beliefs are followed together if their shares, times this number, round to the same numbers."""
_FIRST_GAP, _LAST_GAP = 1e-4, 1e-6
"""A belief is followed if its gap, times the probability of getting there, is at least this wide: in the first
round, and in the last ones."""
_NARROWING: Final = 10**-0.2
_NARROW: Final = 0.003
"""A belief is not followed if its gap is narrower than this."""
_CORNERS_EVERY: Final = 3
"""After this many rounds, the beliefs that are certain are improved."""


class _Beliefs(NamedTuple):
    """Situations at the beginning of a turn; the weights include the probability of getting there."""

    states: Array
    cards: Array
    weights: Array

    def slots(self) -> Array:
        return self.states * CARDS + self.cards

    def chosen(self, which: Array) -> "_Beliefs":
        return _Beliefs(*(each[which] for each in self))


class _Best(NamedTuple):
    """For each situation, the best action and its value; for each question, the best choice."""

    value: Array
    action: Array
    choices: dict[tuple[int, int], Array]

    def made(self) -> Iterator[tuple[int, Array]]:
        """Yields each choice that is made somewhere, with the indexes of the situations in which it is made."""
        for (action, _), chosen in self.choices.items():
            acts = self.action == action
            for choice in np.unique(chosen[acts]).tolist():
                yield choice, np.flatnonzero(acts & (chosen == choice))


class Search:
    """Bounds of what a best response wins against a policy. `rounds` is the number of rounds so far."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._states = policy.states
        self._starts = [_Beliefs(*roots(policy, to_act)) for to_act in (POLICY, RESPONDER)]
        self._upper = UpperBound(informed_values(policy).reshape(-1, CARDS))
        self._lower = LowerBound(plain_values(policy)[0].reshape(-1, CARDS))
        self._gap = _FIRST_GAP
        self.rounds = 0
        self._nodes = 0
        self._written: list[tuple[Array, Array, Array, Array]] = []
        """Of nodes: actions, choices, nodes that follow, and how often each node wins."""

    def bounds(self) -> tuple[float, float]:
        """Returns the lower and the upper bound of the responder's share, if each begins in half of the duels."""
        starts = [(start.slots(), start.weights) for start in self._starts]
        low = sum(float(self._lower.at(*start)[0].sum()) / 2 for start in starts)
        return low, sum(float(self._upper.at(*start).sum()) / 2 for start in starts)

    def advance(self) -> None:
        """Searches one round, and improves the bounds."""
        for to_act in (POLICY, RESPONDER):
            turns = list(self._explore(to_act))
            for acts, beliefs in reversed(turns):
                for part in _batches(beliefs):
                    self._improve(acts, part)
        if self.rounds % _CORNERS_EVERY == _CORNERS_EVERY - 1:
            self._improve_corners()
        self._gap = max(_LAST_GAP, self._gap * _NARROWING)
        self.rounds += 1

    def responder(self) -> Responder:
        """Returns the responder that wins the lower bound."""
        first = [self._lower.at(start.slots(), start.weights)[2] for start in self._starts]
        actions, chosen, following, _ = map(np.concatenate, zip(*self._written, strict=True))
        return Responder(np.stack(first), actions, chosen, following)

    def node_values(self) -> Array:
        """Returns how often each node of the responder wins, a row for each node, by the policy's card."""
        return np.concatenate([won for *_, won in self._written])

    def plain_values(self, states: Array, cards: Array) -> Array:
        """Returns how often the responder wins where nothing is written, as rows, by the policy's card."""
        return self._lower.base[states * CARDS + cards]

    def _explore(self, to_act: int) -> Iterator[tuple[int, _Beliefs]]:
        """Yields the beliefs of each turn that are worth improving."""
        beliefs = self._starts[to_act]
        for _ in range(TURNS):
            yield to_act, beliefs
            following = [after for part in _batches(beliefs) for after in self._follow(to_act, part)]
            if not following:
                return
            beliefs = self._worthwhile(_Beliefs(*map(np.concatenate, zip(*following, strict=True))))
            if not len(beliefs.states):
                return
            to_act = 1 - to_act

    def _follow(self, to_act: int, beliefs: _Beliefs) -> Iterator[_Beliefs]:
        """Yields the beliefs that the choices lead to that are best by the upper bounds."""
        choices, after = self._choices(to_act, beliefs)
        best = _best(choices, _won(choices, beliefs) + self._upper_values(after))
        for choice, made in best.made():
            each = after[choice]
            if each is not None:
                yield each.chosen(made)

    def _improve(self, to_act: int, beliefs: _Beliefs) -> None:
        """Improves both bounds at these beliefs, by looking one turn ahead."""
        choices, after = self._choices(to_act, beliefs)
        won = _won(choices, beliefs)
        self._upper.insert(beliefs.slots(), beliefs.weights, _best(choices, won + self._upper_values(after)).value)

        follow = [at for at, each in enumerate(after) if each is not None]
        found = self._lower.at(*_joined([after[at] for at in follow]))
        values, rows, nodes = (each.reshape(len(follow), len(beliefs.states), *each.shape[1:]) for each in found)
        won[follow] += values
        best = _best(choices, won)
        where = {at: number for number, at in enumerate(follow)}
        total = np.zeros_like(beliefs.weights)
        chosen = np.zeros((len(total), MAX_QUESTIONS), np.int8)
        following = np.full((len(total), MAX_QUESTIONS), UNWRITTEN, np.int32)
        indexes = [index for _, index in choice_indexes(choices)]
        for at, made in best.made():
            choice = choices[at]
            total[made] += choice.won[made]
            chosen[made, choice.question] = indexes[at]
            if choice.next is not None:
                total[made] += choice.next.chosen(made).rows(rows[where[at], made])
                following[made, choice.question] = nodes[where[at], made]
        better = self._lower.improves(beliefs.slots(), beliefs.weights, total)
        new = np.arange(self._nodes, self._nodes + int(better.sum()))
        self._lower.insert(beliefs.slots()[better], total[better], new)
        self._nodes += len(new)
        self._written.append((best.action[better], chosen[better], following[better], total[better]))

    def _improve_corners(self) -> None:
        """Improves the upper bounds of beliefs that are certain, from which all others are interpolated."""
        used = self._upper.used()
        for to_act in (POLICY, RESPONDER):
            slots = used[self._states.to_act[used // CARDS] == to_act]
            values = np.empty((len(slots), CARDS))
            every = np.repeat(slots, CARDS)
            corners = _Beliefs(every // CARDS, every % CARDS, np.tile(np.eye(CARDS), (len(slots), 1)))
            for number, part in enumerate(_batches(corners)):
                choices, after = self._choices(to_act, part)
                best = _best(choices, _won(choices, part) + self._upper_values(after)).value
                values.ravel()[number * _BATCH :][: len(best)] = best
            self._upper.lower_corners(slots, values)

    def _upper_values(self, after: Sequence[_Beliefs | None]) -> Array:
        """Returns the upper bound after each choice, a row for each choice; 0 where it ends the duel."""
        follow = [at for at, each in enumerate(after) if each is not None]
        found = self._upper.at(*_joined([after[at] for at in follow]))
        values = np.zeros((len(after), len(found) // len(follow)))
        values[follow] = found.reshape(len(follow), -1)
        return values

    def _worthwhile(self, beliefs: _Beliefs) -> _Beliefs:
        """Returns the beliefs with wide gaps, and adds the weights of those that are much alike."""
        total = beliefs.weights.sum(1)
        beliefs = beliefs.chosen(~self._states.is_over[beliefs.states] & (total > self._gap))
        shares = beliefs.weights / beliefs.weights.sum(1, keepdims=True)
        keys = np.column_stack((beliefs.slots(), np.rint(_ALIKE * shares)))
        _, first, where = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        weights = np.zeros((len(first), CARDS))
        np.add.at(weights, where.ravel(), beliefs.weights)
        beliefs = _Beliefs(beliefs.states[first], beliefs.cards[first], weights)
        gaps = self._upper.at(beliefs.slots(), weights) - self._lower.at(beliefs.slots(), weights)[0]
        widest = np.argsort(-gaps, kind="stable")[:_MAX_BELIEFS]
        least = np.maximum(self._gap, _NARROW * weights.sum(1))
        return beliefs.chosen(widest[(gaps > least)[widest]])

    def _choices(self, to_act: int, beliefs: _Beliefs) -> tuple[list[Choice], list[_Beliefs | None]]:
        """Returns every choice, and the beliefs after it; None if it ends the duel."""
        choices = list(Turns(self._policy, beliefs.states, beliefs.cards).choices(to_act))
        return choices, [
            None if each is None else _Beliefs(each.states, each.cards, each.beliefs(beliefs.weights))
            for each in (choice.next for choice in choices)
        ]


def _batches(beliefs: _Beliefs) -> Iterator[_Beliefs]:
    for first in range(0, len(beliefs.states), _BATCH):
        yield _Beliefs(*(each[first : first + _BATCH] for each in beliefs))


def _joined(several: Sequence[_Beliefs | None]) -> tuple[Array, Array]:
    """Returns the slots and the weights of several sets of beliefs."""
    given = [each for each in several if each is not None]
    return np.concatenate([each.slots() for each in given]), np.concatenate([each.weights for each in given])


def _won(choices: Sequence[Choice], beliefs: _Beliefs) -> Array:
    """Returns how likely each choice wins at once, a row for each choice."""
    return np.stack([(choice.won * beliefs.weights).sum(1) for choice in choices])


def _best(choices: Sequence[Choice], values: Array) -> _Best:
    """Returns the best action and choices by the values of the choices, a row for each choice."""
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for at, choice in enumerate(choices):
        groups[choice.action, choice.question].append(at)
    chosen = {key: np.array(group)[values[group].argmax(0)] for key, group in groups.items()}
    actions = sorted({action for action, _ in groups})
    total = np.stack(
        [
            np.sum([values[group].max(0) for (action, _), group in groups.items() if action == each], axis=0)
            for each in actions
        ]
    )
    return _Best(total.max(0), np.array(actions)[total.argmax(0)], chosen)
