"""AI seats: each is an object of one game and seat, and knows nothing but what that seat may know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.ai.honest import HonestPlayer
from engine.ai.player import Player
from engine.ai.random import RandomPlayer

__all__ = ["KINDS", "Player"]

KINDS: Final[Mapping[str, Callable[[Sequence[str], int], Player]]] = {
    "random": RandomPlayer,
    "honest": HonestPlayer,
}
"""The kinds of AI seat by name; each is called with the players' names by seat, and its own seat."""
