"""The statistics of each person in a finished game: place, lies, challenges and claimed roles."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How often a person did something, in one game or in several together.

    A lie is a claim that the seat could not have proven when it was opened. It is believed if nobody challenged
    it; every other lie is caught. A challenge is right if the claim was exposed, also if its claimant gave a true
    one up.
    """

    lies_told: int = 0
    lies_caught: int = 0
    challenges_right: int = 0
    challenges_wrong: int = 0


COUNTED: Final = tuple(count.name for count in fields(Counts))
"""The names of all counts, which are columns too."""


@dataclass(frozen=True)
class SeatStatistics(Counts):
    """What a person did in a finished game. What an AI decided in the person's place does not count.

    `team` and `place` are those of `game_statistics.Finish`. `has_won`: the seat is among the winners, and no AI
    took it over. `roles` counts the claims by role, true or not.
    """

    seat: int
    user_id: int
    team: int
    place: int
    has_won: bool
    roles: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True)
class GameStatistics:
    """What the people of a finished game did, in the order of their seats, and whether the game is rated."""

    ruleset: str
    is_rated: bool
    seats: tuple[SeatStatistics, ...]
