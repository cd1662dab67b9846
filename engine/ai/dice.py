"""Dice: the random numbers of an AI seat. They are always the same for the same question of the same game."""

import random
from hashlib import shake_256
from typing import Any


class Dice(random.Random):
    """The dice of a seat, set to one question after another.

    Each number is a hash of the question and of how many numbers were drawn before. To seed `random.Random` for
    each question would take a third of the time of the compiled engine's decisions.
    """

    def seed(self, a: object = None, version: int = 2) -> None:
        """Begins anew with the numbers of this seed; the same ones if there is none."""
        self._seed, self._drawn, self.gauss_next = a, 0, None

    def prepare(self, game: str, seat: int, question: int) -> None:
        """Sets the question that the next numbers are for; the parameters are those of `dice`."""
        self._seed, self._drawn, self.gauss_next = f"{game}:{seat}:{question}", 0, None

    def random(self) -> float:
        """Returns a random number from 0 up to, but not including, 1: the next 53 bits of `getrandbits`."""
        self._drawn += 1
        return (int.from_bytes(shake_256(f"{self._seed}:{self._drawn}".encode()).digest(7)) >> 3) * 2**-53

    def getrandbits(self, k: int, /) -> int:
        """Returns an integer of `k` random bits."""
        self._drawn += 1
        digest = shake_256(f"{self._seed}:{self._drawn}".encode()).digest((k + 7) // 8)
        return int.from_bytes(digest) >> -k % 8

    def getstate(self) -> tuple[Any, ...]:
        """Returns what `setstate` accepts, to draw the same numbers again."""
        return self._seed, self._drawn, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Continues from a state that `getstate` has returned."""
        self._seed, self._drawn, self.gauss_next = state


def dice(game: str, seat: int, question: int) -> Dice:
    """Returns the dice of a seat for one question of a game.

    `game` is a text that is unique to the game, and secret until the game ends. With the dice, a player could tell
    from an answer which hands the seat does not hold.

    >>> dice("a secret name", seat=0, question=3).random() == dice("a secret name", seat=0, question=3).random()
    True
    """
    dice = Dice()
    dice.prepare(game, seat, question)
    return dice
