"""The command `solve`: solves the one-card duel, and writes the table of the strong AI seat to var/duel.json."""

import argparse
from pathlib import Path
from typing import Final

from lab.errors import LabError
from lab.reports import report
from lab.reports.report import Report
from lab.resumable_work import add_files, made_file, run_batches

_DEFAULT_BATCHES: Final = 200
_SAVE_EVERY: Final = 5
"""The state is saved whenever this many batches are done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    report.add_count(parser, "--batches", _DEFAULT_BATCHES, "to learn from")
    add_files(parser, Path("var/duel.npz"), Path("var/duel.json"))


def run(args: argparse.Namespace) -> Report:
    """Solves the duel, and writes the table. Raises LabError."""
    return made_file(args, _solve)


def _solve(args: argparse.Namespace) -> str:
    from lab.duel.solver import Solver  # noqa: PLC0415 - needs numpy, which `made_file` has looked for

    solver = Solver.load(args.state) if args.state.exists() else Solver(args.batches)
    if solver.batches != args.batches:
        raise LabError(f"{args.state} holds a solution in {solver.batches:,} batches; delete it to begin anew.")
    run_batches(solver, args.batches, args.state, save_every=_SAVE_EVERY)
    return solver.solution()
