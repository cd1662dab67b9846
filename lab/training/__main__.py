"""`python -m lab.training` (`make train`) trains the strong seat and writes data/ai/strong.json.

The networks for games of two and of several are trained side by side. Interrupted, it goes on where it was when it
is started again.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from engine.ai.judging.network import WEIGHTS, Networks
from lab import compiled
from lab.parallel import Progress, jobs_here, spread
from lab.reports.report import positive
from lab.resumable_command import made

_BATCHES: Final = 1000


def main() -> int:
    """Trains to the end. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lab.training", description=__doc__)
    parser.add_argument("--batches", type=positive, default=_BATCHES, help="how many to learn from")
    parser.add_argument("--jobs", type=positive, default=jobs_here(), help="how many processes train")
    return made(parser, Path("var/training.npz"), WEIGHTS, _train)


def _train(args: argparse.Namespace) -> str:
    from lab.training.running import Task, trained  # noqa: PLC0415 - needs numpy, which `made` has looked for

    tasks = [
        Task(part, args.seed, args.batches, args.state.with_stem(f"{args.state.stem}-{part}"))
        for part in Networks._fields
    ]
    taught = spread(trained, tasks, args.jobs, Progress(len(tasks), "networks"))
    return json.dumps(dict(zip(Networks._fields, taught, strict=True)))


if __name__ == "__main__":
    compiled.prefer("lab.training", sys.argv[1:])
    sys.exit(main())
