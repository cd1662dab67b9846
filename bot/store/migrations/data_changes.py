"""The parts of migrations 0002, 0003 and 0012 that SQL alone cannot do.

0002 computes and stores what the deal of each started game decided. Before it a drawn pool and a drawn first
player were drawn again from the seed at every restart. The code for it, and the roles in `0002_roles.json`, are
copies of the engine of that time. They must not follow changes of the engine, because the games are old.

0003 gives pools a key that ignores case on every engine, as their names did on SQLite.

0012 guesses from the decisions of earlier games when their members were away. Before it absences were not stored,
but guessed whenever a game was loaded. The same guess is made here once for each game. It misses absences in which
the AI did not decide anything.
"""

import hmac
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from data import ROOT

ROLES: Final = ROOT / "migrations" / "0002_roles.json"

# A member counts as away after letting the time run out three times in a row.
_GAMES: Final = """
    SELECT DISTINCT decisions.game_id FROM decisions
    JOIN seats ON seats.game_id = decisions.game_id AND seats.seat = decisions.seat AND seats.user_id IS NOT NULL
    WHERE cause = 'timeout' GROUP BY decisions.game_id, decisions.seat HAVING COUNT(*) >= 3
"""
_SEATS: Final = "SELECT seat, away FROM seats WHERE user_id IS NOT NULL AND game_id = {0}"
_DECISIONS: Final = "SELECT seat, cause FROM decisions WHERE game_id = {0} ORDER BY seq"
_STORE: Final = "UPDATE games SET absences = {0} WHERE id = {0}"


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


def fold_pools(connection: sqlite3.Connection) -> None:
    """Moves the pools to their new table; of two names that differ by case alone the second gets a number."""
    taken = set[tuple[int, str]]()
    for guild_id, name, roles in connection.execute("SELECT guild_id, name, roles FROM old_pools").fetchall():
        free, number = name, 1
        while (guild_id, free.casefold()) in taken:
            number += 1
            free = f"{name} {number}"
        taken.add((guild_id, free.casefold()))
        connection.execute("INSERT INTO pools VALUES (?, ?, ?, ?)", (guild_id, free.casefold(), free, roles))
    connection.execute("DROP TABLE old_pools")


def keep_absences(connection: Any, placeholder: str) -> None:
    """Fills in `games.absences`; `placeholder` is what the driver writes for a parameter."""

    def execute(query: str, *values: object) -> Any:
        return connection.execute(query.format(placeholder), values)

    for game in execute(_GAMES).fetchall():
        number = game["game_id"]
        members = {row["seat"]: bool(row["away"]) for row in execute(_SEATS, number).fetchall()}
        decisions = [(row["seat"], row["cause"]) for row in execute(_DECISIONS, number).fetchall()]
        execute(_STORE, json.dumps(guess_absences(members, decisions)), number)


def guess_absences(
    members: Mapping[int, bool], decisions: Iterable[tuple[int, str]]
) -> list[tuple[int, int, bool]]:
    """Returns the absences in order, each as [decisions before it, seat, whether away from then on].

    `members` maps the seats of members to whether they are away at the end, `decisions` are (seat, cause).
    """
    taken = [(seat, "ai" if cause == "failed" else cause) for seat, cause in decisions]
    following = {seat: "ai" if is_away else "" for seat, is_away in members.items()}
    causes: list[tuple[int, int, str, str]] = []  # decisions, each with the cause of the seat's next one
    for number, (seat, cause) in reversed([*enumerate(taken, start=1)]):
        causes.append((number, seat, cause, following.get(seat, "")))
        following[seat] = cause
    found: list[tuple[int, int, bool]] = []
    away_now = set[int]()
    for number, seat, cause, then in reversed(causes):
        if seat in members and seat not in away_now and cause == "timeout" and then == "ai":
            found.append((number, seat, True))
            away_now.add(seat)
        elif seat in away_now and then != "ai":
            found.append((number, seat, False))
            away_now.remove(seat)
    return found
