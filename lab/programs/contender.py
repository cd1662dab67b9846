"""Contenders: the participants of a match or a data set, kinds of AI seats, Python classes or programs."""

import argparse
from collections.abc import Iterable
from typing import Final

from lab import entrants
from lab.entrants import Entrant
from lab.errors import LabError
from lab.programs.program import Program

_ANSWER_SECONDS: Final = 5.0
MAX_FAULTS: Final = 3
"""Faults of one player that end a run."""


def contender(word: str, seconds: float) -> Entrant | Program:
    """Returns a participant: a kind of AI seat or a Python class, or a program, which it starts.

    `word` names the kind or the class, or is the command line of the program; `seconds` is the time for each
    answer. Raises LabError if `word` is neither.
    """
    if entrants.is_entrant(word):
        return entrants.parse(word)
    try:
        return Program(word, seconds)
    except LabError as error:
        raise LabError(f"{word!r} is no kind of AI seat, and as a program {error}") from None


def kill(contenders: Iterable[Entrant | Program]) -> None:
    """Ends the programs among contenders at once. Each is started again for its next game."""
    for each in contenders:
        if isinstance(each, Program):
            each.kill()


def add_seconds_argument(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for the time that a program has for each answer."""
    told = f"for each answer of a program (default {_ANSWER_SECONDS:g})"
    parser.add_argument("--seconds", type=_seconds, default=_ANSWER_SECONDS, help=told)


def _seconds(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = 0.0
    if not 0 < found <= 3600:
        raise argparse.ArgumentTypeError(f"{word!r} is no number of seconds")
    return found
