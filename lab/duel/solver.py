"""Solves the one-card duel: a player plays against itself and against opponents until its strategy converges.

The value of an option in a state is the mean result of the duels in which it was chosen; newer duels count more.
After each batch the player's preferences move a little towards options of greater value, and fade a little
(magnetic mirror descent). In duels against itself, the strategy converges to choosing options in proportion to
exp(value / temperature). Duels against opponents that make mistakes move the strategy towards options that beat
these opponents, while duels against itself keep it hard to exploit (a restricted Nash response).
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.ai.evaluation.duel import PURSES, REPUTATIONS, ROLES
from lab.duel.simulation import Duels, Exchange, Side
from lab.duel.state_space import (
    KEPT_SHAPE,
    OPTIONS,
    QUESTIONS,
    SHAPE,
    SIZE,
    Array,
    allowed_options,
    draw_columns,
    softmax,
)
from lab.errors import LabError
from lab.files import atomic_write
from lab.resumable_command import STATE_ERRORS

BATCH: Final = 8000
"""The number of duels in a batch; the player learns after each batch."""
TEMPERATURE: Final = 0.04
OPPONENT_SHARE: Final = 0.48
"""The share of duels against opponents; the others are against itself."""

_FIRST_TEMPERATURE: Final = 0.1
_COOLING: Final = 2 / 3
"""The temperature falls from _FIRST_TEMPERATURE to TEMPERATURE during this share of the batches."""
_LEARNING_RATE: Final = 0.1
_MAX_VISITS: Final = 1000
"""The number of duels that count for the value of an option in a state; older ones fade."""
_FIRST_CURIOSITY: Final = 0.05
_LAST_CURIOSITY: Final = 0.005
"""The share of random choices in the first and in the last batch."""
_AVERAGING_FROM: Final = 0.4
"""The values of the batches after this share of all batches are averaged for the result."""
_MIN_VISITS: Final = 100
"""A state that was met less often than this is left out of the result."""

_SAVED: Final = {
    "worths": "values",
    "met": "visits",
    "logits": "preferences",
    "sums": "value_sums",
    "weights": "weights",
}
"""The arrays of a state file, each with the attribute of the player that it holds."""


class LearningSide:
    """The side that learns.

    `values`, `visits` and `preferences` are by state and option, `kept_values` and `kept_visits` by the state
    after an exchange. `value_sums` and `weights` are the sums from which the final average of the values is
    computed.
    """

    def __init__(self) -> None:
        self.values = np.full((SIZE, OPTIONS), 0.5, np.float32)
        self.visits = np.zeros((SIZE, OPTIONS), np.float32)
        self.preferences = np.zeros((SIZE, OPTIONS), np.float32)
        self.kept_values = np.full(np.prod(KEPT_SHAPE), 0.5, np.float32)
        self.kept_visits = np.zeros(np.prod(KEPT_SHAPE), np.float32)
        self.value_sums = np.zeros((SIZE, OPTIONS), np.float32)
        self.weights = np.zeros(SIZE, np.float32)
        self.temperature, self.curiosity = _FIRST_TEMPERATURE, _FIRST_CURIOSITY
        self._choices: list[tuple[Array, Array, Array, Array]] = []
        self._exchanges: list[tuple[Array, Array, Array]] = []

    def choose(self, duels: Array, seats: Array, states: Array, dice: np.random.Generator) -> Array:
        """Returns the index of the option that it chooses in each of these duels, and remembers it."""
        options = allowed_options(states)
        odds = softmax(self.preferences[states], options)
        odds += self.curiosity * (options / options.sum(1, keepdims=True) - odds)
        chosen = draw_columns(odds, dice)
        self._choices.append((duels, seats, states, chosen))
        return chosen

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Returns the index of the card that it keeps in each duel, and remembers it."""
        duels, seats, _, states = exchange
        chosen = draw_columns(
            softmax(self.kept_values[states] / self.temperature, np.ones_like(states, bool)), dice
        )
        self._exchanges.append((duels, seats, states[np.arange(len(states)), chosen]))
        return chosen

    def learn(self, winners: Array, weight: float) -> None:
        """Learns from the results of the duels. `weight` is the weight of the new values in `value_sums`."""
        duels, seats, states, chosen = (np.concatenate(each) for each in zip(*self._choices, strict=True))
        met, where = np.unique(states, return_inverse=True)
        cells, won = where * OPTIONS + chosen, (winners[duels] == seats).astype(float)
        times = np.bincount(cells, minlength=len(met) * OPTIONS).reshape(-1, OPTIONS)
        wins = np.bincount(cells, won, minlength=len(met) * OPTIONS).reshape(-1, OPTIONS)
        self.visits[met] = np.minimum(self.visits[met] + times, _MAX_VISITS)
        step = np.minimum(1, times / np.maximum(1, self.visits[met]))
        self.values[met] += step * (wins / np.maximum(1, times) - self.values[met])
        options, values, preferences = allowed_options(met), self.values[met], self.preferences[met]
        mean = (softmax(preferences, options) * values).sum(1, keepdims=True)
        self.preferences[met] = (preferences + _LEARNING_RATE * (values - mean)) / (
            1 + _LEARNING_RATE * self.temperature
        )
        self.value_sums[met] += weight * times.sum(1, keepdims=True) * values
        self.weights[met] += weight * times.sum(1)
        self._choices.clear()
        if self._exchanges:
            duels, seats, states = (np.concatenate(each) for each in zip(*self._exchanges, strict=True))
            met, where = np.unique(states, return_inverse=True)
            times = np.bincount(where)
            wins = np.bincount(where, winners[duels] == seats)
            self.kept_visits[met] = np.minimum(self.kept_visits[met] + times, _MAX_VISITS)
            step = np.minimum(1, times / self.kept_visits[met])
            self.kept_values[met] += step * (wins / times - self.kept_values[met])
            self._exchanges.clear()


