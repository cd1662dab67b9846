"""The command `survey`: plays games with all pools of a ruleset, and more games with the best of them.

It can be interrupted at any time. Results are saved in a checkpoint, with a line for each pool and stage; from it
the same command continues.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters
from typing import Any, Final

from engine import ROLES
from engine.catalogue import POOL_RULESET, pool_roles
from engine.editions.g54.pool_survey import SURVEYS, VERSION
from lab import entrants
from lab.errors import LabError
from lab.files import check_writable, file_errors, prepare, write
from lab.parallel import Progress, parallel_map
from lab.pools.scores import PoolScores, Prior, pool_scores, prior_from, win_shares
from lab.pools.tallies import (
    BEGINNER,
    STRONG,
    Pool,
    PoolGames,
    PoolTally,
    add_up,
    all_pools,
    pool_variant,
    tally_games,
)
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, rate

_ROWS: Final = 20
"""Pools in the printed report."""
_DEALS_OF_STAGE: Final = 10_000_000
"""The number of a stage's first deal is a multiple of this number."""

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("--ruleset", choices=SURVEYS, default=POOL_RULESET, help=f"default {POOL_RULESET}")
    parser.add_argument("--pools", type=report.positive, help="how many, drawn at random (default: all)")
    report.add_count(parser, "--best", 100, "pools for most games")
    parser.add_argument("--state", type=Path, help="default var/lab/pools.jsonl; pools_anarchy.jsonl for anarchy")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table of all pools there")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games that are not in the checkpoint, and returns the report. Raises LabError."""
    check_writable(args.out)
    pools = all_pools(args.ruleset)
    if args.pools is not None and args.pools < len(pools):
        pools = sorted(random.Random(args.seed).sample(pools, args.pools))
    plan = survey_stages(args.best)
    about = {
        "ruleset": args.ruleset,
        "seed": args.seed,
        "pools": len(pools),
        "stages": [[stage.kind, stage.games, stage.pools] for stage in plan],
    }
    state = args.state or Path("var/lab") / SURVEYS[args.ruleset].with_suffix(".jsonl").name
    checkpoint = SurveyCheckpoint(state, about)
    for number, stage in enumerate(plan):
        among = pools
        if stage.pools is not None:
            among = SurveyState(checkpoint, pools, plan[:number], stage.kind).best(stage.pools)
        left = [pool for pool in among if (number, pool) not in checkpoint.tallies]
        what = f"pools of stage {number + 1} of {len(plan)} ({stage.kind}, {stage.games} games each)"
        work = list(_games(left, stage, number, args))
        with Progress(len(work), what) as progress:
            for pool, tally in zip(left, parallel_map(tally_games, work, args.jobs, progress), strict=True):
                checkpoint.add(number, pool, tally)
        if progress.interrupted:
            raise KeyboardInterrupt(f"The same command continues from here; {state} has it.")
    beginner, strong = (SurveyState(checkpoint, pools, plan, kind) for kind in (BEGINNER, STRONG))
    table = _table(beginner, strong, args.ruleset, args.seed)
    if args.out is not None:
        write(args.out, _to_text(table))
    return _report(strong, sum(tally.games for tally in checkpoint.tallies.values()), args.best, table)


def _games(
    pools: Sequence[Pool], stage: SurveyStage, number: int, args: argparse.Namespace
) -> Iterator[PoolGames]:
    """Yields the games of a stage with each pool.

    No deal is played twice, so that the games are independent: together they give the assumptions about each pool.
    """
    numbers = {pool: at for at, pool in enumerate(all_pools(args.ruleset))}
    kind = entrants.parse(stage.kind)
    for pool in pools:
        first = _DEALS_OF_STAGE * number + numbers[pool] * stage.games
        where = pool_variant(args.ruleset, pool, SEATS, free=False)
        yield PoolGames(where, args.seed, range(first, first + stage.games), kind)


def _table(beginner: SurveyState, strong: SurveyState, ruleset: str, seed: int) -> dict[str, Any]:
    """Returns the content of a survey's file; `engine.editions.g54.pool_survey` describes it."""
    roles = sorted(pool_roles(ruleset))
    letters = dict(zip(roles, ascii_letters, strict=False))
    rows: list[list[Any]] = []
    for pool, tally in strong.tallies.items():
        scores, won = strong.scores[pool], win_shares(tally, SEATS, strong.prior)
        wins = [won.roles.get(role, 1 / SEATS) for role in pool]
        shares = (scores.balance, scores.liveliness, won.first, *wins)
        turns = (beginner.scores[pool].turns, scores.turns)
        code = "".join(letters[role] for role in pool)
        rows.append(
            [code, tally.games, *(round(each) for each in turns), *(round(1000 * each) for each in shares)]
        )
    about = {"ruleset": ruleset, "seed": seed, "seats": SEATS, "beginner": BEGINNER, "strong": STRONG}
    return {"version": VERSION, "about": about, "roles": roles, "pools": rows}


def _to_text(table: dict[str, Any]) -> str:
    """Returns the table as JSON, a line for each pool."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in table["pools"])
    head = json.dumps({what: value for what, value in table.items() if what != "pools"})
    return f'{head[:-1]}, "pools": [\n{rows}\n]}}\n'


def _report(strong: SurveyState, games: int, best: int, table: dict[str, Any]) -> Report:
    rows = [["the best at strong play", "games", "balance", "liveliness", "turns", "first player"]]
    first_player: list[tuple[str, Estimate]] = []
    most_played = sorted(strong.tallies, key=lambda pool: -strong.tallies[pool].games)[:best]
    for pool in sorted(most_played, key=lambda pool: -strong.scores[pool].overall)[:_ROWS]:
        tally, scores = strong.tallies[pool], strong.scores[pool]
        wins = rate(round(tally.first), tally.games)
        figures = (f"{scores.balance:.3f}", f"{scores.liveliness:.3f}", f"{scores.turns:.1f}")
        rows.append([", ".join(pool), f"{tally.games}", *figures, wins.percent()])
        first_player.append((", ".join(pool), wins))
    text = f"{len(strong.tallies):,} pools, {games:,} games of {SEATS} at {BEGINNER} and {STRONG} play"
    panel = Panel("first player's share in the victories", first_player, 1 / SEATS)
    return Report(f"{text}\n\n{grid(rows)}", table, [panel])
