"""The strong seat: the evaluator of the bluffing seat, corrected by what playing a league has taught.

In a duel of one card each it plays by a table.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.bluffer import Bluffer
from engine.ai.evaluation.duel import Duel, is_duel, table
from engine.ai.evaluation.evaluator import Judge, Weighed, weigh
from engine.ai.evaluation.features import option_features, state_features
from engine.ai.evaluation.network import networks
from engine.events import Event
from engine.moves import CHALLENGE, PASS, PROVE, Move

HEAT: Final = 0.005
"""How much worse, in chances to win, an option seems that the evaluator alone chooses a third as often."""
FLOOR: Final = -6.0
"""The evaluator alone never leans against an option by more than this."""
LYING_FLOOR: Final = -2.3
DUEL_LYING_FLOOR: Final = -4.5
"""Nor against a lie, among several and when two are left. Among several the evaluator fears more challenges than
come: so nearly every claim would be true, and everybody could rely on that.
"""
DARING_FLOOR: Final = -3.5
"""Nor against a challenge, or letting pass: training must try both now and then to learn where they pay."""

_TWO: Final = 2


def evaluator_leanings(judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
    """By how much the evaluator alone leans to each option: 0 for the best, less for the others."""
    best = max([each.worth for each in weighed])
    lying = LYING_FLOOR if len(judge.others) > 1 else DUEL_LYING_FLOOR
    floors = [
        DARING_FLOOR if move is CHALLENGE or move is PASS else lying if each.true < 0 else FLOOR
        for move, each in zip(options, weighed, strict=True)
    ]
    return [max(floor, (each.worth - best) / HEAT) for floor, each in zip(floors, weighed, strict=True)]


class Strong(Bluffer):
    """Chooses at random, the better options more often; which those are was learnt in a league of players.

    `temperament` is a name out of TEMPERAMENTS. Raises BadWeights where its weights cannot be used.
    """

    def __init__(self, names: Sequence[str], seat: int, temperament: str = "even") -> None:
        super().__init__(names, seat, HEAT, temperament)
        networks()
        table()
        self._duel = Duel(seat) if len(names) == _TWO else None

    def observe(self, event: Event) -> None:
        """Remembers what every bluffing seat does, and what a duel's table goes by."""
        super().observe(event)
        if self._duel is not None:
            self._duel.observe(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """An option, the likelier the better it seems."""
        if PROVE not in options and len(options) > 1 and (worths := self._solved(view, options)) is not None:
            heat: float = table()["heat"]
            return self._drawn(view, options, [worth / heat for worth in worths], heat, 1.0, chance)
        return super().choose(view, options, chance)

    def worths(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """About how often it would win after each option, as what it learnt corrects that; None if not weighed."""
        if (solved := self._solved(view, options)) is not None:
            return solved
        judge = Judge(self.seat, view, self.memory)
        weighed = weigh(judge, options)
        if weighed is None:
            return None
        taught = self._taught(judge, options, weighed)
        most = max(taught)
        corrected = (each.worth + HEAT * (more - most) for each, more in zip(weighed, taught, strict=True))
        return [min(1.0, max(0.0, worth)) for worth in corrected]

    def _solved(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float] | None:
        return self._duel.worths(view, options) if self._duel is not None and is_duel(view) else None

    def leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        """By how much the seat leans to each option: the evaluator's leaning plus the network's."""
        taught = self._taught(judge, options, weighed)
        return [own + more for own, more in zip(evaluator_leanings(judge, options, weighed), taught, strict=True)]

    def _taught(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        network = networks().several if self._duel is None else networks().duel
        state = state_features(judge, self.memory)
        return network.leanings(state, option_features(judge, self.memory, options, weighed))
