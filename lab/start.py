"""How the laboratory begins: with the compiled engine, if there is one, and safe standard streams."""

import gc
import io
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final, NoReturn

GC_THRESHOLD: Final = 50_000
"""New objects between two runs of the garbage collector: games create many objects, and few cycles."""


class _StandardError(io.TextIOWrapper):
    """Standard error whose writes never fail: a run continues even if nobody can read its messages."""

    def write(self, text: str, /) -> int:
        with suppress(OSError, ValueError):
            super().write(text)
        return len(text)


def start() -> NoReturn:
    """Runs the command line of `python -m lab`, and ends with its exit code.

    The system's requests to end do what Ctrl-C does, so that no program that was started stays behind.
    """
    try:
        _open_streams()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores SIGHUP
                signal.signal(number, signal.default_int_handler)
        import_module("lab.compiled").prefer(sys.argv[1:])
        gc.set_threshold(GC_THRESHOLD)
        code = import_module("lab.commands").main()
    except KeyboardInterrupt:  # while modules are imported; later, `main` tells what was done
        sys.stderr.write("Interrupted.\n")
        code = 130
    sys.exit(code)


def _open_streams() -> None:
    """Opens closed standard streams, so that no file gets their numbers, and lets them write any text."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    if sys.stdout:
        sys.stdout.reconfigure(errors="backslashreplace")  # pyright: ignore - Python opens it as a TextIOWrapper, typeshed says TextIO
    file = io.FileIO(2, "w", closefd=False)
    sys.stderr = _StandardError(file, errors="backslashreplace", write_through=True)  # pyright: ignore[reportArgumentType] - unbuffered, as Python's own
