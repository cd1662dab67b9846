"""Commands that take long, and write a file that is shipped.

They save their state in a file after every few batches of work. If one is interrupted, the same command continues
from that file.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from zipfile import BadZipFile

from lab.errors import LabError, import_optional
from lab.files import atomic_write, prepare, write
from lab.reports.report import exit_code, say

_STATE_ERRORS: Final = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, BadZipFile)
"""The errors that reading a state file may raise if it is damaged, or has another shape or type."""


def run_command(
    parser: argparse.ArgumentParser,
    words: Sequence[str] | None,
    state: Path,
    out: Path,
    make: Callable[[argparse.Namespace], str],
) -> int:
    """Adds `--state` and `--out` to the arguments of a command and runs a command line. Returns the exit code.

    `make` returns the text of the file `--out`, which is written only when that text is complete. First it tests
    that both files can be written.
    """
    parser.add_argument("--state", type=Path, default=state, help="the file that holds the state meanwhile")
    parser.add_argument("--out", type=Path, default=out, help="the file that is made")
    args = parser.parse_args(words)

    def run() -> int:
        import_optional("numpy", "train")
        for path in (args.state, args.out):
            prepare(path)
        try:
            write(args.out, make(args) + "\n")
        except KeyboardInterrupt:
            raise KeyboardInterrupt("The same command continues where it stopped.") from None
        say(f"{args.out} is made.\n")
        return 0

    return exit_code(run)


class BatchWork(Protocol):
    """Work that is done in batches; `batch` is the number of finished batches."""

    batch: int

    def advance(self) -> None:
        """Does one batch."""
        ...

    def save(self, path: Path) -> None:
        """Saves the whole state in a file."""
        ...

    def summary(self) -> str:
        """Returns the result so far in a few words."""
        ...


def run_batches(work: BatchWork, batches: int, state: Path, *, save_every: int = 1, label: str = "") -> None:
    """Does the batches that are left, and saves the state after every `save_every` batches and after the last one.

    Whenever it saves, it prints the label and the progress on standard error.
    """
    first, began = work.batch, time.monotonic()
    while work.batch < batches:
        work.advance()
        if work.batch % save_every and work.batch < batches:
            continue
        work.save(state)
        minutes = (time.monotonic() - began) / (work.batch - first) * (batches - work.batch) / 60
        sys.stderr.write(
            f"{label}{work.batch:,} of {batches:,} batches, {minutes:.0f} min to go; {work.summary()}\n"
        )


def save_state(path: Path, known: object, arrays: Mapping[str, Any]) -> None:
    """Saves a state: what is known, as JSON, and arrays by name. Raises LabError."""
    numpy = import_optional("numpy", "train")
    with atomic_write(path) as part, part.open("wb") as file:
        numpy.savez(file, known=numpy.array(json.dumps(known)), **arrays)


@contextmanager
def saved_state(path: Path) -> Generator[tuple[Any, dict[str, Any]]]:
    """Yields what `save_state` has saved. Raises LabError if that cannot be read, or does not fit the block."""
    try:
        with import_optional("numpy", "train").load(path) as saved:
            arrays = dict(saved)
        yield json.loads(str(arrays.pop("known"))), arrays
    except _STATE_ERRORS as error:
        raise LabError(f"{path} holds no state of this version; delete it to begin anew.") from error
