"""The trainer of one network: plays batches of games against the league, and lets the network learn after each.

A batch depends only on the seed, its number and the earlier batches. The whole state is saved after each batch, so
a training that was interrupted continues to the same weights.
"""

import json
import random
from collections import defaultdict
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from engine import Game, Move
from engine.ai import Bluffer, Player
from engine.ai.distribution import draw_weighted
from engine.ai.evaluation.evaluator import Evaluator, OptionValue
from engine.ai.evaluation.features import option_features, state_features
from engine.ai.strong import TEMPERATURE, evaluator_logits
from lab.arena import tell
from lab.errors import LabError
from lab.files import atomic_write
from lab.resumable_command import STATE_ERRORS, run_batches
from lab.training.curriculum import CURRICULA
from lab.training.league import LEAGUE
from lab.training.opponent_statistics import OpponentStatistics
from lab.training.policy_gradient import (
    MINIBATCHES,
    PASSES,
    Arrays,
    Optimiser,
    Sample,
    batch_arrays,
    evaluate,
    gradients,
    initial_weights,
    minibatch,
)

MAX_DECISIONS: Final = 1500
"""A game that is not over after this many decisions is broken off."""
PAST_SELVES: Final = 5
"""How many earlier states of the network play as opponents."""
PAST_SELF_EVERY: Final = 15
"""An earlier state is kept as an opponent whenever this many batches are done."""
MIXED_SHARE: Final = 0.3
"""The share of games against opponents of several kinds."""
TWIN_PROBABILITY: Final = 0.25
"""The probability that another seat is in training, too."""
_FADING: Final = 0.9995
"""The factor by which results against an opponent fade with each further game."""
_MIN_GAMES: Final = 50
"""After this number of games against an opponent, the results decide how often it is met."""
_AVERAGED: Final = 4
"""The weights of about the last fourth of the batches are averaged, because an average is steadier."""


class Apprentice(Bluffer):
    """The seat in training. `samples` are its decisions in the game."""

    def __init__(self, names: Sequence[str], seat: int, weights: Arrays) -> None:
        super().__init__(names, seat, temperature=TEMPERATURE)
        self._weights = weights
        self.samples: list[Sample] = []

    def pick(
        self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue], chance: random.Random
    ) -> Move:
        """Draws an option by the evaluator and the network, and remembers the decision."""
        state, own = state_features(evaluator, self.memory), evaluator_logits(evaluator, options, values)
        features = option_features(evaluator, self.memory, options, values)
        odds, value = evaluate(self._weights, state, features, own)
        chosen = draw_weighted(range(len(options)), odds, chance)
        self.samples.append(Sample(state, features, own, chosen, log(odds[chosen]), value))
        return options[chosen]


