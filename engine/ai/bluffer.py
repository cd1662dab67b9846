"""The bluffing seat: weighs what each answer may lead to, lies where that pays, and doubts what is unlikely."""

import random
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from engine.ai.evaluation.beliefs import Memory
from engine.ai.evaluation.evaluator import Judge, Weighed, weigh
from engine.ai.honest import HonestPlayer, drawn
from engine.ai.temperaments import EVEN, TEMPERAMENTS
from engine.events import Event
from engine.moves import CHALLENGE, PROVE, Move

_PATIENCE: Final = 4
"""Rounds without a lost card after which, and then again and again, its heat doubles: no game goes on for ever."""
_LONG: Final = 20
"""Rounds of a game after which its heat doubles as often, whoever loses cards."""


class Bluffer(HonestPlayer):
    """Chooses at random, the better options more often.

    `heat` is how much worse, in chances to win, an option may seem that is still chosen about a third as often as
    the best. `temperament` is a name out of TEMPERAMENTS.

    A subclass may override how it leans to its options (`leanings`), what its temperament adds (`bias`), or the
    whole choice among weighed options (`pick`). `memory` is what it remembers of everybody, `enemy` the seat that
    last challenged it or aimed an action at it, None if nobody did.
    """

    def __init__(self, names: Sequence[str], seat: int, heat: float, temperament: str = "even") -> None:
        super().__init__(names, seat)
        self.temperament = TEMPERAMENTS[temperament]
        self._heat = heat
        self.memory = Memory(len(names))
        self.enemy: int | None = None

    def observe(self, event: Event) -> None:
        """Remembers claims, challenges and lies, and who did it harm."""
        self.memory.observe(event)
        if event["type"] in ("challenge", "action") and self.seat in (event.get("against"), event.get("target")):
            self.enemy = event["by"]

    def worths(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """About how often it would win after each option; None where it does not weigh them."""
        weighed = weigh(Judge(self.seat, view, self.memory), options)
        return None if weighed is None else [option.worth for option in weighed]

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """An option, the likelier the better it seems."""
        if PROVE in options:
            return PROVE
        if len(options) == 1:
            return options[0]
        judge = Judge(self.seat, view, self.memory)
        weighed = weigh(judge, options)
        if weighed is None:
            return super().choose(view, options, chance)
        return self.pick(judge, options, weighed, chance)

    def pick(
        self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed], chance: random.Random
    ) -> Move:
        """Chooses among several options. `weighed` is what the evaluator says of each, in the same order."""
        memory = self.memory
        restless = max(0.0, memory.rounds_in_peace / _PATIENCE - 1, (memory.rounds - _LONG) / _PATIENCE)
        return self._drawn(
            judge.view, options, self.leanings(judge, options, weighed), self._heat, 2**restless, chance
        )

    def _drawn(
        self,
        view: Mapping[str, Any],
        options: Sequence[Move],
        leanings: Sequence[float],
        heat: float,
        boldness: float,
        chance: random.Random,
    ) -> Move:
        """One of the options, as it leans to them (with this heat) and by its temperament."""
        own = self.temperament
        if own is not EVEN:
            leanings = [
                leaning + self.bias(move, view, lies=true is False) / heat
                for leaning, move, true in zip(leanings, options, view["prompt"]["truthful"], strict=True)
            ]
        calm = 1 / (own.heat * boldness)
        best = max(leanings)
        return drawn(options, [exp((leaning - best) * calm) for leaning in leanings], chance)

    def leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        """By how much the seat leans to each option.

        An option is chosen in proportion to exp(leaning); only differences count.
        """
        return [each.worth / self._heat for each in weighed]

    def bias(self, move: Move, view: Mapping[str, Any], *, lies: bool) -> float:
        """What the temperament adds to the worth of an option; `lies` if the option makes a false claim."""
        own, claim = self.temperament, view["claim"]
        against = move.target
        if claim is not None and (move is CHALLENGE or move.do == "claim"):
            against = self.names.index(claim["by"])
        leaning = own.lie * lies + own.doubt * (move is CHALLENGE)
        return leaning + own.grudge * (against is not None and against == self.enemy)
