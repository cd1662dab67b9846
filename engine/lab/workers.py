"""Workers: spreads work over processes, and says on standard error how far it is."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_QUIET: Final = 5.0
"""Seconds after which, and then again and again, a run says how far it is."""


def jobs_here() -> int:
    """How many processes this machine can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(task: Callable[[T], R], work: Sequence[T], jobs: int, what: str) -> Iterator[R]:
    """The result of every piece of work, in the order of the work, whatever the number of `jobs`.

    `task` is a function of a module. `what` names the pieces in the messages about progress.
    """
    progress = Progress(len(work), what)
    if jobs == 1 or len(work) == 1:
        for piece in work:
            yield task(piece)
            progress.step()
        return
    with ProcessPoolExecutor(min(jobs, len(work)), get_context("spawn"), initializer=_heedless) as pool:
        try:
            for result in pool.map(task, work, chunksize=max(1, min(16, len(work) // (16 * jobs)))):
                yield result
                progress.step()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _heedless() -> None:
    # Whoever presses Ctrl-C means the run; its workers end with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Progress:
    """Says on standard error, every few seconds, how many of `whole` pieces of work are done."""

    def __init__(self, whole: int, what: str) -> None:
        self._whole = whole
        self._what = what
        self._done = 0
        self._began = self._said = time.monotonic()

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if now - self._said < _QUIET:
            return
        self._said = now
        left = (now - self._began) / self._done * (self._whole - self._done)
        part = self._done / self._whole
        sys.stderr.write(f"{self._done:,} of {self._whole:,} {self._what}, {part:.0%}, {_duration(left)} to go\n")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"
