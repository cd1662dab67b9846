"""`python -m lab.training` (a part of `make train`) trains the strong AI seat and writes data/ai/strong.json.

The networks are trained in parallel, each in the phases of its curriculum. If it is interrupted, the same command
continues where it stopped.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.ai.evaluation.network import WEIGHTS_FILE, Networks
from engine.json_files import read_json
from lab.parallel import Progress, parallel_map, processor_count
from lab.reports.report import Parser, positive
from lab.resumable_command import run_command
from lab.training.curriculum import CURRICULA


def main(words: Sequence[str] | None = None) -> int:
    """Trains the networks. Returns the exit code."""
    parser = Parser(prog="python -m lab.training", description=__doc__)
    parser.add_argument("--only", choices=Networks._fields, help="train this network, and keep the others")
    parser.add_argument("--batches", type=positive, help="end after this many (default: those of all phases)")
    parser.add_argument("--jobs", type=positive, default=processor_count(), help="how many processes train")
    parser.add_argument("--seed", type=int, default=1, help="where all chance comes from")
    return run_command(parser, words, Path("var/training.npz"), WEIGHTS_FILE, _train)


def _train(args: argparse.Namespace) -> str:
    from lab.training.trainer import Task, train  # noqa: PLC0415 - needs numpy, which `run_command` has looked for

    networks = [args.only] if args.only else Networks._fields
    tasks = [
        Task(
            network,
            args.seed,
            args.batches or CURRICULA[network].batches,
            args.state.with_stem(f"{args.state.stem}-{network}"),
        )
        for network in networks
    ]
    weights = parallel_map(train, tasks, args.jobs, Progress(len(tasks), "networks"))
    others: dict[str, Any] = read_json(WEIGHTS_FILE) if args.only else {}
    return json.dumps(others | dict(zip(networks, weights, strict=True)))
