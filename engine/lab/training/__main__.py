"""`python -m engine.lab.training` (`make train`) trains the strong seat and writes data/ai/strong.json.

Interrupted, it goes on where it was when it is started again.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from engine.ai.judging.network import WEIGHTS
from engine.lab.errors import LabError, extra
from engine.lab.report import positive, writable


def main() -> int:
    """Trains to the end. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.lab.training", description=__doc__)
    parser.add_argument("--games", type=positive, default=24_720, help="how many to play in all")
    parser.add_argument("--seed", type=int, default=1, help="what all luck comes from")
    parser.add_argument("--state", type=Path, default=Path("var/training.npz"), help="where it is kept meanwhile")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go in the end")
    args = parser.parse_args()
    try:
        extra("numpy", "train")
        return _train(args)
    except LabError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"Interrupted. The same command goes on from {args.state}.\n")
        return 130


def _train(args: argparse.Namespace) -> int:
    from engine.lab.training.training import Training  # noqa: PLC0415 - needs the extra

    for path in (args.state, args.out):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(f"{path} cannot be written: {error.strerror}.") from error
        writable(path)
    training = Training.resumed(args.state) if args.state.exists() else Training(args.seed)
    if training.seed != args.seed:
        raise LabError(f"{args.state} keeps a training of seed {training.seed}; delete it to begin anew.")
    whole, first, began = -(-args.games // training.games), training.batch, time.monotonic()
    while training.batch < whole:
        training.advance()
        training.save(args.state)
        left = (time.monotonic() - began) / (training.batch - first) * (whole - training.batch)
        wins = " ".join(f"{name} {share:.2f}" for name, share in training.standings().items())
        sys.stderr.write(f"{training.batch:,} of {whole:,} batches, {left / 60:.0f} min to go; wins: {wins}\n")
    part = args.out.with_suffix(".part")
    part.write_text(training.json() + "\n", encoding="utf-8")
    os.replace(part, args.out)
    sys.stdout.write(f"{args.out}: weights of {training.batch * training.games:,} games\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
