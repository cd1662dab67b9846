"""One pool: how long its games are, which roles win, are claimed, doubted and caught, at two levels of play."""

import argparse
from collections.abc import Callable, Sequence
from typing import Final

from engine.catalogue import ROLES, RULESETS
from engine.errors import PoolCategories, Refused
from lab import entrants
from lab.errors import LabError
from lab.parallel import Progress, spread
from lab.pools.tallies import PoolCount, PoolGame, RoleCount, counted, summed, verdict
from lab.reports import report
from lab.reports.plot import Panel
from lab.reports.report import Report, grid
from lab.reports.statistics import Estimate, mean, ratio, share
from lab.variant import Variant

BEGINNER: Final = "easy"
STRONG: Final = "strong"
"""The kinds whose games say how a pool is among beginners, and at strong play."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("roles", nargs="+", metavar="ROLE", help="the five roles of the pool")
    parser.add_argument("--free", action="store_true", help="roles of any categories")
    parser.add_argument(
        "--kinds", nargs="+", metavar="KIND", default=[BEGINNER, STRONG], help=f"default {BEGINNER} {STRONG}"
    )
    parser.add_argument("--seats", type=report.positive, default=4, help="default 4")
    parser.add_argument("--games", type=report.positive, default=100, help="for each kind (default 100)")
    report.arguments(parser)


def pool_variant(roles: Sequence[str], seats: int, *, free: bool) -> Variant:
    """The variant with this pool. Raises LabError if it is none."""
    known = sorted(name for name, role in ROLES.items() if role.category in RULESETS["g54"].draw)
    for role in roles:
        if role not in known:
            raise LabError(f"{role} is no role of g54; there are {', '.join(known)}.")
    options = {"advanced": True} | ({"free_pool": True} if free else {})
    where = Variant("g54", seats, options, tuple(roles))
    try:
        where.deal(0, 0)
    except PoolCategories as refusal:
        raise LabError(f"{', '.join(roles)}: {refusal} In this command that is --free.") from None
    except Refused as refusal:
        raise LabError(f"{', '.join(roles)}: {refusal}") from None
    return where


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    where = pool_variant(args.roles, args.seats, free=args.free)
    kinds = [entrants.parsed(word) for word in dict.fromkeys(args.kinds)]
    plan = [PoolGame(where, args.seed, deal, kind) for kind in kinds for deal in range(args.games)]
    results: list[PoolCount] = []
    with Progress(len(plan), "games") as progress:
        results.extend(spread(counted, plan, args.jobs, progress))
    roles = sorted(args.roles)
    texts = [f"{', '.join(roles)}, {args.seats} players"]
    data: list[dict[str, object]] = []
    panels: list[Panel] = []
    for number, kind in enumerate(kinds):
        counts = results[number * args.games : (number + 1) * args.games]
        if not counts:
            break
        table = _table(counts)
        by_role = {role: _of_role(counts, role) for role in roles}
        said = verdict(summed(counts), args.seats)
        texts.append(f"\n{kind.name}, {len(counts):,} games\n")
        rows = [[what, one.plain(1) if what == _TURNS else one.percent()] for what, one in table.items()]
        rows += [["balance", f"{said.balance:.2f}"], ["liveliness", f"{said.liveliness:.2f}"]]
        texts.append(grid(rows) + "\n")
        texts.append(grid([["role", *_COLUMNS], *([role, *_cells(by_role[role])] for role in roles)]))
        data.append(
            {
                "kind": kind.name,
                "games": len(counts),
                "balance": round(said.balance, 4),
                "liveliness": round(said.liveliness, 4),
                **{what.replace(" ", "_"): one.to_json() for what, one in table.items()},
                "roles": {
                    role: {what.replace(" ", "_"): one.to_json() for what, one in found.items()}
                    for role, found in by_role.items()
                },
            }
        )
        won = [(role, by_role[role]["wins when dealt"]) for role in roles]
        doubt = [
            (f"{role}: {what}", by_role[role][what]) for role in roles for what in ("lies", "challenged", "caught")
        ]
        panels.append(Panel(f"{kind.name}: share in the victories of who was dealt it", won, 1 / args.seats))
        panels.append(Panel(f"{kind.name}: first player's share, and stalls", _shares(table), 1 / args.seats))
        panels.append(Panel(f"{kind.name}: of the claims of a role", doubt))
    return Report(
        "\n".join(texts),
        {"pool": roles, "seats": args.seats, "seed": args.seed, "levels": data},
        panels,
        interrupted=progress.interrupted,
    )


_TURNS = "turns a game"
_COLUMNS = ("wins when dealt", "claims a game", "lies", "challenged", "caught")


def _table(counts: Sequence[PoolCount]) -> dict[str, Estimate]:
    return {
        _TURNS: mean([count.turns for count in counts]),
        "first player wins": share([count.first for count in counts]),
        "stalls": share([float(count.stalls) for count in counts]),
    }


def _shares(table: dict[str, Estimate]) -> list[tuple[str, Estimate]]:
    return [(what, one) for what, one in table.items() if what != _TURNS]


def _of_role(counts: Sequence[PoolCount], role: str) -> dict[str, Estimate]:
    games = [count.roles.get(role, RoleCount()) for count in counts]

    def of_claims(hits: Callable[[RoleCount], float]) -> Estimate:
        return ratio([(hits(each), each.claims) for each in games])

    return {
        "wins when dealt": ratio([(each.won, each.held) for each in games]),
        "claims a game": mean([each.claims for each in games]),
        "lies": of_claims(lambda each: each.lies),
        "challenged": of_claims(lambda each: each.challenged),
        "caught": of_claims(lambda each: each.caught),
    }


def _cells(found: dict[str, Estimate]) -> list[str]:
    return [one.plain(1) if what == "claims a game" else one.percent() for what, one in found.items()]
