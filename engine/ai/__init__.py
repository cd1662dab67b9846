"""AI seats: each is an object of one game and seat, and knows nothing but what that seat may know.

Subclass `Player` for a kind of your own, or `Bluffer` for one that weighs its options with the evaluator
(`engine.ai.evaluation`) and chooses among them in its own way.
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
    "easy": partial(Bluffer, heat=0.03),
    "medium": partial(Bluffer, heat=0.005),
    "strong": Strong,
}
"""The kinds of AI seat, the weakest first; each is called with the players' names by seat, and its own seat."""

LEVELS: Final = ("easy", "medium", "strong")
"""The kinds that members are offered, the weakest first; the others are for tests and measurements.

They also take `temperament=`, a name out of TEMPERAMENTS (`even` where it is left out).
"""
