"""AI seats that misbehave, for tests. They import only the engine, so that a worker process starts fast."""

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from engine import Event, Move
from engine.ai import Player

ENOUGH = "COUP_TEST_THOUGHT_ENOUGH"
"""The name of an environment variable, which has the path of a file."""


class Thinker(Player):
    """Keeps its interpreter busy until there is the file that ENOUGH names, and then chooses."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        while not Path(os.environ[ENOUGH]).exists():
            pass
        return options[0]


class Crasher(Player):
    """Raises an error whenever it must choose."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        raise RuntimeError("the duke is in my hand")


class Cheat(Player):
    """Chooses a move that is not among its options."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return Move("keep", cards=("duke", "duke"))


class Recorder(Player):
    """Chooses the default, and records the events it observes, in order."""

    recordings: ClassVar[list[list[Event]]] = []

    def __init__(self, names: Sequence[str], seat: int) -> None:
        super().__init__(names, seat)
        self.recorded: list[Event] = []
        self.recordings.append(self.recorded)

    def observe(self, event: Event) -> None:
        self.recorded.append(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return options[int(view["prompt"]["default"])]


class Killer(Player):
    """Ends its own process when it must choose."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        os._exit(1)
