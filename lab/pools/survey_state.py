"""The state of a survey: its stages, its file with a line for each pool and stage, and the scores so far."""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine import ROLES
from lab.errors import LabError
from lab.files import file_errors, prepare, write
from lab.pools.scores import PoolScores, Prior, pool_scores, prior_from
from lab.pools.tallies import BEGINNER, STRONG, Pool, PoolTally, add_up

SEATS: Final = 4
_ROLES_WEIGHT: Final = 4.0
"""The value that is predicted from a pool's roles counts as much as this number of games."""
_BASIC_SHARE: Final = 4
"""For every four best pools, one more without advanced roles is added: most tables allow no advanced roles."""


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


@dataclass(frozen=True)
class SurveyStage:
    """One stage of a survey: the kind of AI seat in all seats, the games with each pool, and the number of pools.

    The pools are those with the best scores at strong play so far; `pools` None means all pools.
    """

    kind: str
    games: int
    pools: int | None = None


def survey_stages(best: int) -> list[SurveyStage]:
    """Returns the stages: two with all pools, then two with more games and fewer pools each."""
    return [
        SurveyStage(STRONG, 1),
        SurveyStage(BEGINNER, 1),
        SurveyStage(STRONG, 6, 6 * best),
        SurveyStage(STRONG, 20, best),
    ]


class SurveyState:
    """Tallies and scores of each pool from the games of one kind, after the stages of `plan` that were played.

    `tallies` and `scores` are by pool; `prior` is the assumption about any pool, from all of them.
    """

    def __init__(
        self, checkpoint: SurveyCheckpoint, pools: Sequence[Pool], plan: Sequence[SurveyStage], kind: str
    ) -> None:
        played = checkpoint.tallies
        of_kind = [number for number, stage in enumerate(plan) if stage.kind == kind]
        self.tallies = {
            pool: add_up(played[number, pool] for number in of_kind if (number, pool) in played) for pool in pools
        }
        first = of_kind[0]  # only this stage plays with all pools; the pools of later stages are not typical
        self.prior: Prior = prior_from((played[first, pool] for pool in pools if (first, pool) in played), SEATS)
        own = {pool: pool_scores(tally, SEATS, self.prior) for pool, tally in self.tallies.items()}
        liveliness = self._shrink({pool: scores.liveliness for pool, scores in own.items()})
        turns = self._shrink({pool: scores.turns for pool, scores in own.items()})
        self.scores: dict[Pool, PoolScores] = {
            pool: scores._replace(liveliness=min(1.0, liveliness[pool]), turns=turns[pool])
            for pool, scores in own.items()
        }

    def _shrink(self, found: Mapping[Pool, float]) -> dict[Pool, float]:
        """Averages each pool's value with a value that is predicted from its roles.

        The prediction begins with the mean of all pools. For each role it adds the difference between the mean of
        the pools with that role and the mean of all.
        """
        mean = math.fsum(found.values()) / len(found)
        by_role: dict[str, list[float]] = {}
        for pool, value in found.items():
            for role in pool:
                by_role.setdefault(role, []).append(value)
        above = {role: math.fsum(values) / len(values) - mean for role, values in by_role.items()}
        shrunk: dict[Pool, float] = {}
        for pool, value in found.items():
            games = self.tallies[pool].games
            supposed = max(0.0, mean + math.fsum(above[role] for role in pool))
            shrunk[pool] = (value * games + supposed * _ROLES_WEIGHT) / (games + _ROLES_WEIGHT)
        return shrunk

    def best(self, number: int) -> list[Pool]:
        """Returns the best `number` of pools: half of them by overall score, half by balance alone.

        Adds a quarter as many of the pools without advanced roles, chosen in the same way.
        """
        basic = [pool for pool in self.scores if not any(ROLES[role].advanced for role in pool)]
        return sorted({*self._best(list(self.scores), number), *self._best(basic, -(-number // _BASIC_SHARE))})

    def _best(self, among: Sequence[Pool], number: int) -> list[Pool]:
        by_score = sorted(among, key=lambda pool: -self.scores[pool].overall)
        chosen = by_score[: -(-number // 2)]
        rest = sorted(set(among) - set(chosen), key=lambda pool: (-self.scores[pool].balance, pool))
        return [*chosen, *rest[: number - len(chosen)]]
