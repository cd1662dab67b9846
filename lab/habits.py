"""Habits: how often a kind lies and challenges, how often it is right, and how long it thinks about what."""

import argparse
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.ai import Player
from engine.catalogue import plain
from engine.events import Event
from engine.game import Game
from engine.moves import CHALLENGE, Move
from engine.views.seat import cards_seen
from lab import entrants, variant
from lab.arena import Step, outcome, seated, steps
from lab.entrants import Entrant
from lab.parallel import Progress, spread
from lab.reports import report
from lab.reports.plot import Panel
from lab.reports.report import Report, grid
from lab.reports.statistics import Estimate, ratio
from lab.variant import Variant

_WEIGHED: Final = 4
"""Every so many questions it is asked what it thinks its chances are."""
_BINS: Final = 10


@dataclass
class Tally:
    """What was counted in one game: hits and occasions by what is counted, and seconds by what was decided."""

    stalled: bool = False
    rates: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    chances: dict[int, tuple[float, float, float]] = field(default_factory=dict[int, tuple[float, float, float]])
    seconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def count(self, what: str, hit: float) -> None:
        """One more occasion."""
        hits, n = self.rates.get(what, (0.0, 0.0))
        self.rates[what] = hits + hit, n + 1


class _Watched(Player):
    """A player whose thinking is timed, and that is sometimes asked for its chances after what it chose."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.names, player.seat)
        self._player = player
        self._asked = 0
        self.seconds = 0.0
        self.chances: list[float] = []

    def observe(self, event: Event) -> None:
        self._player.observe(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        began = time.perf_counter()
        move = self._player.choose(view, options, chance)
        self.seconds = time.perf_counter() - began
        self._asked += 1
        if not self._asked % _WEIGHED:
            worths = self._player.worths(view, options, chance)
            if worths is not None:
                self.chances.append(worths[options.index(move)])
        return move


@dataclass(frozen=True)
class Sitting:
    """One game to watch: the kind in one seat, or everywhere, among others."""

    variant: Variant
    seed: int
    deal: int
    kind: Entrant
    field: Entrant


def watched(sitting: Sitting) -> Tally:
    """Plays a game and counts."""
    where, seats = sitting.variant, sitting.variant.seats
    game = where.deal(sitting.seed, sitting.deal)
    own = sitting.deal % seats
    lineup = [sitting.kind if seat == own else sitting.field for seat in range(seats)]
    players: list[_Watched] = [_Watched(player) for player in seated(game, lineup)]
    counted = range(seats) if sitting.kind == sitting.field else (own,)
    tally, true = Tally(), _standing_claim(game)
    for step in steps(game, players, lineup, f"{sitting.seed} {sitting.deal}"):
        if step.seat in counted:
            _count(tally, step, true, players[step.seat].seconds)
        true = _standing_claim(game)
    end = outcome(game)
    tally.stalled = end.stalled
    for seat in counted:
        for chance in players[seat].chances:
            place = min(_BINS - 1, int(chance * _BINS))
            expected, won, n = tally.chances.get(place, (0.0, 0.0, 0.0))
            tally.chances[place] = expected + chance, won + end.shares[seat] * _partners(game), n + 1
    return tally


def _partners(game: Game) -> int:
    # Partners win together, and a seat's chances are its team's.
    teams = game.table.edition.teams
    return 1 if teams is None or not game.winners else len(game.winners)


def _standing_claim(game: Game) -> bool | None:
    """Whether the claim that is being answered is true."""
    claim = None if game.ask is None else game.ask.claim
    if claim is None or claim.role is None:
        return None
    return claim.proof(game.table.hands[claim.by]) is not None


def _count(tally: Tally, step: Step, true: bool | None, seconds: float) -> None:
    what = "other decisions"
    if step.truthful is not None:
        kind = "actions" if step.move.do == "act" else "counteractions and other claims"
        tally.count(f"lies, of the claims of {kind}", not step.truthful)
        tally.count(f"lies, of the claims of {step.move.action or step.move.role}", not step.truthful)
        what = "a true claim" if step.truthful else "a lie"
    truths: Sequence[bool | None] = step.view["prompt"]["truthful"]
    if step.move.do == "act" and True in truths:
        tally.count("lies, of the turns in which something could be claimed truly", step.truthful is False)
    elif step.move.do == "act" and False in truths:
        tally.count("lies, of the turns in which nothing could be claimed truly", step.truthful is False)
    if CHALLENGE in step.options and true is not None:
        doubts = step.move is CHALLENGE
        tally.count("challenges, of the claims heard", doubts)
        tally.count(f"challenges, of the {'true claims' if true else 'lies'} heard", doubts)
        copies = _copies_seen(step.view)
        tally.count(f"challenges, of the claims with {copies} seen", doubts)
        tally.count(f"lies, among the claims heard with {copies} seen", not true)
        if doubts:
            tally.count("lies exposed, of the challenges (precision)", not true)
            what = "a challenge"
        elif step.move.do == "pass":
            what = "letting a lie pass" if not true else "letting a true claim pass"
    tally.seconds.setdefault(what, []).append(seconds)


def _copies_seen(view: Mapping[str, Any]) -> str:
    seen = sum(plain(card) == view["claim"]["role"] for card in cards_seen(view))
    return "1 copy" if seen == 1 else f"{seen} copies"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kind", metavar="KIND", help="the kind that is measured")
    parser.add_argument("--at", metavar="EDITION/SEATS", default="classic/4", help="default classic/4")
    parser.add_argument("--against", metavar="KIND", help="who sits in the other seats (default: the same kind)")
    parser.add_argument("--games", type=report.positive, default=100, help="default 100")
    report.arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    kind, where = entrants.parsed(args.kind), variant.parsed(args.at)
    others = entrants.parsed(args.against) if args.against else kind
    plan = [Sitting(where, args.seed, deal, kind, others) for deal in range(args.games)]
    tallies: list[Tally] = []
    with Progress(len(plan), "games") as progress:
        tallies.extend(spread(watched, plan, args.jobs, progress))
    stalls = sum(tally.stalled for tally in tallies)
    rates = _rates(tallies)
    chances = _chances(tallies)
    times = _times(tallies)
    who = f"{kind.name} at {where.name} among {others.name}"
    rows = [[what, estimate.percent(), f"of {estimate.n:,}"] for what, estimate in rates.items()]
    text = f"{who}, {report.played(len(tallies), stalls)}\n\n{grid(rows)}\n"
    if chances:
        lines = [[f"{expected:.1%}", won.percent(), f"of {won.n:,}"] for expected, won in chances]
        text += f"\n{grid([['its chances, it thinks', 'it won', ''], *lines])}\n"
    lines = [[what, f"{p50:.2f}", f"{p99:.2f}", f"of {n:,}"] for what, (p50, p99, n) in times.items()]
    text += f"\n{grid([['milliseconds for', 'p50', 'p99', ''], *lines])}\n"
    return Report(
        text,
        {
            "kind": kind.name,
            "against": others.name,
            "variant": where.name,
            "seed": args.seed,
            "games": len(tallies),
            "stalls": stalls,
            "rates": {what: estimate.to_json() for what, estimate in rates.items()},
            "calibration": [{"expected": expected, "won": won.to_json()} for expected, won in chances],
            "milliseconds": {what: {"p50": p50, "p99": p99, "n": n} for what, (p50, p99, n) in times.items()},
        },
        [
            Panel(who, list(rates.items())),
            Panel("how often it won, by the chances it gave itself", [(f"{e:.0%}", won) for e, won in chances]),
        ],
        interrupted=progress.interrupted,
    )


def _rates(tallies: Iterable[Tally]) -> dict[str, Estimate]:
    games: dict[str, list[tuple[float, float]]] = {}
    for tally in tallies:
        for what, counted in tally.rates.items():
            games.setdefault(what, []).append(counted)
    return {what: ratio(counted) for what, counted in sorted(games.items())}


def _chances(tallies: Iterable[Tally]) -> list[tuple[float, Estimate]]:
    games: dict[int, list[tuple[float, float, float]]] = {}
    for tally in tallies:
        for place, counted in tally.chances.items():
            games.setdefault(place, []).append(counted)
    found: list[tuple[float, Estimate]] = []
    for _, counted in sorted(games.items()):
        n = sum(each[2] for each in counted)
        found.append((sum(each[0] for each in counted) / n, ratio([each[1:] for each in counted])))
    return found


def _times(tallies: Iterable[Tally]) -> dict[str, tuple[float, float, int]]:
    every: dict[str, list[float]] = {}
    for tally in tallies:
        for what, seconds in tally.seconds.items():
            every.setdefault(what, []).extend(seconds)
    found: dict[str, tuple[float, float, int]] = {}
    for what, seconds in sorted(every.items()):
        seconds.sort()
        p50, p99 = (1000 * seconds[int(part * (len(seconds) - 1))] for part in (0.5, 0.99))
        found[what] = round(p50, 3), round(p99, 3), len(seconds)
    return found
