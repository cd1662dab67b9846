"""AI seats: each is an object of one game and seat, and knows nothing but what that seat may know."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from engine.ai.bluffer import Bluffer
from engine.ai.honest import HonestPlayer
from engine.ai.player import Player
from engine.ai.random import RandomPlayer

__all__ = ["KINDS", "Player"]

KINDS: Final[Mapping[str, Callable[[Sequence[str], int], Player]]] = {
    "random": RandomPlayer,
    "honest": HonestPlayer,
    "easy": partial(Bluffer, heat=0.03),
    "medium": partial(Bluffer, heat=0.005),
}
"""The kinds of AI seat by name; each is called with the players' names by seat, and its own seat."""
