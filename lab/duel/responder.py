"""A written responder: a plan for the whole duel, as a graph of nodes. It needs no beliefs when it plays.

A node says what the responder does in one turn, and which node it continues with after each way in which the turn
may go on. Where nothing is written, it plays plainly (see `turn.plain_values`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from lab.duel.belief_bounds import UNWRITTEN
from lab.duel.policy import Policy
from lab.duel.public_state import CARDS, PAIRS, POLICY, RESPONDER, Array, prior
from lab.duel.turn import EXCHANGE, Choice, Turns, plain_values

MAX_QUESTIONS: Final = 1 + len(PAIRS)
"""The greatest number of questions in a turn."""


@dataclass(frozen=True)
class Responder:
    """The nodes of a responder.

    `roots` is the first node, by who begins (the policy first) and the responder's card. `actions` has an action
    for each node. `chosen` and `following` have, for each node and question of the turn, the index of the choice
    that it makes, and the node of the next turn.
    """

    roots: Array
    actions: Array
    chosen: Array
    following: Array

    def to_json(self) -> dict[str, Any]:
        """Returns the responder as a JSON object. A node: its action, then choice and node for each question."""
        pairs = np.stack((self.chosen, self.following), 2)
        nodes = [
            [int(action), *map(int, pair[: _questions(int(action))].ravel())]
            for action, pair in zip(self.actions, pairs, strict=True)
        ]
        return {"roots": self.roots.tolist(), "nodes": nodes}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Responder":
        """Reads a responder. Raises LookupError, TypeError or ValueError if it is damaged."""
        nodes: Sequence[Sequence[int]] = data["nodes"]
        actions = np.array([node[0] for node in nodes], int)
        pairs = np.zeros((len(nodes), MAX_QUESTIONS, 2), int)
        pairs[:, :, 1] = UNWRITTEN
        for at, node in enumerate(nodes):
            given = np.array(node[1:], int).reshape(-1, 2)
            pairs[at, : len(given)] = given
        roots = np.array(data["roots"], int).reshape(2, CARDS)
        chosen, following = pairs[..., 0], pairs[..., 1]
        earlier = np.arange(len(nodes))[:, None]
        valid = (following >= UNWRITTEN) & (following < earlier)
        if not valid.all() or not ((roots >= UNWRITTEN) & (roots < len(nodes))).all():
            raise ValueError("A node is followed by a later one, or there is none.")
        return cls(roots, actions, chosen, following)


def _questions(action: int) -> int:
    # A turn of the policy has a question for each of its actions; so has no action of the responder, except an
    # exchange, more than that.
    return MAX_QUESTIONS if action == EXCHANGE else EXCHANGE + 1


class Ways(NamedTuple):
    """Many situations at the beginning of a turn, each with its node and the weight of each card of the policy."""

    nodes: Array
    states: Array
    cards: Array
    beliefs: Array


class Turn(NamedTuple):
    """One turn: who is to act, the situations, and every choice with the indexes of those in which it is made."""

    to_act: int
    ways: Ways
    choices: Sequence[tuple[Choice, Array]]


class Outcome(NamedTuple):
    """What a responder wins; the rest is `alive`, the probability that the duel is not over, and what it loses.

    `reached` is how likely it is that each node is reached.
    """

    won: float
    alive: float
    reached: Array


def choice_indexes(choices: Sequence[Choice]) -> Iterator[tuple[Choice, int]]:
    """Yields each choice of a turn with its index among those of its question."""
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    for choice in choices:
        key = choice.action, choice.question
        yield choice, counts[key]
        counts[key] += 1


def roots(policy: Policy, to_act: int) -> tuple[Array, Array, Array]:
    """Returns the public states, the responder's cards and its beliefs after the deal; the weights sum to 1."""
    return np.full(CARDS, policy.states.start(to_act)), np.arange(CARDS), prior() / CARDS


