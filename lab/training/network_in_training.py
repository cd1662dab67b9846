"""A network in training: its weights, and how it learns from the decisions of batches of games.

It learns by a policy gradient with clipped steps (PPO), and Adam. The inputs are features of a position and of its
options. The network learns to prefer options whose results were better than expected in the position. A reward for
entropy keeps its choices mixed. A penalty for differing from the evaluator lets only differences remain that win
more games. It also learns to predict how often a position is won (`value`).
"""

import random
from collections.abc import Sequence
from math import log
from pathlib import Path
from struct import pack
from typing import Any, Final, NamedTuple

import numpy as np

from engine import Move
from engine.ai import Bluffer
from engine.ai.distribution import draw_weighted
from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.features import TWO_LEFT, WIN_CHANCE
from engine.ai.evaluation.inputs import GENERAL, Inputs
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.network import WEIGHTS_FILE, networks
from engine.ai.evaluation.option_value import OptionValue
from engine.ai.strong import TEMPERATURE, evaluator_logits
from engine.json_files import read_json
from lab.training.curriculum import ENTROPY

HIDDEN: Final = 32
"""The number of hidden units of a network for many editions."""
WIDE: Final = 64
"""The number of hidden units of a network that knows the roles by name."""
_SPREAD: Final = 0.3
"""The standard deviation of the first weights."""
PASSES: Final = 4
"""Passes over a batch."""
MINIBATCHES: Final = 4
"""Parts of a batch, each of which changes the weights once in a pass."""
CLIP: Final = 0.2
PRIOR: Final = 0.014
"""The weight of the penalty for differing from the evaluator, while more than two players are left.

Without the penalty a seat learns habits that look absurd and win hardly more games: with a Duke in hand it does
not take the tax, and it does not challenge claims that cannot be true.
"""
VALUE: Final = 0.5
"""The weight of the error in `value`."""
RATE_FALLS_OVER: Final = 1600
"""The number of weight changes after which the rate has fallen by a factor of the root of two."""
TRACE: Final = 0.95
"""The lambda of generalised advantage estimation: how far back decisions get credit for later results."""
_SURE: Final = 0.02
"""The evaluator's estimates are kept at least this far from 0 and 1."""
_AVERAGED: Final = 4
"""The weights of about the last fourth of the batches are averaged, because an average is steadier."""

Arrays = dict[str, Any]
"""Arrays by name."""


class Sample(NamedTuple):
    """One decision of a seat in training.

    The arrays `state` and `options` are the features, `own` has the evaluator's logit of each option. `chosen` is
    the index of the chosen option, `logarithm` the logarithm of its probability. `correction` is what the network
    adds to the log odds to win the position.
    """

    state: Any
    options: Any
    own: list[float]
    chosen: int
    logarithm: float
    correction: float


Played = tuple[Sequence[Sample], float]
"""The decisions of a seat in training in one game, and its share in the victory."""


def initial_weights(seed: int, inputs: Inputs) -> Arrays:
    """Returns the weights of a network that prefers no option; those from the features are random."""
    dice, hidden = np.random.default_rng(seed), HIDDEN if inputs is GENERAL else WIDE
    return {
        "state": dice.normal(0, _SPREAD, (inputs.state_size, hidden)),
        "option": dice.normal(0, _SPREAD, (inputs.option_size, hidden)),
        "bias": np.zeros(hidden),
        "logit": np.zeros(hidden),
        "value": np.zeros(hidden),
    }


def evaluate(weights: Arrays, state: Any, options: Any, own: Sequence[float]) -> tuple[list[float], float]:
    """Returns the probability of each option, and what the network adds to the log odds to win."""
    lead = state @ weights["state"] + weights["bias"]
    lean = np.tanh(lead + options @ weights["option"]) @ weights["logit"] + own
    odds = np.exp(lean - np.maximum.reduce(lean))  # its methods `max` and `sum` take longer for a few numbers
    return (odds / np.add.reduce(odds)).tolist(), np.tanh(lead) @ weights["value"]


def _value(worth: Any, correction: Any) -> Any:
    """Returns how often positions are won: the evaluator's estimate, corrected on the scale of log odds."""
    worth = np.clip(worth, _SURE, 1 - _SURE)
    return 1 / (1 + np.exp(-(np.log(worth / (1 - worth)) + correction)))


