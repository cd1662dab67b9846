"""A network in training: its weights, and how it learns from the decisions of batches of games."""

import random
from collections.abc import Sequence
from math import log
from pathlib import Path
from struct import pack
from typing import Any, Final

import numpy as np

from engine import Move
from engine.ai import Bluffer
from engine.ai.distribution import draw_weighted
from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.inputs import Inputs
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.network import WEIGHTS_FILE, networks
from engine.ai.evaluation.option_value import OptionValue
from engine.ai.strong import TEMPERATURE, evaluator_logits
from engine.json_files import read_json
from lab.training.policy_gradient import (
    ENTROPY,
    MINIBATCHES,
    PASSES,
    Arrays,
    Optimiser,
    Sample,
    batch_arrays,
    evaluate,
    gradients,
    minibatch,
)

_AVERAGED: Final = 4
"""The weights of about the last fourth of the batches are averaged, because an average is steadier."""

Played = tuple[Sequence[Sample], float]
"""The decisions of a seat in training in one game, and its share in the victory."""


class NetworkInTraining:
    """A network that learns: `weights` are the newest ones, `average` those that are used at the end.

    `rate` is the learning rate in the beginning, `prior` the weight of the penalty for differing from the
    evaluator, `entropy` that of the reward for entropy.
    """

    def __init__(
        self, inputs: Inputs, weights: Arrays, rate: float, prior: float, entropy: float = ENTROPY
    ) -> None:
        self.inputs = inputs
        self.prior = prior
        self.entropy = entropy
        self.weights = self.average = weights
        self.batch = 0
        self._optimiser = Optimiser(weights, rate)

    def learn(self, played: Sequence[Played], seed: tuple[int, ...]) -> None:
        """Learns from a batch of games. `seed` decides in which order it looks at the decisions."""
        batch, dice = batch_arrays(played), np.random.default_rng(seed)
        for _ in range(PASSES):
            for part in np.array_split(dice.permutation(len(batch["logs"])), MINIBATCHES):
                gradient = gradients(self.weights, minibatch(batch, np.sort(part)), self.prior, self.entropy)
                self.weights = self._optimiser.update(self.weights, gradient)
        self.batch += 1
        share = min(1.0, _AVERAGED / self.batch)
        self.average = {
            name: (1 - share) * average + share * self.weights[name] for name, average in self.average.items()
        }

    def arrays(self) -> Arrays:
        """Returns the whole state as arrays by name."""
        named = {f"weight {name}": array for name, array in self.weights.items()}
        named |= {f"average {name}": array for name, array in self.average.items()}
        return named | self._optimiser.arrays | {"batch": np.array(self.batch)}

    def load(self, arrays: Arrays) -> None:
        """Loads what `arrays` has returned. Raises KeyError or ValueError if it is of another shape."""
        mine = self.arrays()
        for name, array in mine.items():
            if arrays[name].shape != array.shape:
                raise ValueError(name)
        self.weights, self.average = (
            {name: arrays[f"{which} {name}"] for name in self.weights} for which in ("weight", "average")
        )
        self._optimiser.arrays = {name: arrays[name] for name in self._optimiser.arrays}
        self.batch = int(arrays["batch"])


class Apprentice(Bluffer):
    """A seat in training. `samples` are its decisions in the game; for `rescue` see `Memory`."""

    def __init__(
        self, names: Sequence[str], seat: int, inputs: Inputs, weights: Arrays, rescue: float = 1.0
    ) -> None:
        super().__init__(names, seat, temperature=TEMPERATURE)
        self.memory = Memory(len(names), rescue)
        self._inputs = inputs
        self._weights = weights
        self.samples: list[Sample] = []

    def pick(
        self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue], chance: random.Random
    ) -> Move:
        """Draws an option by the evaluator and the network, and remembers the decision."""
        inputs, memory, own = self._inputs, self.memory, evaluator_logits(evaluator, options, values)
        state = np.array(inputs.state(evaluator, memory))
        features = _rows(inputs.options(evaluator, memory, options, values))
        odds, correction = evaluate(self._weights, state, features, own)
        chosen = draw_weighted(range(len(options)), odds, chance)
        self.samples.append(Sample(state, features, own, chosen, log(odds[chosen]), correction))
        return options[chosen]


def _rows(numbers: Sequence[Sequence[float]]) -> Any:
    """Returns rows of numbers as an array, in half the time that `np.array` takes."""
    size = len(numbers[0])
    return np.frombuffer(b"".join([pack(f"{size}d", *row) for row in numbers])).reshape(-1, size)


def read_weights(network: str, path: Path = WEIGHTS_FILE) -> Arrays:
    """Returns the weights of a network of the strong seat. Raises BadWeights if they cannot be read."""
    networks(path)
    weights: dict[str, Any] = read_json(path)[network]
    return {name: np.array(rows) for name, rows in weights.items()}
