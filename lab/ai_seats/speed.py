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
from lab.parallel import results_so_far
from lab.reports import report
from lab.reports.report import Report, grid
from lab.variant import Variant

_DEFAULT_TABLES: Final = ("classic/4", "g54/4")
_MILLION: Final = 1_000_000
_COLUMNS: Final = (
    "", "games", "stalled", "decisions each", "games/s of a processor", "games/s by the clock", "a million in",
)  # fmt: skip


def time_game(where: Variant, kind: Entrant, seed: int, deal: int) -> tuple[int, int, float]:
    """Plays a game with the same kind in every seat.

    Returns the number of decisions, 1 if it stalled, and the processor seconds that it took.
    """
    began = time.process_time()
    result = play(where.deal(seed, deal), [kind] * where.seats, f"{seed} {deal}")
    return result.decisions, int(result.stalled), time.process_time() - began


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kinds", nargs="+", metavar="KIND", help="each plays among its like")
    variant.add_tables_argument(parser, *_DEFAULT_TABLES)
    report.add_count(parser, "--games", 1000, "for each kind and table")
    report.add_arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kinds, variants = entrants.parse_all(args.kinds), variant.parse_all(args.at)
    rows: list[tuple[str, ...]] = [_COLUMNS]
    tables: list[dict[str, Any]] = []
    interrupted = ""
    for where, kind in product(variants, kinds):
        name, began = f"{kind.name} at {where.name}", time.monotonic()
        task = partial(time_game, where, kind, args.seed)
        timings, interrupted = results_so_far(task, range(args.games), args.jobs, f"games of {name}")
        seconds, games = time.monotonic() - began, len(timings)
        if timings:
            decisions, stalls, processor_seconds = map(sum, zip(*timings, strict=True))
            rate = games / seconds
            rows.append((
                name, f"{games:,}", f"{stalls:,}", f"{decisions / games:.0f}",
                f"{games / processor_seconds:.1f}", f"{rate:.1f}", f"{_MILLION / rate / 60:.0f} min",
            ))  # fmt: skip
            tables.append({
                "kind": kind.name, "variant": where.name, "games": games, "stalls": stalls, "decisions": decisions,
                "seconds": round(seconds, 3), "processor_seconds": round(processor_seconds, 3),
            })  # fmt: skip
        if interrupted:
            break
    engine = "the compiled engine" if is_running() else "plain Python"
    text = f"{engine}, {args.jobs} processes\n\n{grid(rows)}\n"
    data = {"seed": args.seed, "jobs": args.jobs, "compiled": is_running(), "tables": tables}
    return Report(text, data, interrupted=interrupted)