def batch_arrays(played: Sequence[Played]) -> Arrays:
    """Returns the decisions of many games as arrays.

    The options of all decisions form one array. `owner` has the index of the decision of each option, `starts` the
    index of the first option of each decision.
    """
    samples = [sample for decided, _ in played for sample in decided]
    states = np.array([sample.state for sample in samples])
    values: list[float] = _value(states[:, WIN_CHANCE], [sample.correction for sample in samples]).tolist()
    gains: list[float] = []
    targets: list[float] = []
    for decided, won in played:
        credit, after, first = 0.0, won, len(gains)
        found: list[tuple[float, float]] = []
        for value in reversed(values[first : first + len(decided)]):
            credit = after - value + TRACE * credit
            found.append((credit, min(1.0, max(0.0, credit + value))))
            after = value
        gains += [gain for gain, _ in reversed(found)]
        targets += [target for _, target in reversed(found)]
    sizes = np.array([len(sample.options) for sample in samples])
    starts, gain = np.cumsum(sizes) - sizes, np.array(gains)
    return {
        "states": states,
        "worths": states[:, WIN_CHANCE],
        "logs": np.array([sample.logarithm for sample in samples]),
        "gains": (gain - gain.mean()) / (gain.std() + 1e-6),
        "targets": np.array(targets),
        "options": np.concatenate([sample.options for sample in samples]),
        "own": np.array([lean for sample in samples for lean in sample.own]),
        "owner": np.repeat(np.arange(len(sizes)), sizes),
        "starts": starts,
        "chosen": starts + np.array([sample.chosen for sample in samples]),
    }


def minibatch(batch: Arrays, which: Any) -> Arrays:
    """Returns some decisions of a batch; `which` are their numbers in ascending order."""
    sizes = np.diff(np.append(batch["starts"], len(batch["options"])))[which]
    owner, starts = np.repeat(np.arange(len(sizes)), sizes), np.cumsum(sizes) - sizes
    kept = np.arange(len(owner)) + (batch["starts"][which] - starts)[owner]
    part: Arrays = {name: batch[name][which] for name in ("states", "worths", "logs", "gains", "targets")}
    return part | {
        "options": batch["options"].take(kept, axis=0),
        "own": batch["own"][kept],
        "owner": owner,
        "starts": starts,
        "chosen": starts + (batch["chosen"] - batch["starts"])[which],
    }


def gradients(weights: Arrays, batch: Arrays, prior: float, entropy_reward: float) -> Arrays:
    """Returns the derivative of the loss by each weight.

    `prior` is the weight of the penalty, as PRIOR, and `entropy_reward` that of the entropy, as ENTROPY.
    """
    owner, starts, chosen = batch["owner"], batch["starts"], batch["chosen"]
    lead = batch["states"] @ weights["state"] + weights["bias"]
    hidden = batch["options"] @ weights["option"]
    hidden += lead.take(owner, axis=0)
    np.tanh(hidden, out=hidden)
    lean = hidden @ weights["logit"] + batch["own"]
    odds = np.exp(lean - np.maximum.reduceat(lean, starts)[owner])
    odds /= np.add.reduceat(odds, starts)[owner]
    logs = np.log(odds + 1e-12)
    ratio, gains = np.exp(logs[chosen] - batch["logs"]), batch["gains"]
    clipped = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
    push = ratio * gains * ~clipped
    up = -push[owner] * odds
    up[chosen] += push
    entropy = -np.add.reduceat(odds * logs, starts)
    up -= entropy_reward * odds * (logs + entropy[owner])
    price, strays = prior * (1 - batch["states"][:, TWO_LEFT]), logs - batch["own"]
    up -= price[owner] * odds * (strays - np.add.reduceat(odds * strays, starts)[owner])
    down = up / -len(chosen)
    seen = np.tanh(lead)
    miss = VALUE * (_value(batch["worths"], seen @ weights["value"]) - batch["targets"]) / len(chosen)
    inner = down[:, None] * weights["logit"]
    inner *= 1 - hidden**2
    outer = miss[:, None] * weights["value"] * (1 - seen**2) + np.add.reduceat(inner, starts)
    return {
        "state": batch["states"].T @ outer,
        "option": batch["options"].T @ inner,
        "bias": outer.sum(0),
        "logit": hidden.T @ down,
        "value": seen.T @ miss,
    }


class Optimiser:
    """Adam with a falling learning rate, which begins with `rate`. `arrays` is its whole state."""

    def __init__(self, weights: Arrays, rate: float) -> None:
        self._rate = rate
        self.arrays: Arrays = {"updates": np.zeros(1)}
        for name, array in weights.items():
            self.arrays[f"mean {name}"] = np.zeros_like(array)
            self.arrays[f"square {name}"] = np.zeros_like(array)

    def update(self, weights: Arrays, gradient: Arrays) -> Arrays:
        """Returns the weights after one step against the gradient."""
        self.arrays["updates"] += 1
        updates, found = self.arrays["updates"][0], Arrays()
        rate = self._rate / np.sqrt(1 + updates / RATE_FALLS_OVER)
        for name, slope in gradient.items():
            mean = self.arrays[f"mean {name}"] = 0.9 * self.arrays[f"mean {name}"] + 0.1 * slope
            square = self.arrays[f"square {name}"] = 0.999 * self.arrays[f"square {name}"] + 0.001 * slope**2
            scale = np.sqrt(square / (1 - 0.999**updates)) + 1e-8
            found[name] = weights[name] - rate * mean / (1 - 0.9**updates) / scale
        return found


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
        inputs, memory = self._inputs, self.memory
        own = evaluator_logits(evaluator, options, values, exploring=True)
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
