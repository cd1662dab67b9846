"""Reports: the results of a command as text, JSON and plot, and the arguments that name their files."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lab.command_line import say
from lab.errors import LabError, import_optional
from lab.files import check_writable, write
from lab.parallel import processor_count
from lab.reports import plot
from lab.reports.plot import Panel

_PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")
_MOST_DIGITS: Final = 9
"""The most digits of a number of games, deals or processes."""


@dataclass(frozen=True)
class Report:
    """The results of a command: `text` for people, `data` for the JSON file, `panels` for the plot.

    `faults` are sentences about faults of other programs. `interrupted` says in a sentence how much an interrupted
    run has done. In the JSON file `complete` says whether the run was finished.
    """

    text: str
    data: dict[str, Any]
    panels: Sequence[Panel] = field(default_factory=list[Panel])
    faults: Sequence[str] = ()
    interrupted: str = ""


def add_arguments(parser: argparse.ArgumentParser, *, processes: bool = True, plots: bool = True) -> None:
    """Adds the arguments that all commands share.

    `processes` adds `--jobs`, for work that several processes can share; `plots` adds `--plot`.
    """
    parser.add_argument("--seed", type=int, default=1, help="where all chance comes from (default 1)")
    if processes:
        parser.add_argument(
            "--jobs", type=positive, default=processor_count(), help="processes (default: all processors)"
        )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    parser.set_defaults(plot=None)
    if plots:
        parser.add_argument(
            "--plot",
            type=Path,
            metavar="FILE",
            help=f"also draw the figures ({', '.join(_PLOT_SUFFIXES)}; needs matplotlib)",
        )


def add_count(parser: argparse.ArgumentParser, name: str, default: int, about: str) -> None:
    """Adds an argument for a number from 1 on; see `positive`."""
    parser.add_argument(name, type=positive, default=default, help=f"{about} (default {default:,})")


def positive(word: str) -> int:
    """Converts an argument to a whole number from 1 on, below a billion. Raises ArgumentTypeError."""
    if not word.isdecimal() or len(word) > _MOST_DIGITS or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r:.50} is not a number from 1 to 999,999,999")
    return int(word)


def check(args: argparse.Namespace) -> None:
    """Raises LabError if the report cannot be written to the files that `args` names, or one file is named twice.

    Called before the work begins.
    """
    single = [each for each in vars(args).values() if isinstance(each, Path)]
    places = Counter(each.resolve() for each in (*single, *vars(args).get("files", ())))
    for path in single:
        if places[path.resolve()] > 1 and (path.is_file() or not path.exists()):  # not for devices
            raise LabError(f"{path} is named twice, and would be overwritten.")
    check_writable(args.json)
    check_writable(args.plot)
    if args.plot is not None:
        if args.plot.suffix not in _PLOT_SUFFIXES:
            raise LabError(f"{args.plot} does not say what to draw: end it with {', '.join(_PLOT_SUFFIXES)}.")
        import_optional("matplotlib.figure", "lab")


def deliver(report: Report, args: argparse.Namespace) -> None:
    """Prints a report, its faults on standard error, and writes the files that `args` names.

    Raises LabError if one of these fails, after the others are done.
    """
    with ExitStack() as rest:  # calls the last one first
        for sentence in (report.interrupted, *reversed(report.faults)):
            if sentence:
                rest.callback(sys.stderr.write, sentence + "\n")
        if args.plot is not None and any(panel.rows for panel in report.panels):
            rest.callback(plot.draw, report.panels, args.plot)
        if args.json is not None:
            data = report.data | {"complete": not report.interrupted}
            rest.callback(write, args.json, json.dumps(data, indent=1) + "\n")
        rest.callback(say, report.text.rstrip() + "\n")


def heading(name: str, seats: int, games: int, stalls: int) -> str:
    """Returns the line above a grid of shares in the victories."""
    return f"{name}: {count_games(games, stalls)}; {100 / seats:.0f} % would be the share of one among equals"


def count_games(games: int, stalls: int) -> str:
    """Returns as text how many games were played and how many of them stalled."""
    return f"{games:,} game{'s' * (games != 1)}, {f'{stalls:,}' if stalls else 'none'} of which stalled"


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Returns rows of cells as lines of text; the first column is aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [cell.rjust(width) if at else cell.ljust(width) for at, (cell, width) in enumerate(pairs)]
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]
    return "\n".join("  ".join(line).rstrip() for line in lines)
