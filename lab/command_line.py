"""How a program of the laboratory begins, prints its result, and ends: with a sentence if something is wrong."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from engine import Refused
from engine.ai.evaluation.network import BadWeights
from lab import compiled
from lab.errors import LabError
from lab.parallel import GC_THRESHOLD


def start(program: str, main: Callable[[], int]) -> NoReturn:
    """Runs the program `python -m PROGRAM`, with the compiled engine if there is one.

    The system's requests to end do what Ctrl-C does, so that no program that was started stays behind.
    """
    compiled.prefer(program, sys.argv[1:])
    gc.set_threshold(GC_THRESHOLD)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(number, signal.default_int_handler)
    sys.exit(main())


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
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except AttributeError:
        raise LabError("The result cannot be printed: standard output is closed.") from None
    except OSError as error:
        # When Python ends, it would write the rest of the buffer again, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise LabError(f"The result cannot be printed: {error.strerror}.") from error
