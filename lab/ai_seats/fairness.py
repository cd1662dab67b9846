"""The command `fairness`: how often one seat of each kind wins among simple players, and whether it hoards."""

import argparse
import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engine.ai import LEVELS
from lab import entrants, variant
from lab.ai_seats.repetition import harms_nobody
from lab.ai_seats.rules_of_thumb import RULES_OF_THUMB
from lab.arena import play_decisions, result_of
from lab.entrants import Entrant
from lab.parallel import results_so_far
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, ratio, share
from lab.variant import Variant

_TABLES: Final = ("classic/4", "g54/4", "classic.inquisitor/4", "short/4", "mcguire/4")


def play_deal(
    opponents: Sequence[Entrant], seed: int, planned: tuple[Variant, Entrant, int]
) -> tuple[float, tuple[int, int]]:
    """Plays a deal with the hero in each seat in turn; the other seats are drawn from `opponents`.

    Returns the hero's mean share of the victory; and of its turns with coins for a Coup, how many harmed nobody,
    and how many there were.
    """
    where, hero, deal = planned
    chance = random.Random(f"{seed} {deal}")
    others = [chance.choice(opponents) for _ in range(where.seats)]
    won, harmless = 0.0, list[bool]()
    for seat in range(where.seats):
        lineup = [*others[:seat], hero, *others[seat + 1 :]]
        game = where.deal(seed, deal)
        for decision in play_decisions(game, lineup, f"{seed} {deal}"):
            if decision.seat == seat and (harms := harms_nobody(game, decision)) is not None:
                harmless.append(harms)
        won += result_of(game).shares[seat]
    return won / where.seats, (sum(harmless), len(harmless))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    entrants.add_kinds_argument(parser, "honest", *LEVELS)
    told = "default: three rules of thumb"
    parser.add_argument("--against", nargs="+", metavar="KIND", default=RULES_OF_THUMB, help=told)
    variant.add_tables_argument(parser, *_TABLES)
    report.add_count(parser, "--deals", 100, "each is played from every seat")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kinds, against = entrants.parse_all(args.kinds), [entrants.parse(word) for word in args.against]
    variants = variant.parse_all(args.at)
    cells = [(where, kind) for where in variants for kind in kinds]
    plan = [(where, kind, deal) for where, kind in cells for deal in range(args.deals)]
    played, interrupted = results_so_far(partial(play_deal, against, args.seed), plan, args.jobs, "deals")
    rows = [["", "games", "wins", "a fair share", "rich, harms nobody"]]
    tables: list[dict[str, Any]] = []
    bars: dict[str, list[tuple[str, Estimate]]] = {where.name: [] for where in variants}
    for number, (where, kind) in enumerate(cells):
        results = played[number * args.deals : (number + 1) * args.deals]
        wins, hoards = share([won for won, _ in results]), ratio([harmless for _, harmless in results])
        games = len(results) * where.seats
        name = f"{kind.name} at {where.name}"
        rows.append([name, str(games), wins.percent(), f"{1 / where.seats:.0%}", hoards.percent()])
        tables.append({
            "kind": kind.name, "variant": where.name, "games": games,
            "wins": wins.to_json(), "harmless": hoards.to_json(),
        })  # fmt: skip
        bars[where.name].append((kind.name, wins))
    panels = [
        Panel(f"{where.name}: share in the victories", bars[where.name], 1 / where.seats) for where in variants
    ]
    data = {"seed": args.seed, "deals": args.deals, "against": [each.name for each in against], "tables": tables}
    return Report(f"{grid(rows)}\n", data, panels, interrupted=interrupted)
