"""Part of migration 0012: guesses from the decisions of earlier games when their members were away.

Before this migration absences were not stored, but guessed whenever a game was loaded. The same guess is made here
once for each game. It misses absences in which the AI did not decide anything.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

# A member counts as away after letting the time run out three times in a row.
_GAMES: Final = """
    SELECT DISTINCT decisions.game_id FROM decisions
    JOIN seats ON seats.game_id = decisions.game_id AND seats.seat = decisions.seat AND seats.user_id IS NOT NULL
    WHERE cause = 'timeout' GROUP BY decisions.game_id, decisions.seat HAVING COUNT(*) >= 3
"""
_SEATS: Final = "SELECT seat, away FROM seats WHERE user_id IS NOT NULL AND game_id = {0}"
_DECISIONS: Final = "SELECT seat, cause FROM decisions WHERE game_id = {0} ORDER BY seq"
_STORE: Final = "UPDATE games SET absences = {0} WHERE id = {0}"


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
