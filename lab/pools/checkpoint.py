"""The checkpoint of a survey: a file with a line for each pool and stage that was played."""

import json
import sys
from pathlib import Path
from typing import Any

from engine import ROLES
from lab.errors import LabError
from lab.files import file_errors, prepare, write
from lab.pools.pool_variants import Pool
from lab.pools.tallies import PoolTally


class SurveyCheckpoint:
    """Reads and extends the file of a survey. `tallies` is its content, by the number of the stage and the pool.

    The first line is `about`, the arguments of the survey. A line that cannot be read, because it is damaged or
    incomplete, is removed and reported on standard error: its games are played again. Raises LabError if the file
    belongs to a survey with other arguments, or cannot be read and written.
    """

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self._path = path
        self.tallies: dict[tuple[int, Pool], PoolTally] = {}
        first = json.dumps(about)
        prepare(path)
        with file_errors(path, "read"):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else [first]
        if lines[:1] != [first]:
            raise LabError(
                f"{path} is of another survey, or damaged in its first line: give the arguments it was begun"
                " with, name another file (--state), or remove it."
            )
        good = [first, *(line for line in lines[1:] if self._read(line))]
        if len(good) < len(lines):
            sys.stderr.write(f"{path}: {len(lines) - len(good)} damaged line(s), whose games are played again.\n")
        write(path, "".join(line + "\n" for line in good))

    def _read(self, line: str) -> bool:
        """Reads a line. Returns whether that succeeded."""
        try:
            saved = json.loads(line)
            stage, pool, tally = int(saved["stage"]), tuple(saved["pool"]), PoolTally.from_json(saved["count"])
            if set(tally.roles) <= set(pool) <= set(ROLES):
                self.tallies[stage, pool] = tally
                return True
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            pass
        return False

    def add(self, stage: int, pool: Pool, tally: PoolTally) -> None:
        """Adds a line to the file. Raises LabError if it cannot be written."""
        self.tallies[stage, pool] = tally
        advice = " What it holds is kept; once it can be written again, the same command continues from there."
        with file_errors(self._path, advice=advice), self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"stage": stage, "pool": pool, "count": tally.to_json()}) + "\n")
