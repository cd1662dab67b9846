"""Commands that take long, and write a file that is shipped.

They save their state in a file after every few batches of work. If one is interrupted, the same command continues
from that file.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol
from zipfile import BadZipFile

from lab.errors import LabError, import_optional
from lab.files import prepare, write

STATE_ERRORS: Final = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, BadZipFile)
"""The errors that reading a state file may raise if it is damaged, or has another shape or type."""


def run_command(
    parser: argparse.ArgumentParser, state: Path, out: Path, make: Callable[[argparse.Namespace], str]
) -> int:
    """Adds `--state` and `--out` to the arguments of a command and runs it. Returns the exit code.

    `make` returns the text of the file `--out`, which is written only when that text is complete. First it tests
    that both files can be written.
    """
    parser.add_argument("--state", type=Path, default=state, help="the file that holds the state meanwhile")
    parser.add_argument("--out", type=Path, default=out, help="the file that is made")
    args = parser.parse_args()
    try:
        import_optional("numpy", "train")
        for path in (args.state, args.out):
            prepare(path)
        write(args.out, make(args) + "\n")
    except LabError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted. The same command continues where it stopped.\n")
        return 130
    sys.stdout.write(f"{args.out} is made.\n")
    return 0


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
