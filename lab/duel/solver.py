"""Solving: duels of a player against itself and against rivals, until no option is worth much more than it seems.

What an option is worth at a place is the mean of how the duels ended in which it was chosen, newer ones counting
more. The player leans to what is worth more, a little more after each batch, and forgets a little of how it leaned
(magnetic mirror descent), so that against itself it comes to rest where options are chosen by exp(worth / heat).
Duels against rivals that make mistakes draw it to where it wins from these, while those against itself keep it
from being exploited (a restricted Nash response).
"""

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from engine.ai.judging.duel import FAMES, PURSES, ROLES
from lab.duel.simulation import Duels, Exchange, Side
from lab.duel.state_space import KEPT_SHAPE, OPTIONS, QUESTIONS, SHAPE, SIZE, Array, allowed, drawn, odds
from lab.errors import LabError
from lab.resumable_command import UNREADABLE

BATCH: Final = 8000
"""Duels that are played before the player learns from them."""
HEAT: Final = 0.04
AGAINST_RIVALS: Final = 0.48
"""So many of the duels."""

_FIRST_HEAT: Final = 0.1
_COOLED: Final = 2 / 3  # of the batches until the heat has fallen to HEAT
_RATE: Final = 0.1
_MEMORY: Final = 1000  # duels of a place and option that count
_CURIOUS: Final = 0.05  # choices at random at first
_LAST_CURIOUS: Final = 0.005
_COUNTS: Final = 0.4  # of the batches that are over when the worths that are kept begin to be added up
_MET: Final = 100  # times that a place was met which is kept


