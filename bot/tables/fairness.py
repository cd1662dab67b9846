"""Fairness: a seed that neither operator nor host can choose, and the proof of it.

At the opening a secret server seed is drawn and its SHA-256 shown. The game's seed is HMAC-SHA256 with the server
seed as key over the id of the interaction that started the game and the seats' user ids in order (0 for an AI
seat), in decimal, joined by colons. Whoever has the published server seed can compute it again.
"""

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256

SEED_BYTES = 32


def draw_server_seed() -> bytes:
    """Returns 256 bits from the system's entropy."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(server_seed: bytes) -> str:
    """Returns the SHA-256 of the server seed, in hex digits: it fixes the seed without showing it."""
    return sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, interaction_id: int, user_ids: Sequence[int | None]) -> str:
    """The game's seed, 64 hex digits, from server seed, starting interaction and players; None is an AI seat."""
    message = ":".join(str(number or 0) for number in (interaction_id, *user_ids))
    return hmac.new(server_seed, message.encode(), sha256).hexdigest()
