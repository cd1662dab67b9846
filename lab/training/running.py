"""Running: one training to its end, in a process of its own; it says on standard error how far it is."""

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from lab.errors import LabError
from lab.training.trainer import Training


class Task(NamedTuple):
    """A training to be run: what for (see PARTS), by which seed, how many batches, and where it is kept."""

    part: str
    seed: int
    batches: int
    state: Path


def trained(task: Task) -> dict[str, Any]:
    """Trains to the end, from where it was. Returns the weights for data/ai/strong.json. Raises LabError."""
    training = Training.resumed(task.state) if task.state.exists() else Training(task.part, task.seed)
    if (training.part, training.seed) != (task.part, task.seed):
        raise LabError(
            f"{task.state} keeps a training of {training.part} by seed {training.seed}; delete it to begin anew."
        )
    first, began = training.batch, time.monotonic()
    while training.batch < task.batches:
        training.advance()
        training.save(task.state)
        left = (time.monotonic() - began) / (training.batch - first) * (task.batches - training.batch)
        done = f"{training.batch:,} of {task.batches:,} batches, {left / 60:.0f} min to go"
        wins = " ".join(f"{name} {share:.2f}" for name, share in training.standings().items())
        sys.stderr.write(f"{task.part}: {done}; wins: {wins}\n")
    return training.taught()
