"""`python -m engine.lab.training` (`make train`) trains the strong seat and writes data/ai/strong.json.

Interrupted, it goes on where it was when it is started again.
"""

import argparse
import sys
import time
from pathlib import Path

from engine.ai.judging.network import WEIGHTS
from engine.lab.errors import LabError
from engine.lab.figures.report import positive
from engine.lab.making import made


def main() -> int:
    """Trains to the end. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.lab.training", description=__doc__)
    parser.add_argument("--games", type=positive, default=24_720, help="how many to play in all")
    return made(parser, Path("var/training.npz"), WEIGHTS, _train)


def _train(args: argparse.Namespace) -> str:
    from engine.lab.training.training import Training  # noqa: PLC0415 - needs the extra

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
    return training.json()


if __name__ == "__main__":
    sys.exit(main())
