"""Workers: spreads work over processes, and says on standard error how far it is."""

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Final, TypeVar

from lab.errors import LabError

T = TypeVar("T")
R = TypeVar("R")

_LARGEST: Final = 16
"""Pieces that a process is given at once, at most."""
_SELDOM: Final = 50_000
"""New objects after which a process looks for unused ones: games make many, and leave none."""
_QUIET: Final = 5.0
"""Seconds after which, and then again and again, a run says how far it is."""


def jobs_here() -> int:
    """How many processes this machine can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(task: Callable[[T], R], work: Sequence[T], jobs: int, progress: "Progress") -> Generator[R]:
    """The result of every piece of work, in the order of the work, whatever the number of `jobs`.

    `task` is a function of a module; every piece is a step of `progress`. Raises LabError if a process dies, and
    whatever `task` raises; the work that others are at is given up then.
    """
    if jobs == 1 or len(work) <= 1:
        for piece in work:
            yield task(piece)
            progress.step()
        return
    size = max(1, min(_LARGEST, len(work) // (_LARGEST * jobs)))
    others = active_children()
    with ProcessPoolExecutor(min(jobs, len(work)), get_context("spawn"), initializer=_begin) as pool:
        try:
            with _ctrl_c_ignored():  # as the processes do that begin here
                parts = [pool.submit(_each, task, work[at : at + size]) for at in range(0, len(work), size)]
            parts.reverse()
            while parts:
                results = parts.pop().result()
                for number, result in enumerate(results, 1):
                    yield result
                    progress.step(len(results) - number)
        except BaseException as error:
            for process in active_children():
                if process not in others:
                    process.terminate()
            if isinstance(error, BrokenProcessPool):
                raise LabError("A process of this run was killed, perhaps because memory ran out.") from error
            raise


def _each(task: Callable[[T], R], pieces: Sequence[T]) -> list[R]:
    return [task(piece) for piece in pieces]


@contextmanager
def _ctrl_c_ignored() -> Generator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin() -> None:
    gc.set_threshold(_SELDOM)
    # Whoever presses Ctrl-C means the run, which then ends its processes. If it is killed, they notice it here.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    run = parent_process()
    if run is not None:
        threading.Thread(target=lambda: (run.join(), os._exit(1)), daemon=True).start()


class Progress:
    """Says on standard error, every few seconds, how many of `whole` pieces of work are done.

    Ctrl-C ends a `with` block over it early, without an error: what has been done counts. `interrupted` is then a
    sentence that says how far the work was.
    """

    def __init__(self, whole: int, what: str) -> None:
        self.interrupted = ""
        self._whole = whole
        self._what = what
        self._done = 0
        self._began = self._said = time.monotonic()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if kind is None or not issubclass(kind, KeyboardInterrupt):
            return False
        self.interrupted = f"Interrupted after {self._done:,} of {self._whole:,} {self._what}; these are counted."
        return True

    def step(self, more: int = 0) -> None:
        """One more is done, and so many besides, for which this is called at once, too."""
        self._done += 1
        now = time.monotonic()
        if now - self._said < _QUIET:
            return
        self._said = now
        done = self._done + more
        left = (now - self._began) / done * (self._whole - done)
        part = done / self._whole
        sys.stderr.write(f"{done:,} of {self._whole:,} {self._what}, {part:.0%}, {_duration(left)} to go\n")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"
