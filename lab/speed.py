"""Speed: how many games a second AI seats play among themselves, and how long a million games would take."""

import argparse
import time
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

from lab import entrants, variant
from lab.arena import play
from lab.compiled import running
from lab.entrants import Entrant
from lab.parallel import Progress, spread
from lab.reports import report
from lab.reports.report import Report, grid
from lab.variant import Variant

_PIECE: Final = 20
"""Games that a process plays at once."""
_USUAL: Final = ("classic/4", "g54/4")
_MILLION: Final = 1_000_000
_HEAD: Final = (
    "", "games", "stalled", "decisions each", "games/s of a processor", "games/s by the clock", "a million in",
)  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """Some games with the same kind in every seat."""

    where: Variant
    kind: Entrant
    seed: int
    deals: range


class Played(NamedTuple):
    """What was counted in some games: the games, their decisions, how many stalled, seconds of processor time."""

    games: int
    decisions: int
    stalls: int
    seconds: float


def played(piece: Piece) -> Played:
    """Plays the games."""
    began, decisions, stalls = time.process_time(), 0, 0
    for deal in piece.deals:
        game = piece.where.deal(piece.seed, deal)
        end = play(game, [piece.kind] * piece.where.seats, f"{piece.seed} {deal}")
        decisions += end.decisions
        stalls += end.stalled
    return Played(len(piece.deals), decisions, stalls, time.process_time() - began)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kinds", nargs="+", metavar="KIND", help="each plays among its like")
    parser.add_argument(
        "--at", nargs="+", metavar="EDITION/SEATS", default=list(_USUAL), help=f"default {' '.join(_USUAL)}"
    )
    parser.add_argument(
        "--games", type=report.positive, default=1000, help="for each kind and table (default 1000)"
    )
    report.arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    kinds, tables = [entrants.parsed(word) for word in args.kinds], [variant.parsed(word) for word in args.at]
    rows: list[tuple[str, ...]] = [_HEAD]
    figures: list[dict[str, Any]] = []
    interrupted = ""
    for where, kind in product(tables, kinds):
        plan = [
            Piece(where, kind, args.seed, range(first, min(first + _PIECE, args.games)))
            for first in range(0, args.games, _PIECE)
        ]
        name, done, began = f"{kind.name} at {where.name}", list[Played](), time.monotonic()
        with Progress(len(plan), f"times {_PIECE} games of {name}") as progress:
            done.extend(spread(played, plan, args.jobs, progress))
        seconds = time.monotonic() - began
        if done:
            games, decisions, stalls, busy = map(sum, zip(*done, strict=True))
            rate = games / seconds
            rows.append((
                name, f"{games:,}", f"{stalls:,}", f"{decisions / games:.0f}",
                f"{games / busy:.1f}", f"{rate:.1f}", f"{_MILLION / rate / 60:.0f} min",
            ))  # fmt: skip
            figures.append({
                "kind": kind.name, "variant": where.name, "games": games, "stalls": stalls, "decisions": decisions,
                "seconds": round(seconds, 3), "processor_seconds": round(busy, 3),
            })  # fmt: skip
        interrupted = progress.interrupted
        if interrupted:
            break
    engine = "the compiled engine" if running() else "plain Python"
    text = f"{engine}, {args.jobs} processes\n\n{grid(rows)}\n"
    found = {"seed": args.seed, "jobs": args.jobs, "compiled": running(), "tables": figures}
    return Report(text, found, interrupted=interrupted)
