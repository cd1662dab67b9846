"""The bluffing seat: weighs what each answer may lead to, lies where that pays, and doubts what is unlikely."""

import random
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from engine.ai.beliefs import Memory
from engine.ai.honest import HonestPlayer
from engine.ai.judge import Judge
from engine.events import Event
from engine.moves import PROVE, Move

_PATIENCE: Final = 4
"""Rounds without a lost card after which, and then again and again, its heat doubles: no game goes on for ever."""


class Bluffer(HonestPlayer):
    """Chooses at random, the better options more often.

    `heat` is how much worse, in chances to win, an option may seem that is still chosen about a third as often as
    the best.
    """

    def __init__(self, names: Sequence[str], seat: int, heat: float) -> None:
        super().__init__(names, seat)
        self._heat = heat
        self._memory = Memory(len(names))

    def observe(self, event: Event) -> None:
        """Remembers claims, challenges and lies."""
        self._memory.observe(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """An option, the likelier the better it seems."""
        if PROVE in options:
            return PROVE
        judge = Judge(self.seat, view, self._memory, chance)
        match view["prompt"]["prompt"]:
            case "act" | "avenge":
                worths = [judge.declaration(move) for move in options]
            case "respond" | "estate" | "defuse":
                worths = [judge.answer(move) for move in options]
            case "keep":
                worths = [judge.hand(move.cards or ()) for move in options]
            case "lose" | "give" | "show":
                worths = [judge.parting(move) for move in options]
            case _:
                return super().choose(view, options, chance)
        best, heat = max(worths), self._heat * 2 ** max(0.0, self._memory.rounds_in_peace / _PATIENCE - 1)
        return chance.choices(options, [exp((worth - best) / heat) for worth in worths])[0]
