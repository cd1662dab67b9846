"""A learner that trains a network to beat a kind of AI seat, as the strong seat's networks are trained.

It begins with a network of the strong seat, and sees what that sees.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.ai.evaluation.inputs import INPUTS
from engine.ai.evaluation.network import network_for
from lab.training.curriculum import CURRICULA, RATE
from lab.training.network_in_training import Apprentice, NetworkInTraining, Played, read_weights
from lab.variant import Variant


class NetworkLearner:
    """A network that learns after each batch of games."""

    name = "the learner"
    _player: Apprentice
    """The player in the game to learn from, until it has ended."""

    def __init__(self, where: Variant, seed: int, start: Path) -> None:
        network = network_for(where.deal(seed, 0).table.edition)
        self._network = NetworkInTraining(INPUTS[network], read_weights(network, start), RATE, prior=0.0)
        self._batch = CURRICULA[network].games
        self._seed = seed
        self._played: list[Played] = []
        self._has_finished = False

    def begin(self, done: float) -> None:
        """Begins a game, after this share of the games to learn from; after all of them nothing more is learnt."""
        self._has_finished = done == 1

    def new_player(self, names: Sequence[str], seat: int) -> Apprentice:
        """Returns the player for the next game."""
        weights = self._network.average if self._has_finished else self._network.weights
        self._player = Apprentice(names, seat, self._network.inputs, weights)
        return self._player

    def learn(self, share: float) -> None:
        """Learns from the game, of which the player's share in the victory is given."""
        self._played.append((self._player.samples, share))
        del self._player  # the network is sent to other processes, not the game
        if len(self._played) == self._batch:
            self._network.learn(self._played, (self._seed, self._network.batch))
            self._played.clear()

    def __len__(self) -> int:
        return sum(array.size for array in self._network.average.values())
