"""The surveys of pools: measured figures for pools that can be drawn by category (docs/pools.md).

`make lab` writes the files. Without them everything works, but no figures are shown.
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

SURVEYS: Final = {"g54": ROOT / "pools.json", "anarchy": ROOT / "pools_anarchy.json"}
"""The file with the survey of each ruleset that has pools."""
VERSION: Final = 1
"""The version of the file format. A row holds, in this order: the pool, with one letter for each role in the order
of `roles`; the number of games between strong players; the turns per game between beginners, and between strong
players. The other numbers are thousandths, between strong players: balance, liveliness, the share of games that
the first player wins, and for each role the share of games that a player with the role wins.
"""
DRAWN_FROM: Final = "drawn_from"
"""The option that says which kind of pool is drawn."""
KINDS_DRAWN: Final = tuple(str(kind) for kind in RULESETS["g54"].options[DRAWN_FROM][1:])
"""The values of the option that draw from the best pools of a kind; any other value draws from all pools."""
MAX_POOLS: Final = 100
_WHOLE: Final = 1000
_MAX_COUNT: Final = 10**6
"""The largest number of games or turns that a row may hold."""
_ONE_IN: Final = 5
"""A pool is drawn from the best MAX_POOLS of a kind, but at most from the best fifth of all allowed pools."""

_NUMBER: Final = {letter: number for number, letter in enumerate(ascii_letters)}
_CATEGORY: Final = {name: role.category for name, role in ROLES.items()}
_CATEGORIES: Final = sorted(name for name, number in RULESETS["g54"].draw.items() for _ in range(number))

Pool: TypeAlias = tuple[str, ...]


class Figures(NamedTuple):
    """The figures of a pool in games of four players.

    `beginners_turns` is the number of turns per game between beginners. All other figures are of games between
    strong players: `games` is their number, `turns` the number of turns per game. `balance`, `liveliness` and the
    shares are from 0 to 1. `first` is the share of games that the first player wins, `wins` has for each role the
    share of games that a player with the role wins.
    """

    games: int
    beginners_turns: int
    turns: int
    balance: float
    liveliness: float
    first: float
    wins: Mapping[str, float]


class Survey:
    """The figures of all pools, by their roles in alphabetical order."""

    def __init__(self, pools: Mapping[Pool, Figures]) -> None:
        self.pools = pools
        self._best: dict[tuple[str, bool], list[Pool]] = {}

    def figures(self, roles: Sequence[str]) -> Figures | None:
        """Returns the figures of a pool, None if it has none."""
        return self.pools.get(tuple(sorted(roles)))

    def share_below(self, what: str, value: float) -> float:
        """Returns the share of all pools whose figure `what`, such as `balance`, is below a value."""
        return sum(getattr(each, what) < value for each in self.pools.values()) / len(self.pools)

    def best(self, kind: str, *, advanced: bool) -> list[Pool]:
        """Returns the best pools of a kind, the best first. A game draws its pool from them.

        `advanced` says whether pools with advanced roles are allowed. The kind `balanced` orders pools by balance,
        `wild` by liveliness, and `quick` by the length of games, in the better balanced half of the allowed pools.
        Raises NoSurvey if there are no pools.
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
        return order[: max(1, min(MAX_POOLS, len(among) // _ONE_IN))]


def draw_among_best(seed: bytes, ruleset: str, kind: str, *, advanced: bool) -> Pool:
    """Draws one of the best pools of a kind, from the stream of SHA-256(seed ‖ "pool"). Raises NoSurvey."""
    best = survey(ruleset).best(kind, advanced=advanced)
    return best[Chance(sha256(seed + b"pool").digest()).pick(len(best))]


def survey(ruleset: str) -> Survey:
    """Returns a ruleset's shipped survey.

    Raises NoSurvey if its file is missing, damaged or of another version.
    """
    return read(SURVEYS[ruleset])


@lru_cache(maxsize=len(SURVEYS))
def read(path: Path) -> Survey:
    """Reads a survey from a file. Raises NoSurvey."""
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
        if type(number) is not int or not 0 <= number <= _MAX_COUNT:
            raise ValueError(number)
    if max(shares) > _WHOLE:
        raise ValueError(shares)
    balance, liveliness, first, *wins = (each / _WHOLE for each in shares)
    figures = Figures(
        games, beginners_turns, turns, balance, liveliness, first, dict(zip(pool, wins, strict=True))
    )
    return pool, figures
