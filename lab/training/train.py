"""The command `train`, a part of `make train`: trains the strong AI seat, and writes data/ai/strong.json.

The networks are trained in parallel, each in the phases of its curriculum.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.ai.evaluation.network import WEIGHTS_FILE, Networks
from engine.json_files import read_json
from lab.parallel import Progress, parallel_map
from lab.reports import report
from lab.reports.report import Report
from lab.resumable_work import add_files, made_file
from lab.training.curriculum import CURRICULA


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("--only", choices=Networks._fields, help="train this network, and keep the others")
    told = "end after this many (default: those of all phases)"
    parser.add_argument("--batches", type=report.positive, help=told)
    add_files(parser, Path("var/training.npz"), WEIGHTS_FILE)
    report.add_arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Trains the networks, and writes their weights. Raises LabError."""
    return made_file(args, _train)


def _train(args: argparse.Namespace) -> str:
    from lab.training.trainer import Task, train  # noqa: PLC0415 - needs numpy, which `made_file` has looked for

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
