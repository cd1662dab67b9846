"""The contents of a data set: read, verified by playing its games again, and written or continued."""

import os
import sys
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from lab.data_sets.lines import DamagedDataSet, Header, Line, PlannedGame, read_line, read_lines, seal
from lab.data_sets.recorded_game import difference
from lab.errors import LabError
from lab.files import file_errors, reading
from lab.parallel import Progress, parallel_map


@dataclass(frozen=True)
class Contents:
    """What a file holds.

    `games` has for each game of the plan that is in the file the place of its line. `hash` is the hash of the last
    line, which stands for the whole file. `is_complete` says whether the file has all games and its last line.
    """

    path: Path
    header: Header
    games: list[int]
    hash: str
    is_complete: bool


def read(path: Path, size: int | None = None) -> Contents:
    """Reads a data set and checks the hashes, but does not play the games again. Raises LabError.

    `size` is the number of bytes of the lines to read; the default is all.
    """
    lines = read_lines(path, size)
    line = next(lines, None)
    if line is None:
        raise DamagedDataSet(path, 1, "the file is empty")
    header = _header(path, line)
    planned = len(header.plan())
    games: list[int] = []
    is_complete = False
    for line in lines:
        if is_complete:
            raise DamagedDataSet(path, line.number, "it follows the last line of the data set")
        if line.text.startswith(b'{"end":'):
            if len(games) != planned:
                reason = f"it ends the data set after {len(games):,} of {planned:,} games"
                raise DamagedDataSet(path, line.number, reason)
            if not line.text.startswith(b'{"end":{"games":%d},"hash":"%s"}' % (planned, line.hash.encode())):
                reason = f"it does not say, and no more, that the data set has {planned:,} games"
                raise DamagedDataSet(path, line.number, reason)
            is_complete = True
        elif len(games) == planned:
            raise DamagedDataSet(path, line.number, f"it follows the last of {planned:,} games")
        else:
            games.append(line.place)
    return Contents(path, header, games, line.hash, is_complete)


def _header(path: Path, line: Line) -> Header:
    try:
        return Header.from_json(line.value())
    except (LabError, ValueError) as error:
        raise DamagedDataSet(path, line.number, str(error).rstrip(".")) from None


class VerifiedGame(NamedTuple):
    """A game that went as its line says: who sat where, the shares in the victory and invalid answers by seat.

    A seat that answered wrongly has no share, also if its partner won.
    """

    deal: int
    seats: tuple[str, ...]
    shares: tuple[float, ...]
    is_stalled: bool
    is_invalid: tuple[bool, ...]


def verify(contents: Contents, jobs: int, progress: Progress) -> Generator[VerifiedGame]:
    """Plays all games again, and yields each that went as its line says.

    Raises DamagedDataSet at the first that did not.
    """
    work = list(zip(contents.header.plan(), contents.games, strict=False))
    check = partial(_verified, contents.header, contents.path)
    for (planned, _), found in zip(work, parallel_map(check, work, jobs, progress), strict=True):
        if isinstance(found, str):
            # The first line of the file is the header.
            raise DamagedDataSet(contents.path, planned.number + 2, f"game {planned.number}: {found}")
        yield found


def _verified(header: Header, path: Path, game: tuple[PlannedGame, int]) -> VerifiedGame | str:
    """Returns a game that went as its line says, or what is wrong with the line."""
    planned, place = game
    try:
        line: Mapping[str, Any] = read_line(path, place)
    except ValueError as error:
        return str(error)
    line = {name: value for name, value in line.items() if name != "hash"}
    wrong = difference(header, planned, line)
    if wrong is not None:
        return wrong
    invalid = tuple(name in line["invalid"] for name in line["shares"])
    shares = tuple(0.0 if name in line["invalid"] else part for name, part in line["shares"].items())
    return VerifiedGame(planned.deal, planned.seats, shares, line["stalled"], invalid)


class Writer:
    """Writes the games of a header into a file.

    `games` is the number of games in the file, `hash` the hash of its last line. A line is written at once and as
    a whole; only the last line can be incomplete, if the machine stops. That line is removed here, and its game is
    played again. Raises LabError if the file belongs to another header or is damaged; then it stays as it is.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self._path = path
        self.games = 0
        self.is_complete = False
        if path.stat().st_size:
            self._continue(header)
        else:
            text, self.hash = seal(header.to_json(), "")
            self._append(text)

    def add(self, game: Mapping[str, Any]) -> None:
        """Adds the line of a game."""
        text, self.hash = seal(game, self.hash)
        self._append(text)
        self.games += 1

    def end(self) -> None:
        """Adds the last line."""
        text, self.hash = seal({"end": {"games": self.games}}, self.hash)
        self._append(text)
        self.is_complete = True

    def _continue(self, header: Header) -> None:
        with reading(self._path):
            whole = self._path.read_bytes()
        kept = whole[: whole.rfind(b"\n") + 1] or whole
        found = read(self._path, len(kept))
        if found.header != header:
            raise LabError(
                f"{self._path} holds another data set ({found.header.describe()}): name another file, or give the"
                " arguments it was begun with."
            )
        if len(kept) < len(whole):
            with file_errors(self._path):
                os.truncate(self._path, len(kept))
            sys.stderr.write(f"{self._path}: its last line was cut off and is written again.\n")
        self.games, self.hash, self.is_complete = len(found.games), found.hash, found.is_complete

    def _append(self, text: str) -> None:
        advice = (
            f" It keeps {self.games:,} games; once it can be written again, the same command continues from there."
        )
        with file_errors(self._path, advice=advice), self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
