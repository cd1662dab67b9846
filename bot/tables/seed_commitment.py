"""The seed of a game, which neither operator nor host can choose, its proof, and secret keys for AI seats.

When a lobby opens, a secret server seed is drawn and its SHA-256 is shown. When a member takes a seat, a salt of
32 bytes is drawn, and the seat's commitment is shown: the SHA-256 of the salt followed by the user id in decimal.
The game's seed is HMAC-SHA256 with the server seed as key over the id of the interaction that started the game, in
decimal, and the commitments of the seats in order (0 for an AI seat), joined by colons. Anybody can compute it
from the server seed, which is published after the game. The salts prove which member had which seat. When a
member's data is deleted, so is the salt: then the commitment no longer leads to the member, and the seed can still
be checked.

A seat that was taken before commitments existed has its user id in place of the commitment. The seed is stored
with the game, because such an id may be deleted.

The dice and the pauses of AI seats have keys of their own: HMAC-SHA256 with the server seed as key over a label.
Labels begin with a letter, and what the game's seed is made from begins with a digit. So none of the three values
discloses another, and all of them can be computed once the server seed is published.
"""

import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

SEED_BYTES = 32
_DICE: Final = b"dice of AI seats"
_PAUSES: Final = b"pauses of AI seats"


def draw_server_seed() -> bytes:
    """Returns 256 bits from the system's entropy."""
    return secrets.token_bytes(SEED_BYTES)


@lru_cache(maxsize=4096)  # each message and each click needs it
def commitment(server_seed: bytes) -> str:
    """Returns the SHA-256 of the server seed, in hex digits. It fixes the seed without disclosing it."""
    return sha256(server_seed).hexdigest()


def draw_salt() -> str:
    """Returns the salt of a seat, 64 hex digits from the system's entropy."""
    return secrets.token_hex(SEED_BYTES)


def seat_commitment(salt: str, user_id: int) -> str:
    """Returns the commitment of a member's seat, in hex digits. Without the salt nobody can tell whose it is."""
    return sha256(bytes.fromhex(salt) + str(user_id).encode()).hexdigest()


def game_seed(server_seed: bytes, interaction_id: int, seats: Sequence[str | int | None]) -> str:
    """Returns the game's seed, 64 hex digits.

    `seats` has the commitment of each seat in order; None for an AI seat, a user id for a seat without commitment.
    """
    message = ":".join(str(part or 0) for part in (interaction_id, *seats))
    return hmac.new(server_seed, message.encode(), sha256).hexdigest()


def ai_dice_key(server_seed: bytes) -> str:
    """Returns the secret key of the dice of a game's AI seats, 64 hex digits.

    It must stay secret until the game ends: with it, a decision would disclose the hand.
    """
    return hmac.new(server_seed, _DICE, sha256).hexdigest()


def ai_pause_key(server_seed: bytes) -> bytes:
    """Returns the key of the pauses of a game's AI seats, which are public and disclose nothing about the dice."""
    return hmac.digest(server_seed, _PAUSES, "sha256")
