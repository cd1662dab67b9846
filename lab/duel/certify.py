"""The command `certify`: what the strongest responder wins in the one-card duel, between bounds."""

import argparse
import json
import math
from collections.abc import Mapping
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.ai import TEMPERAMENTS
from engine.ai.evaluation.duel import STRATEGY_FILE, strategy
from engine.json_files import read_json
from lab.ai_seats.rules_of_thumb import RULES_OF_THUMB
from lab.arena import MAX_DECISIONS
from lab.entrants import Entrant
from lab.errors import LabError, import_optional
from lab.files import prepare, reading, write
from lab.parallel import Progress
from lab.reports import report
from lab.reports.report import Report, grid
from lab.reports.statistics import Estimate, share

if TYPE_CHECKING:
    from lab.duel.certificate import Bounds

_FILE: Final = Path("var/lab/duel-certificate.json")
_OPPONENTS: Final = ("honest", "easy", "medium", *RULES_OF_THUMB)
"""The seats against which strong is measured, too."""
_LINE_DEALS: Final = 10_000_000
"""The number of the first deal of each line of the report is a multiple of this number."""
_FINGERPRINT_DIGITS: Final = 16
_COLUMNS: Final = ("temperament", "L", "U", "in the engine", "unfinished", "nodes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("game", choices=["duel"], help="the one-card duel (classic/2) against strong")
    parser.add_argument(
        "--temperaments", nargs="+", choices=list(TEMPERAMENTS), metavar="TEMPERAMENT", help="default: all"
    )
    report.add_count(parser, "--deals", 1000, "to play in the engine")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"the certificate to write (default {_FILE})")
    parser.add_argument("--check", type=Path, metavar="FILE", help="check a certificate instead of making one")
    report.add_arguments(parser, processes=False, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Makes or checks a certificate, plays its responders in the engine, returns the report. Raises LabError."""
    import_optional("numpy", "train")
    from lab.duel.certificate import WrittenFactory, certify, checked, rotate  # noqa: PLC0415 - it needs numpy

    table, known = fingerprint(), None if args.check is None else _read(args.check)
    out: Path = args.out or _FILE
    if known is None:
        prepare(out)
    names: list[str] = args.temperaments or list(known or TEMPERAMENTS)
    found: dict[str, Bounds] = {}
    engine: dict[str, list[float]] = {}
    against: dict[str, Estimate] = {}
    with Progress(len(names) + len(_OPPONENTS), "lines of the report") as progress:
        for name in names:
            bounds = certify(name) if known is None else checked(name, known)
            written = WrittenFactory(bounds.responder)
            engine[name] = rotate(written, Entrant("strong", name), _deals(name, args.deals), args.seed)
            found[name] = bounds
            progress.advance()
        for kind in _OPPONENTS:
            won = rotate(Entrant("strong"), Entrant(kind), _deals(kind, args.deals), args.seed)
            against[kind] = share(won)
            progress.advance()
    data: dict[str, Any] = {
        "fingerprint": table,
        "decisions": MAX_DECISIONS,
        "temperaments": {name: bounds.to_json() for name, bounds in found.items()},
    }
    if known is None and len(found) == len(names):
        write(out, json.dumps(data, separators=(",", ":")) + "\n")
    return Report(
        _text(table, found, engine, against, args.deals)
        + ("" if known is None else f"\n\nU is not computed again: it is that of {args.check}."),
        {
            **data,
            "deals": args.deals,
            "seed": args.seed,
            "in_engine": {name: share(won).to_json() for name, won in engine.items()},
            "together_in_engine": share([*chain(*engine.values())]).to_json(),
            "against": {name: each.to_json() for name, each in against.items()},
        },
        interrupted=progress.interrupted,
    )


def _deals(line: str, deals: int) -> range:
    """Returns the numbers of the deals of a line of the report: its own, so that lines do not err together."""
    first = _LINE_DEALS * (*TEMPERAMENTS, *_OPPONENTS).index(line)
    return range(first, first + deals)


def fingerprint() -> str:
    """Returns the fingerprint of the deployed table. Raises BadWeights if it cannot be read."""
    strategy()
    return sha256(STRATEGY_FILE.read_bytes()).hexdigest()[:_FINGERPRINT_DIGITS]


def _read(path: Path) -> "Mapping[str, Bounds]":
    """Reads the certificate of the deployed table. Raises LabError if it is for another one, or damaged."""
    from lab.duel.certificate import Bounds  # noqa: PLC0415 - it needs numpy

    try:
        with reading(path):
            data = read_json(path)
        named, own = data["fingerprint"], fingerprint()
        if named != own:
            raise LabError(
                f"{path} is for the table {named!s:.{_FINGERPRINT_DIGITS}}, but {STRATEGY_FILE.name} is {own}: "
                "its bounds say nothing about this one. Make a certificate with `python -m lab certify duel`."
            )
        found = {name: Bounds.from_json(bounds) for name, bounds in data["temperaments"].items()}
        if data["decisions"] == MAX_DECISIONS and found and found.keys() <= TEMPERAMENTS.keys():
            return found
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        pass
    raise LabError(f"{path} is no certificate; make it again with `python -m lab certify duel`.")


def _text(
    table: str,
    found: "Mapping[str, Bounds]",
    engine: Mapping[str, list[float]],
    against: Mapping[str, Estimate],
    deals: int,
) -> str:
    rows = [
        [
            name,
            *_percents(bounds.low, bounds.high),
            share(engine[name]).percent(),
            f"{bounds.unfinished:.0e}",
            f"{len(bounds.responder.actions):,}",
        ]
        for name, bounds in found.items()
    ]
    if len(found) > 1:
        low, high = (
            sum(each) / len(found) for each in zip(*((b.low, b.high) for b in found.values()), strict=True)
        )
        rows.append(["mean", *_percents(low, high), share([*chain(*engine.values())]).percent(), "", ""])
    return (
        f"The one-card duel against strong, table {table}.\n"
        "The strongest responder wins at least L and at most U. A written responder with these nodes wins L;\n"
        f"'in the engine' is what it won in {2 * deals:,} duels; of 20 such intervals, one misses the truth.\n"
        f"A duel that is not over after {MAX_DECISIONS:,} decisions is a draw, but counts as won in U and as\n"
        "lost in L; 'unfinished' is the share of L's duels.\n\n"
        f"{grid([list(_COLUMNS), *rows])}\n\n"
        f"Strong itself wins in {2 * deals:,} duels against one seat of each kind:\n\n"
        f"{grid([[name, each.percent()] for name, each in against.items()])}"
    )


def _percents(low: float, high: float) -> tuple[str, str]:
    """Returns bounds as text, rounded outwards."""
    return f"{math.floor(10000 * low) / 100:.2f} %", f"{math.ceil(10000 * high) / 100:.2f} %"
