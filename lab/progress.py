"""Prints the progress of a run on standard error every few seconds."""

import sys
import time
from typing import Final

_INTERVAL_SECONDS: Final = 5.0


class Failure(str):
    """The sentence about a run that was interrupted by a failure, and not by Ctrl-C."""


class Progress:
    """Prints how many of `total` pieces of work are done; `what` names the pieces.

    Used as a context manager, it ends the work without an error when Ctrl-C is pressed. Then `interrupted` is a
    sentence that says how much was done; otherwise it is empty.
    """

    def __init__(self, total: int, what: str) -> None:
        self.interrupted = ""
        self._total = total
        self._what = what
        self._done = 0
        self._started = self._printed = time.monotonic()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, KeyboardInterrupt):
            return False
        self.interrupted = f"Interrupted after {self._done:,} of {self._total:,} {self._what}; these are counted."
        return True

    def advance(self, also_done: int = 0) -> None:
        """Counts one finished piece of work, and prints the progress if it is time.

        `also_done` is the number of pieces that are finished too, but for which this method has not been called
        yet.
        """
        self._done += 1
        now = time.monotonic()
        if now - self._printed < _INTERVAL_SECONDS:
            return
        self._printed = now
        done = self._done + also_done
        left = (now - self._started) / done * (self._total - done)
        part = done / self._total
        sys.stderr.write(f"{done:,} of {self._total:,} {self._what}, {part:.0%}, {_duration(left)} to go\n")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"
