"""Speed: how many games a second AI seats play among themselves, and how long a million games would take."""

import argparse
import time
from dataclasses import dataclass
from typing import Any, Final

from engine.lab import entrants, report, variant
from engine.lab.arena import play
from engine.lab.compiled import running
from engine.lab.entrants import Entrant
from engine.lab.report import Report, grid
from engine.lab.variant import Variant
from engine.lab.workers import spread

_PIECE: Final = 20
"""Games that a process plays at once."""
_MILLION: Final = 1_000_000
_HEAD: Final = ("", "games", "decisions each", "games/s of a processor", "games/s by the clock", "a million in")


@dataclass(frozen=True)
class Piece:
    """Some games with the same kind in every seat."""

    where: Variant
    kind: Entrant
    seed: int
    deals: range


def played(piece: Piece) -> tuple[int, float]:
    """Plays the games. Returns how many decisions were taken, and the seconds of processor time."""
    began, decisions = time.process_time(), 0
    for deal in piece.deals:
        game = piece.where.deal(piece.seed, deal)
        decisions += play(game, [piece.kind] * piece.where.seats, f"{piece.seed} {deal}").decisions
    return decisions, time.process_time() - began


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kinds", nargs="+", metavar="KIND", help="honest, medium, medium:bold, ..")
    parser.add_argument("--at", nargs="+", metavar="EDITION/SEATS", default=["classic/4", "g54/4"])
    parser.add_argument("--games", type=report.positive, default=1000, help="for each kind and table (1000)")
    report.arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    kinds, tables = [entrants.parsed(word) for word in args.kinds], [variant.parsed(word) for word in args.at]
    rows: list[tuple[str, ...]] = [_HEAD]
    figures: list[dict[str, Any]] = []
    for where in tables:
        for kind in kinds:
            plan = [
                Piece(where, kind, args.seed, range(first, min(first + _PIECE, args.games)))
                for first in range(0, args.games, _PIECE)
            ]
            began = time.monotonic()
            done = list(spread(played, plan, args.jobs, f"times {_PIECE} games of {kind.name} at {where.name}"))
            seconds = time.monotonic() - began
            decisions, busy = sum(each[0] for each in done), sum(each[1] for each in done)
            name, rate = f"{kind.name} at {where.name}", args.games / seconds
            rows.append((
                name, f"{args.games:,}", f"{decisions / args.games:.0f}",
                f"{args.games / busy:.1f}", f"{rate:.1f}", f"{_MILLION / rate / 60:.0f} min",
            ))  # fmt: skip
            figures.append({
                "kind": kind.name, "variant": where.name, "games": args.games, "decisions": decisions,
                "seconds": round(seconds, 3), "processor_seconds": round(busy, 3),
            })  # fmt: skip
    engine = "the compiled engine" if running() else "plain Python"
    text = f"{engine}, {args.jobs} processes\n\n{grid(rows)}\n"
    return Report(text, {"seed": args.seed, "jobs": args.jobs, "compiled": running(), "tables": figures})
