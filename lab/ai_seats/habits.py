"""The command `habits`: how often a kind of AI seat lies and challenges, how often it is right, and its speed."""

import argparse
import math
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, Final, TypeVar

from engine import Event, Game, Move
from engine.ai import Player
from engine.catalogue import plain
from engine.moves import CHALLENGE
from engine.views.view import cards_seen
from lab import entrants, variant
from lab.arena import PlayedDecision, play_decisions, result_of, seat_players
from lab.entrants import Entrant
from lab.parallel import results_so_far
from lab.reports import report
from lab.reports.report import Panel, Report, grid
from lab.reports.statistics import Estimate, ratio
from lab.variant import Variant

_ESTIMATE_EVERY: Final = 4
"""At one in this many questions, the player is also asked for an estimate of its chances."""
_BINS: Final = 10
"""The number of ranges into which the calibration divides chances."""

K = TypeVar("K", str, int)
V = TypeVar("V")


@dataclass
class HabitTally:
    """What was counted in one game.

    `rates` has, for each habit, how often it happened and on how many occasions. `chances` has, for each range of
    estimated chances, the sum of the estimates, the sum of the players' shares in the victory, and the number of
    estimates. `seconds` has the thinking times by prompt.
    """

    stalled: bool = False
    rates: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    chances: dict[int, tuple[float, float, float]] = field(default_factory=dict[int, tuple[float, float, float]])
    seconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def count(self, what: str, hit: float) -> None:
        """Counts one occasion for the habit `what`; `hit` is 1 or True if the player did it."""
        hits, n = self.rates.get(what, (0.0, 0.0))
        self.rates[what] = hits + hit, n + 1


class _MeasuredPlayer(Player):
    """Wraps a player: measures how long it thinks, and sometimes asks it for its chances after its move."""

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
        if not self._asked % _ESTIMATE_EVERY:
            worths = self._player.win_chances(view, options, chance)
            if worths is not None:
                expected = worths[options.index(move)]
                if not math.isfinite(expected):
                    raise ValueError(f"it expects to win with probability {expected}")
                self.chances.append(expected)
        return move


def watch_game(where: Variant, seed: int, kind: Entrant, field: Entrant, deal: int) -> HabitTally:
    """Plays a game with the measured kind in one seat and the field in the others. Returns what was counted."""
    seats = where.seats
    game = where.deal(seed, deal)
    own = deal % seats
    lineup = [kind if seat == own else field for seat in range(seats)]
    players: list[_MeasuredPlayer] = [_MeasuredPlayer(player) for player in seat_players(game, lineup)]
    counted = range(seats) if kind == field else (own,)
    tally, true = HabitTally(), _is_open_claim_true(game)
    for decision in play_decisions(game, lineup, f"{seed} {deal}", players):
        if decision.seat in counted:
            _count(tally, game, decision, true, players[decision.seat].seconds)
        true = _is_open_claim_true(game)
    result = result_of(game)
    tally.stalled = result.stalled
    for seat in counted:
        for chance in players[seat].chances:
            at = min(_BINS - 1, int(chance * _BINS))
            expected, won, n = tally.chances.get(at, (0.0, 0.0, 0.0))
            tally.chances[at] = expected + chance, won + result.shares[seat] * _sharers(game), n + 1
    return tally


def _sharers(game: Game) -> int:
    """Returns how many seats share a victory: partners win together, and have the chances of their team."""
    teams = game.table.edition.teams
    return 1 if teams is None or not game.winners else len(game.winners)


def _is_open_claim_true(game: Game) -> bool | None:
    """Whether the open claim is true; None if there is none."""
    claim = None if game.ask is None else game.ask.claim
    if claim is None or (claim.role is None and claim.denied is None):
        return None
    return bool(claim.proof(game.table.hands[claim.by]))


def _count(tally: HabitTally, game: Game, decision: PlayedDecision, true: bool | None, seconds: float) -> None:
    what = "other decisions"
    if decision.view["prompt"]["prompt"] == "act":
        _count_coups(tally, game, decision)
    if decision.truthful is not None:
        kind = "actions" if decision.move.do == "act" else "counteractions and other claims"
        tally.count(f"lies, of the claims of {kind}", not decision.truthful)
        tally.count(f"lies, of the claims of {decision.move.action or decision.move.role}", not decision.truthful)
        what = "a true claim" if decision.truthful else "a lie"
    truths: Sequence[bool | None] = decision.view["prompt"]["truthful"]
    if decision.move.do == "act" and True in truths:
        tally.count("lies, of the turns in which something could be claimed truly", decision.truthful is False)
    elif decision.move.do == "act" and False in truths:
        tally.count("lies, of the turns in which nothing could be claimed truly", decision.truthful is False)
    if CHALLENGE in decision.options and true is not None:
        doubts = decision.move is CHALLENGE
        tally.count("challenges, of the claims heard", doubts)
        tally.count(f"challenges, of the {'true claims' if true else 'lies'} heard", doubts)
        if _blocks_own_attack(game, decision):
            tally.count("challenges, of the blocks of its attacks", doubts)
            tally.count("lies, among the blocks of its attacks", not true)
        copies = _copies_seen(decision.view)
        tally.count(f"challenges, of the claims with {copies} seen", doubts)
        tally.count(f"lies, among the claims heard with {copies} seen", not true)
        if doubts:
            tally.count("lies exposed, of the challenges (precision)", not true)
            what = "a challenge"
        elif decision.move.do == "pass":
            what = "letting a lie pass" if not true else "letting a true claim pass"
    tally.seconds.setdefault(what, []).append(seconds)


