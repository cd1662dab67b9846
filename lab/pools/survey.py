"""The survey: all pools of g54 at a beginner's and at strong play, and more games over those that seem the best.

A run can be ended at any time: what has been played is kept in a file, and the same command goes on from there.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_letters
from typing import Any, Final

from engine.editions.g54.survey import VERSION
from lab import entrants
from lab.errors import LabError
from lab.parallel import Progress, spread
from lab.pools.checkpoint import Kept, Pool
from lab.pools.pool_report import BEGINNER, STRONG, pool_variant
from lab.pools.survey_state import SEATS, Stage, Standing, stages
from lab.pools.tallies import PoolRun, every_pool, played, shares
from lab.reports import report
from lab.reports.plot import Panel
from lab.reports.report import Report, grid
from lab.reports.statistics import Estimate, rate

_SHOWN: Final = 20
_DEALS: Final = 10_000_000
"""Deals of a stage, at most."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("--pools", type=report.positive, help="so many, drawn at random (default: all)")
    parser.add_argument(
        "--games", type=report.positive, default=1, help="over each pool at either level (default 1)"
    )
    parser.add_argument("--best", type=report.positive, default=100, help="pools for most games (default 100)")
    parser.add_argument(
        "--state", type=Path, default=Path("var/lab/pools.jsonl"), help="default var/lab/pools.jsonl"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table of all pools there")
    report.arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays what has not been played yet, and reports. Raises LabError."""
    report.writable(args.out)
    pools = every_pool()
    if args.pools is not None and args.pools < len(pools):
        pools = sorted(random.Random(args.seed).sample(pools, args.pools))
    plan = stages(args.games, args.best)
    about = {
        "seed": args.seed,
        "pools": len(pools),
        "stages": [[each.kind, each.games, each.pools] for each in plan],
    }
    kept = Kept(args.state, about)
    for number, stage in enumerate(plan):
        among = (
            pools if stage.pools is None else Standing(kept, pools, plan[:number], stage.kind).best(stage.pools)
        )
        left = [pool for pool in among if (number, pool) not in kept.counts]
        what = f"pools of stage {number + 1} of {len(plan)} ({stage.kind}, {stage.games} games each)"
        runs = list(_runs(left, stage, number, args))
        with Progress(len(runs), what) as progress:
            for pool, count in zip(left, spread(played, runs, args.jobs, progress), strict=True):
                kept.keep(number, pool, count)
        if progress.interrupted:
            raise KeyboardInterrupt(f"The same command goes on from here; {args.state} has it.")
    beginner, strong = (Standing(kept, pools, plan, kind) for kind in (BEGINNER, STRONG))
    table = _table(beginner, strong, args.seed)
    if args.out is not None:
        _write(args.out, table)
    return _report(strong, sum(count.games for count in kept.counts.values()), args.best, table)


def _runs(pools: Sequence[Pool], stage: Stage, number: int, args: argparse.Namespace) -> Iterator[PoolRun]:
    """The games of a stage; no deal is played twice, for what is supposed of pools comes from all their games."""
    places = {pool: place for place, pool in enumerate(every_pool())}
    kind = entrants.parsed(stage.kind)
    for pool in pools:
        first = _DEALS * number + places[pool] * stage.games
        yield PoolRun(pool_variant(pool, SEATS, free=False), args.seed, first, stage.games, kind)


def _table(beginner: Standing, strong: Standing, seed: int) -> dict[str, Any]:
    """The file that `engine.editions.g54.survey` reads, which says what its columns are."""
    roles = sorted({role for pool in every_pool() for role in pool})
    letters = dict(zip(roles, ascii_letters, strict=False))
    rows: list[list[Any]] = []
    for pool, count in strong.counts.items():
        said, won = strong.verdicts[pool], shares(count, SEATS, strong.usual)
        figures = (said.balance, said.liveliness, won.first, *(won.roles.get(role, 1 / SEATS) for role in pool))
        turns = (beginner.verdicts[pool].turns, said.turns)
        code = "".join(letters[role] for role in pool)
        rows.append(
            [code, count.games, *(round(each) for each in turns), *(round(1000 * each) for each in figures)]
        )
    kinds = {"beginner": BEGINNER, "strong": STRONG}
    return {"version": VERSION, "about": {"seed": seed, "seats": SEATS, **kinds}, "roles": roles, "pools": rows}


def _write(path: Path, table: dict[str, Any]) -> None:
    """Writes the table, a line for each pool, at once or not at all. Raises LabError."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in table["pools"])
    head = json.dumps({what: value for what, value in table.items() if what != "pools"})
    written = path.with_name(path.name + ".part")
    try:
        written.write_text(f'{head[:-1]}, "pools": [\n{rows}\n]}}\n', encoding="utf-8")
        written.replace(path)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}. No game has to be played again.") from error


def _report(strong: Standing, games: int, best: int, table: dict[str, Any]) -> Report:
    rows = [["the best at strong play", "games", "balance", "liveliness", "turns", "first player"]]
    first: list[tuple[str, Estimate]] = []
    most = sorted(strong.counts, key=lambda pool: -strong.counts[pool].games)[:best]
    for pool in sorted(most, key=lambda pool: -strong.verdicts[pool].score)[:_SHOWN]:
        count, said = strong.counts[pool], strong.verdicts[pool]
        wins = rate(round(count.first), count.games)
        figures = (f"{said.balance:.3f}", f"{said.liveliness:.3f}", f"{said.turns:.1f}")
        rows.append([", ".join(pool), f"{count.games}", *figures, wins.percent()])
        first.append((", ".join(pool), wins))
    text = f"{len(strong.counts):,} pools, {games:,} games of {SEATS} at {BEGINNER} and {STRONG} play"
    return Report(
        f"{text}\n\n{grid(rows)}", table, [Panel("first player's share in the victories", first, 1 / SEATS)]
    )
