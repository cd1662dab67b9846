"""Entrants: who plays in the laboratory, named in a word such as `medium` or `medium:bold`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ai import KINDS, LEVELS, TEMPERAMENTS, Player
from lab.errors import LabError


@dataclass(frozen=True)
class Entrant:
    """A kind of AI seat, with the temperament it plays with; None for the kind's own."""

    kind: str
    temperament: str | None = None

    @property
    def name(self) -> str:
        """The word that `parsed` understands."""
        return self.kind if self.temperament is None else f"{self.kind}:{self.temperament}"

    def seated(self, names: Sequence[str], seat: int) -> Player:
        """A player of this sort for one game and seat."""
        if self.temperament is None:
            return KINDS[self.kind](names, seat)
        return KINDS[self.kind](names, seat, temperament=self.temperament)


def parsed(word: str) -> Entrant:
    """The entrant that a word names: `KIND` or `KIND:TEMPERAMENT`. Raises LabError if there is none."""
    kind, given, temperament = word.partition(":")
    if kind not in KINDS:
        raise LabError(f"There is no kind {kind!r}; there are {', '.join(KINDS)}.")
    if not given:
        return Entrant(kind)
    if kind not in LEVELS:
        raise LabError(f"{kind} takes no temperament; {', '.join(LEVELS)} do.")
    if temperament not in TEMPERAMENTS:
        raise LabError(f"There is no temperament {temperament!r}; there are {', '.join(TEMPERAMENTS)}.")
    return Entrant(kind, temperament)
