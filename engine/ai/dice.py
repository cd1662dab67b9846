"""Dice: what an AI seat leaves to luck, the same again whenever it is asked the same question of the same game."""

import random
from hashlib import sha256


def dice(game: str, seat: int, question: int) -> random.Random:
    """The dice of a seat for one question of a game.

    `game` is a name that tells the game from all others and that players do not know while it goes on: whoever
    knew the dice could work out which hands would have chosen otherwise. It holds nothing of cards or seed.
    """
    return random.Random(entropy(game, seat, question))


def entropy(game: str, seat: int, question: int) -> bytes:
    """What these dice are seeded with; who plays many games seeds the same object anew for each question."""
    return sha256(f"{game}:{seat}:{question}".encode()).digest()
