"""The writer of data sets: adds lines to a file, also to one whose run was interrupted."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab.data_sets.contents import read
from lab.data_sets.lines import Header, seal
from lab.errors import LabError
from lab.files import file_errors, reading


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
