"""The curriculum: which games each network is trained on."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple


class Curriculum(NamedTuple):
    """The number of games in a batch, and the games, each with its weight in the draw."""

    games: int
    tables: Sequence[tuple[int, Mapping[str, Any]]]


_STANDARD: Final = {"two_player": "standard"}
CURRICULA: Final[Mapping[str, Curriculum]] = {
    "duel": Curriculum(
        500,
        (
            (60, {"ruleset": "classic", "players": 2, "options": _STANDARD}),
            (8, {"ruleset": "classic", "players": 2, "options": _STANDARD | {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 2, "options": {"inquisitor": True}}),
            (8, {"ruleset": "mcguire", "players": 2}),
            (10, {"ruleset": "g54", "players": 2, "options": {"advanced": True}}),
        ),
    ),
    "several": Curriculum(
        120,
        (
            (30, {"ruleset": "classic", "players": 4}),
            (26, {"ruleset": "g54", "players": 4, "options": {"advanced": True}}),
            (7, {"ruleset": "short", "players": 4}),
            (7, {"ruleset": "classic", "players": 4, "options": {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 4, "options": {"teams": True}}),
            (7, {"ruleset": "mcguire", "players": 4}),
            (3, {"ruleset": "classic", "players": 3}),
            (3, {"ruleset": "classic", "players": 6}),
            (3, {"ruleset": "g54", "players": 3}),
        ),
    ),
}
"""The curriculum of each network. The one-card duel is missing, because the strong seat plays a solution of it."""
