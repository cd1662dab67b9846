"""What every AI seat is to those who ask it."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import Event
from engine.moves import Move


class Player(ABC):
    """An AI seat of one game. It keeps what it needs to remember between two questions, and can be pickled."""

    def __init__(self, names: Sequence[str], seat: int) -> None:
        self.names = tuple(names)
        self.seat = seat

    def observe(self, event: Event) -> None:  # noqa: B027 - a kind that remembers nothing leaves it as it is
        """Hears of an event that its seat may see, in the order in which they happen. Does nothing by itself."""

    @abstractmethod
    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """One of the options. `view` is `Game.view(seat)`; all that is left to luck comes from `chance`."""

    def worths(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """About how often it would win after each option, from 0 to 1; None if it does not weigh these options."""
        return None
