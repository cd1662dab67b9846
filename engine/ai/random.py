"""The random seat: any option is as likely as any other."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.ai.player import Player
from engine.moves import Move


class RandomPlayer(Player):
    """Chooses uniformly among its options."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns any option."""
        return options[chance.randrange(len(options))]

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        """Returns the same probability for each option."""
        return [1 / len(options)] * len(options)
