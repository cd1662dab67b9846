"""The command `speed`: how many games a second AI seats play, and how long a million games would take."""

import argparse
import time
from functools import partial
from itertools import product
from typing import Any, Final

from lab import entrants, variant
from lab.arena import play
from lab.compiled import is_running
from lab.entrants import Entrant
from lab.parallel import parallel_map
from lab.progress import Progress
from lab.reports import report
from lab.reports.report import Report, grid
from lab.variant import Variant

_CHUNK: Final = 20
"""The number of games that a process plays at a time."""
_DEFAULT_TABLES: Final = ("classic/4", "g54/4")
_MILLION: Final = 1_000_000
_COLUMNS: Final = (
    "", "games", "stalled", "decisions each", "games/s of a processor", "games/s by the clock", "a million in",
)  # fmt: skip


def time_games(where: Variant, kind: Entrant, seed: int, deals: range) -> tuple[int, int, int, float]:
    """Plays games with the same kind in every seat.

    Returns their number, that of their decisions, how many stalled, and the processor seconds.
    """
    began, decisions, stalls = time.process_time(), 0, 0
    for deal in deals:
        result = play(where.deal(seed, deal), [kind] * where.seats, f"{seed} {deal}")
        decisions += result.decisions
        stalls += result.stalled
    return len(deals), decisions, stalls, time.process_time() - began


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kinds", nargs="+", metavar="KIND", help="each plays among its like")
    variant.add_tables_argument(parser, *_DEFAULT_TABLES)
    parser.add_argument(
        "--games", type=report.positive, default=1000, help="for each kind and table (default 1000)"
    )
    report.add_arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kinds, variants = [entrants.parse(word) for word in args.kinds], [variant.parse(word) for word in args.at]
    rows: list[tuple[str, ...]] = [_COLUMNS]
    tables: list[dict[str, Any]] = []
    interrupted = ""
    for where, kind in product(variants, kinds):
        chunks = [range(args.games)[first : first + _CHUNK] for first in range(0, args.games, _CHUNK)]
        name, timings, began = (
            f"{kind.name} at {where.name}",
            list[tuple[int, int, int, float]](),
            time.monotonic(),
        )
        with Progress(len(chunks), f"times {_CHUNK} games of {name}") as progress:
            timings.extend(parallel_map(partial(time_games, where, kind, args.seed), chunks, args.jobs, progress))
        seconds = time.monotonic() - began
        if timings:
            games, decisions, stalls, processor_seconds = map(sum, zip(*timings, strict=True))
            rate = games / seconds
            rows.append((
                name, f"{games:,}", f"{stalls:,}", f"{decisions / games:.0f}",
                f"{games / processor_seconds:.1f}", f"{rate:.1f}", f"{_MILLION / rate / 60:.0f} min",
            ))  # fmt: skip
            tables.append({
                "kind": kind.name, "variant": where.name, "games": games, "stalls": stalls, "decisions": decisions,
                "seconds": round(seconds, 3), "processor_seconds": round(processor_seconds, 3),
            })  # fmt: skip
        interrupted = progress.interrupted
        if interrupted:
            break
    engine = "the compiled engine" if is_running() else "plain Python"
    text = f"{engine}, {args.jobs} processes\n\n{grid(rows)}\n"
    data = {"seed": args.seed, "jobs": args.jobs, "compiled": is_running(), "tables": tables}
    return Report(text, data, interrupted=interrupted)
