"""Chance: the documented random stream that every shuffle and pick of a game comes from.

Block k of the stream is SHA-256(seed ‖ k), k as eight bytes big-endian, from k = 0. A pick among n takes the
next byte b; a byte of at least 256 - 256 mod n is thrown away and the next one taken, so that all n outcomes
are equally likely; else the outcome is b mod n. Whoever knows the seed can follow a game with any SHA-256.
"""

from hashlib import sha256

BLOCK = 32


class Chance:
    """The stream of one seed. It has no position of its own: whoever reads it knows how far it has read."""

    __slots__ = ("_block", "_number", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._number = -1
        self._block = b""

    def pick(self, n: int, at: int) -> tuple[int, int]:
        """A number from 0 to n - 1 (n from 1 to 256) out of the bytes from `at` on, and where to read on."""
        limit = 256 - 256 % n
        while True:
            number = at // BLOCK
            if number != self._number:
                self._block = sha256(self.seed + number.to_bytes(8, "big")).digest()
                self._number = number
            byte = self._block[at % BLOCK]
            at += 1
            if byte < limit:
                return byte % n, at
