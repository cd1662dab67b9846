"""Reports: what a run of the laboratory found, as text, as JSON and as a plot."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lab.errors import LabError
from lab.parallel import jobs_here
from lab.reports import plot
from lab.reports.plot import Panel

_PLOTS: Final = (".png", ".svg", ".pdf")


@dataclass(frozen=True)
class Report:
    """What a run found: `text` for people, `data` of JSON values, `panels` for a plot; a sentence for each of the
    `faults` that others made in it, and one that says how far it was if it was `interrupted`.

    The JSON has `complete` besides: whether it was not.
    """

    text: str
    data: dict[str, Any]
    panels: Sequence[Panel] = field(default_factory=list[Panel])
    faults: Sequence[str] = ()
    interrupted: str = ""


def arguments(parser: argparse.ArgumentParser, *, processes: bool = True, plots: bool = True) -> None:
    """Adds the arguments of all commands that report; `processes` if several can share the work, `plots` if what
    is found can be drawn.
    """
    parser.add_argument("--seed", type=int, default=1, help="all luck comes from it (default 1)")
    if processes:
        parser.add_argument(
            "--jobs", type=positive, default=jobs_here(), help="processes (default: all processors)"
        )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    parser.set_defaults(plot=None)
    if plots:
        parser.add_argument(
            "--plot", type=Path, metavar="FILE", help=f"also draw them ({', '.join(_PLOTS)}; needs matplotlib)"
        )


def positive(word: str) -> int:
    """The number from 1 on that an argument is. Raises ArgumentTypeError."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number from 1 on")
    return int(word)


def check(args: argparse.Namespace) -> None:
    """Raises LabError if the report could not be written where `args` wants it; better now than after the run."""
    writable(args.json)
    writable(args.plot)
    if args.plot is not None:
        if args.plot.suffix not in _PLOTS:
            raise LabError(f"{args.plot} does not say what to draw: end it with {', '.join(_PLOTS)}.")
        plot.check()


def writable(path: Path | None) -> None:
    """Raises LabError if a file could not be written where it is wanted."""
    if path is not None and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        raise LabError(f"{path} cannot be written: it is a folder, or lies in none that may be written in.")


def deliver(report: Report, args: argparse.Namespace) -> None:
    """Prints a report, the faults on standard error, and writes what `args` wants. Raises LabError."""
    sys.stdout.write(report.text.rstrip() + "\n")
    if args.json is not None:
        data = report.data | {"complete": not report.interrupted}
        try:
            args.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise LabError(f"{args.json} cannot be written: {error.strerror}.") from error
    if args.plot is not None and any(panel.rows for panel in report.panels):
        plot.draw(report.panels, args.plot)
    for sentence in (*report.faults, report.interrupted):
        if sentence:
            sys.stderr.write(sentence + "\n")


def heading(name: str, seats: int, games: int, stalls: int) -> str:
    """The line above a table of shares in the victories."""
    return f"{name}: {played(games, stalls)}; {100 / seats:.0f} % would be the share of one among equals"


def played(games: int, stalls: int) -> str:
    """How many games were played, and how many of them stalled."""
    return f"{games:,} games, {f'{stalls:,}' if stalls else 'none'} of which stalled"


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as lines, the first column left, the others right aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [cell.rjust(width) if at else cell.ljust(width) for at, (cell, width) in enumerate(pairs)]
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]
    return "\n".join("  ".join(line).rstrip() for line in lines)
