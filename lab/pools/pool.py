"""The command `pool`: how long games with a pool last, and how often each role wins and is claimed."""

import argparse
from collections.abc import Sequence
from typing import Final

from engine.catalogue import pool_ruleset
from lab import entrants
from lab.parallel import results_so_far
from lab.pools.scores import pool_scores
from lab.pools.tallies import BEGINNER, STRONG, PoolGames, PoolTally, RoleTally, add_up, pool_variant, tally_games
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, mean, ratio, share

_TURNS: Final = "turns a game"
_OF_CLAIMS: Final = ("lies", "challenged", "caught")
"""Fields of a RoleTally."""
_COLUMNS: Final = ("wins when dealt", "claims a game", *_OF_CLAIMS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("roles", nargs="+", metavar="ROLE", help="the five roles of the pool")
    parser.add_argument("--free", action="store_true", help="roles of any categories")
    entrants.add_kinds_argument(parser, BEGINNER, STRONG)
    report.add_count(parser, "--seats", 4, "at the table")
    report.add_count(parser, "--games", 100, "for each kind")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    where = pool_variant(pool_ruleset(args.roles), args.roles, args.seats, free=args.free)
    kinds = entrants.parse_all(args.kinds)
    plan = [
        PoolGames(where, args.seed, range(deal, deal + 1), kind) for kind in kinds for deal in range(args.games)
    ]
    results, interrupted = results_so_far(tally_games, plan, args.jobs, "games")
    roles = sorted(args.roles)
    texts = [f"{', '.join(roles)}, {args.seats} players"]
    data: list[dict[str, object]] = []
    panels: list[Panel] = []
    for number, kind in enumerate(kinds):
        tallies = results[number * args.games : (number + 1) * args.games]
        if not tallies:
            break
        overall = _overall(tallies)
        by_role = {role: _of_role(tallies, role) for role in roles}
        scores = pool_scores(add_up(tallies), args.seats)
        texts.append(f"\n{kind.name}, {len(tallies):,} games\n")
        rows = [[what, each.plain(1) if what == _TURNS else each.percent()] for what, each in overall.items()]
        rows += [["balance", f"{scores.balance:.2f}"], ["liveliness", f"{scores.liveliness:.2f}"]]
        texts.append(grid(rows) + "\n")
        texts.append(grid([["role", *_COLUMNS], *([role, *_cells(by_role[role])] for role in roles)]))
        data.append({
            "kind": kind.name, "games": len(tallies),
            "balance": round(scores.balance, 4), "liveliness": round(scores.liveliness, 4),
            **_to_json(overall), "roles": {role: _to_json(found) for role, found in by_role.items()},
        })  # fmt: skip
        won = [(role, by_role[role]["wins when dealt"]) for role in roles]
        claims = [(f"{role}: {what}", by_role[role][what]) for role in roles for what in _OF_CLAIMS]
        shares = [(what, each) for what, each in overall.items() if what != _TURNS]
        panels.append(
            Panel(f"{kind.name}: share in the victories, by the role that was dealt", won, 1 / args.seats)
        )
        panels.append(Panel(f"{kind.name}: first player's share, and stalls", shares, 1 / args.seats))
        panels.append(Panel(f"{kind.name}: of the claims of a role", claims))
    return Report(
        "\n".join(texts),
        {"pool": roles, "seats": args.seats, "seed": args.seed, "levels": data},
        panels,
        interrupted=interrupted,
    )


def _to_json(found: dict[str, Estimate]) -> dict[str, object]:
    return {what.replace(" ", "_"): each.to_json() for what, each in found.items()}


def _overall(tallies: Sequence[PoolTally]) -> dict[str, Estimate]:
    return {
        _TURNS: mean([tally.turns for tally in tallies]),
        "first player wins": share([tally.first for tally in tallies]),
        "stalls": share([float(tally.stalls) for tally in tallies]),
    }


def _of_role(tallies: Sequence[PoolTally], role: str) -> dict[str, Estimate]:
    games = [tally.roles.get(role, RoleTally()) for tally in tallies]
    return {
        "wins when dealt": ratio([(each.won, each.held) for each in games]),
        "claims a game": mean([each.claims for each in games]),
        **{what: ratio([(getattr(each, what), each.claims) for each in games]) for what in _OF_CLAIMS},
    }


def _cells(found: dict[str, Estimate]) -> list[str]:
    return [each.plain(1) if what == "claims a game" else each.percent() for what, each in found.items()]
