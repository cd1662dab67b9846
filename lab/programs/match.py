"""Matches: programs of any language play each other, or AI seats, and what breaks the protocol gets a verdict."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.ai import KINDS, Player
from lab import entrants, variant
from lab.arena import outcome, seated, steps
from lab.entrants import Entrant
from lab.errors import LabError
from lab.parallel import Progress
from lab.programs.program import Fault, Program, ProgramPlayer
from lab.reports import report
from lab.reports.plot import Panel
from lab.reports.report import Report, grid, heading
from lab.reports.statistics import share
from lab.variant import Variant

_MOST_FAULTS: Final = 3
_FEWEST: Final = 2
_SECONDS: Final = 5.0


class Contender:
    """One who was entered for a match: a kind of AI seat, or a program, which is running then.

    Raises LabError if `word` is neither.
    """

    def __init__(self, word: str, limit: float) -> None:
        self.name = word
        self._limit = limit
        self._plays: Entrant | Program | None = (
            entrants.parsed(word) if word.partition(":")[0] in KINDS else Program(word, limit)
        )

    def seated(self, names: Sequence[str], seat: int) -> Player:
        """Its player for one game and seat. Raises LabError if a program that was ended starts no more."""
        if isinstance(self._plays, Entrant):
            return self._plays.seated(names, seat)
        if self._plays is None:
            self._plays = Program(self.name, self._limit)
        return ProgramPlayer(names, seat, self._plays)

    def fault_at_the_end(self) -> str | None:
        """Lets a program end. Returns what it did wrong with that."""
        try:
            if isinstance(self._plays, Program):
                self._plays.close()
        except Fault as fault:
            return str(fault)
        return None

    def kill(self) -> None:
        """Ends a program; for another game it is started anew."""
        if isinstance(self._plays, Program):
            self._plays.kill()
            self._plays = None


@dataclass
class Match:
    """A match as it goes on: the shares of each contender by deal, the faults, and the games' records."""

    variant: Variant
    contenders: Sequence[Contender]
    seed: int
    shares: dict[int, list[list[float]]] = field(default_factory=dict[int, list[list[float]]])
    faults: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    records: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    stalls: int = 0

    def play(self, deal: int, shift: int) -> None:
        """Plays one game of a deal, with everybody so many seats further on."""
        seats = self.variant.seats
        who = [(seat - shift) % seats for seat in range(seats)]
        game = self.variant.deal(self.seed, deal)
        lineup = [self.contenders[each] for each in who]
        players = seated(game, lineup)
        for _ in steps(game, players, lineup, f"{self.seed} {deal}"):
            pass
        end = outcome(game)
        self.stalls += end.stalled
        self.shares.setdefault(deal, []).append([end.shares[who.index(each)] for each in range(seats)])
        self.records.append(game.record())
        for player, each in zip(players, who, strict=True):
            if isinstance(player, ProgramPlayer):
                player.end(game.view(player.seat))
                if player.fault is not None:
                    self.faults.append((len(self.records), each, player.fault))
                    self.contenders[each].kill()

    def given_up(self) -> bool:
        """Whether somebody has made so many faults that the match ends."""
        return any(number >= _MOST_FAULTS for number in Counter(each for _, each, _ in self.faults).values())

    def verdicts(self) -> list[str]:
        """A sentence for every fault."""
        found: list[str] = []
        for number, (game, each, fault) in enumerate(self.faults):
            made = sum(other == each for _, other, _ in self.faults[: number + 1])
            end = "; with that fault the match was ended" if made == _MOST_FAULTS else ""
            found.append(f"Player {each + 1} ({self.contenders[each].name}) in game {game}: {fault}{end}.")
        return found


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="CMD",
        help="a program to run, or a kind of AI seat; once for every seat",
    )
    parser.add_argument("--at", metavar="EDITION/SEATS", help="default: classic")
    parser.add_argument(
        "--deals", type=report.positive, default=10, help="each played from all seats (default 10)"
    )
    parser.add_argument("--seconds", type=_seconds, default=_SECONDS, help="for each answer (default 5)")
    parser.add_argument("--records", type=Path, metavar="FILE", help="also write every game, a record a line")
    report.arguments(parser, processes=False)


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{word!r} is no number of seconds")
    return seconds


def run(args: argparse.Namespace) -> Report:
    """Plays and reports. Raises LabError."""
    if len(args.player) < _FEWEST:
        raise LabError("A match needs a --player for every seat, two or more.")
    where = variant.parsed(args.at or f"classic/{len(args.player)}")
    if where.seats != len(args.player):
        raise LabError(f"{where.name} needs {where.seats} players, and {len(args.player)} were named.")
    report.writable(args.records)
    contenders: list[Contender] = []
    try:
        for word in args.player:
            contenders.append(Contender(word, args.seconds))
        match = Match(where, contenders, args.seed)
        plan = [(deal, shift) for deal in range(args.deals) for shift in range(where.seats)]
        with Progress(len(plan), "games") as progress:
            for deal, shift in plan:
                match.play(deal, shift)
                progress.step()
                if match.given_up():
                    break
            else:
                for number, each in enumerate(contenders):
                    fault = each.fault_at_the_end()
                    if fault is not None:
                        match.faults.append((len(plan), number, fault))
    finally:
        for each in contenders:
            each.kill()
    if args.records is not None:
        args.records.write_text("".join(json.dumps(record) + "\n" for record in match.records), encoding="utf-8")
    return _report(match, progress.interrupted)


def _report(match: Match, interrupted: str) -> Report:
    seats = match.variant.seats
    results = [
        share([sum(game[each] for game in games) / len(games) for games in match.shares.values()])
        for each in range(seats)
    ]
    rows = [
        [f"{number + 1}  {each.name}", result.percent()]
        for number, (each, result) in enumerate(zip(match.contenders, results, strict=True))
    ]
    text = heading(match.variant.name, seats, len(match.records), match.stalls)
    verdicts = match.verdicts()
    return Report(
        f"{text}\n\n{grid(rows)}",
        {
            "variant": match.variant.name,
            "seed": match.seed,
            "games": len(match.records),
            "stalls": match.stalls,
            "players": [
                {"player": each.name, "share": result.to_json()}
                for each, result in zip(match.contenders, results, strict=True)
            ],
            "faults": [{"game": game, "player": each + 1, "fault": fault} for game, each, fault in match.faults],
        },
        [
            Panel(
                f"{match.variant.name}: share in the victories",
                [(each.name, result) for each, result in zip(match.contenders, results, strict=True)],
                1 / seats,
            )
        ],
        verdicts,
        interrupted,
    )
