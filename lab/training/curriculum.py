"""The curriculum: which games each network is trained on, and against whom."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from lab.training.league import LEAGUE


class Curriculum(NamedTuple):
    """How a network is trained: the number of batches, the number of games in a batch, the games, the opponents.

    Each game has its weight in the draw. An opponent that is named several times is met more often; earlier states
    of the network are always among the opponents.
    """

    batches: int
    games: int
    tables: Sequence[tuple[int, Mapping[str, Any]]]
    opponents: Sequence[str] = tuple(LEAGUE)


RULE_OF_THUMB: Final = "thumb"
EXPLOITER: Final = "exploiter"
"""An opponent that is trained at the same time, against the network alone."""

_STANDARD: Final = {"two_player": "standard"}
CURRICULA: Final[Mapping[str, Curriculum]] = {
    "duel": Curriculum(
        1000,
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
        1000,
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
        (*LEAGUE, RULE_OF_THUMB, EXPLOITER),
    ),
    "two_cards": Curriculum(
        300,
        500,
        ((1, {"ruleset": "classic", "players": 2, "options": _STANDARD}),),
        (*LEAGUE, *[RULE_OF_THUMB] * 3, *[EXPLOITER] * 4),
    ),
}
"""The curriculum of each network. The one-card duel is missing, because the strong seat plays a solution of it."""
