"""The command `ladder`: how often each AI seat wins against each other one in every edition, and their ratings."""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.ai import KINDS, LEVELS
from lab import entrants, variant
from lab.arena import Branch, play, play_again
from lab.entrants import Entrant
from lab.errors import LabError
from lab.line_ups import line_ups, rotated
from lab.parallel import parallel_map
from lab.progress import Progress
from lab.reports import report
from lab.reports.report import Report, grid
from lab.reports.standings import PlayedTable, Standings, standings
from lab.variant import Variant

_TWO: Final = 2


class Bout(NamedTuple):
    """One deal, played as many times as there are seats: after each game, every player moves on by one seat."""

    variant: Variant
    seed: int
    deal: int
    lineup: tuple[Entrant, ...]


def play_bout(bout: Bout, start: Branch) -> tuple[PlayedTable, int]:
    """Plays the games of a bout. Returns each player's mean share of the victory, and how many games stalled.

    The dice depend only on the deal and the seat, so that all players have the same luck in that seat. `start` is
    the deal, with what was chosen in earlier bouts.
    """
    where, seed, deal, lineup = bout
    repeats = all(each.kind in KINDS for each in lineup)
    shares, stalls = [0.0] * where.seats, 0
    for shift in range(where.seats):
        game, seated, dice_seed = where.deal(seed, deal), rotated(lineup, shift), f"{seed} {deal}"
        result = play_again(game, seated, dice_seed, start) if repeats else play(game, seated, dice_seed)
        for seat, part in enumerate(result.shares):
            shares[(seat - shift) % where.seats] += part / where.seats
        stalls += result.stalled
    return PlayedTable(deal, tuple(each.name for each in lineup), tuple(shares)), stalls


def play_deal(plan: Sequence[Bout]) -> list[tuple[PlayedTable, int]]:
    """Plays all bouts of a deal; returns the result of each, as `play_bout` does."""
    start = Branch()
    return [play_bout(bout, start) for bout in plan]


def by_deal(plan: Iterable[Bout]) -> list[list[Bout]]:
    """Returns the bouts of one variant, one list for each deal."""
    deals: dict[int, list[Bout]] = {}
    for bout in plan:
        deals.setdefault(bout.deal, []).append(bout)
    return list(deals.values())


def bouts(among: Sequence[Entrant], where: Variant, deals: int, seed: int) -> list[Bout]:
    """Returns the bouts of one variant, all of them on the same deals."""
    return [Bout(where, seed, deal, lineup) for deal, lineup in line_ups(among, where.seats, deals, seed)]


def _text(found: Standings, among: Sequence[Entrant]) -> str:
    rated = [["rating", ""], *([name, elo.plain()] for name, elo in found.ratings.items())]
    return f"{found.heading()}\n\n{grid(found.pair_rows([each.name for each in among]))}\n\n{grid(rated)}\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    entrants.add_kinds_argument(parser, "honest", *LEVELS)
    variant.add_tables_argument(parser)
    parser.add_argument("--deals", type=report.positive, default=50, help="deals of each cell (default 50)")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    among = entrants.parse_all(args.kinds)
    if len(among) < _TWO:
        raise LabError("A ladder needs two different kinds or more.")
    variants = variant.parse_all(args.at)
    plan = [deal for where in variants for deal in by_deal(bouts(among, where, args.deals, args.seed))]
    tables: dict[str, list[PlayedTable]] = {where.name: [] for where in variants}
    stalls: Counter[str] = Counter()
    with Progress(len(plan), "deals") as progress:
        for (bout, *_), played in zip(plan, parallel_map(play_deal, plan, args.jobs, progress), strict=True):
            for table, stalled in played:
                tables[bout.variant.name].append(table)
                stalls[bout.variant.name] += stalled
    ladders = [
        standings(where, played, stalls[where.name], len(played) * where.seats)
        for where in variants
        if (played := tables[where.name])
    ]
    return Report(
        "\n".join(_text(found, among) for found in ladders),
        {"seed": args.seed, "deals": args.deals, "variants": [found.to_json() for found in ladders]},
        [panel for found in ladders for panel in found.panels()],
        interrupted=progress.interrupted,
    )
