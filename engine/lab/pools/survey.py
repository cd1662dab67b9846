"""The survey: all pools of g54 at heuristic play, more games where it matters, the best at strong play.

A run can be ended at any time: what has been played is kept in a file, and the same command goes on from there.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.lab import entrants, report
from engine.lab.errors import LabError
from engine.lab.pools.count import PoolCount, PoolRun, Verdict, every_pool, played, summed, verdict
from engine.lab.pools.one import LEVELS, pool_variant
from engine.lab.report import Panel, Report, grid
from engine.lab.statistics import rate
from engine.lab.workers import spread

SEATS: Final = 4
_SHOWN: Final = 20
Pool = tuple[str, ...]


@dataclass(frozen=True)
class Stage:
    """One stage: so many games over each of so many pools, the best by the stages before it."""

    kind: str
    pools: int
    games: int


def stages(pools: int, games: int, best: int) -> list[Stage]:
    """Every pool gets some games, ever fewer of them ever more, and the best again some at strong play."""
    beginner, strong = LEVELS
    return [
        Stage(beginner, pools, games),
        Stage(beginner, min(pools, max(best, pools // 4)), 2 * games),
        Stage(beginner, min(pools, 3 * best), 8 * games),
        Stage(strong, min(pools, best), 10 * games),
    ]


class Kept:
    """The file with what has been played, a line for each pool and stage; a line that is only half there is none.

    Raises LabError if it belongs to another survey.
    """

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self._path = path
        self.counts: dict[tuple[int, Pool], PoolCount] = {}
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
        whole = lines[:-1]
        if whole and json.loads(whole[0]) != about:
            raise LabError(f"{path} was begun with other arguments: give the same ones, or remove it.")
        try:
            for line in whole[1:]:
                kept = json.loads(line)
                self.counts[kept["stage"], tuple(kept["pool"])] = PoolCount.from_json(kept["count"])
        except (ValueError, KeyError, TypeError):
            raise LabError(f"{path} holds what no survey has written: remove it.") from None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in whole or [json.dumps(about)]), encoding="utf-8")

    def keep(self, stage: int, pool: Pool, count: PoolCount) -> None:
        """Keeps what was counted."""
        self.counts[stage, pool] = count
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"stage": stage, "pool": pool, "count": count.to_json()}) + "\n")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("--pools", type=report.positive, help="so many, drawn at random (default: all)")
    parser.add_argument("--games", type=report.positive, default=4, help="over each pool at first (default 4)")
    parser.add_argument("--best", type=report.positive, default=100, help="pools for strong play (default 100)")
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
    plan = stages(len(pools), args.games, args.best)
    about = {
        "seed": args.seed,
        "pools": len(pools),
        "stages": [[each.kind, each.pools, each.games] for each in plan],
    }
    kept = Kept(args.state, about)
    among: Sequence[Pool] = pools
    for number, stage in enumerate(plan):
        among = ranked(kept, among, number)[: stage.pools]
        left = [pool for pool in among if (number, pool) not in kept.counts]
        what = f"pools of stage {number + 1} of {len(plan)} ({stage.kind}, {stage.games} games each)"
        try:
            for pool, count in zip(
                left, spread(played, list(_runs(left, stage, number, args)), args.jobs, what), strict=True
            ):
                kept.keep(number, pool, count)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"The same command goes on from here; {args.state} has it.") from None
    table = _table(kept, pools, among, plan, args.seed)
    if args.out is not None:
        written = args.out.with_suffix(".part")
        written.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="utf-8")
        written.replace(args.out)
    return _report(kept, among, plan, table)


def _runs(pools: Sequence[Pool], stage: Stage, number: int, args: argparse.Namespace) -> Iterator[PoolRun]:
    first = 1_000_000 * number  # the deals of each stage are new ones
    for pool in pools:
        yield PoolRun(
            pool_variant(pool, SEATS, free=False), args.seed, first, stage.games, entrants.parsed(stage.kind)
        )


def before(kept: Kept, pool: Pool, stage: int) -> PoolCount:
    """What the heuristic stages before a stage counted."""
    return summed(kept.counts[number, pool] for number in range(stage) if (number, pool) in kept.counts)


def ranked(kept: Kept, pools: Sequence[Pool], stage: int) -> list[Pool]:
    """Pools, the best first by the stages before this one."""
    if not stage:
        return list(pools)
    return sorted(pools, key=lambda pool: -verdict(before(kept, pool, stage), SEATS).score)


def _row(said: Verdict, count: PoolCount) -> list[float]:
    return [count.games, round(said.balance, 3), round(said.liveliness, 3), round(said.turns, 1)]


def _table(
    kept: Kept, pools: Sequence[Pool], best: Sequence[Pool], plan: Sequence[Stage], seed: int
) -> dict[str, Any]:
    roles = sorted({role for pool in every_pool() for role in pool})
    strong = len(plan) - 1
    last = {pool: kept.counts[strong, pool] for pool in best}
    order = sorted(best, key=lambda pool: -verdict(last[pool], SEATS).score)
    counts = {pool: before(kept, pool, strong) for pool in pools}
    return {
        "about": {"seed": seed, "seats": SEATS, "beginner": plan[0].kind, "strong": plan[strong].kind},
        "roles": roles,
        "columns": ["pool", "games", "balance", "liveliness", "turns"],
        "pools": [
            ["".join(chr(97 + roles.index(role)) for role in pool), *_row(verdict(count, SEATS), count)]
            for pool, count in counts.items()
        ],
        "best": [
            {
                "pool": list(pool),
                **dict(
                    zip(
                        ("games", "balance", "liveliness", "turns"),
                        _row(verdict(last[pool], SEATS), last[pool]),
                        strict=True,
                    )
                ),
                "first": round(last[pool].first / last[pool].games, 3),
                "stalls": round(last[pool].stalls / last[pool].games, 3),
                "wins": {
                    role: round(each.won / each.held, 3) if each.held else None
                    for role, each in sorted(last[pool].roles.items())
                },
            }
            for pool in order
        ],
    }


def _report(kept: Kept, best: Sequence[Pool], plan: Sequence[Stage], table: dict[str, Any]) -> Report:
    strong = len(plan) - 1
    rows = [["the best at strong play", "games", "balance", "liveliness", "turns", "first player"]]
    first: list[tuple[str, Any]] = []
    for each in table["best"][:_SHOWN]:
        count = kept.counts[strong, tuple(each["pool"])]
        wins = rate(round(count.first), count.games)
        name = ", ".join(each["pool"])
        rows.append(
            [name, *(str(each[what]) for what in ("games", "balance", "liveliness", "turns")), wins.percent()]
        )
        first.append((name, wins))
    games = sum(count.games for count in kept.counts.values())
    text = (
        f"{len(table['pools']):,} pools, {games:,} games of {SEATS} at {plan[0].kind}, the best at {plan[-1].kind}"
    )
    return Report(
        f"{text}\n\n{grid(rows)}", table, [Panel("first player's share in the victories", first, 1 / SEATS)]
    )