class Walk:
    """All that may happen when a responder plays against a policy from one beginning, turn by turn."""

    def __init__(self, responder: Responder, policy: Policy, to_act: int) -> None:
        self._responder = responder
        self._policy = policy
        self.won = 0.0
        self.left: list[Ways] = []
        """Situations in which nothing is written."""
        self._ways = Ways(responder.roots[to_act], *roots(policy, to_act))
        self._to_act = to_act

    def __iter__(self) -> Iterator[Turn]:
        """Yields each turn, until nothing is left that is written."""
        while True:
            written = self._ways.nodes != UNWRITTEN
            self.left.append(Ways(*(each[~written] for each in self._ways)))
            self._ways = _merge(Ways(*(each[written] for each in self._ways)))
            if not len(self._ways.nodes):
                return
            turn = self._turn()
            yield turn
            self._advance(turn)
            self._to_act = 1 - self._to_act

    def _turn(self) -> Turn:
        nodes, states, cards, _ = self._ways
        found: list[tuple[Choice, Array]] = []
        actions = self._responder.actions[nodes] if self._to_act == RESPONDER else np.zeros(len(nodes), int)
        choices = list(Turns(self._policy, states, cards).choices(self._to_act))
        for choice, index in choice_indexes(choices):
            made = (actions == choice.action) & (self._responder.chosen[nodes, choice.question] == index)
            found.append((choice, np.flatnonzero(made)))
        return Turn(self._to_act, self._ways, found)

    def _advance(self, turn: Turn) -> None:
        states, ways = self._policy.states, list[Ways]()
        for choice, made in turn.choices:
            beliefs = turn.ways.beliefs[made]
            self.won += float((choice.won[made] * beliefs).sum())
            if choice.next is None:
                continue
            after = choice.next.chosen(made)
            beliefs = after.beliefs(beliefs)
            self.won += float(beliefs[states.is_won[after.states]].sum())
            kept = ~states.is_over[after.states] & (beliefs.sum(1) > 0)
            following = self._responder.following[turn.ways.nodes[made], choice.question]
            ways.append(Ways(*(each[kept] for each in (following, after.states, after.cards, beliefs))))
        self._ways = Ways(*map(np.concatenate, zip(*ways, strict=True)))


def _merge(ways: Ways) -> Ways:
    """Adds the weights of situations with the same node: they have the same public state and card."""
    nodes, first, where = np.unique(ways.nodes, return_index=True, return_inverse=True)
    beliefs = np.zeros((len(nodes), CARDS))
    np.add.at(beliefs, where.ravel(), ways.beliefs)
    return Ways(nodes, ways.states[first], ways.cards[first], beliefs)


def play_out(responder: Responder, policy: Policy) -> Outcome:
    """Computes exactly what a responder wins against a policy, if each begins in half of the duels."""
    plain, alive = plain_values(policy)
    won = lasting = 0.0
    reached = np.zeros(len(responder.actions))
    for to_act in (POLICY, RESPONDER):
        walk = Walk(responder, policy, to_act)
        for turn in walk:
            reached[turn.ways.nodes] += turn.ways.beliefs.sum(1) / 2
        won += walk.won / 2
        for ways in walk.left:
            won += float((plain[ways.states, ways.cards] * ways.beliefs).sum()) / 2
            lasting += float((alive[ways.states, ways.cards] * ways.beliefs).sum()) / 2
    return Outcome(won, lasting, reached)


def pruned(responder: Responder, reached: Array, least: float) -> Responder:
    """Returns a responder without the nodes that are reached less often than `least`: there it plays plainly."""
    kept = np.flatnonzero(reached >= least)
    to = np.full(len(reached) + 1, UNWRITTEN)  # the last one is for UNWRITTEN
    to[kept] = np.arange(len(kept))
    return Responder(
        to[responder.roots], responder.actions[kept], responder.chosen[kept], to[responder.following[kept]]
    )
