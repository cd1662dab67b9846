"""Contenders: the participants of a match or a data set, kinds of AI seats, Python classes or programs."""

import argparse
from collections.abc import Sequence
from typing import Final

from engine.ai import Player
from lab import entrants
from lab.entrants import Entrant
from lab.errors import LabError
from lab.programs.program import Fault, Program, ProgramPlayer

_ANSWER_SECONDS: Final = 5.0
MAX_FAULTS: Final = 3
"""Faults of one player that end a run."""


class Contender:
    """A participant: a kind of AI seat or a Python class, or a program, which it starts.

    `word` names the kind or the class, or is the command line of the program; `seconds` is the time for each
    answer. Raises LabError if `word` is neither.
    """

    def __init__(self, word: str, seconds: float) -> None:
        self.name = word
        self._seconds = seconds
        self._kind_or_program: Entrant | Program | None
        if entrants.is_entrant(word):
            self._kind_or_program = entrants.parse(word)
            return
        try:
            self._kind_or_program = Program(word, seconds)
        except LabError as error:
            raise LabError(f"{word!r} is no kind of AI seat, and as a program {error}") from None

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns the participant's player for one game and seat.

        Raises LabError if a killed program does not start again.
        """
        if isinstance(self._kind_or_program, Entrant):
            return self._kind_or_program.new_player(names, seat)
        if self._kind_or_program is None:
            self._kind_or_program = Program(self.name, self._seconds)
        return ProgramPlayer(names, seat, self._kind_or_program)

    def close(self) -> str | None:
        """Ends a program after its last game.

        Returns the fault that it committed at the end, None if there is none.
        """
        try:
            if isinstance(self._kind_or_program, Program):
                self._kind_or_program.close()
        except Fault as fault:
            return str(fault)
        return None

    def kill(self) -> None:
        """Ends a program at once. It is started again for its next game."""
        if isinstance(self._kind_or_program, Program):
            self._kind_or_program.kill()
            self._kind_or_program = None


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
