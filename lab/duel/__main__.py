"""`python -m lab.duel` solves the one-card duel by playing it, and writes var/duel.json.

If it is interrupted, the same command continues where it stopped.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from lab.errors import LabError
from lab.reports.report import positive
from lab.resumable_command import run_batches, run_command

_SAVE_EVERY: Final = 50
"""The state is saved whenever this many batches are done."""


def main() -> int:
    """Solves the duel. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lab.duel", description=__doc__)
    parser.add_argument("--batches", type=positive, default=2200, help="of 8,000 duels, how many to play in all")
    return run_command(parser, Path("var/duel.npz"), Path("var/duel.json"), _solve)


def _solve(args: argparse.Namespace) -> str:
    # These need numpy, which `run_command` has looked for.
    from lab.duel.ai_seat_opponents import opponents  # noqa: PLC0415 - see above
    from lab.duel.solver import Solver  # noqa: PLC0415 - see above

    solver = Solver.load(args.state) if args.state.exists() else Solver(args.seed, args.batches)
    if (solver.seed, solver.batches) != (args.seed, args.batches):
        raise LabError(
            f"{args.state} holds a solution in {solver.batches:,} batches with seed {solver.seed}; "
            "delete it to begin anew."
        )
    solver.opponents = opponents(args.seed)
    run_batches(solver, args.batches, args.state, save_every=_SAVE_EVERY)
    return solver.solution()


if __name__ == "__main__":
    sys.exit(main())
