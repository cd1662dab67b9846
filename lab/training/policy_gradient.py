"""Learning: from who won, by how much to lean to each option, and how often a position is won.

A network reads features of a position and of its options. Its leanings are moved towards what went better than
the position promised (policy gradient with clipped steps), with a reward for entropy, so that play stays mixed,
and a price on straying from the evaluator, so that it strays where that pays.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from engine.ai.judging.features import DUEL, OPTION, STATE, WORTH

HIDDEN: Final = 32
STEPS: Final = 4  # passes over a batch
PIECES: Final = 4  # in which it is taken
CLIP: Final = 0.2
ENTROPY: Final = 0.005
PRIOR: Final = 0.014
"""What it costs to stray from how the evaluator plays, among several. Without it a seat learns manners that look
absurd and win next to nothing: not to take the tax with a Duke in hand, and to let pass what cannot be true.
"""
VALUE: Final = 0.5
RATE: Final = 0.005
TIRED: Final = 1600  # steps after which the rate has fallen by the root of two
FORESIGHT: Final = 0.95  # how far the credit for what comes of it reaches back
_SURE: Final = 0.02  # the evaluator's estimate counts as no nearer to 0 or 1 than this

Arrays = dict[str, Any]
"""Arrays by name."""


class Step(NamedTuple):
    """One decision of a seat in training.

    `own` is how the evaluator leans to each option, `chosen` which one was taken, with the logarithm of how likely
    it was; `value` how often such a position was expected to be won.
    """

    state: list[float]
    options: list[list[float]]
    own: list[float]
    chosen: int
    logarithm: float
    value: float


def fresh(seed: int) -> Arrays:
    """Weights that lean to nothing."""
    dice = np.random.default_rng(seed)
    return {
        "state": dice.normal(0, 0.3, (STATE, HIDDEN)),
        "option": dice.normal(0, 0.3, (OPTION, HIDDEN)),
        "bias": np.zeros(HIDDEN),
        "logit": np.zeros(HIDDEN),
        "value": np.zeros(HIDDEN),
    }


def judged(
    weights: Arrays, state: Sequence[float], options: Sequence[Sequence[float]], own: Sequence[float]
) -> tuple[list[float], float]:
    """How likely each option is to be chosen, and how often the position is won."""
    lead = np.asarray(state) @ weights["state"] + weights["bias"]
    lean = np.tanh(lead + np.asarray(options) @ weights["option"]) @ weights["logit"] + np.asarray(own)
    odds = np.exp(lean - lean.max())
    return (odds / odds.sum()).tolist(), float(_won(state[WORTH], np.tanh(lead) @ weights["value"]))


def _won(worth: Any, more: Any) -> Any:
    worth = np.clip(worth, _SURE, 1 - _SURE)
    return 1 / (1 + np.exp(-(np.log(worth / (1 - worth)) + more)))


def gathered(played: Sequence[tuple[Sequence[Step], float]]) -> Arrays:
    """The decisions of many games, each game's with what it won, as arrays: options one after the other."""
    steps: list[Step] = []
    gains: list[float] = []
    targets: list[float] = []
    for decided, won in played:
        credit, after = 0.0, won
        found: list[tuple[float, float]] = []
        for step in reversed(decided):
            credit = after - step.value + FORESIGHT * credit
            found.append((credit, min(1.0, max(0.0, credit + step.value))))
            after = step.value
        steps += decided
        gains += [gain for gain, _ in reversed(found)]
        targets += [target for _, target in reversed(found)]
    sizes = np.array([len(step.options) for step in steps])
    starts = np.cumsum(sizes) - sizes
    states, gain = np.array([step.state for step in steps]), np.array(gains)
    return {
        "states": states,
        "worths": states[:, WORTH],
        "logs": np.array([step.logarithm for step in steps]),
        "gains": (gain - gain.mean()) / (gain.std() + 1e-6),
        "targets": np.array(targets),
        "options": np.array([option for step in steps for option in step.options]),
        "own": np.array([lean for step in steps for lean in step.own]),
        "owner": np.repeat(np.arange(len(sizes)), sizes),
        "starts": starts,
        "chosen": starts + np.array([step.chosen for step in steps]),
    }


