"""The command `batch`: how many decisions a second a batch of games lets a program make, and observe."""

import argparse
import random
import time
from typing import Any, Final

from lab import variant
from lab.compiled import is_running
from lab.parallel import Progress
from lab.reports import report
from lab.reports.report import Report, grid
from lab.tensors.batch import Batch
from lab.variant import Variant

_DEFAULT_TABLES: Final = ("classic/4", "g54/4", "reformation/10")
_WARM_UP: Final = 20
"""The first steps of a batch, which fill caches, are not measured."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    variant.add_tables_argument(parser, *_DEFAULT_TABLES)
    report.add_count(parser, "--games", 64, "in a batch")
    report.add_count(parser, "--steps", 1000, "of the batch")
    report.add_arguments(parser, processes=False, plots=False)


def measure(where: Variant, games: int, steps: int, seed: int) -> tuple[int, float]:
    """Makes random decisions. Returns how many, and the processor seconds they took."""
    batch, chance, seconds = Batch(where, games, seed), random.Random(seed), 0.0
    for number in range(_WARM_UP + steps):
        chosen = [chance.choice(allowed) for allowed in batch.allowed]
        began = time.process_time()
        batch.step(chosen)
        seconds += time.process_time() - began if number >= _WARM_UP else 0.0
    return games * steps, seconds


def run(args: argparse.Namespace) -> Report:
    """Measures the tables and returns the report. Raises LabError."""
    rows = [("", "numbers in an observation", "different decisions", "decisions/s of a processor")]
    tables: list[dict[str, Any]] = []
    variants = variant.parse_all(args.at)
    with Progress(len(variants), "tables") as progress:
        for where in variants:
            batch = Batch(where, 1, args.seed)
            numbers, decisions = batch.layout.size, len(batch.decisions)
            made, seconds = measure(where, args.games, args.steps, args.seed)
            rows.append((where.name, f"{numbers}", f"{decisions}", f"{made / seconds:,.0f}"))
            tables.append({
                "variant": where.name, "observation": numbers, "different_decisions": decisions,
                "decisions": made, "processor_seconds": round(seconds, 3),
            })  # fmt: skip
            progress.advance()
    engine = "the compiled engine" if is_running() else "plain Python"
    text = f"{engine}, batches of {args.games} games, random decisions\n\n{grid(rows)}\n"
    data = {"seed": args.seed, "compiled": is_running(), "games": args.games, "tables": tables}
    return Report(text, data, interrupted=progress.interrupted)
