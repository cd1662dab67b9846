"""The command `leaderboard`: a table of players from data sets, each game of which is played again first."""

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.data_sets.contents import Contents, VerifiedGame, read, verify
from lab.errors import LabError
from lab.parallel import Progress
from lab.reports import report
from lab.reports.report import Report, grid
from lab.reports.standings import PlayedTable, Standings, share_by_deal, standings
from lab.variant import Variant


@dataclass
class PlayerResults:
    """The results of a player at one kind of table.

    `shares` has for each seat of a game in which it sat the deal and its share in the victory. `invalid` is in how
    many of them it answered wrongly; they are neither won nor lost.
    """

    shares: list[tuple[object, float]] = field(default_factory=list[tuple[object, float]])
    invalid: int = 0

    def counts(self) -> dict[str, float]:
        """Returns in how many seats it sat, won, lost and answered wrongly; a shared victory is lost in part."""
        seats, won = len(self.shares), math.fsum(share for _, share in self.shares)
        return {"seats": seats, "won": won, "lost": seats - self.invalid - won, "invalid": self.invalid}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a data set of `games`")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games of the files again and returns the report. Raises LabError."""
    files = [read(path) for path in args.files]
    known: dict[object, Path] = {}
    for each in files:
        header = each.header
        before = known.setdefault((header.table, frozenset(header.players), header.seed), each.path)
        if before is not each.path:
            raise LabError(f"{before} and {each.path} have the same games: the same players, table and seed.")
    games: dict[Path, list[VerifiedGame]] = {each.path: [] for each in files}
    with Progress(sum(len(each.games) for each in files), "games played again") as progress:
        for each in files:
            games[each.path].extend(verify(each, args.jobs, progress))
    boards = [
        board
        for table in dict.fromkeys(each.header.table for each in files)
        if (board := _Board.of([(each, games[each.path]) for each in files if each.header.table == table]))
    ]
    sources = [_source(each, games[each.path]) for each in files]
    return Report(
        "\n".join([*(board.text() for board in boards), *(source["text"] for source in sources)]),
        {"tables": [board.to_json() for board in boards], "files": sources},
        [panel for board in boards for panel in board.standings.panels()],
        interrupted=progress.interrupted,
    )


def _source(contents: Contents, games: Sequence[VerifiedGame]) -> dict[str, Any]:
    """Returns what a file contributes, and its hash."""
    counted = len(_of_whole_deals(contents, games))
    left_out = len(contents.header.plan()) - counted
    text = f"{contents.path}: {counted:,} games as written"
    text += f", {left_out:,} not counted, because their deals are not complete" if left_out else ""
    return {
        "file": str(contents.path), "hash": contents.hash, "games": counted, "left_out": left_out,
        "text": f"{text}; hash {contents.hash}",
    }  # fmt: skip


def _of_whole_deals(contents: Contents, games: Sequence[VerifiedGame]) -> list[VerifiedGame]:
    """Returns the games of the deals that have been played by every line-up from every seat."""
    planned = Counter(each.deal for each in contents.header.plan())
    found = Counter(each.deal for each in games)
    return [each for each in games if found[each.deal] == planned[each.deal]]


@dataclass(frozen=True)
class _Board:
    """The leaderboard of one kind of table: everybody's results, and the standings."""

    players: dict[str, PlayerResults]
    standings: Standings

    @classmethod
    def of(cls, files: Sequence[tuple[Contents, Sequence[VerifiedGame]]]) -> "_Board | None":
        """Returns the leaderboard of the files of one kind of table; None if they have no whole deal."""
        players: dict[str, PlayerResults] = {}
        tables: list[PlayedTable] = []
        stalls = 0
        for contents, games in files:
            for game in _of_whole_deals(contents, games):
                # Files with the same seed have the same deals.
                deal = (contents.header.seed, game.deal)
                tables.append(PlayedTable(deal, game.seats, game.shares))
                stalls += game.is_stalled
                for word, part, is_invalid in zip(game.seats, game.shares, game.is_invalid, strict=True):
                    own = players.setdefault(word, PlayerResults())
                    own.shares.append((deal, part))
                    own.invalid += is_invalid
        where: Variant = files[0][0].header.variant
        return cls(players, standings(where, tables, stalls, len(tables))) if tables else None

    def text(self) -> str:
        """Returns the leaderboard as text, the best player first."""
        rows = [["", "rating", "share in the victories", "seats", "won", "lost", "invalid"]]
        for word, rating in self.standings.ratings.items():
            own = self.players[word]
            counts = [f"{round(each, 1):,g}" for each in own.counts().values()]
            rows.append([word, rating.plain(), share_by_deal(own.shares).percent(), *counts])
        text = f"{self.standings.heading()}\n\n{grid(rows)}\n"
        if self.standings.cells:
            text += f"\n{grid(self.standings.pair_rows(list(self.standings.ratings)))}\n"
        return text

    def to_json(self) -> dict[str, Any]:
        """Returns the leaderboard as a JSON object."""
        players = [
            {
                "player": word, "rating": rating.to_json(), "share": share_by_deal(own.shares).to_json(),
                **{name: round(each, 5) for name, each in own.counts().items()},
            }
            for word, rating in self.standings.ratings.items()
            for own in [self.players[word]]
        ]  # fmt: skip
        return self.standings.to_json() | {"players": players}
