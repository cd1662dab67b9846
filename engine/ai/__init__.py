"""AI seats: each is an object for one game and seat, and knows only what that seat may know.

Subclass `Player` for a kind of your own, or `Bluffer` for one that chooses in its own way among options that the
evaluator (`engine.ai.evaluation`) has estimated.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from engine.ai.bluffer import Bluffer
from engine.ai.dice import Dice, dice
from engine.ai.honest import HonestPlayer
from engine.ai.player import Player
from engine.ai.random import RandomPlayer
from engine.ai.strong import Strong
from engine.ai.temperaments import TEMPERAMENTS, Temperament

__all__ = [
    "KINDS",
    "LEVELS",
    "TEMPERAMENTS",
    "Bluffer",
    "Dice",
    "HonestPlayer",
    "Player",
    "Strong",
    "Temperament",
    "dice",
]

KINDS: Final[Mapping[str, Callable[..., Player]]] = {
    "random": RandomPlayer,
    "honest": HonestPlayer,
    "easy": partial(Bluffer, temperature=0.03),
    "medium": partial(Bluffer, temperature=0.005),
    "strong": Strong,
}
"""The kinds of AI seat, the weakest first; each is called with the players' names by seat and its own seat."""

LEVELS: Final = ("easy", "medium", "strong")
"""The kinds that members can choose, the weakest first; the others are for tests and measurements.

They also accept `temperament=`, a name in TEMPERAMENTS; the default is `even`.
"""
