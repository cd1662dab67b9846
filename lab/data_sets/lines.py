"""The lines of a data set: JSON objects, each with a hash of itself and of all lines before it.

The first line is the header, then follows a line for each game, and the last line ends a complete data set.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import RULES_VERSION
from lab import variant
from lab.entrants import lineups, seatings
from lab.errors import LabError
from lab.files import reading
from lab.variant import Variant

FORMAT: Final = "coup-games-2"
_MAX_PLAN: Final = 2_000_000
"""The plan of the games of a data set is made as a whole, so it has no more games, nor as many mixed line-ups."""
_MAX_LINE_BYTES: Final = 2**26
"""More than any line has, so that a file without lines is not read for ever."""
_HASH: Final = re.compile(rb',"hash":"([0-9a-f]{64})"\}\n\Z')
_SEPARATORS: Final = (",", ":")


class DamagedDataSet(LabError):
    """A data set was changed, or is damaged. The message names the file, the line and the reason."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}, line {line}: {reason}.")


class PlannedGame(NamedTuple):
    """One game of a data set: its number, the number of its deal, and the player in each seat."""

    number: int
    deal: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Header:
    """The first line of a data set: everything that determines which games are in it.

    `players` are the words that name them. `rules` is the version of the rules.
    """

    table: str
    players: tuple[str, ...]
    deals: int
    seed: int
    rules: str = RULES_VERSION
    format: str = FORMAT

    def __post_init__(self) -> None:
        number, seats = len(self.players), self.variant.seats
        if len(set(self.players)) < max(1, number) or not all(map(str.isprintable, self.players)):
            raise LabError("A data set has players, each named once, without line breaks.")
        most = _MAX_PLAN // (number**2 * seats) if comb(number + seats - 1, seats) <= _MAX_PLAN else 0
        if not 1 <= self.deals <= most:
            raise LabError(f"A data set of {number:,} players at {self.table} has at most {most:,} deals.")

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Header":
        """Returns the header of a file. Raises LabError if it is not one that this version can read."""
        if not isinstance(value.get("format"), str):
            raise LabError("this is not the first line of a data set of `python -m lab games`")
        if (value["format"], value.get("rules")) != (FORMAT, RULES_VERSION):
            raise LabError("the data set was written by another version of this program")
        given = {name: each for name, each in value.items() if name != "hash"}
        try:
            table, players = variant.parse(str(given["table"])).name, tuple(map(str, given["players"]))
            header = cls(table, players, int(given["deals"]), int(given["seed"]))
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            raise LabError(f"the header is incomplete: {error}") from None
        if json.dumps(header.to_json(), sort_keys=True) != json.dumps(given, sort_keys=True):
            raise LabError("the header is not of the form that docs/laboratory.md describes")
        return header

    def to_json(self) -> dict[str, Any]:
        """Returns the header as a JSON object."""
        return {"format": self.format, **asdict(self), "players": list(self.players)}

    def describe(self) -> str:
        """Returns the header in words."""
        return f"{self.table}, {self.deals} deals, seed {self.seed}, {', '.join(self.players)}"

    @property
    def variant(self) -> Variant:
        """What is played."""
        return variant.parse(self.table)

    def plan(self) -> list[PlannedGame]:
        """Returns the games in the order of the file.

        Every line-up (`lab.entrants`) plays the deals, each from every seat; a player alone plays among its like.
        """
        seats = self.variant.seats
        if len(self.players) == 1:
            played = [(deal, self.players * seats) for deal in range(self.deals)]
        else:
            played = lineups(self.players, seats, self.deals, self.seed)
        by_deal = sorted(played, key=lambda each: each[0])
        games = [(deal, sitting) for deal, lineup in by_deal for sitting in seatings(lineup)]
        return [PlannedGame(number, *game) for number, game in enumerate(games)]


def seal(value: Mapping[str, Any], before: str) -> tuple[str, str]:
    """Returns a line of a file, and its hash. `before` is the hash of the line before; the first has none: `""`.

    The hash is the SHA-256 of the hash before (64 hexadecimal digits) and the JSON of the line without its hash.
    """
    text = json.dumps(value, separators=_SEPARATORS)
    found = sha256((before + text).encode()).hexdigest()
    return f'{text[:-1]},"hash":"{found}"}}\n', found


class Line(NamedTuple):
    """A line whose hash is correct: its number in the file (from 1), its place (in bytes), text and hash."""

    number: int
    place: int
    text: bytes
    hash: str

    def value(self) -> dict[str, Any]:
        """Returns what the line holds. Raises ValueError if `seal` does not write it like this."""
        return _parse(self.text)


def read_lines(path: Path, size: int | None = None) -> Iterator[Line]:
    """Yields the lines of a file, or of its first `size` bytes.

    Raises DamagedDataSet at the first line that is not as it was written.
    """
    before, place = "", 0
    with reading(path), path.open("rb") as file:
        for number, text in enumerate(iter(partial(file.readline, _MAX_LINE_BYTES), b""), 1):
            if place == size:
                return
            found = _HASH.search(text)
            if found is None:
                whole = text.endswith(b"\n")
                raise DamagedDataSet(path, number, "it has no hash" if whole else "it ends in the middle")
            hashed = before.encode() + text[: found.start()] + b"}"
            before = found[1].decode()
            if sha256(hashed).hexdigest() != before:
                reason = "its hash is wrong: the line was changed, or one before it is missing or was added"
                raise DamagedDataSet(path, number, reason)
            yield Line(number, place, text, before)
            place += len(text)


def read_line(path: Path, place: int) -> dict[str, Any]:
    """Returns what the line at a place holds. Raises ValueError if `seal` does not write it like this."""
    with path.open("rb") as file:
        file.seek(place)
        return _parse(file.readline())


def _parse(text: bytes) -> dict[str, Any]:
    """Returns what a line holds. Raises ValueError if it does not hold just what every program reads in it.

    Of a field that is named twice, one program reads the first, another the last.
    """
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        if f"{json.dumps(value, separators=_SEPARATORS)}\n" == text.decode():
            return value
    raise ValueError("it is no JSON object in the form that `games` writes")
