"""`python -m engine.lab.duel` (a part of `make train`) solves the one-card duel and writes data/ai/duel.json.

Interrupted, it goes on where it was when it is started again.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from engine.ai.judging.duel import TABLE
from engine.lab.errors import LabError, extra

_EVERY: Final = 50  # batches after which the solution is kept


def main() -> int:
    """Solves to the end. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.lab.duel", description=__doc__)
    parser.add_argument("--batches", type=int, default=2200, help="of 8,000 duels, how many to play in all")
    parser.add_argument("--seed", type=int, default=1, help="what all luck comes from")
    parser.add_argument("--state", type=Path, default=Path("var/duel.npz"), help="where it is kept meanwhile")
    parser.add_argument("--out", type=Path, default=TABLE, help="where the table goes in the end")
    args = parser.parse_args()
    try:
        extra("numpy", "train")
        return _solve(args)
    except LabError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"Interrupted. The same command goes on from {args.state}.\n")
        return 130


def _solve(args: argparse.Namespace) -> int:
    from engine.lab.duel.rivals import rivals  # noqa: PLC0415 - needs the extra
    from engine.lab.duel.solving import Solution  # noqa: PLC0415 - needs the extra

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
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(solution.json() + "\n", encoding="utf-8")
    sys.stdout.write(f"{args.out}: solved by {solution.batches:,} batches\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
