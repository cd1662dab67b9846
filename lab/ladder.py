"""The ladder: who wins how often against whom, in every edition, and a rating of all."""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, Final

from engine.ai import LEVELS
from lab import entrants, variant
from lab.arena import play
from lab.entrants import Entrant
from lab.errors import LabError
from lab.parallel import Progress, spread
from lab.reports import report
from lab.reports.report import Panel, Report, grid, heading
from lab.reports.statistics import Estimate, Table, ratings, share
from lab.variant import Variant

_TWO: Final = 2
_USUAL: Final = ("honest", *LEVELS)


@dataclass(frozen=True)
class Bout:
    """One deal, played by a line-up as often as there are seats, each time moved on by one seat."""

    variant: Variant
    seed: int
    deal: int
    lineup: tuple[Entrant, ...]


@dataclass(frozen=True)
class Result:
    """The share in the victories of each of a line-up, and in how many games nobody won."""

    shares: tuple[float, ...]
    stalls: int


def fought(bout: Bout) -> Result:
    """Plays a bout. The seat and the deal give the dice, so that all who sit there have the same luck."""
    seats = bout.variant.seats
    shares = [0.0] * seats
    stalls = 0
    for shift in range(seats):
        moved = [bout.lineup[(seat - shift) % seats] for seat in range(seats)]
        outcome = play(bout.variant.deal(bout.seed, bout.deal), moved, f"{bout.seed} {bout.deal}")
        for seat, part in enumerate(outcome.shares):
            shares[(seat - shift) % seats] += part / seats
        stalls += outcome.stalled
    return Result(tuple(shares), stalls)


def bouts(among: Sequence[Entrant], where: Variant, deals: int, seed: int) -> list[Bout]:
    """Every hero alone against a table of every other entrant, on the same deals; and as many mixed tables."""
    pairs = (combinations if where.seats == _TWO else permutations)(among, 2)  # of two, either is the hero
    lineups = [(hero, *[field] * (where.seats - 1)) for hero, field in pairs]
    plan = [Bout(where, seed, deal, lineup) for lineup in lineups for deal in range(deals)]
    if len(among) > _TWO and where.seats > _TWO:
        mixed = [each for each in combinations_with_replacement(among, where.seats) if len(set(each)) > _TWO]
        chance = random.Random(f"{seed} mixed")
        plan += [Bout(where, seed, deal, chance.choice(mixed)) for deal in range(deals)]
    return plan


@dataclass(frozen=True)
class Rung:
    """What was found in one variant: `cells` by hero and field, ratings of all, stalls, and games played."""

    variant: Variant
    cells: dict[tuple[Entrant, Entrant], Estimate]
    ratings: dict[str, Estimate]
    stalls: int
    games: int


def rung(where: Variant, results: Sequence[tuple[Bout, Result]]) -> Rung:
    """What the bouts of one variant say."""
    cells: dict[tuple[Entrant, Entrant], list[float]] = {}
    tables: dict[int, list[Table]] = {}
    for bout, result in results:
        tables.setdefault(bout.deal, []).append(
            tuple((each.name, part) for each, part in zip(bout.lineup, result.shares, strict=True))
        )
        hero, *others = bout.lineup
        if len(set(others)) == 1 and hero != others[0]:
            cells.setdefault((hero, others[0]), []).append(result.shares[0])
            if where.seats == _TWO:
                cells.setdefault((others[0], hero), []).append(result.shares[1])
    return Rung(
        where,
        {pair: share(parts) for pair, parts in cells.items()},
        ratings(list(tables.values())),
        sum(result.stalls for _, result in results),
        len(results) * where.seats,
    )


def text(one: Rung, among: Sequence[Entrant]) -> str:
    """A variant's tables for people."""
    against = "the other" if one.variant.seats == _TWO else f"{one.variant.seats - 1} of"
    rows = [[f"one against {against}", *(each.name for each in among)]]
    for hero in among:
        cells = (one.cells.get((hero, field)) for field in among)
        rows.append([hero.name, *("" if cell is None else cell.percent() for cell in cells)])
    rated = [["rating", ""], *([name, elo.plain()] for name, elo in one.ratings.items())]
    head = heading(one.variant.name, one.variant.seats, one.games, one.stalls)
    return f"{head}\n\n{grid(rows)}\n\n{grid(rated)}\n"


def _data(one: Rung) -> dict[str, Any]:
    return {
        "variant": one.variant.name,
        "games": one.games,
        "stalls": one.stalls,
        "cells": [
            {"hero": hero.name, "field": field.name, "share": cell.to_json()}
            for (hero, field), cell in one.cells.items()
        ],
        "ratings": {name: elo.to_json() for name, elo in one.ratings.items()},
    }


def _panels(one: Rung) -> list[Panel]:
    rows = [(f"{hero.name} against {field.name}", cell) for (hero, field), cell in one.cells.items()]
    name = one.variant.name
    return [
        Panel(f"{name}: share in the victories", rows, 1 / one.variant.seats),
        Panel(f"{name}: rating", list(one.ratings.items()), 1000, shares=False),
    ]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "--kinds",
        nargs="+",
        metavar="KIND",
        default=list(_USUAL),
        help=f"two or more (default {' '.join(_USUAL)})",
    )
    parser.add_argument("--at", nargs="+", metavar="EDITION/SEATS", help="default: every edition")
    parser.add_argument("--deals", type=report.positive, default=50, help="deals of each cell (default 50)")
    report.arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    among = [entrants.parsed(word) for word in dict.fromkeys(args.kinds)]
    if len(among) < _TWO:
        raise LabError("A ladder needs two different kinds or more.")
    variants = [variant.parsed(word) for word in dict.fromkeys(args.at)] if args.at else list(variant.usual())
    plan = [bout for where in variants for bout in bouts(among, where, args.deals, args.seed)]
    results: list[tuple[Bout, Result]] = []
    with Progress(len(plan), "deals") as progress:
        for bout, result in zip(plan, spread(fought, plan, args.jobs, progress), strict=True):
            results.append((bout, result))
    by_variant = {where.name: [each for each in results if each[0].variant == where] for where in variants}
    rungs = [rung(where, by_variant[where.name]) for where in variants if by_variant[where.name]]
    return Report(
        "\n".join(text(one, among) for one in rungs),
        {"seed": args.seed, "deals": args.deals, "variants": [_data(one) for one in rungs]},
        [panel for one in rungs for panel in _panels(one)],
        interrupted=progress.interrupted,
    )
