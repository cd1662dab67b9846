"""Training: batches of games against the league, and learning after each; one for games of two, one for several.

Every batch depends on the seed, its number and what was learnt before alone; after each the whole state is saved,
so that training which was interrupted goes on where it was and comes to the same weights.
"""

import json
import os
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from engine.ai.bluffer import Bluffer
from engine.ai.judging.features import option_features, state_features
from engine.ai.judging.judge import Judge, Weighed
from engine.ai.player import Player
from engine.ai.strong import HEAT, leanings
from engine.events import visible_to
from engine.game import Game
from engine.moves import Move
from lab.errors import LabError
from lab.resumable_command import UNREADABLE
from lab.training.league import LEAGUE
from lab.training.opponent_statistics import Ledger
from lab.training.policy_gradient import (
    PIECES,
    STEPS,
    Arrays,
    Optimiser,
    Step,
    fresh,
    gathered,
    judged,
    part_of,
    slopes,
)

LONGEST: Final = 1500  # decisions of a game
SELVES: Final = 5  # past selves that are kept
PAST: Final = 15  # batches between two of them
MIXED: Final = 0.3  # of the games are against members of several kinds
TWINS: Final = 0.25  # how likely another seat is in training, too
_FADES: Final = 0.9995  # what is left of a tally after each further game
_KNOWN: Final = 50  # games after which it is known how a rival is done against
_AVERAGED: Final = 4
"""About the last fourth of all batches' weights are averaged: what they swing around is steadier than they are."""


class Part(NamedTuple):
    """What a network is trained for: how many games a batch has, and what is played with how often."""

    games: int
    tables: Sequence[tuple[int, Mapping[str, Any]]]


