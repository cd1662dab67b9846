"""Making what is shipped: commands that take long, keep how far they are in a file, and go on from it."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

from lab.errors import LabError, extra
from lab.reports.report import writable

UNREADABLE: Final = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, BadZipFile)
"""What reading a file of arrays that is none, is damaged or is of another shape may raise."""


def made(
    parser: argparse.ArgumentParser, state: Path, out: Path, make: Callable[[argparse.Namespace], str]
) -> int:
    """Runs a command with `--seed`, `--state` and `--out` besides its own arguments. Returns the exit code.

    `make` returns what goes into the file `--out`, which stays whole until then. Both files' places are tried
    first.
    """
    parser.add_argument("--seed", type=int, default=1, help="what all luck comes from")
    parser.add_argument("--state", type=Path, default=state, help="where it is kept meanwhile")
    parser.add_argument("--out", type=Path, default=out, help="where what is made goes in the end")
    args = parser.parse_args()
    try:
        extra("numpy", "train")
        for path in (args.state, args.out):
            _prepare(path)
        part = args.out.with_suffix(".part")
        part.write_text(make(args) + "\n", encoding="utf-8")
        os.replace(part, args.out)
    except LabError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"Interrupted. The same command goes on from {args.state}.\n")
        return 130
    sys.stdout.write(f"{args.out} is made.\n")
    return 0


def _prepare(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}.") from error
    writable(path)
