"""The interface of every AI seat."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.ai.distribution import Distribution, checked, draw_weighted
from engine.events import Event
from engine.moves import Move


class Player:
    """An AI seat of one game. It may keep a memory from one question to the next. It can be pickled.

    A subclass overrides `probabilities`, or `choose` if it cannot say how likely its choices are, or both.
    `listens` says whether it needs events: not if it ignores them, or shares the memory of another seat.
    """

    listens: bool = True

    def __init__(self, names: Sequence[str], seat: int) -> None:
        self.names = tuple(names)
        self.seat = seat
        self.listens = type(self).observe is not Player.observe

    def observe(self, event: Event) -> None:
        """Receives an event that its seat may see; events come in the order in which they happen."""

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Distribution | None:
        """Returns how likely `choose` is to return each option; None if the kind cannot say.

        The arguments are those of `choose`.
        """
        return None

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns one of the options. `view` is `Game.view(seat)`; all random choices use `chance`.

        Raises NotADistribution if `probabilities` does not return a distribution.
        """
        return draw_weighted(options, checked(self.probabilities(view, options), options), chance)

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """Returns an estimate of how often the seat wins after each option, from 0 to 1; None if it has none."""
        return None
