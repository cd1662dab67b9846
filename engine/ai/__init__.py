"""AI seats: players that are programs. Each plays one seat of one game, and knows only what that seat may know.

To write another kind of AI seat, subclass `Player` and override `probabilities` or `choose`. Subclass `Bluffer` if
the new kind should use the estimates of the evaluator (`engine.ai.evaluation`) and only choose among the options
in its own way.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from engine.ai.bluffer import Bluffer
from engine.ai.dice import Dice, dice
from engine.ai.distribution import Distribution, NotADistribution
from engine.ai.honest import HonestPlayer
from engine.ai.naive import NaivePlayer
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
    "Distribution",
    "HonestPlayer",
    "NotADistribution",
    "Player",
    "Strong",
    "Temperament",
    "dice",
    "share_memory",
]

KINDS: Final[Mapping[str, Callable[..., Player]]] = {
    "random": RandomPlayer,
    "honest": NaivePlayer,
    "easy": partial(Bluffer, temperature=0.16, temperature_in={"g54": 0.33, "short": 0.125, "anarchy": 0.09}),
    "medium": partial(Bluffer, temperature=0.075, temperature_in={"g54": 0.215, "short": 0.055, "anarchy": 0.045}),
    "strong": Strong,
}
"""The class of each kind of AI seat, the weakest first. Its arguments: the names of all players, its seat.

The others err more often with the many roles of g54; in short games and in anarchy, small differences decide more.
"""

LEVELS: Final = ("easy", "medium", "strong")
"""The kinds that members can choose, the weakest first. The other kinds are used in tests and measurements.

The classes of these kinds also accept the argument `temperament`, a name in TEMPERAMENTS; the default is `even`.
"""


def share_memory(players: Sequence[Player]) -> None:
    """Lets the seats of one game that remember the same have one memory; each event must be given to all in order.

    Players of other authors keep their own, because they may add to it what only they know.
    """
    for kind in (Bluffer, Strong):
        seats = [player for player in players if type(player) is kind]
        for seat in seats[1:]:
            seat.share_memory(seats[0])
