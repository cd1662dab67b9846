"""The strong seat: the evaluator of the bluffing seat, corrected by what playing a league has taught."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.bluffer import Bluffer
from engine.ai.judging.features import option_features, state_features
from engine.ai.judging.judge import Judge, Weighed, weigh
from engine.ai.judging.network import network
from engine.moves import CHALLENGE, Move

HEAT: Final = 0.005
"""How much worse, in chances to win, an option seems that the evaluator alone chooses a third as often."""
FLOOR: Final = -6.0
"""The evaluator alone never leans against an option by more than this."""
LYING_FLOOR: Final = -4.5
DARING_FLOOR: Final = -3.5
"""Nor against a lie, or a challenge: training must try them now and then to learn where they pay."""


def leanings(options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
    """How the evaluator alone leans to each option, the best 0."""
    best = max([each.worth for each in weighed])
    return [
        max(_floor(move, each), (each.worth - best) / HEAT) for move, each in zip(options, weighed, strict=True)
    ]


def _floor(move: Move, weighed: Weighed) -> float:
    return DARING_FLOOR if move is CHALLENGE else LYING_FLOOR if weighed.true < 0 else FLOOR


class Strong(Bluffer):
    """Chooses at random, the better options more often; which those are was learnt in a league of players.

    `temperament` is a name out of TEMPERAMENTS. Raises BadWeights where its weights cannot be used.
    """

    def __init__(self, names: Sequence[str], seat: int, temperament: str = "even") -> None:
        super().__init__(names, seat, HEAT, temperament)
        network()

    def worths(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """About how often it would win after each option, as what it learnt corrects that; None if not weighed."""
        judge = Judge(self.seat, view, self._memory)
        weighed = weigh(judge, options)
        if weighed is None:
            return None
        taught = self._taught(judge, options, weighed)
        most = max(taught)
        corrected = (each.worth + HEAT * (more - most) for each, more in zip(weighed, taught, strict=True))
        return [min(1.0, max(0.0, worth)) for worth in corrected]

    def _leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        taught = self._taught(judge, options, weighed)
        return [own + more for own, more in zip(leanings(options, weighed), taught, strict=True)]

    def _taught(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        state = state_features(judge, self._memory)
        return network().leanings(state, option_features(judge, self._memory, options, weighed))
