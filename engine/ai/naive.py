"""The naive seat, the kind `honest`: makes only true claims, and does not judge which option is the best."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.distribution import normalised
from engine.ai.honest import is_impossible
from engine.ai.player import Player
from engine.moves import CHALLENGE, Move

_COUP_WEIGHT: Final = 24.0
"""A Coup is this many times as likely as any other declaration."""


class NaivePlayer(Player):
    """Makes only true claims. Challenges only claims that cannot be true, by the cards it sees.

    All other options that are no lies are equally likely, except that it prefers a Coup. Often it does not block
    what it could, so two of them that hold the same card do not attack and block each other for ever.
    """

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        """Returns how likely `choose` is to return each option."""
        if CHALLENGE in options and is_impossible(view, self.names[self.seat]):
            return [float(move is CHALLENGE) for move in options]
        weights = [
            0.0 if true is False or move is CHALLENGE else _COUP_WEIGHT if move.action == "coup" else 1.0
            for move, true in zip(options, view["prompt"]["truthful"], strict=True)
        ]
        return normalised(weights if any(weights) else [1.0] * len(options))
