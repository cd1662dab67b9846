"""The command `ladder`: how often each AI seat wins against each other one in every edition, and their ratings."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.ai import LEVELS
from lab import entrants, variant
from lab.arena import play
from lab.entrants import Entrant
from lab.errors import LabError
from lab.line_ups import line_ups, rotated
from lab.parallel import parallel_map
from lab.progress import Progress
from lab.reports import report
from lab.reports.report import Panel, Report, grid, heading
from lab.reports.statistics import Estimate, TableResult, ratings, share
from lab.variant import Variant

_TWO: Final = 2
_DEFAULT_KINDS: Final = ("honest", *LEVELS)


@dataclass(frozen=True)
class Bout:
    """One deal, played as many times as there are seats: after each game, every player moves on by one seat."""

    variant: Variant
    seed: int
    deal: int
    lineup: tuple[Entrant, ...]


@dataclass(frozen=True)
class BoutResult:
    """The result of a bout: each player's mean share of the victory, and the number of games that stalled."""

    shares: tuple[float, ...]
    stalls: int


def play_bout(bout: Bout) -> BoutResult:
    """Plays the games of a bout.

    The dice depend only on the deal and the seat, so that all players have the same luck in that seat.
    """
    seats = bout.variant.seats
    shares = [0.0] * seats
    stalls = 0
    for shift in range(seats):
        moved = rotated(bout.lineup, shift)
        result = play(bout.variant.deal(bout.seed, bout.deal), moved, f"{bout.seed} {bout.deal}")
        for seat, part in enumerate(result.shares):
            shares[(seat - shift) % seats] += part / seats
        stalls += result.stalled
    return BoutResult(tuple(shares), stalls)


def bouts(among: Sequence[Entrant], where: Variant, deals: int, seed: int) -> list[Bout]:
    """Returns the bouts of one variant, all of them on the same deals."""
    return [Bout(where, seed, deal, lineup) for deal, lineup in line_ups(among, where.seats, deals, seed)]


@dataclass(frozen=True)
class VariantLadder:
    """The results of one variant: each hero's share of the victories by field, ratings, and numbers of games."""

    variant: Variant
    cells: dict[tuple[Entrant, Entrant], Estimate]
    ratings: dict[str, Estimate]
    stalls: int
    games: int


def variant_ladder(where: Variant, results: Sequence[tuple[Bout, BoutResult]]) -> VariantLadder:
    """Returns the results of the bouts of one variant."""
    cells: dict[tuple[Entrant, Entrant], list[float]] = {}
    tables: dict[int, list[TableResult]] = {}
    for bout, result in results:
        tables.setdefault(bout.deal, []).append(
            tuple((each.name, part) for each, part in zip(bout.lineup, result.shares, strict=True))
        )
        hero, *others = bout.lineup
        if len(set(others)) == 1 and hero != others[0]:
            cells.setdefault((hero, others[0]), []).append(result.shares[0])
            if where.seats == _TWO:
                cells.setdefault((others[0], hero), []).append(result.shares[1])
    return VariantLadder(
        where,
        {pair: share(parts) for pair, parts in cells.items()},
        ratings(list(tables.values())),
        sum(result.stalls for _, result in results),
        len(results) * where.seats,
    )


def _text(found: VariantLadder, among: Sequence[Entrant]) -> str:
    seats = found.variant.seats
    against = "the other" if seats == _TWO else f"{seats - 1} of"
    rows = [[f"one against {against}", *(each.name for each in among)]]
    for hero in among:
        cells = (found.cells.get((hero, field)) for field in among)
        rows.append([hero.name, *("" if cell is None else cell.percent() for cell in cells)])
    rated = [["rating", ""], *([name, elo.plain()] for name, elo in found.ratings.items())]
    head = heading(found.variant.name, seats, found.games, found.stalls)
    return f"{head}\n\n{grid(rows)}\n\n{grid(rated)}\n"


def _data(found: VariantLadder) -> dict[str, Any]:
    return {
        "variant": found.variant.name,
        "games": found.games,
        "stalls": found.stalls,
        "cells": [
            {"hero": hero.name, "field": field.name, "share": cell.to_json()}
            for (hero, field), cell in found.cells.items()
        ],
        "ratings": {name: elo.to_json() for name, elo in found.ratings.items()},
    }


def _panels(found: VariantLadder) -> list[Panel]:
    rows = [(f"{hero.name} against {field.name}", cell) for (hero, field), cell in found.cells.items()]
    name = found.variant.name
    return [
        Panel(f"{name}: share in the victories", rows, 1 / found.variant.seats),
        Panel(f"{name}: rating", list(found.ratings.items()), 1000, are_shares=False),
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "--kinds",
        nargs="+",
        metavar="KIND",
        default=list(_DEFAULT_KINDS),
        help=f"two or more (default {' '.join(_DEFAULT_KINDS)})",
    )
    parser.add_argument("--at", nargs="+", metavar="EDITION/SEATS", help="default: every edition")
    parser.add_argument("--deals", type=report.positive, default=50, help="deals of each cell (default 50)")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    among = [entrants.parse(word) for word in dict.fromkeys(args.kinds)]
    if len(among) < _TWO:
        raise LabError("A ladder needs two different kinds or more.")
    if args.at:
        variants = [variant.parse(word) for word in dict.fromkeys(args.at)]
    else:
        variants = list(variant.standard_variants())
    plan = [bout for where in variants for bout in bouts(among, where, args.deals, args.seed)]
    results: list[tuple[Bout, BoutResult]] = []
    with Progress(len(plan), "deals") as progress:
        for bout, result in zip(plan, parallel_map(play_bout, plan, args.jobs, progress), strict=True):
            results.append((bout, result))
    by_variant = {where.name: [each for each in results if each[0].variant == where] for where in variants}
    ladders = [variant_ladder(where, by_variant[where.name]) for where in variants if by_variant[where.name]]
    return Report(
        "\n".join(_text(found, among) for found in ladders),
        {"seed": args.seed, "deals": args.deals, "variants": [_data(found) for found in ladders]},
        [panel for found in ladders for panel in _panels(found)],
        interrupted=progress.interrupted,
    )
