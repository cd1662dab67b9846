"""How a command reports: its files and text, JSON and plot; a sentence if something is wrong with them."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lab.errors import LabError, import_optional
from lab.files import atomic_write, check_writable, write
from lab.parallel import processor_count
from lab.reports.statistics import Estimate

_PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")
_MOST_DIGITS: Final = 9
"""The most digits of a number of games, deals or processes."""
_ROW_INCHES: Final = 0.26
_FRAME_INCHES: Final = 1.0
_WIDTH_INCHES: Final = 7.5
_COLOUR: Final = "#24436b"


@dataclass(frozen=True)
class Panel:
    """One part of a plot: a row for each labelled estimate.

    `line` is a value to compare with, drawn as a dashed line. Shares are shown in per cent.
    """

    title: str
    rows: Sequence[tuple[str, Estimate]]
    line: float | None = None
    are_shares: bool = True


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


class Parser(argparse.ArgumentParser):
    """A parser that says so if its help cannot be printed."""

    def print_help(self, file: Any = None) -> None:
        """Prints the help on standard output."""
        try:
            say(self.format_help())
        except LabError as error:
            self.exit(2, f"{error}\n")


def add_arguments(parser: argparse.ArgumentParser, *, processes: bool = True, plots: bool = True) -> None:
    """Adds the arguments that all commands share.

    `processes` adds `--jobs`, for work that several processes can share; `plots` adds `--plot`.
    """
    parser.add_argument("--seed", type=int, default=1, help="where all chance comes from (default 1)")
    if processes:
        told = "processes (default: all processors)"
        parser.add_argument("--jobs", type=positive, default=processor_count(), help=told)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    if plots:
        told = f"also draw the figures ({', '.join(_PLOT_SUFFIXES)}; needs matplotlib)"
        parser.add_argument("--plot", type=Path, metavar="FILE", help=told)


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
    places = Counter(os.path.realpath(each) for each in (*single, *vars(args).get("files", ())))
    for path in single:
        if places[os.path.realpath(path)] > 1 and (path.is_file() or not path.exists()):  # not for devices
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
            rest.callback(_draw, report.panels, args.plot)
        if args.json is not None:
            data = report.data | {"complete": not report.interrupted}
            rest.callback(write, args.json, json.dumps(data, indent=1) + "\n")
        rest.callback(say, report.text.rstrip() + "\n")


def say(text: str) -> None:
    """Prints a result. Raises LabError if nobody can read it."""
    if not sys.stdout or sys.stdout.closed:
        raise LabError("The result cannot be printed: standard output is closed.")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # When Python ends, it would write the rest of the buffer again, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise LabError(f"The result cannot be printed: {error.strerror}.") from error


def _draw(panels: Sequence[Panel], path: Path) -> None:
    """Draws panels, one below the other, into a file whose suffix names the format. Raises LabError."""
    shown = [panel for panel in panels if panel.rows]
    heights = [len(panel.rows) * _ROW_INCHES + _FRAME_INCHES for panel in shown]
    figure = import_optional("matplotlib.figure", "lab").Figure(
        figsize=(_WIDTH_INCHES, sum(heights)), layout="constrained"
    )
    parts = figure.subplots(len(shown), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for panel, (axes,) in zip(shown, parts, strict=True):
        scale = 100 if panel.are_shares else 1
        values = [estimate.value * scale for _, estimate in panel.rows]
        below = [(estimate.value - estimate.low) * scale for _, estimate in panel.rows]
        above = [(estimate.high - estimate.value) * scale for _, estimate in panel.rows]
        positions = list(range(len(panel.rows)))
        axes.errorbar(values, positions, xerr=[below, above], fmt="o", color=_COLOUR, capsize=3, markersize=4)
        axes.set_yticks(positions, [label for label, _ in panel.rows])
        axes.set_ylim(len(panel.rows) - 0.5, -0.5)
        axes.set_title(panel.title, loc="left", fontsize=10)
        axes.grid(axis="x", alpha=0.3)
        if panel.are_shares:
            axes.xaxis.set_major_formatter("{x:g} %")
        if panel.line is not None:
            axes.axvline(panel.line * scale, color="grey", linestyle="--", linewidth=1)
    with atomic_write(path) as part:
        figure.savefig(part, format=path.suffix[1:], dpi=130)


def heading(name: str, seats: int, games: int, stalls: int) -> str:
    """Returns the line above a grid of shares in the victories."""
    return f"{name}: {count_games(games, stalls)}; {100 / seats:.0f} % would be the share of one among equals"


def count_games(games: int, stalls: int) -> str:
    """Returns as text how many games were played and how many of them stalled."""
    return f"{games:,} game{'s' * (games != 1)}, {f'{stalls:,}' if stalls else 'none'} of which stalled"


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Returns rows of cells as lines of text; the first column is aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows]
    return "\n".join("  ".join(line).rstrip() for line in lines)
