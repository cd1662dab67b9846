"""The command `fairness`: how often one seat of each kind wins among simple players, and whether it hoards."""

import argparse
import random
from dataclasses import dataclass
from typing import Any, Final

from engine.ai import LEVELS
from lab import entrants, variant
from lab.ai_seats.repetition import harms_nobody
from lab.ai_seats.rules_of_thumb import RULES_OF_THUMB
from lab.arena import play_decisions, result_of, seat_players
from lab.entrants import Entrant
from lab.parallel import parallel_map
from lab.progress import Progress
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, ratio, share
from lab.variant import Variant

_KINDS: Final = ("honest", *LEVELS)
_TABLES: Final = ("classic/4", "g54/4", "classic.inquisitor/4", "short/4", "mcguire/4")


@dataclass(frozen=True)
class SimpleTable:
    """A deal that `hero` plays from each seat; the other seats are drawn from `opponents`."""

    variant: Variant
    hero: Entrant
    opponents: tuple[Entrant, ...]
    seed: int
    deal: int


@dataclass(frozen=True)
class SimpleTableResult:
    """The hero's mean share of the victory, its turns with coins for a Coup, and how many of them harm nobody."""

    share: float
    rich: int
    harmless: int


def play_table(table: SimpleTable) -> SimpleTableResult:
    """Plays the games of a deal."""
    seats, dice = table.variant.seats, f"{table.seed} {table.deal}"
    chance = random.Random(dice)
    others = [chance.choice(table.opponents) for _ in range(seats)]
    won, harmless = 0.0, list[bool]()
    for seat in range(seats):
        lineup = [*others[:seat], table.hero, *others[seat + 1 :]]
        game = table.variant.deal(table.seed, table.deal)
        for decision in play_decisions(game, seat_players(game, lineup), lineup, dice):
            if decision.seat == seat and (harms := harms_nobody(game, decision)) is not None:
                harmless.append(harms)
        won += result_of(game).shares[seat]
    return SimpleTableResult(won / seats, len(harmless), sum(harmless))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "--kinds", nargs="+", metavar="KIND", default=list(_KINDS), help=f"default {' '.join(_KINDS)}"
    )
    parser.add_argument(
        "--against", nargs="+", metavar="KIND", default=list(RULES_OF_THUMB), help="default: three rules of thumb"
    )
    variant.add_tables_argument(parser, *_TABLES)
    parser.add_argument(
        "--deals", type=report.positive, default=100, help="each is played from every seat (default 100)"
    )
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kinds, against = [[entrants.parse(word) for word in words] for words in (args.kinds, args.against)]
    variants = [variant.parse(word) for word in dict.fromkeys(args.at)]
    cells = [(where, kind) for where in variants for kind in kinds]
    plan = [
        SimpleTable(where, kind, tuple(against), args.seed, deal)
        for where, kind in cells
        for deal in range(args.deals)
    ]
    found: dict[tuple[str, Entrant], list[SimpleTableResult]] = {}
    with Progress(len(plan), "deals") as progress:
        for table, result in zip(plan, parallel_map(play_table, plan, args.jobs, progress), strict=True):
            found.setdefault((table.variant.name, table.hero), []).append(result)
    rows = [["", "games", "wins", "a fair share", "rich, harms nobody"]]
    tables: list[dict[str, Any]] = []
    panels: list[Panel] = []
    for where in variants:
        bars: list[tuple[str, Estimate]] = []
        for kind in kinds:
            results = found.get((where.name, kind), [])
            wins, hoards = (
                share([each.share for each in results]),
                ratio([(each.harmless, each.rich) for each in results]),
            )
            games = len(results) * where.seats
            rows.append(
                [
                    f"{kind.name} at {where.name}",
                    str(games),
                    wins.percent(),
                    f"{1 / where.seats:.0%}",
                    hoards.percent(),
                ]
            )
            tables.append({
                "kind": kind.name, "variant": where.name, "games": games,
                "wins": wins.to_json(), "harmless": hoards.to_json(),
            })  # fmt: skip
            bars.append((kind.name, wins))
        panels.append(Panel(f"{where.name}: share in the victories", bars, 1 / where.seats))
    data = {"seed": args.seed, "deals": args.deals, "against": [each.name for each in against], "tables": tables}
    return Report(f"{grid(rows)}\n", data, panels, interrupted=progress.interrupted)
