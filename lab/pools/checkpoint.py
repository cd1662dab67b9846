"""What a survey has played so far, in a file: a line for each pool and stage."""

import json
import sys
from pathlib import Path
from typing import Any, TypeAlias

from engine.catalogue import ROLES
from lab.errors import LabError
from lab.pools.tallies import PoolCount

Pool: TypeAlias = tuple[str, ...]
"""Five roles, alphabetically."""


class Kept:
    """The file of a survey; `counts` is what it holds, by number of the stage and pool.

    A line that cannot be read (half of it was written, or it was damaged) is left out, and told on standard error:
    its games are played again. Raises LabError if the file is of another survey, or cannot be read and written.
    """

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self._path = path
        self.counts: dict[tuple[int, Pool], PoolCount] = {}
        first = json.dumps(about)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else [first]
            if lines[:1] != [first]:
                raise LabError(
                    f"{path} is of another survey, or damaged in its first line: give the arguments it was begun"
                    " with, name another file (--state), or remove it."
                )
            good = [first, *(line for line in lines[1:] if self._read(line))]
            if len(good) < len(lines):
                sys.stderr.write(
                    f"{path}: {len(lines) - len(good)} damaged line(s), whose games are played again.\n"
                )
            written = path.with_name(path.name + ".part")
            written.write_text("".join(line + "\n" for line in good), encoding="utf-8")
            written.replace(path)
        except OSError as error:
            raise LabError(f"{path} cannot be read and written: {error.strerror}.") from error

    def _read(self, line: str) -> bool:
        try:
            kept = json.loads(line)
            stage, pool, count = int(kept["stage"]), tuple(kept["pool"]), PoolCount.from_json(kept["count"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return False
        if not set(count.roles) <= set(pool) <= set(ROLES):
            return False
        self.counts[stage, pool] = count
        return True

    def keep(self, stage: int, pool: Pool, count: PoolCount) -> None:
        """Keeps what was counted. Raises LabError if the disk takes no more."""
        self.counts[stage, pool] = count
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"stage": stage, "pool": pool, "count": count.to_json()}) + "\n")
        except OSError as error:
            raise LabError(
                f"{self._path} cannot be written: {error.strerror}. What stands in it stays; once there is room,"
                " the same command goes on from there."
            ) from error
