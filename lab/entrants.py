"""Entrants: the AI seats that play in the laboratory, each named by a word.

The word is a kind with or without a temperament, such as `medium` or `medium:bold`, or a Python class of another
author, such as `mine:Careful`: the class `Careful` of the module `mine`.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai import KINDS, LEVELS, TEMPERAMENTS, Player
from lab import policies
from lab.errors import LabError, PlayerFailed
from lab.policies import PolicyPlayer

_CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")


@dataclass(frozen=True)
class Entrant:
    """A kind of AI seat and its temperament; None is the kind's own temperament.

    `kind` may also be the name of a Python class, `MODULE:CLASS`.
    """

    kind: str
    temperament: str | None = None

    @property
    def name(self) -> str:
        """The word for this entrant, as `parse` reads it."""
        return self.kind if self.temperament is None else f"{self.kind}:{self.temperament}"

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns a player of this kind for one game and seat. Raises LabError if its class cannot make one."""
        if self.kind not in KINDS:
            try:
                return PolicyPlayer(self.kind, names, seat)
            except PlayerFailed as fault:
                raise LabError(f"{self.kind} cannot be created: {fault}.") from None
        if self.temperament is None:
            return KINDS[self.kind](names, seat)
        return KINDS[self.kind](names, seat, temperament=self.temperament)


def is_entrant(word: str) -> bool:
    """Whether a word names a kind of AI seat or a Python class, and not the command line of a program."""
    return word.partition(":")[0] in KINDS or _CLASS.fullmatch(word) is not None


def parse(word: str) -> Entrant:
    """Returns the entrant that `KIND`, `KIND:TEMPERAMENT` or `MODULE:CLASS` names.

    Raises LabError if there is none.
    """
    kind, given, temperament = word.partition(":")
    if kind not in KINDS:
        if _CLASS.fullmatch(word) is None:
            raise LabError(
                f"There is no kind {word!r}; there are {', '.join(KINDS)}, and Python classes: MODULE:CLASS."
            )
        policies.start(word)
        return Entrant(word)
    if not given:
        return Entrant(kind)
    if kind not in LEVELS:
        raise LabError(f"{kind} takes no temperament; {', '.join(LEVELS)} do.")
    if temperament not in TEMPERAMENTS:
        raise LabError(f"There is no temperament {temperament!r}; there are {', '.join(TEMPERAMENTS)}.")
    return Entrant(kind, temperament)


def add_kinds_argument(parser: argparse.ArgumentParser, *default: str) -> None:
    """Adds the argument that names the kinds that a command compares."""
    told = f"default {' '.join(default)}"
    parser.add_argument("--kinds", nargs="+", metavar="KIND", default=default, help=told)


def parse_all(words: Iterable[str]) -> list[Entrant]:
    """Returns the entrants that words name, each once. Raises LabError."""
    return [parse(word) for word in dict.fromkeys(words)]