class Player:
    """The side that learns: what it thinks each option worth, how it leans, and what it has chosen meanwhile."""

    def __init__(self) -> None:
        self.worths = np.full((SIZE, OPTIONS), 0.5, np.float32)
        self.met = np.zeros((SIZE, OPTIONS), np.float32)
        self.leanings = np.zeros((SIZE, OPTIONS), np.float32)
        self.kept = np.full(np.prod(KEPT_SHAPE), 0.5, np.float32)
        self.kept_met = np.zeros(np.prod(KEPT_SHAPE), np.float32)
        self.sums = np.zeros((SIZE, OPTIONS), np.float32)  # of worths, each as often as it was met
        self.weights = np.zeros(SIZE, np.float32)
        self.heat, self.curiosity = _FIRST_HEAT, _CURIOUS
        self._choices: list[tuple[Array, Array, Array, Array]] = []
        self._keeps: list[tuple[Array, Array, Array]] = []

    def choose(self, duels: Array, seats: Array, places: Array, dice: np.random.Generator) -> Array:
        """The number of the word chosen at each place."""
        options = allowed(places)
        likely = odds(self.leanings[places], options)
        likely += self.curiosity * (options / options.sum(1, keepdims=True) - likely)
        chosen = drawn(likely, dice)
        self._choices.append((duels, seats, places, chosen))
        return chosen

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Which of three cards is kept."""
        duels, seats, _, places = exchange
        chosen = drawn(odds(self.kept[places] / self.heat, np.ones_like(places, bool)), dice)
        self._keeps.append((duels, seats, places[np.arange(len(places)), chosen]))
        return chosen

    def learn(self, winners: Array, counts: float) -> None:
        """Learns from duels that are over; the worths are added up with this weight."""
        duels, seats, places, chosen = (np.concatenate(each) for each in zip(*self._choices, strict=True))
        met, where = np.unique(places, return_inverse=True)
        cells, won = where * OPTIONS + chosen, (winners[duels] == seats).astype(float)
        times = np.bincount(cells, minlength=len(met) * OPTIONS).reshape(-1, OPTIONS)
        wins = np.bincount(cells, won, minlength=len(met) * OPTIONS).reshape(-1, OPTIONS)
        self.met[met] = np.minimum(self.met[met] + times, _MEMORY)
        step = np.minimum(1, times / np.maximum(1, self.met[met]))
        self.worths[met] += step * (wins / np.maximum(1, times) - self.worths[met])
        options, worths, leanings = allowed(met), self.worths[met], self.leanings[met]
        mean = (odds(leanings, options) * worths).sum(1, keepdims=True)
        self.leanings[met] = (leanings + _RATE * (worths - mean)) / (1 + _RATE * self.heat)
        self.sums[met] += counts * times.sum(1, keepdims=True) * worths
        self.weights[met] += counts * times.sum(1)
        self._choices.clear()
        if self._keeps:
            duels, seats, places = (np.concatenate(each) for each in zip(*self._keeps, strict=True))
            met, where = np.unique(places, return_inverse=True)
            times = np.bincount(where)
            wins = np.bincount(where, winners[duels] == seats)
            self.kept_met[met] = np.minimum(self.kept_met[met] + times, _MEMORY)
            self.kept[met] += np.minimum(1, times / self.kept_met[met]) * (wins / times - self.kept[met])
            self._keeps.clear()


class Solution:
    """A solution on its way; `batch` is how many of `batches` were played."""

    def __init__(self, seed: int, batches: int) -> None:
        self.seed = seed
        self.batches = batches
        self.batch = 0
        self.player = Player()

    def advance(self, rivals: Sequence[Side]) -> float:
        """Plays one batch and learns from it. Returns how often the player won from the rivals."""
        dice = np.random.default_rng((self.seed, self.batch))
        done, player = self.batch / self.batches, self.player
        player.heat = _FIRST_HEAT * (HEAT / _FIRST_HEAT) ** min(1, done / _COOLED)
        player.curiosity = _CURIOUS + done * (_LAST_CURIOUS - _CURIOUS)
        lineup, duels = np.zeros((BATCH, 2), int), np.arange(BATCH)
        seats, met = dice.integers(0, 2, BATCH), dice.random(BATCH) < AGAINST_RIVALS
        lineup[duels[met], seats[met]] = dice.integers(1, 1 + len(rivals), met.sum())
        winners = Duels((player, *rivals), lineup, dice).play()
        player.learn(winners, max(0.0, done - _COUNTS))
        self.batch += 1
        won: Array = winners[met] != seats[met]
        return float(won.mean())

    def json(self) -> str:
        """The table as data/ai/duel.json has it."""
        player = self.player
        table: defaultdict[str, dict[str, str]] = defaultdict(dict)
        times = player.met.sum(1)
        places = np.flatnonzero((times >= _MET) & (player.weights > 0))
        for place, options in zip(map(int, places), allowed(places), strict=True):
            question, card, own, other, fame, other_fame = np.unravel_index(place, SHAPE)
            worths = (player.sums[place] / player.weights[place])[options]
            where = PURSES[own] + PURSES[other] + FAMES[fame] + FAMES[other_fame]
            table[f"{QUESTIONS[question]} {ROLES[card]}"][where] = "".join(map(_digits, worths))
        for place in map(int, np.flatnonzero(player.kept_met >= _MET)):
            card, own, other, fame = np.unravel_index(place, KEPT_SHAPE)
            table[f"keep {ROLES[card]}"][PURSES[own] + PURSES[other] + FAMES[fame]] = _digits(
                float(player.kept[place])
            )
        return json.dumps({"heat": HEAT, "worths": table}, separators=(",", ":"))

    def save(self, path: Path) -> None:
        """Keeps everything in a file; one that was there before stays whole until then."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npz")
        player = self.player
        met = np.flatnonzero(player.met.sum(1))
        arrays = {name: vars(player)[name][met] for name in ("worths", "met", "leanings", "sums", "weights")}
        known = json.dumps([self.seed, self.batches, self.batch])
        np.savez(part, known=np.array(known), places=met, kept=player.kept, kept_met=player.kept_met, **arrays)
        os.replace(part, path)

    @classmethod
    def resumed(cls, path: Path) -> "Solution":
        """The solution that a file keeps. Raises LabError if it cannot be read."""
        try:
            with np.load(path) as kept:
                seed, batches, batch = json.loads(str(kept["known"]))
                solution = cls(seed, batches)
                solution.batch = batch
                player = solution.player
                player.kept[:], player.kept_met[:] = kept["kept"], kept["kept_met"]
                for name in ("worths", "met", "leanings", "sums", "weights"):
                    vars(player)[name][kept["places"]] = kept[name]
        except UNREADABLE as error:
            raise LabError(f"{path} keeps no solution that could go on; delete it to begin anew.") from error
        return solution


def _digits(worth: float) -> str:
    return f"{min(99, max(0, round(100 * worth))):02}"