class Trainer:
    """Trains one network: `network` is its name in CURRICULA, `games` the number of games in a batch.

    `batch` is the number of finished batches, `weights` the newest weights, and `average` the weights that are
    shipped at the end. `results` has, by opponent, the shares in the victories and the number of games.
    """

    def __init__(self, network: str, seed: int, games: int | None = None) -> None:
        self.network = network
        self.seed = seed
        self.games = games or CURRICULA[network].games
        self.batch = 0
        self.weights = self.average = initial_weights(seed)
        self.optimiser = Optimiser(self.weights)
        self.past: list[Arrays] = []
        self.statistics = OpponentStatistics()
        self.results: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def advance(self) -> None:
        """Plays one batch and learns from it."""
        played = [each for number in range(self.games) for each in self._play(number)]
        batch = batch_arrays(played)
        dice = np.random.default_rng((self.seed, self.batch))
        for _ in range(PASSES):
            for part in np.array_split(dice.permutation(len(batch["logs"])), MINIBATCHES):
                gradient = gradients(self.weights, minibatch(batch, np.sort(part)))
                self.weights = self.optimiser.update(self.weights, gradient)
        self.batch += 1
        share = min(1.0, _AVERAGED / self.batch)
        self.average = {
            name: (1 - share) * average + share * self.weights[name] for name, average in self.average.items()
        }
        if self.batch % PAST_SELF_EVERY == 0:
            self.past = [*self.past, self.weights][-PAST_SELVES:]

    def summary(self) -> str:
        """Returns how often the seats in training win against each opponent, relative to a fair share (1)."""
        results = sorted(self.results.items())
        return "wins: " + " ".join(f"{name} {won / games:.2f}" for name, (won, games) in results if games)

    def _play(self, number: int) -> list[tuple[list[Sample], float]]:
        """Plays one game. Returns the decisions of each seat in training, with its share in the victory."""
        chance = random.Random(f"{self.network}:{self.seed}:{self.batch}:{number}")
        tables = CURRICULA[self.network].tables
        request = dict(chance.choices([table for _, table in tables], [weight for weight, _ in tables])[0])
        seats: int = request.pop("players")
        game = Game.new(players="ABCDEF"[:seats], seed=chance.randbytes(32).hex(), **request)
        opponents = [*LEAGUE, *(["past"] if self.past else [])]
        opponent = chance.choices(opponents, [self._weight(name) for name in opponents])[0]
        mixed, trained = chance.random() < MIXED_SHARE, chance.randrange(seats)
        players: list[Player] = []
        apprentices: dict[int, Apprentice] = {}
        for seat in range(seats):
            kind = chance.choice(opponents) if mixed else opponent
            if seat == trained or game.table.are_partners(seat, trained) or chance.random() < TWIN_PROBABILITY:
                apprentices[seat] = Apprentice(game.names, seat, self.weights)
                players.append(apprentices[seat])
            elif kind == "past":
                players.append(Apprentice(game.names, seat, chance.choice(self.past)))
            else:
                players.append(LEAGUE[kind](game.names, seat, chance, self.statistics))
        while game.ask is not None and game.seq < MAX_DECISIONS:
            seat, options = next(iter(game.ask.options.items()))
            view = game.view(seat)
            move = players[seat].choose(view, options, chance)
            if seat in apprentices:
                self.statistics.count(view, options, move, apprentices[seat].memory)
            events = game.decide(seat, move)
            for player in players:
                tell(player, events)
        winners = game.winners or ()
        alone = game.table.edition.teams is None
        sharers = max(1, len(winners)) if alone else 1
        result = self.results["mixed" if mixed else opponent]
        result[0] = _FADING * result[0] + (trained in winners) / sharers * (seats if alone else 2)
        result[1] = _FADING * result[1] + 1
        return [(player.samples, (seat in winners) / sharers) for seat, player in apprentices.items()]

    def _weight(self, opponent: str) -> float:
        """Returns the weight of an opponent in the draw; worse results against it give a greater weight."""
        won, games = self.results[opponent]
        return 1 / max(0.5, won / games) if games > _MIN_GAMES else 1.0

    def shipped_weights(self) -> dict[str, Any]:
        """Returns the weights of this network as data/ai/strong.json holds them."""
        return {name: array.round(3).tolist() for name, array in self.average.items()}

    def save(self, path: Path) -> None:
        """Saves the whole state in a file."""
        arrays = {f"weight {name}": array for name, array in self.weights.items()} | self.optimiser.arrays
        arrays |= {f"average {name}": array for name, array in self.average.items()}
        for number, past in enumerate(self.past):
            arrays |= {f"past {number} {name}": array for name, array in past.items()}
        known = {"part": self.network, "seed": self.seed, "games": self.games, "batch": self.batch}
        known |= {"past": len(self.past), "ledger": self.statistics.to_json(), "tallies": self.results}
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as part, part.open("wb") as file:
            np.savez(file, known=np.array(json.dumps(known)), **arrays)

    @classmethod
    def load(cls, path: Path) -> "Trainer":
        """Returns the trainer whose state a file holds. Raises LabError if it cannot be read."""
        try:
            with np.load(path) as saved:
                arrays: Arrays = dict(saved)
            known = json.loads(str(arrays.pop("known")))
            trainer = cls(known["part"], known["seed"], known["games"])
            trainer.batch = known["batch"]
            shapes = {name: array.shape for name, array in trainer.weights.items()}
            trainer.weights = {name: arrays.pop(f"weight {name}") for name in shapes}
            trainer.average = {name: arrays.pop(f"average {name}") for name in shapes}
            fits = shapes == {name: array.shape for name, array in trainer.weights.items()}
            if not fits or known["ledger"].keys() != trainer.statistics.to_json().keys():
                raise LabError(f"{path} holds a training of another version; delete it to begin anew.")
            trainer.past = [
                {name: arrays.pop(f"past {number} {name}") for name in shapes} for number in range(known["past"])
            ]
            trainer.optimiser.arrays = arrays
            trainer.statistics.load_json(known["ledger"])
            trainer.results.update(known["tallies"])
        except STATE_ERRORS as error:
            raise LabError(f"{path} holds no state of a training; delete it to begin anew.") from error
        return trainer


class Task(NamedTuple):
    """A training: the network, the seed, the number of batches, and the file that holds the state."""

    network: str
    seed: int
    batches: int
    state: Path


def train(task: Task) -> dict[str, Any]:
    """Trains a network, from its saved state if there is one.

    Returns the weights for data/ai/strong.json. Raises LabError if the state is of another training.
    """
    trainer = Trainer.load(task.state) if task.state.exists() else Trainer(task.network, task.seed)
    if (trainer.network, trainer.seed) != (task.network, task.seed):
        raise LabError(
            f"{task.state} holds a training of {trainer.network} with seed {trainer.seed}; "
            "delete it to begin anew."
        )
    run_batches(trainer, task.batches, task.state, label=f"{task.network}: ")
    return trainer.shipped_weights()
