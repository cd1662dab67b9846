"""`python -m lab.duel` (a part of `make train`) solves the one-card duel and writes data/ai/duel.json.

Interrupted, it goes on where it was when it is started again.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from engine.ai.judging.duel import TABLE
from lab.errors import LabError
from lab.reports.report import positive
from lab.resumable_command import made

_EVERY: Final = 50  # batches after which the solution is kept


def main() -> int:
    """Solves to the end. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lab.duel", description=__doc__)
    parser.add_argument("--batches", type=positive, default=2200, help="of 8,000 duels, how many to play in all")
    return made(parser, Path("var/duel.npz"), TABLE, _solve)


def _solve(args: argparse.Namespace) -> str:
    from lab.duel.ai_seat_opponents import rivals  # noqa: PLC0415 - needs the extra
    from lab.duel.solver import Solution  # noqa: PLC0415 - needs the extra

    solution = Solution.resumed(args.state) if args.state.exists() else Solution(args.seed, args.batches)
    if (solution.seed, solution.batches) != (args.seed, args.batches):
        raise LabError(
            f"{args.state} keeps a solution by {solution.batches:,} batches of seed {solution.seed}; "
            "delete it to begin anew."
        )
    against = rivals(args.seed)
    first, began = solution.batch, time.monotonic()
    while solution.batch < solution.batches:
        wins = solution.advance(against)
        if solution.batch % _EVERY == 0 or solution.batch == solution.batches:
            solution.save(args.state)
            left = (time.monotonic() - began) / (solution.batch - first) * (solution.batches - solution.batch)
            sys.stderr.write(
                f"{solution.batch:,} of {solution.batches:,} batches, {left / 60:.0f} min to go; "
                f"wins {wins:.2f} against rivals\n"
            )
    return solution.json()


if __name__ == "__main__":
    sys.exit(main())
