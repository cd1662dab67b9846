"""The survey of pools: what the laboratory found of each pool that is drawn by category (docs/ai.md).

`make lab` writes `data/pools.json`; whoever reads it does without where it is missing or of no use.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from statistics import median
from string import ascii_letters
from typing import Any, Final, NamedTuple, TypeAlias

from data import ROOT
from engine.catalogue import ROLES, RULESETS
from engine.errors import NoSurvey
from engine.json_files import read_json
from engine.table.chance import Chance

PATH: Final = ROOT / "pools.json"
VERSION: Final = 1
"""Of the file. A row of it is: the pool, a letter for each role in the order of `roles`; games at strong play;
turns of a game at a beginner's and at strong play; then, of 1,000: balance, liveliness, the first player's share
in the victories, and that of those who were dealt each role.
"""
DRAWN_FROM: Final = "drawn_from"
"""The option that says which pools one is drawn from."""
KINDS_DRAWN: Final = tuple(str(kind) for kind in RULESETS["g54"].options[DRAWN_FROM][1:])
"""The kinds of pools that one may be drawn from; else it is drawn from all."""
MOST: Final = 100
_WHOLE: Final = 1000
_MOST_TURNS: Final = 10**6
"""No count of a row is larger: neither games nor turns."""
_PART: Final = 5
"""One is drawn among the best so many pools, but at most among the best fifth of those allowed."""

_NUMBER: Final = {letter: number for number, letter in enumerate(ascii_letters)}
_CATEGORY: Final = {name: role.category for name, role in ROLES.items()}
_CATEGORIES: Final = sorted(name for name, number in RULESETS["g54"].draw.items() for _ in range(number))

Pool: TypeAlias = tuple[str, ...]


class Figures(NamedTuple):
    """What was found of a pool at tables of four: games at strong play; turns of a game at a beginner's play; at
    strong play turns, balance and liveliness from 0 to 1, the first player's share in the victories, and by role
    the share of those who were dealt it.
    """

    games: int
    beginners_turns: int
    turns: int
    balance: float
    liveliness: float
    first: float
    wins: Mapping[str, float]


class Survey:
    """What was found of all pools, by their roles in alphabetical order."""

    def __init__(self, pools: Mapping[Pool, Figures]) -> None:
        self.pools = pools
        self._best: dict[tuple[str, bool], list[Pool]] = {}

    def figures(self, roles: Sequence[str]) -> Figures | None:
        """What was found of a pool, None if it is none that was played over."""
        return self.pools.get(tuple(sorted(roles)))

    def part(self, what: str, value: float) -> float:
        """Which part of all pools has less of a figure, such as `balance`, than this value."""
        return sum(getattr(each, what) < value for each in self.pools.values()) / len(self.pools)

    def best(self, kind: str, *, advanced: bool) -> list[Pool]:
        """The pools that one of a kind is drawn among, the best first; with advanced roles only if allowed.

        `balanced` are those of the greatest balance, `wild` of the greatest liveliness, and `quick` those with the
        shortest games among the half that is balanced better. Raises NoSurvey if there are none.
        """
        if (kind, advanced) not in self._best:
            self._best[kind, advanced] = self._ordered(kind, advanced=advanced)
        return self._best[kind, advanced]

    def _ordered(self, kind: str, *, advanced: bool) -> list[Pool]:
        among = {
            pool: each
            for pool, each in self.pools.items()
            if advanced or not any(ROLES[role].advanced for role in pool)
        }
        if not among:
            raise NoSurvey("it has no pool without advanced roles")
        fair = median(each.balance for each in among.values())
        match kind:
            case "balanced":
                order = sorted(among, key=lambda pool: (-among[pool].balance, pool))
            case "wild":
                order = sorted(among, key=lambda pool: (-among[pool].liveliness, pool))
            case _:
                order = sorted(
                    (pool for pool in among if among[pool].balance >= fair),
                    key=lambda pool: (among[pool].turns, pool),
                )
        return order[: max(1, min(MOST, len(among) // _PART))]


def draw_among_best(seed: bytes, kind: str, *, advanced: bool) -> Pool:
    """A pool among the best of a kind: one pick from the stream of SHA-256(seed ‖ "pool"). Raises NoSurvey."""
    best = survey().best(kind, advanced=advanced)
    return best[Chance(sha256(seed + b"pool").digest()).pick(len(best))]


def survey() -> Survey:
    """What was found of all pools. Raises NoSurvey if the file is missing, damaged or of another version."""
    return read(PATH)


@lru_cache(maxsize=1)
def read(path: Path) -> Survey:
    """What a file says of all pools. Raises NoSurvey."""
    try:
        found = read_json(path)
        version = found["version"]
        pools = dict(_figures(row, found["roles"]) for row in found["pools"]) if version == VERSION else {}
    except (OSError, UnicodeDecodeError) as error:
        raise NoSurvey("it cannot be read") from error
    except (ValueError, LookupError, TypeError) as error:
        raise NoSurvey("it is damaged") from error
    if version != VERSION:
        raise NoSurvey(f"it is of version {version}, not {VERSION}")
    if not pools:
        raise NoSurvey("it has no pools")
    return Survey(pools)


def _figures(row: Sequence[Any], roles: Sequence[str]) -> tuple[Pool, Figures]:
    code, games, beginners_turns, turns, *shares = row
    pool = tuple([roles[_NUMBER[letter]] for letter in code])
    if sorted([_CATEGORY[role] for role in pool]) != _CATEGORIES or pool != tuple(sorted(set(pool))):
        raise ValueError(pool)
    for number in row[1:]:
        if type(number) is not int or not 0 <= number <= _MOST_TURNS:
            raise ValueError(number)
    if max(shares) > _WHOLE:
        raise ValueError(shares)
    balance, liveliness, first, *wins = (each / _WHOLE for each in shares)
    figures = Figures(
        games, beginners_turns, turns, balance, liveliness, first, dict(zip(pool, wins, strict=True))
    )
    return pool, figures
