"""Part of migration 0002: computes and stores what the deal of each started game decided.

Before this migration a drawn pool and a drawn first player were drawn again from the seed at every restart. The
code below, and the roles in `0002_roles.json`, are copies of the engine of that time. They must not follow changes
of the engine, because the games are old.
"""

import hmac
import json
import sqlite3
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from data import ROOT

ROLES: Final = ROOT / "migrations" / "0002_roles.json"


def keep_starts(connection: sqlite3.Connection) -> None:
    """Fills in `games.start` for every game that was started."""
    games = connection.execute(
        "SELECT id, ruleset, options, pool, server_seed, interaction_id, first, direction FROM games"
        " WHERE interaction_id IS NOT NULL AND start IS NULL"
    ).fetchall()
    for number, ruleset, options, pool, server_seed, interaction_id, first, direction in games:
        seats = connection.execute(
            "SELECT user_id, name FROM seats WHERE game_id = ? ORDER BY seat", (number,)
        ).fetchall()
        seed = _game_seed(server_seed, [interaction_id, *(user_id for user_id, _ in seats)])
        start = what_the_deal_decided(
            ruleset,
            json.loads(options),
            None if pool is None else json.loads(pool),
            seed,
            [name for _, name in seats],
            first,
            direction,
        )
        connection.execute("UPDATE games SET start = ? WHERE id = ?", (json.dumps(start), number))


def what_the_deal_decided(
    ruleset: str,
    options: dict[str, Any],
    pool: list[str] | None,
    seed: bytes,
    names: Sequence[str],
    first: str | None,
    direction: int | None,
) -> dict[str, Any]:
    """Returns the pool, the first player's name, the direction and the teams of a game; None where it has none."""
    if ruleset == "g54":
        pool = pool or options.get("pool") or _draw_pool(seed, advanced=bool(options.get("advanced")))
    half = len(names) // 2
    return {
        "pool": None if pool is None else sorted(pool),
        "first": first or names[_Stream(seed, b"first").pick(len(names))],
        "direction": (direction or 1) if ruleset == "mcguire" else None,
        "teams": [list(pair) for pair in zip(names[:half], names[half:], strict=True)]
        if options.get("teams")
        else None,
    }


def _game_seed(server_seed: bytes, numbers: Sequence[int | None]) -> bytes:
    message = ":".join(str(number or 0) for number in numbers)
    return hmac.new(server_seed, message.encode(), sha256).digest()


def _draw_pool(seed: bytes, *, advanced: bool) -> list[str]:
    stream = _Stream(seed, b"pool")
    pool: list[str] = []
    for category in json.loads(ROLES.read_text(encoding="utf-8")).values():
        roles = sorted(category["roles"] + (category["advanced"] if advanced else []))
        for _ in range(category["drawn"]):
            pool.append(roles.pop(stream.pick(len(roles))))
    return pool


class _Stream:
    """Numbers drawn from the bytes of SHA-256(key ‖ block number), where key is SHA-256(seed ‖ purpose)."""

    def __init__(self, seed: bytes, purpose: bytes) -> None:
        self._key = sha256(seed + purpose).digest()
        self._block = 0
        self._bytes = b""

    def pick(self, n: int) -> int:
        """Returns a number from 0 to n - 1; bytes that would make some of them likelier are skipped."""
        while True:
            if not self._bytes:
                self._bytes = sha256(self._key + self._block.to_bytes(8, "big")).digest()
                self._block += 1
            byte, self._bytes = self._bytes[0], self._bytes[1:]
            if byte < 256 - 256 % n:
                return byte % n
