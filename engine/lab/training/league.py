"""The league: who a seat in training plays against, so that it learns to beat more than one way of playing."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.ai import Player
from engine.ai.bluffer import Bluffer
from engine.ai.honest import HonestPlayer
from engine.ai.temperaments import Temperament
from engine.moves import Move

_FADES: Final = 0.995
"""What is left of what the ledger knows, after each further claim."""
_TESTED: Final = 20.0
"""So many claims and challenges a statistical learner believes to have seen of everybody when a game begins."""


class Ledger:
    """What can be known of a seat in training across games: how often it lies, and how often it challenges."""

    def __init__(self) -> None:
        self.lies = self.dares = 0.0
        self.claims = self.heard = 1.0

    def enter(self, view: Mapping[str, Any], options: Sequence[Move], move: Move) -> None:
        """Enters one decision of a seat in training."""
        true = view["prompt"]["truthful"][options.index(move)]
        if true is not None:
            self.lies = _FADES * self.lies + (true is False)
            self.claims = _FADES * self.claims + 1
        if any(option.do == "challenge" for option in options):
            self.dares = _FADES * self.dares + (move.do == "challenge")
            self.heard = _FADES * self.heard + 1


class Learner(Bluffer):
    """A bluffing seat that knows from earlier games how often everybody else lies and challenges."""

    def __init__(self, names: Sequence[str], seat: int, ledger: Ledger) -> None:
        super().__init__(names, seat, heat=0.003)
        memory = self._memory
        for other in range(len(names)):
            if other != seat:
                memory.expect(
                    other,
                    lies=_TESTED * ledger.lies / ledger.claims,
                    truths=_TESTED * (1 - ledger.lies / ledger.claims),
                    dares=3 * _TESTED * ledger.dares / ledger.heard,
                    heard=3 * _TESTED,
                )


class Wild(Bluffer):
    """A bluffing seat with numbers drawn by chance: rushers, callers, liars, timid ones, and all between."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random) -> None:
        super().__init__(names, seat, heat=10 ** chance.uniform(-2.7, -1.4))
        self._temperament = Temperament(lie=chance.uniform(-0.04, 0.06), doubt=chance.uniform(-0.03, 0.05))


Member = Callable[[Sequence[str], int, random.Random, Ledger], Player]

LEAGUE: Final[Mapping[str, Member]] = {
    "honest": lambda names, seat, chance, ledger: HonestPlayer(names, seat),
    "medium": lambda names, seat, chance, ledger: Bluffer(names, seat, heat=0.005),
    "learner": lambda names, seat, chance, ledger: Learner(names, seat, ledger),
    "wild": lambda names, seat, chance, ledger: Wild(names, seat, chance),
}
"""The members by name; each is made with the players' names, its seat, its luck, and the trainees' ledger."""
