"""Dice: the random numbers of an AI seat. They are always the same for the same question of the same game."""

import random
from hashlib import sha256
from typing import Any


def dice(game: str, seat: int, question: int) -> random.Random:
    """Returns the dice of a seat for one question of a game.

    `game` is a text that is unique to the game, and secret until the game ends. With the dice, a player could tell
    from an answer which hands the seat does not hold.

    >>> dice("a secret name", seat=0, question=3).random() == dice("a secret name", seat=0, question=3).random()
    True
    """
    return random.Random(_entropy(game, seat, question))


class Dice(random.Random):
    """The dice of a seat, set to one question after another. They give the same numbers as `dice`.

    They are seeded only when the first number is drawn: seeding is slow, and many decisions need no dice.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self._question: tuple[str, int, int] | None = None

    def prepare(self, game: str, seat: int, question: int) -> None:
        """Sets the question that the next numbers are for; the parameters are those of `dice`."""
        self._question, self.gauss_next = (game, seat, question), None

    def random(self) -> float:
        """Returns a random number from 0 to 1."""
        if self._question is not None:
            self._seed(*self._question)
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Returns an integer of `k` random bits."""
        if self._question is not None:
            self._seed(*self._question)
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Returns the state of the generator."""
        if self._question is not None:
            self._seed(*self._question)
        return super().getstate()

    def _seed(self, game: str, seat: int, question: int) -> None:
        self.seed(_entropy(game, seat, question))
        self._question = None


def _entropy(game: str, seat: int, question: int) -> bytes:
    return sha256(f"{game}:{seat}:{question}".encode()).digest()