_STANDARD: Final = {"two_player": "standard"}
PARTS: Final[Mapping[str, Part]] = {
    "duel": Part(
        500,
        (
            (60, {"ruleset": "classic", "players": 2, "options": _STANDARD}),
            (8, {"ruleset": "classic", "players": 2, "options": _STANDARD | {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 2, "options": {"inquisitor": True}}),
            (8, {"ruleset": "mcguire", "players": 2}),
            (10, {"ruleset": "g54", "players": 2, "options": {"advanced": True}}),
        ),
    ),
    "several": Part(
        120,
        (
            (30, {"ruleset": "classic", "players": 4}),
            (26, {"ruleset": "g54", "players": 4, "options": {"advanced": True}}),
            (7, {"ruleset": "short", "players": 4}),
            (7, {"ruleset": "classic", "players": 4, "options": {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 4, "options": {"teams": True}}),
            (7, {"ruleset": "mcguire", "players": 4}),
            (3, {"ruleset": "classic", "players": 3}),
            (3, {"ruleset": "classic", "players": 6}),
            (3, {"ruleset": "g54", "players": 3}),
        ),
    ),
}
"""The networks by name (`Networks`); for the one-card duel of classic there is a table instead."""


class Apprentice(Bluffer):
    """The seat in training: remembers its decisions."""

    def __init__(self, names: Sequence[str], seat: int, weights: Arrays) -> None:
        super().__init__(names, seat, heat=HEAT)
        self._weights = weights
        self.steps: list[Step] = []

    def tell(self, ledger: Ledger, view: Mapping[str, Any], options: Sequence[Move], move: Move) -> None:
        """Enters what it has decided into the ledger."""
        ledger.enter(view, options, move, self._memory)

    def _picked(
        self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed], chance: random.Random
    ) -> Move:
        """An option, by the evaluator and the network."""
        state, own = state_features(judge, self._memory), leanings(judge, options, weighed)
        features = option_features(judge, self._memory, options, weighed)
        odds, value = judged(self._weights, state, features, own)
        chosen = chance.choices(range(len(options)), odds)[0]
        self.steps.append(Step(state, features, own, chosen, log(odds[chosen]), value))
        return options[chosen]


class Training:
    """A training with all that it has come to. `batch` is how many batches of `games` it has learnt from.

    `part` is what it is for, a name out of PARTS; `average` are the weights that are played with in the end.
    """

    def __init__(self, part: str, seed: int, games: int | None = None) -> None:
        self.part = part
        self.seed = seed
        self.games = games or PARTS[part].games
        self.batch = 0
        self.weights = self.average = fresh(seed)
        self.optimiser = Optimiser(self.weights)
        self.past: list[Arrays] = []
        self.ledger = Ledger()
        self.tallies: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def advance(self) -> int:
        """Plays one batch and learns from it. Returns how many decisions that were."""
        played = [each for number in range(self.games) for each in self._play(number)]
        steps = gathered(played)
        dice = np.random.default_rng((self.seed, self.batch))
        for _ in range(STEPS):
            for part in np.array_split(dice.permutation(len(steps["logs"])), PIECES):
                down = slopes(self.weights, part_of(steps, np.sort(part)))
                self.weights = self.optimiser.moved(self.weights, down)
        self.batch += 1
        share = min(1.0, _AVERAGED / self.batch)
        self.average = {
            name: (1 - share) * average + share * self.weights[name] for name, average in self.average.items()
        }
        if self.batch % PAST == 0:
            self.past = [*self.past, self.weights][-SELVES:]
        return len(steps["logs"])

    def standings(self) -> dict[str, float]:
        """How often the seats in training win against each member of the league, 1 for their fair share."""
        return {name: won / played for name, (won, played) in sorted(self.tallies.items()) if played}

    def _play(self, number: int) -> list[tuple[list[Step], float]]:
        """Plays one game. Returns the decisions of each seat in training, with what it won of the game."""
        chance = random.Random(f"{self.part}:{self.seed}:{self.batch}:{number}")
        tables = PARTS[self.part].tables
        request = dict(chance.choices([table for _, table in tables], [often for often, _ in tables])[0])
        seats: int = request.pop("players")
        game = Game.new(players="ABCDEF"[:seats], seed=chance.randbytes(32).hex(), **request)
        rivals = [*LEAGUE, *(["past"] if self.past else [])]
        rival = chance.choices(rivals, [self._weight(name) for name in rivals])[0]
        mixed, trained = chance.random() < MIXED, chance.randrange(seats)
        players: list[Player] = []
        learning: dict[int, Apprentice] = {}
        for seat in range(seats):
            kind = chance.choice(rivals) if mixed else rival
            if seat == trained or game.table.partner(seat, trained) or chance.random() < TWINS:
                learning[seat] = Apprentice(game.names, seat, self.weights)
                players.append(learning[seat])
            elif kind == "past":
                players.append(Apprentice(game.names, seat, chance.choice(self.past)))
            else:
                players.append(LEAGUE[kind](game.names, seat, chance, self.ledger))
        while game.ask is not None and game.seq < LONGEST:
            seat, options = next(iter(game.ask.options.items()))
            view = game.view(seat)
            move = players[seat].choose(view, options, chance)
            if seat in learning:
                learning[seat].tell(self.ledger, view, options, move)
            for event in game.decide(seat, move):
                for player in players:
                    if visible_to(event, player.seat):
                        player.observe(event)
        winners = game.winners or ()
        alone = game.table.edition.teams is None
        shares = max(1, len(winners)) if alone else 1
        tally = self.tallies["mixed" if mixed else rival]
        tally[0] = _FADES * tally[0] + (trained in winners) / shares * (seats if alone else 2)
        tally[1] = _FADES * tally[1] + 1
        return [(player.steps, (seat in winners) / shares) for seat, player in learning.items()]

    def _weight(self, rival: str) -> float:
        """How often a member is met: the oftener the worse that goes."""
        won, played = self.tallies[rival]
        return 1 / max(0.5, won / played) if played > _KNOWN else 1.0

    # Keeping

    def taught(self) -> dict[str, Any]:
        """The weights as data/ai/strong.json has them for this part."""
        return {name: array.round(3).tolist() for name, array in self.average.items()}

    def save(self, path: Path) -> None:
        """Keeps everything in a file; one that was there before stays whole until then."""
        arrays = {f"weight {name}": array for name, array in self.weights.items()} | self.optimiser.arrays
        arrays |= {f"average {name}": array for name, array in self.average.items()}
        for number, past in enumerate(self.past):
            arrays |= {f"past {number} {name}": array for name, array in past.items()}
        known = {"part": self.part, "seed": self.seed, "games": self.games, "batch": self.batch}
        known |= {"past": len(self.past), "ledger": vars(self.ledger), "tallies": self.tallies}
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = path.with_suffix(".part.npz")
        np.savez(kept, known=np.array(json.dumps(known)), **arrays)
        os.replace(kept, path)

    @classmethod
    def resumed(cls, path: Path) -> "Training":
        """The training that a file keeps. Raises LabError if it cannot be read."""
        try:
            with np.load(path) as kept:
                arrays: Arrays = dict(kept)
            known = json.loads(str(arrays.pop("known")))
            training = cls(known["part"], known["seed"], known["games"])
            training.batch = known["batch"]
            shapes = {name: array.shape for name, array in training.weights.items()}
            training.weights = {name: arrays.pop(f"weight {name}") for name in shapes}
            training.average = {name: arrays.pop(f"average {name}") for name in shapes}
            fits = shapes == {name: array.shape for name, array in training.weights.items()}
            if not fits or known["ledger"].keys() != vars(training.ledger).keys():
                raise LabError(f"{path} keeps a training of another version; delete it to begin anew.")
            training.past = [
                {name: arrays.pop(f"past {number} {name}") for name in shapes} for number in range(known["past"])
            ]
            training.optimiser.arrays = arrays
            vars(training.ledger).update(known["ledger"])
            training.tallies.update(known["tallies"])
        except UNREADABLE as error:
            raise LabError(f"{path} holds no training that could go on; delete it to begin anew.") from error
        return training
