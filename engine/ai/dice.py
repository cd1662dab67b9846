"""Dice: what an AI seat leaves to luck, the same again whenever it is asked the same question of the same game."""

import random
from hashlib import sha256
from typing import Any


def dice(game: str, seat: int, question: int) -> random.Random:
    """The dice of a seat for one question of a game.

    `game` is a name that tells the game from all others and that players can neither know nor guess while it goes
    on: whoever knew the dice could work out which hands would have chosen otherwise.
    """
    return random.Random(_entropy(game, seat, question))


class Dice(random.Random):
    """The dice of one question after the other, as `dice` has them.

    They are seeded only when they are thrown: that takes longer than many an answer, which needs none.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self._question: tuple[str, int, int] | None = None

    def lie_ready(self, game: str, seat: int, question: int) -> None:
        """These are now the dice of a seat for this question of a game."""
        self._question, self.gauss_next = (game, seat, question), None

    def random(self) -> float:
        """A number from 0 to 1."""
        if self._question is not None:
            self._seed(*self._question)
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """So many bits."""
        if self._question is not None:
            self._seed(*self._question)
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """All that the next throws depend on."""
        if self._question is not None:
            self._seed(*self._question)
        return super().getstate()

    def _seed(self, game: str, seat: int, question: int) -> None:
        self.seed(_entropy(game, seat, question))
        self._question = None


def _entropy(game: str, seat: int, question: int) -> bytes:
    return sha256(f"{game}:{seat}:{question}".encode()).digest()
