"""Solves the one-card duel: a strategy learns first against itself, then against best responses.

It learns in steps of magnetic mirror descent: its preferences move towards options of greater counterfactual
value, and fade a little, so that it chooses options in proportion to about exp(value / temperature). In each of
the later batches it meets a new best response, found by the search of `lab.duel`, and takes one step against
all best responses so far (fictitious play), of which older ones fade. In the last batches these are responses to
its table, which has rounded chances and fewer entries: so the strategy makes up for what the table loses, and the
table has the entries that matter to a response. Nothing is random: all values are computed exactly from the
probabilities of all cards.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from engine.ai import TEMPERAMENTS
from engine.ai.evaluation.duel import ACT
from lab.duel.option_values import Made, OptionValues
from lab.duel.policy import Policy
from lab.duel.public_state import CARDS, COUP_COINS, POLICY, RESPONDER, Array
from lab.duel.responder import Turn, Walk, Ways, roots
from lab.duel.search import Search
from lab.duel.strategy import Strategy, table
from lab.duel.turn import Choice, Turns, rows_after
from lab.resumable_work import save_state, saved_state

STEPS: Final = 3
"""The number of steps in a batch against itself."""
ROUNDS: Final = 10
"""The number of rounds in which a best response is searched."""
SELF_PLAY: Final = 0.2
"""The share of batches, the first ones, that are against itself."""
TABLES: Final = 0.7
"""After this share of batches, best responses are to the table instead of the strategy."""

_TEMPERATURES: Final = (0.1, 0.05)
"""The temperature in the first batch against itself and in the last one."""
_LEARNING_RATE: Final = 0.5
"""The learning rate against itself."""
_RESPONSE_TEMPERATURE: Final = 0.005
"""The temperature against best responses."""
_RESPONSE_RATES: Final = (1.5, 0.2)
"""The learning rate in the first batch against a best response and in the last one."""
_CURIOSITY: Final = 0.03
"""The share of random choices in duels against itself, so that every situation is reached."""
_NEW: Final = 0.1
"""The weight of the newest best response; the weights of older ones fade."""
_LEAST_WEIGHT: Final = 1e-12
"""The solver ignores situations that are reached less often."""


class Solver:
    """Solves the duel in a number of batches; `batch` is the number of finished batches.

    `low` is how often the last best response won. The solution is the table against which a best response won
    least.
    """

    def __init__(self, batches: int) -> None:
        self.batches = batches
        self.batch = 0
        self.low = float("nan")
        self._best_low = float("inf")
        self._best_table = ""
        self._responses = OptionValues()
        self._preferences = {question: np.zeros_like(sums) for question, sums in self._responses.sums.items()}
        self._kept = np.zeros_like(self._responses.kept_sums)
        states = self.strategy().policy().states
        self._values = np.full((states.number, CARDS, CARDS), 0.5)
        _, own, other, _ = np.unravel_index(np.arange(states.number), states.shape)
        self._values[states.is_won] = 1
        self._values[(states.to_act == POLICY) & (own >= COUP_COINS)] = 0
        alive = {POLICY: own < COUP_COINS, RESPONDER: other < COUP_COINS}
        self._alive = {each: np.flatnonzero(alive[each] & (states.to_act == each)) for each in alive}
        self._reached = np.zeros_like(self._values)

    def strategy(self, curiosity: float = 0.0) -> Strategy:
        """Returns the strategy so far, with a share of random choices."""
        return Strategy(self._preferences, self._kept, curiosity)

    def advance(self) -> None:
        """Does one batch."""
        done = self.batch / self.batches
        if done < SELF_PLAY:
            hot, warm = _TEMPERATURES
            for _ in range(STEPS):
                self._learn(self._option_values(), _LEARNING_RATE, hot * (warm / hot) ** (done / SELF_PLAY))
        else:
            fast, slow = _RESPONSE_RATES
            if done < TABLES:
                self._meet_best_response(self.strategy().policy())
            else:
                self._meet_response_to_table()
            rate = fast + (done - SELF_PLAY) / (1 - SELF_PLAY) * (slow - fast)
            self._learn(self._responses, rate, _RESPONSE_TEMPERATURE)
        self.batch += 1

    def summary(self) -> str:
        """Returns how often the last best response won."""
        return "against itself" if np.isnan(self.low) else f"a best response won {100 * self.low:.1f} %"

    def solution(self) -> str:
        """Returns the content of data/ai/duel.json."""
        return self._best_table or self._table()

    def _table(self) -> str:
        found = self._option_values()
        found.blend(self._responses, 1.0, keep=1.0)
        return json.dumps(table(self.strategy(), found, self._kept), separators=(",", ":"))

    def _meet_response_to_table(self) -> None:
        """Meets a best response to the table of the strategy, and keeps the table if it is the best so far."""
        made, strategy = self._table(), self.strategy()
        self._meet_best_response(Policy.of_table(json.loads(made), TEMPERAMENTS["even"], strategy.labels()))
        if self.low < self._best_low:
            self._best_low, self._best_table = self.low, made

    def _meet_best_response(self, policy: Policy) -> None:
        """Searches a best response to a policy, and adds the values of options against it."""
        search = Search(policy)
        for _ in range(ROUNDS):
            search.advance()
        self.low = search.bounds()[0]
        responder, node_values = search.responder(), search.node_values()

        def made(turn: Turn) -> Iterator[Made]:
            for choice, where in turn.choices:
                rows = None
                if choice.next is not None:
                    states, cards = choice.next.states[where], choice.next.cards[where]
                    nodes = responder.following[turn.ways.nodes[where], choice.question]
                    rows = np.where((nodes >= 0)[:, None], node_values[nodes], search.plain_values(states, cards))
                    rows[policy.states.is_won[states]] = 1
                    rows[policy.states.is_lost[states]] = 0
                yield Made(choice, where, np.ones(len(where)), rows)

        found = OptionValues()
        for first in (POLICY, RESPONDER):
            for turn in Walk(responder, policy, first):
                found.add(policy, turn.to_act, turn.ways, made(turn))
        is_first = not self._responses.weights[ACT].any()
        self._responses.blend(found, 1.0 if is_first else _NEW, keep=1 - _NEW)

    def _option_values(self) -> OptionValues:
        """Plays one turn from all situations against itself. Returns the values of options against itself.

        The values of situations become those one turn ahead, and so does how often each is reached.
        """
        strategy, curious = self.strategy(), self.strategy(_CURIOSITY)
        policy, explored = strategy.policy(), curious.policy()
        found, reached = OptionValues(), np.zeros_like(self._reached)
        for to_act in (POLICY, RESPONDER):
            reached[roots(policy, to_act)[0], np.arange(CARDS)] += roots(policy, to_act)[2]
        for to_act, alive in self._alive.items():
            states, cards = np.repeat(alive, CARDS), np.tile(np.arange(CARDS), len(alive))
            ways = Ways(np.zeros_like(states), states, cards, self._reached[states, cards])
            values = np.zeros_like(ways.beliefs)
            found.add(policy, to_act, ways, self._self_play(strategy, policy, to_act, ways, values))
            for choice, odds in _choices(curious, explored, to_act, ways):
                after = choice.next
                if after is None:
                    continue
                beliefs = after.beliefs(ways.beliefs * odds[:, None])
                cells = ((after.states * CARDS + after.cards) * CARDS)[:, None] + np.arange(CARDS)
                reached += np.bincount(cells.ravel(), beliefs.ravel(), reached.size).reshape(reached.shape)
            self._values[states, cards] = values
        self._reached = reached
        return found

    def _self_play(
        self, strategy: Strategy, policy: Policy, to_act: int, ways: Ways, values: Array
    ) -> Iterator[Made]:
        """Yields the choices of the strategy on the other side; adds up in `values` how often it wins."""
        for choice, odds in _choices(strategy, policy, to_act, ways):
            values += odds[:, None] * rows_after(choice, self._values)
            after = choice.next
            yield Made(
                choice, slice(None), odds, None if after is None else self._values[after.states, after.cards]
            )

    def _learn(self, found: OptionValues, rate: float, temperature: float) -> None:
        """Takes one step towards options of greater value."""
        odds = self.strategy().odds
        for question, preferences in self._preferences.items():
            weights = found.weights[question][..., None]
            values = found.sums[question] / np.maximum(weights, _LEAST_WEIGHT)
            regrets = values - (odds[question] * values).sum(-1, keepdims=True)
            moved = (preferences + rate * regrets) / (1 + rate * temperature)
            preferences[:] = np.where(weights > _LEAST_WEIGHT, moved, preferences)
        weights = found.kept_weights
        values = found.kept_sums / np.maximum(weights, _LEAST_WEIGHT)
        self._kept = np.where(weights > _LEAST_WEIGHT, values / temperature, self._kept)

    def _arrays(self) -> dict[str, Array]:
        """Returns all arrays of the state by name."""
        named: dict[str, Array] = {"values": self._values, "reached": self._reached, "kept": self._kept}
        named |= {f"preferences {question}": each for question, each in self._preferences.items()}
        return named | {f"responses {at}": each for at, each in enumerate(self._responses.arrays())}

    def save(self, path: Path) -> None:
        """Saves the whole state in a file."""
        known = [self.batches, self.batch, self.low, self._best_low, self._best_table]
        save_state(path, known, self._arrays())

    @classmethod
    def load(cls, path: Path) -> "Solver":
        """Returns the solver that was saved in a file. Raises LabError if it cannot be read."""
        with saved_state(path) as ((batches, *known), arrays):
            solver = cls(batches)
            solver.batch, solver.low, solver._best_low, solver._best_table = known
            for name, array in solver._arrays().items():
                if arrays[name].shape != array.shape:
                    raise ValueError(name)
                array[:] = arrays[name]
        return solver


def _choices(strategy: Strategy, policy: Policy, to_act: int, ways: Ways) -> Iterator[tuple[Choice, Array]]:
    """Yields each choice of a turn, with how likely the strategy makes it as the responder."""
    _, own, other, memory = np.unravel_index(ways.states, policy.states.shape)
    for choice in Turns(policy, ways.states, ways.cards).choices(to_act):
        yield choice, strategy.plays(choice, own, other, memory, ways.cards)
