"""How a command of the laboratory prints its result, and ends: with a sentence if something is wrong."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import Any

from engine import Refused
from engine.ai.evaluation.network import BadWeights
from lab.errors import LabError


def exit_code(command: Callable[[], int]) -> int:
    """Runs a command and returns its exit code: 130 if it was interrupted, 2 if it failed."""
    try:
        return command()
    except (LabError, Refused, BadWeights) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt as stop:
        sys.stderr.write(f"Interrupted. {stop}".rstrip() + "\n")
        return 130


def say(text: str) -> None:
    """Prints a result. Raises LabError if nobody can read it."""
    if not sys.stdout or sys.stdout.closed:
        raise LabError("The result cannot be printed: standard output is closed.")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # When Python ends, it would write the rest of the buffer again, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise LabError(f"The result cannot be printed: {error.strerror}.") from error


class Parser(argparse.ArgumentParser):
    """A parser that says so if its help cannot be printed."""

    def print_help(self, file: Any = None) -> None:
        """Prints the help on standard output."""
        try:
            say(self.format_help())
        except LabError as error:
            self.exit(2, f"{error}\n")
