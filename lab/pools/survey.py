"""The command `survey`: plays games with all pools of a ruleset, and more games with the best of them.

It can be interrupted at any time. Results are saved in a checkpoint, from which the same command continues.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_letters
from typing import Any, Final

from engine.catalogue import POOL_RULESET, pool_roles
from engine.editions.g54.pool_survey import SURVEYS, VERSION
from lab import entrants
from lab.files import check_writable, write
from lab.parallel import Progress, parallel_map
from lab.pools.scores import win_shares
from lab.pools.survey_state import SEATS, SurveyCheckpoint, SurveyStage, SurveyState, survey_stages
from lab.pools.tallies import BEGINNER, STRONG, Pool, PoolGames, all_pools, pool_variant, tally_games
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, rate

_ROWS: Final = 20
"""Pools in the printed report."""
_DEALS_OF_STAGE: Final = 10_000_000
"""The number of a stage's first deal is a multiple of this number."""


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
