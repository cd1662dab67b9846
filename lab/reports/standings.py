"""Standings: how often players win against each other at one kind of table, and their ratings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from lab.reports.report import Panel, heading
from lab.reports.statistics import Estimate, TableResult, ratings, share
from lab.variant import Variant


class PlayedTable(NamedTuple):
    """Players who met on a deal, and their shares in the victory, in a game or on average over the seats."""

    deal: object
    players: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Standings:
    """The results of one variant.

    `cells` are the shares in the victories of one player, the "hero", against a "field" of seats that are all
    played by one other. The intervals treat the tables of a deal as one measurement. `games` and `stalls` are
    numbers of games.
    """

    variant: Variant
    cells: dict[tuple[str, str], Estimate]
    ratings: dict[str, Estimate]
    stalls: int
    games: int

    def heading(self) -> str:
        """Returns the line above the results."""
        return heading(self.variant.name, self.variant.seats, self.games, self.stalls)

    def pair_rows(self, among: Sequence[str]) -> list[list[str]]:
        """Returns a grid of the cells, with a row for each hero and a column for each field."""
        seats = self.variant.seats
        against = "the other" if seats == 2 else f"{seats - 1} of"
        rows = [[f"one against {against}", *among]]
        for hero in among:
            cells = (self.cells.get((hero, field)) for field in among)
            rows.append([hero, *("" if cell is None else cell.percent() for cell in cells)])
        return rows

    def to_json(self) -> dict[str, Any]:
        """Returns the results as a JSON object."""
        return {
            "variant": self.variant.name,
            "games": self.games,
            "stalls": self.stalls,
            "cells": [
                {"hero": hero, "field": field, "share": cell.to_json()}
                for (hero, field), cell in self.cells.items()
            ],
            "ratings": {name: elo.to_json() for name, elo in self.ratings.items()},
        }

    def panels(self) -> list[Panel]:
        """Returns the panels of a plot."""
        rows = [(f"{hero} against {field}", cell) for (hero, field), cell in self.cells.items()]
        name = self.variant.name
        return [
            Panel(f"{name}: share in the victories", rows, 1 / self.variant.seats),
            Panel(f"{name}: rating", list(self.ratings.items()), 1000, are_shares=False),
        ]


def standings(where: Variant, tables: Sequence[PlayedTable], stalls: int, games: int) -> Standings:
    """Returns the results of the tables of one variant."""
    cells: dict[tuple[str, str], list[tuple[object, float]]] = {}
    by_deal: dict[object, list[TableResult]] = {}
    for deal, players, shares in tables:
        by_deal.setdefault(deal, []).append(tuple(zip(players, shares, strict=True)))
        seats = Counter(players)
        if len(seats) == 2:
            for hero, field in (tuple(seats), tuple(reversed(seats))):
                if seats[hero] == 1:
                    cells.setdefault((hero, field), []).append((deal, shares[players.index(hero)]))
    return Standings(
        where,
        {pair: share_by_deal(parts) for pair, parts in cells.items()},
        ratings(list(by_deal.values())),
        stalls,
        games,
    )


def share_by_deal(parts: Sequence[tuple[object, float]]) -> Estimate:
    """Estimates a mean share in the victories from deals, each with any number of shares."""
    by_deal: dict[object, list[float]] = {}
    for deal, part in parts:
        by_deal.setdefault(deal, []).append(part)
    return share([sum(each) / len(each) for each in by_deal.values()])
