"""Chance: the documented random stream that every shuffle and pick of a game comes from.

Block k of the stream is SHA-256(seed ‖ k), k as eight bytes big-endian, from k = 0. A pick among n takes the
next byte b; a byte of at least 256 - 256 mod n is thrown away and the next one taken, so that all n outcomes
are equally likely; else the outcome is b mod n. Whoever knows the seed can follow a game with any SHA-256.
"""

from hashlib import sha256

BLOCK = 32


class Chance:
    """A position in the stream of one seed."""

    __slots__ = ("_block", "seed", "taken")

    def __init__(self, seed: bytes, taken: int = 0, block: bytes = b"") -> None:
        self.seed = seed
        self.taken = taken
        self._block = block

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely; n from 1 to 256."""
        limit = 256 - 256 % n
        while True:
            at = self.taken % BLOCK
            if at == 0:
                self._block = sha256(self.seed + (self.taken // BLOCK).to_bytes(8, "big")).digest()
            self.taken += 1
            byte = self._block[at]
            if byte < limit:
                return byte % n

    def copy(self) -> "Chance":
        """The same position, to go on from independently."""
        return Chance(self.seed, self.taken, self._block)
