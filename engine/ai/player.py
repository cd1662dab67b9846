"""The interface of every AI seat."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import Event
from engine.moves import Move


class Player(ABC):
    """An AI seat of one game. It may keep a memory from one question to the next. It can be pickled."""

    def __init__(self, names: Sequence[str], seat: int) -> None:
        self.names = tuple(names)
        self.seat = seat

    def observe(self, event: Event) -> None:  # noqa: B027 - a kind that remembers nothing does not override it
        """Receives an event that its seat may see; events come in the order in which they happen."""

    @abstractmethod
    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns one of the options. `view` is `Game.view(seat)`; all random choices use `chance`."""

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """Returns an estimate of how often the seat wins after each option, from 0 to 1; None if it has none."""
        return None
