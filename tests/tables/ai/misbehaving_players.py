"""AI seats that misbehave, for tests. They import only the engine, so that a worker process starts fast."""

import os
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine import Event, Move
from engine.ai import Player

THINKS = 1.0  # seconds


class Thinker(Player):
    """Computes for THINKS seconds before it chooses, and keeps its interpreter busy."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        until = time.monotonic() + THINKS
        while time.monotonic() < until:
            sum(range(1000))
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
