"""Entrants: the AI seats that play in the laboratory, each named by a word such as `medium` or `medium:bold`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ai import KINDS, LEVELS, TEMPERAMENTS, Player
from lab.errors import LabError


@dataclass(frozen=True)
class Entrant:
    """A kind of AI seat and its temperament; None is the kind's own temperament."""

    kind: str
    temperament: str | None = None

    @property
    def name(self) -> str:
        """The word for this entrant, as `parse` reads it."""
        return self.kind if self.temperament is None else f"{self.kind}:{self.temperament}"

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns a player of this kind for one game and seat."""
        if self.temperament is None:
            return KINDS[self.kind](names, seat)
        return KINDS[self.kind](names, seat, temperament=self.temperament)


def parse(word: str) -> Entrant:
    """Returns the entrant that `KIND` or `KIND:TEMPERAMENT` names. Raises LabError if there is none."""
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