class Solver:
    """Solves the duel in a number of batches; `batch` is the number of finished batches.

    `opponents` must be set before the first batch. They are not a part of the state that is saved.
    """

    def __init__(self, seed: int, batches: int, opponents: Sequence[Side] = ()) -> None:
        self.seed = seed
        self.batches = batches
        self.batch = 0
        self.player = LearningSide()
        self.opponents = opponents
        self._wins = 0.0

    def advance(self) -> None:
        """Plays one batch and learns from it."""
        dice = np.random.default_rng((self.seed, self.batch))
        done, player = self.batch / self.batches, self.player
        player.temperature = _FIRST_TEMPERATURE * (TEMPERATURE / _FIRST_TEMPERATURE) ** min(1, done / _COOLING)
        player.curiosity = _FIRST_CURIOSITY + done * (_LAST_CURIOSITY - _FIRST_CURIOSITY)
        lineup, duels = np.zeros((BATCH, 2), int), np.arange(BATCH)
        seats, met = dice.integers(0, 2, BATCH), dice.random(BATCH) < OPPONENT_SHARE
        lineup[duels[met], seats[met]] = dice.integers(1, 1 + len(self.opponents), met.sum())
        winners = Duels((player, *self.opponents), lineup, dice).play()
        player.learn(winners, max(0.0, done - _AVERAGING_FROM))
        self.batch += 1
        won: Array = winners[met] != seats[met]
        self._wins = float(won.mean())

    def summary(self) -> str:
        """Returns how often the player beat the opponents in the last batch."""
        return f"wins {self._wins:.2f} against opponents"

    def solution(self) -> str:
        """Returns the content of data/ai/duel.json."""
        player = self.player
        worths: defaultdict[str, dict[str, str]] = defaultdict(dict)
        visits = player.visits.sum(1)
        states = np.flatnonzero((visits >= _MIN_VISITS) & (player.weights > 0))
        for state, options in zip(map(int, states), allowed_options(states), strict=True):
            question, card, own, other, reputation, other_reputation = np.unravel_index(state, SHAPE)
            values = (player.value_sums[state] / player.weights[state])[options]
            place = PURSES[own] + PURSES[other] + REPUTATIONS[reputation] + REPUTATIONS[other_reputation]
            worths[f"{QUESTIONS[question]} {ROLES[card]}"][place] = "".join(map(_digits, values))
        for state in map(int, np.flatnonzero(player.kept_visits >= _MIN_VISITS)):
            card, own, other, reputation = np.unravel_index(state, KEPT_SHAPE)
            value = float(player.kept_values[state])
            worths[f"keep {ROLES[card]}"][PURSES[own] + PURSES[other] + REPUTATIONS[reputation]] = _digits(value)
        return json.dumps({"heat": TEMPERATURE, "worths": worths}, separators=(",", ":"))

    def save(self, path: Path) -> None:
        """Saves the whole state in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        player = self.player
        met = np.flatnonzero(player.visits.sum(1))
        arrays: dict[str, Any] = {"places": met, "kept": player.kept_values, "kept_met": player.kept_visits}
        arrays |= {name: getattr(player, attribute)[met] for name, attribute in _SAVED.items()}
        known = json.dumps([self.seed, self.batches, self.batch])
        with atomic_write(path) as part, part.open("wb") as file:
            np.savez(file, known=np.array(known), **arrays)

    @classmethod
    def load(cls, path: Path) -> "Solver":
        """Returns the solver that was saved in a file, without its opponents.

        Raises LabError if it cannot be read.
        """
        try:
            with np.load(path) as saved:
                seed, batches, batch = json.loads(str(saved["known"]))
                solver = cls(seed, batches)
                solver.batch = batch
                player = solver.player
                player.kept_values[:], player.kept_visits[:] = saved["kept"], saved["kept_met"]
                for name, attribute in _SAVED.items():
                    getattr(player, attribute)[saved["places"]] = saved[name]
        except STATE_ERRORS as error:
            raise LabError(f"{path} holds no state of a solution; delete it to begin anew.") from error
        return solver


def _digits(value: float) -> str:
    return f"{min(99, max(0, round(100 * value))):02}"
