"""The trainer of one network: plays batches of games against the league, and lets the network learn after each.

A batch depends only on the seed, its number and the earlier batches. The whole state is saved after each batch, so
a training that was interrupted continues to the same weights.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import Game
from engine.ai import Player
from engine.ai.evaluation.inputs import INPUTS
from lab.ai_seats.rules_of_thumb import Varied
from lab.arena import tell
from lab.errors import LabError
from lab.resumable_work import run_batches, save_state, saved_state
from lab.training.curriculum import CURRICULA, EXPLOITER, RESPONSE, RULE_OF_THUMB
from lab.training.league import LEAGUE, OpponentStatistics
from lab.training.network_in_training import (
    PRIOR,
    Apprentice,
    Arrays,
    NetworkInTraining,
    Played,
    initial_weights,
)

_PAST: Final = "past"
MAX_DECISIONS: Final = 1500
"""A game that is not over after this many decisions is broken off."""
PAST_SELVES: Final = 5
"""How many earlier states of the network play as opponents."""
PAST_SELF_EVERY: Final = 15
"""An earlier state is kept as an opponent whenever this many batches are done."""
MIXED_SHARE: Final = 0.3
"""The share of games against opponents of several kinds."""
TWIN_PROBABILITY: Final = 0.25
"""The probability that another seat is in training, too. Best responses play alone, as they were trained."""
_FADING: Final = 0.9995
"""The factor by which results against an opponent fade with each further game."""
_MIN_GAMES: Final = 50
"""After this number of games against an opponent, the results decide how often it is met."""


class Trainer:
    """Trains one network: `network` is its name in CURRICULA, `games` the number of games in a batch.

    `batch` is the number of finished batches. `weights` are those of the network so far, and `responses` those of
    the best responses from earlier phases. `learners` are the networks that learn in this phase, by name: the
    network and perhaps an exploiter, which learns only from games against it; or a best response. `results` has,
    by opponent, the shares in the victories and the number of games in this phase.
    """

    def __init__(self, network: str, seed: int, games: int | None = None) -> None:
        self.network = network
        self.seed = seed
        self.games = games or CURRICULA[network].games
        self.batch = 0
        self.weights = initial_weights(seed, INPUTS[network])
        self.responses: list[Arrays] = []
        self.past: list[Arrays] = []
        self.statistics = OpponentStatistics()
        self._begin(0)

    def _begin(self, number: int) -> None:
        """Begins a phase."""
        self._number, self._phase = number, CURRICULA[self.network].phases[number]
        self._learner = self.network if self._phase.opponents else RESPONSE
        self.learners = {
            name: NetworkInTraining(
                INPUTS[self.network],
                self.weights,
                self._phase.rate,
                PRIOR if name == self.network else 0.0,
                CURRICULA[self.network].entropy,
            )
            for name in (self._learner, *({EXPLOITER} & {*self._phase.opponents}))
        }
        self.results: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def advance(self) -> None:
        """Plays one batch and learns from it."""
        played: dict[str, list[Played]] = {name: [] for name in self.learners}
        for number in range(self.games):
            for name, each in self._play(number):
                played[name].append(each)
        for name, each in played.items():
            if each:
                self.learners[name].learn(each, (self.seed, self.batch))
        self.batch += 1
        if self._learner == self.network:
            self.weights = self.learners[self.network].average
            if self.batch % PAST_SELF_EVERY == 0:
                self.past = [*self.past, self.learners[self.network].weights][-PAST_SELVES:]
        if (
            self.learners[self._learner].batch == self._phase.batches
            and self.batch < CURRICULA[self.network].batches
        ):
            if self._learner == RESPONSE:
                self.responses.append(self.learners[RESPONSE].average)
            self._begin(self._number + 1)

    def summary(self) -> str:
        """Returns how often the seats in training win against each opponent, relative to a fair share (1)."""
        results = sorted(self.results.items())
        return "wins: " + " ".join(f"{name} {won / games:.2f}" for name, (won, games) in results if games)

    def _play(self, number: int) -> list[tuple[str, Played]]:
        """Plays one game. Returns what each seat in training played, with the name of its network."""
        chance = random.Random(f"{self.network}:{self.seed}:{self.batch}:{number}")
        tables = CURRICULA[self.network].tables
        request = dict(chance.choices([table for _, table in tables], [weight for weight, _ in tables])[0])
        seats: int = request.pop("players")
        game = Game.new(players="ABCDEF"[:seats], seed=chance.randbytes(32).hex(), **request)
        opponents = [*self._phase.opponents, *([_PAST] if self.past else [])]
        if self._learner == RESPONSE:
            opponents = [self.network]
        opponent = chance.choices(opponents, [self._weight(name) for name in opponents])[0]
        mixed, trained = chance.random() < MIXED_SHARE and len(opponents) > 1, chance.randrange(seats)
        twin = {RESPONSE: 1 - 1 / (seats - 1), self.network: 0.0}.get(opponent, TWIN_PROBABILITY)
        players: list[Player] = []
        apprentices: dict[int, tuple[str, Apprentice]] = {}
        for seat in range(seats):
            kind = chance.choice(opponents) if mixed else opponent
            if seat == trained or game.table.are_partners(seat, trained) or chance.random() < twin:
                kind = self._learner
            player = self._new_player(kind, game.names, seat, chance)
            if kind in self.learners and isinstance(player, Apprentice):
                apprentices[seat] = kind, player
            players.append(player)
        while game.ask is not None and game.seq < MAX_DECISIONS:
            seat, options = next(iter(game.ask.options.items()))
            view = game.view(seat)
            move = players[seat].choose(view, options, chance)
            if seat in apprentices:
                name, apprentice = apprentices[seat]
                if name == self.network:
                    self.statistics.count(view, options, move, apprentice.memory)
            events = game.decide(seat, move)
            for player in players:
                tell(player, events)
        winners = game.winners or ()
        alone = game.table.edition.teams is None
        sharers = max(1, len(winners)) if alone else 1
        result = self.results["mixed" if mixed else opponent]
        result[0] = _FADING * result[0] + (trained in winners) / sharers * (seats if alone else 2)
        result[1] = _FADING * result[1] + 1
        return [
            (name, (player.samples, (seat in winners) / sharers)) for seat, (name, player) in apprentices.items()
        ]

    def _new_player(self, kind: str, names: Sequence[str], seat: int, chance: random.Random) -> Player:
        """Returns an opponent, or a seat in training if `kind` is the name of a learner."""
        if kind == RULE_OF_THUMB:
            return Varied(names, seat, chance)
        if kind in LEAGUE:
            return LEAGUE[kind](names, seat, chance, self.statistics)
        if kind in self.learners:
            weights = self.learners[kind].weights
        elif kind == self.network:
            weights = self.weights
        else:
            weights = chance.choice(self.past if kind == _PAST else self.responses)
        return Apprentice(names, seat, INPUTS[self.network], weights, CURRICULA[self.network].rescue)

    def _weight(self, opponent: str) -> float:
        """Returns the weight of an opponent in the draw; worse results against it give a greater weight."""
        won, games = self.results[opponent]
        return 1 / max(0.5, won / games) if games > _MIN_GAMES else 1.0

    def shipped_weights(self) -> dict[str, Any]:
        """Returns the weights of this network as data/ai/strong.json holds them."""
        return {name: array.round(3).tolist() for name, array in self.weights.items()}

    def save(self, path: Path) -> None:
        """Saves the whole state in a file."""
        arrays: Arrays = {}
        for network, learner in self.learners.items():
            arrays |= {f"{network} {name}": array for name, array in learner.arrays().items()}
        known: dict[str, Any] = {
            "begun": (self.network, self.seed, self.games),
            "batch": self.batch,
            "phase": self._number,
            "statistics": self.statistics.to_json(),
            "results": self.results,
        }
        for word, kept in (("so far", [self.weights]), ("past", self.past), ("response", self.responses)):
            known[word] = len(kept)
            for number, weights in enumerate(kept):
                arrays |= {f"{word} {number} {name}": array for name, array in weights.items()}
        save_state(path, known, arrays)

    @classmethod
    def load(cls, path: Path) -> "Trainer":
        """Returns the trainer whose state a file holds. Raises LabError if it cannot be read."""
        with saved_state(path) as (known, arrays):
            trainer = cls(*known["begun"])
            trainer.batch = known["batch"]
            trainer._begin(known["phase"])
            for network, learner in trainer.learners.items():
                learner.load({name: arrays[f"{network} {name}"] for name in learner.arrays()})
            (trainer.weights,), trainer.past, trainer.responses = (
                [
                    {name: arrays[f"{word} {number} {name}"] for name in trainer.weights}
                    for number in range(known[word])
                ]
                for word in ("so far", "past", "response")
            )
            trainer.statistics.load_json(known["statistics"])
            trainer.results.update(known["results"])
        return trainer


class Task(NamedTuple):
    """A training: the network, the seed, the number of batches, and the file for its state."""

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
        begun = f"{trainer.network} with seed {trainer.seed}"
        raise LabError(f"{task.state} holds a training of {begun}; delete it to begin anew.")
    run_batches(trainer, task.batches, task.state, label=f"{task.network}: ")
    return trainer.shipped_weights()
