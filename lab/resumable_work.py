"""Work that takes long, and makes a file that is shipped.

Its state is saved in a file after every few batches. If it is interrupted, the same command continues from there.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from zipfile import BadZipFile

from lab.errors import LabError, import_optional
from lab.files import atomic_write, prepare, write
from lab.reports.report import Report

_STATE_ERRORS: Final = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, BadZipFile)
"""The errors that reading a state file may raise if it is damaged, or has another shape or type."""


def add_files(parser: argparse.ArgumentParser, state: Path, out: Path) -> None:
    """Adds the arguments of a command for the file of its state, and the file that it makes."""
    parser.add_argument("--state", type=Path, default=state, help="the file that holds the state meanwhile")
    parser.add_argument("--out", type=Path, default=out, help="the file that is made")


def made_file(args: argparse.Namespace, make: Callable[[argparse.Namespace], str]) -> Report:
    """Writes the text that `make` returns to the file `--out`, only when it is complete. Returns the report.

    First it tests that both files can be written. Raises LabError, also without numpy.
    """
    import_optional("numpy", "train")
    for path in (args.state, args.out):
        prepare(path)
    try:
        write(args.out, make(args) + "\n")
    except KeyboardInterrupt:
        raise KeyboardInterrupt("The same command continues where it stopped.") from None
    return Report(f"{args.out} is made.", {"file": str(args.out)})


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