def part_of(steps: Arrays, which: Any) -> Arrays:
    """Some of the decisions, by their numbers in rising order."""
    sizes = np.diff(np.append(steps["starts"], len(steps["options"])))[which]
    kept, starts = np.isin(steps["owner"], which), np.cumsum(sizes) - sizes
    part: Arrays = {name: steps[name][which] for name in ("states", "worths", "logs", "gains", "targets")}
    return part | {
        "options": steps["options"][kept],
        "own": steps["own"][kept],
        "owner": np.repeat(np.arange(len(sizes)), sizes),
        "starts": starts,
        "chosen": starts + (steps["chosen"] - steps["starts"])[which],
    }


def slopes(weights: Arrays, steps: Arrays) -> Arrays:
    """In which direction each weight makes things worse, by these decisions."""
    owner, starts, chosen = steps["owner"], steps["starts"], steps["chosen"]
    lead = steps["states"] @ weights["state"] + weights["bias"]
    hidden = np.tanh(lead[owner] + steps["options"] @ weights["option"])
    lean = hidden @ weights["logit"] + steps["own"]
    odds = np.exp(lean - np.maximum.reduceat(lean, starts)[owner])
    odds /= np.add.reduceat(odds, starts)[owner]
    logs = np.log(odds + 1e-12)
    ratio, gains = np.exp(logs[chosen] - steps["logs"]), steps["gains"]
    far = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
    push = ratio * gains * ~far
    up = -push[owner] * odds
    up[chosen] += push
    entropy = -np.add.reduceat(odds * logs, starts)
    up -= ENTROPY * odds * (logs + entropy[owner])
    prior, strays = PRIOR * (1 - steps["states"][:, DUEL]), logs - steps["own"]
    up -= prior[owner] * odds * (strays - np.add.reduceat(odds * strays, starts)[owner])
    down = up / -len(chosen)
    seen = np.tanh(lead)
    miss = VALUE * (_won(steps["worths"], seen @ weights["value"]) - steps["targets"]) / len(chosen)
    inner = down[:, None] * weights["logit"] * (1 - hidden**2)
    outer = miss[:, None] * weights["value"] * (1 - seen**2) + np.add.reduceat(inner, starts)
    return {
        "state": steps["states"].T @ outer,
        "option": steps["options"].T @ inner,
        "bias": outer.sum(0),
        "logit": hidden.T @ down,
        "value": seen.T @ miss,
    }


class Optimiser:
    """Adam: moves weights downhill, each at a pace of its own, and all more slowly in time.

    `arrays` is all that it remembers.
    """

    def __init__(self, weights: Arrays) -> None:
        self.arrays: Arrays = {"updates": np.zeros(1)}
        for name, array in weights.items():
            self.arrays[f"mean {name}"] = np.zeros_like(array)
            self.arrays[f"square {name}"] = np.zeros_like(array)

    def moved(self, weights: Arrays, down: Arrays) -> Arrays:
        """The weights after one step away from what makes things worse."""
        self.arrays["updates"] += 1
        updates, found = self.arrays["updates"][0], Arrays()
        rate = RATE / np.sqrt(1 + updates / TIRED)
        for name, slope in down.items():
            mean = self.arrays[f"mean {name}"] = 0.9 * self.arrays[f"mean {name}"] + 0.1 * slope
            square = self.arrays[f"square {name}"] = 0.999 * self.arrays[f"square {name}"] + 0.001 * slope**2
            pace = np.sqrt(square / (1 - 0.999**updates)) + 1e-8
            found[name] = weights[name] - rate * mean / (1 - 0.9**updates) / pace
        return found
