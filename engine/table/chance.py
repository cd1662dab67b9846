"""Chance: the documented random stream that every shuffle and pick of a game comes from.

Block k of the stream is SHA-256(seed ‖ k), k as eight bytes big-endian, from k = 0. A pick among n reads the next
byte b. A byte of at least 256 - 256 mod n is skipped, so that all n outcomes are equally likely; otherwise the
outcome is b mod n. So anyone who knows the seed can verify a game with any implementation of SHA-256.
"""

from hashlib import sha256

BLOCK = 32


class Chance:
    """The random stream of one seed; `taken` is the number of bytes that have been used."""

    __slots__ = ("_block", "seed", "taken")

    def __init__(self, seed: bytes, taken: int = 0) -> None:
        self.seed = seed
        self.taken = taken
        self._block = b""

    def pick(self, n: int) -> int:
        """Returns a number from 0 to n - 1 from the next bytes; n is from 1 to 256.

        >>> chance = Chance(bytes(32))
        >>> [chance.pick(6) for _ in range(5)]
        [2, 4, 2, 5, 2]
        """
        limit = 256 - 256 % n
        while True:
            at = self.taken % BLOCK
            if not at or not self._block:
                self._block = sha256(self.seed + (self.taken // BLOCK).to_bytes(8, "big")).digest()
            self.taken += 1
            byte = self._block[at]
            if byte < limit:
                return byte % n


class Unshuffled(Chance):
    """Always picks the first, for positions with the option `shuffle: false`."""

    __slots__ = ()

    def pick(self, n: int) -> int:
        """Returns 0, the first."""
        return 0
