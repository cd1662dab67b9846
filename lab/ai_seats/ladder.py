"""The command `ladder`: how often each AI seat wins against each other one in every edition, and their ratings."""

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.ai import KINDS, LEVELS
from lab import entrants, variant
from lab.arena import Branch, play
from lab.entrants import Entrant, lineups, rotated
from lab.errors import LabError
from lab.parallel import results_so_far
from lab.reports import report
from lab.reports.report import Report, grid
from lab.reports.standings import PlayedTable, Standings, standings
from lab.variant import Variant


class Deal(NamedTuple):
    """A deal, and the line-ups that play it: each as many times as there are seats, moving on by one seat."""

    variant: Variant
    seed: int
    number: int
    lineups: tuple[tuple[Entrant, ...], ...]


def deals(among: Sequence[Entrant], where: Variant, number: int, seed: int) -> list[Deal]:
    """Returns the deals of one variant, with all line-ups."""
    planned: dict[int, list[tuple[Entrant, ...]]] = {}
    for deal, lineup in lineups(among, where.seats, number, seed):
        planned.setdefault(deal, []).append(lineup)
    return [Deal(where, seed, deal, tuple(each)) for deal, each in planned.items()]


def play_deal(deal: Deal) -> list[tuple[PlayedTable, int]]:
    """Plays the games of a deal.

    Returns for each line-up everybody's mean share of the victory, and how many games stalled. The dice depend
    only on the deal and the seat, so that all players have the same luck in that seat.
    """
    where, seed, number, planned = deal
    start, results = Branch(), list[tuple[PlayedTable, int]]()
    for lineup in planned:
        repeats = all(each.kind in KINDS for each in lineup)
        shares, stalls = [0.0] * where.seats, 0
        for shift in range(where.seats):
            game, seated = where.deal(seed, number), rotated(lineup, shift)
            result = play(game, seated, f"{seed} {number}", start if repeats else None)
            for seat, part in enumerate(result.shares):
                shares[(seat - shift) % where.seats] += part / where.seats
            stalls += result.stalled
        results.append((PlayedTable(number, tuple(each.name for each in lineup), tuple(shares)), stalls))
    return results


def _text(found: Standings, among: Sequence[Entrant]) -> str:
    rated = [["rating", ""], *([name, elo.plain()] for name, elo in found.ratings.items())]
    return f"{found.heading()}\n\n{grid(found.pair_rows([each.name for each in among]))}\n\n{grid(rated)}\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    entrants.add_kinds_argument(parser, "honest", *LEVELS)
    variant.add_tables_argument(parser)
    report.add_count(parser, "--deals", 50, "deals of each cell")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    among = entrants.parse_all(args.kinds)
    if len(among) < 2:
        raise LabError("A ladder needs two different kinds or more.")
    variants = variant.parse_all(args.at)
    plan = [deal for where in variants for deal in deals(among, where, args.deals, args.seed)]
    tables: dict[str, list[PlayedTable]] = {where.name: [] for where in variants}
    stalls: Counter[str] = Counter()
    results, interrupted = results_so_far(play_deal, plan, args.jobs, "deals")
    for deal, played in zip(plan, results, strict=False):
        for table, stalled in played:
            tables[deal.variant.name].append(table)
            stalls[deal.variant.name] += stalled
    ladders = [
        standings(where, played, stalls[where.name], len(played) * where.seats)
        for where in variants
        if (played := tables[where.name])
    ]
    return Report(
        "\n".join(_text(found, among) for found in ladders),
        {"seed": args.seed, "deals": args.deals, "variants": [found.to_json() for found in ladders]},
        [panel for found in ladders for panel in found.panels()],
        interrupted=interrupted,
    )
