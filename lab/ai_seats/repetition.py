"""The command `repetition`: how often AI seats repeat themselves, in every edition."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from typing import Any, Final

from engine import Event, Game
from lab import entrants, variant
from lab.arena import PlayedDecision, play_decisions
from lab.entrants import Entrant
from lab.parallel import results_so_far
from lab.reports import report
from lab.reports.report import Report, grid
from lab.variant import Variant

QUIET_TURNS: Final = 100
"""The number of turns without a lost card after which the bot lets AI seats that play alone decide at random."""
_COLUMNS: Final = (
    "", "games", "turns a game", "change nothing", "rich, harm nobody", "longest by one seat", "by a pair",
    "of a token", "quiet games",
)  # fmt: skip


@dataclass(frozen=True, order=True)
class Run:
    """The longest repetition of one action: how many times, and which action."""

    times: int = 0
    action: str = ""

    def __str__(self) -> str:
        return f"{self.times} {self.action}" if self.times else "-"


@dataclass
class TurnTally:
    """What was counted in some games.

    A turn `changes_nothing` if coins, cards and tokens are the same after it as before. `rich` are the turns of
    seats with enough coins for a Coup, `harmless` those of them whose action endangers nobody. `by_seat` is the
    longest run of turns in which one seat declared the same action with the same target, `by_pair` that of two
    seats that declared it against each other in turn, and `token` that of two seats that took a token from each
    other. In `quiet` games nobody lost a card for QUIET_TURNS.
    """

    games: int = 0
    turns: int = 0
    changes_nothing: int = 0
    rich: int = 0
    harmless: int = 0
    quiet: int = 0
    by_seat: Run = field(default_factory=Run)
    by_pair: Run = field(default_factory=Run)
    token: Run = field(default_factory=Run)

    def add(self, other: "TurnTally") -> None:
        """Adds what was counted in other games."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, max(mine, theirs) if isinstance(mine, Run) else mine + theirs)


class _Watcher:
    """Counts the turns of one game."""

    def __init__(self, game: Game) -> None:
        self.tally = TurnTally(games=1)
        self._game = game
        self._before = _facts(game)
        self._quiet = 0
        self._declared: dict[int, tuple[tuple[Any, ...], int]] = {}
        self._between: dict[tuple[str, frozenset[int]], tuple[int, int]] = {}
        self._holders: dict[str, list[int]] = {}

    def watch(self, decision: PlayedDecision) -> None:
        """Counts a decision."""
        tally = self.tally
        if decision.view["prompt"]["prompt"] == "act" and decision.move.action is not None:
            self._declare(decision)
        for event in decision.events:
            if event["type"] == "token" and not event.get("off"):
                self._hold(event)
            elif event["type"] == "lost":
                self._quiet = 0
            elif event["type"] in ("turn", "over"):
                after = _facts(self._game)
                tally.turns += 1
                tally.changes_nothing += after == self._before
                self._before = after
                self._quiet += 1
                tally.quiet = max(tally.quiet, int(self._quiet >= QUIET_TURNS))

    def _declare(self, decision: PlayedDecision) -> None:
        seat, move = decision.seat, decision.move
        name = move.action or ""
        if (harmless := harms_nobody(self._game, decision)) is not None:
            self.tally.rich += 1
            self.tally.harmless += harmless
        same, times = self._declared.get(seat, ((), 0))
        what = (name, move.target, move.recipient, move.role)
        self._declared[seat] = what, times + 1 if same == what else 1
        self.tally.by_seat = max(self.tally.by_seat, Run(self._declared[seat][1], name))
        if move.target is not None:
            pair = name, frozenset((seat, move.target))
            last, times = self._between.get(pair, (seat, 0))
            self._between[pair] = seat, times + 1 if last != seat else 1
            self.tally.by_pair = max(self.tally.by_pair, Run(self._between[pair][1], name))

    def _hold(self, event: Event) -> None:
        """Counts how often a token has gone back and forth between its last two holders."""
        holders = self._holders.setdefault(event["name"], [])
        if holders and holders[-1] == event["by"]:
            return
        if len(holders) > 1 and holders[-2] != event["by"]:
            del holders[:-1]
        holders.append(event["by"])
        self.tally.token = max(self.tally.token, Run(len(holders) - 1, event["name"]))


def harms_nobody(game: Game, decision: PlayedDecision) -> bool | None:
    """Whether a declaration of a seat with coins for a Coup endangers nobody; None for any other decision."""
    actions = game.table.edition.actions
    if decision.move.action is None or decision.view["prompt"]["prompt"] != "act":
        return None
    if decision.view["players"][decision.seat]["coins"] < actions["coup"].price:
        return None
    return actions[decision.move.action].endangers is None


def _facts(game: Game) -> tuple[Any, ...]:
    """Returns the coins, cards and tokens of all seats."""
    table = game.table
    return tuple(table.coins), tuple(table.hands), tuple(table.lost), table.tokens


def watch_deal(seed: int, planned: tuple[Variant, Entrant, int]) -> TurnTally:
    """Plays a deal with the same kind in every seat. Returns what was counted."""
    where, kind, deal = planned
    game = where.deal(seed, deal)
    lineup: Sequence[Entrant] = [kind] * where.seats
    watcher = _Watcher(game)
    for decision in play_decisions(game, lineup, f"{seed} {deal}"):
        watcher.watch(decision)
    return watcher.tally


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("kinds", nargs="+", metavar="KIND", help="each plays among its like")
    variant.add_tables_argument(parser)
    report.add_count(parser, "--games", 100, "for each kind and table")
    report.add_arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    kinds, variants = entrants.parse_all(args.kinds), variant.parse_all(args.at)
    rows: list[tuple[str, ...]] = [_COLUMNS]
    tables: list[dict[str, Any]] = []
    plan = [(where, kind, deal) for kind in kinds for where in variants for deal in range(args.games)]
    played, interrupted = results_so_far(partial(watch_deal, args.seed), plan, args.jobs, "games")
    for first in range(0, len(played), args.games):
        (where, kind, _), tally = plan[first], TurnTally()
        for each in played[first : first + args.games]:
            tally.add(each)
        rows.append((
            f"{kind.name} at {where.name}", f"{tally.games:,}", f"{tally.turns / tally.games:.0f}",
            _percent(tally.changes_nothing, tally.turns), _percent(tally.harmless, tally.rich),
            str(tally.by_seat), str(tally.by_pair), str(tally.token), _percent(tally.quiet, tally.games),
        ))  # fmt: skip
        tables.append({"kind": kind.name, "variant": where.name, **asdict(tally)})
    return Report(f"{grid(rows)}\n", {"seed": args.seed, "tables": tables}, interrupted=interrupted)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
