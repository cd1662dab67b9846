"""Work that is spread over several processes, and its progress, printed on standard error every few seconds."""

import gc
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

from lab.errors import LabError
from lab.start import GC_THRESHOLD

_INTERVAL_SECONDS: Final = 5.0
_MAX_CHUNK: Final = 16
"""The most pieces of work that a process is given at once."""
_CHUNKS_OF_A_PROCESS: Final = 32
"""The work of a process comes in at least this many parts, so that all processes end at about the same time."""

T = TypeVar("T")
R = TypeVar("R")


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

    def advance(self) -> None:
        """Counts one finished piece of work, and prints the progress if it is time."""
        self._done += 1
        now = time.monotonic()
        if now - self._printed < _INTERVAL_SECONDS:
            return
        self._printed = now
        left = (now - self._started) / self._done * (self._total - self._done)
        part = self._done / self._total
        sys.stderr.write(f"{self._done:,} of {self._total:,} {self._what}, {part:.0%}, {_duration(left)} to go\n")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"


def processor_count() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_of_process(code: int) -> str:
    """Returns how a process ended, from its exit code."""
    if code >= 0:
        return f"ended itself with exit code {code}"
    return f"was ended by signal {-code}" + (", perhaps because memory ran out" if code == -9 else "")


def parallel_map(task: Callable[[T], R], work: Sequence[T], jobs: int, progress: Progress) -> Generator[R]:
    """Yields the result of each piece of work, in the order of the work, whatever the number of processes.

    `task` must be a function of a module, because it is sent to `jobs` processes. Each finished piece advances
    `progress`. Raises LabError if a process dies, and any error that `task` raises; both end the other processes.
    """
    if jobs == 1 or len(work) <= 1:
        for piece in work:
            yield task(piece)
            progress.advance()
        return
    others, started = active_children(), list[BaseProcess]()
    try:
        with ProcessPoolExecutor(min(jobs, len(work)), get_context("spawn"), initializer=_start_process) as pool:
            try:
                size = max(1, min(_MAX_CHUNK, len(work) // (_CHUNKS_OF_A_PROCESS * jobs)))
                # `pool.map` would cancel what is left, and Python prints a traceback if the processes end then.
                with _ctrl_c_ignored():  # so that the processes that start here ignore it from the beginning
                    chunks = deque(
                        pool.submit(_do_all, task, work[first : first + size])
                        for first in range(0, len(work), size)
                    )
                started += [process for process in active_children() if process not in others]
                while chunks:
                    for result in chunks.popleft().result():
                        yield result
                        progress.advance()
            except BaseException:
                for process in active_children():
                    if process not in others:
                        process.terminate()
                raise
    except BrokenProcessPool as error:
        ends = [code for process in started if (code := process.exitcode) and code != -signal.SIGTERM]
        raise LabError(f"A process of this run {end_of_process(ends[0]) if ends else 'ended'}.") from error


def _do_all(task: Callable[[T], R], work: Sequence[T]) -> list[R]:
    return [task(piece) for piece in work]


def results_so_far(task: Callable[[T], R], work: Sequence[T], jobs: int, what: str) -> tuple[list[R], str]:
    """Returns the results of the work that was done, in order; and if Ctrl-C ended it, a sentence that says so.

    If a later piece fails, the sentence is a Failure. `what` names the pieces of work. Otherwise it does what
    `parallel_map` does.
    """
    found: list[R] = []
    try:
        with Progress(len(work), what) as progress:
            found.extend(parallel_map(task, work, jobs, progress))
    except LabError as error:
        if not found:
            raise
        return found, Failure(
            f"{error} The run ended after {len(found):,} of {len(work):,} {what}; these are counted."
        )
    return found, progress.interrupted


@contextmanager
def _ctrl_c_ignored() -> Generator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_process() -> None:
    gc.set_threshold(GC_THRESHOLD)
    # Ctrl-C reaches every process of the terminal, but only the main one handles it, and ends the others. If the
    # main process is killed, the thread notices that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main = parent_process()
    if main is not None:
        threading.Thread(target=lambda: (main.join(), os._exit(1)), daemon=True).start()
