"""`python -m lab.duel` solves the one-card duel, and writes the table of the strong AI seat to var/duel.json.

If it is interrupted, the same command continues where it stopped.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lab.errors import LabError
from lab.reports.report import Parser, positive
from lab.resumable_command import run_batches, run_command

_DEFAULT_BATCHES: Final = 200
_SAVE_EVERY: Final = 5
"""The state is saved whenever this many batches are done."""


def main(words: Sequence[str] | None = None) -> int:
    """Solves the duel. Returns the exit code."""
    parser = Parser(prog="python -m lab.duel", description=__doc__)
    parser.add_argument("--batches", type=positive, default=_DEFAULT_BATCHES, help="how many to learn from")
    return run_command(parser, words, Path("var/duel.npz"), Path("var/duel.json"), _solve)


def _solve(args: argparse.Namespace) -> str:
    from lab.duel.solver import Solver  # noqa: PLC0415 - needs numpy, which `run_command` has looked for

    solver = Solver.load(args.state) if args.state.exists() else Solver(args.batches)
    if solver.batches != args.batches:
        raise LabError(f"{args.state} holds a solution in {solver.batches:,} batches; delete it to begin anew.")
    run_batches(solver, args.batches, args.state, save_every=_SAVE_EVERY)
    return solver.solution()