def _blocks_own_attack(game: Game, decision: PlayedDecision) -> bool:
    """Whether the claim that a seat hears blocks an action of its own that endangers somebody."""
    claim = decision.view["claim"]
    if claim["kind"] != "counteraction" or claim["action"]["by"] != game.names[decision.seat]:
        return False
    return game.table.edition.actions[claim["action"]["action"]].endangers is not None


def _count_coups(tally: HabitTally, game: Game, decision: PlayedDecision) -> None:
    """Counts what a seat does when it can launch a Coup, or when the last rival's next Coup wins."""
    name = game.names[decision.seat]
    players = [player for player in decision.view["players"] if player["alive"]]
    rivals = [player for player in players if player["name"] != name]
    is_last_duel = len(rivals) == 1
    if any(move.action == "coup" for move in decision.options):
        is_coup = decision.move.action == "coup"
        tally.count("Coups, of the turns with the coins for one", is_coup)
        if is_last_duel and rivals[0]["cards"] == 1:
            tally.count("Coups, of the turns in which one wins the game", is_coup)
        return
    cards = decision.view["players"][decision.seat]["cards"]
    if is_last_duel and cards == 1 and rivals[0]["coins"] >= game.table.edition.actions["coup"].price:
        is_aimed = decision.move.target is not None
        tally.count("thefts and attacks, of the turns before the last rival's winning Coup", is_aimed)


def _copies_seen(view: Mapping[str, Any]) -> str:
    seen = sum(plain(card) == view["claim"]["role"] for card in cards_seen(view))
    return "1 copy" if seen == 1 else f"{seen} copies"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kind", metavar="KIND", help="the kind that is measured")
    variant.add_table_argument(parser, "classic/4")
    parser.add_argument("--against", metavar="KIND", help="who sits in the other seats (default: the same kind)")
    report.add_count(parser, "--games", 100, "to play")
    report.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kind, where = entrants.parse(args.kind), variant.parse(args.at)
    others = entrants.parse(args.against) if args.against else kind
    watch = partial(watch_game, where, args.seed, kind, others)
    tallies, interrupted = results_so_far(watch, range(args.games), args.jobs, "games")
    stalls = sum(tally.stalled for tally in tallies)
    rates, chances, times = _rates(tallies), _calibration(tallies), _times(tallies)
    who = f"{kind.name} at {where.name} among {others.name}"
    rows = [[what, estimate.percent(), f"of {estimate.n:,}"] for what, estimate in rates.items()]
    text = f"{who}, {report.count_games(len(tallies), stalls)}\n\n{grid(rows)}\n"
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
        interrupted=interrupted,
    )


def _gathered(counted: Iterable[Mapping[K, V]]) -> dict[K, list[V]]:
    """Returns what was counted in several games, by what it is."""
    found: dict[K, list[V]] = {}
    for game in counted:
        for what, value in game.items():
            found.setdefault(what, []).append(value)
    return dict(sorted(found.items()))


def _rates(tallies: Iterable[HabitTally]) -> dict[str, Estimate]:
    """Returns the rate of each habit."""
    return {what: ratio(games) for what, games in _gathered(tally.rates for tally in tallies).items()}


def _calibration(tallies: Iterable[HabitTally]) -> list[tuple[float, Estimate]]:
    """Returns, for each range of chances, the mean of what the players expected and how often they won."""
    return [
        (sum(each[0] for each in games) / sum(each[2] for each in games), ratio([each[1:] for each in games]))
        for games in _gathered(tally.chances for tally in tallies).values()
    ]


def _times(tallies: Iterable[HabitTally]) -> dict[str, tuple[float, float, int]]:
    """Returns the median and the 99th percentile of the thinking times in milliseconds, and their number."""
    found: dict[str, tuple[float, float, int]] = {}
    for what, games in _gathered(tally.seconds for tally in tallies).items():
        seconds = sorted(chain.from_iterable(games))
        p50, p99 = (round(1000 * seconds[int(part * (len(seconds) - 1))], 3) for part in (0.5, 0.99))
        found[what] = p50, p99, len(seconds)
    return found
