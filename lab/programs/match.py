"""The command `match`: programs of any language play each other, or AI seats.

A program that breaks the protocol resigns that game, and the report says what it did.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab import variant
from lab.arena import play_decisions, result_of, seat_players
from lab.entrants import Entrant, rotated
from lab.errors import LabError
from lab.files import check_writable, write
from lab.parallel import Progress
from lab.programs.program import MAX_FAULTS, Fault, Program, ProgramPlayer, add_seconds_argument, contender, kill
from lab.reports import report
from lab.reports.report import Panel, Report, grid, heading
from lab.reports.statistics import share
from lab.variant import Variant


@dataclass
class Match:
    """A match in progress.

    `shares` has, by deal, the contenders' shares in the victory of each game. `faults` has for each fault the
    numbers of the game and of the contender, and what it did wrong. `records` has the record of every game.
    `failure` says why no more games could be played, if that is so.
    """

    variant: Variant
    contenders: Sequence[Entrant | Program]
    seed: int
    shares: dict[int, list[list[float]]] = field(default_factory=dict[int, list[list[float]]])
    faults: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    records: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    stalls: int = 0
    failure: str = ""

    def play(self, deal: int, shift: int) -> None:
        """Plays one game of a deal; every contender sits `shift` seats after its seat in the line-up."""
        seats = self.variant.seats
        sitting = rotated(range(seats), shift)
        game = self.variant.deal(self.seed, deal)
        lineup = [self.contenders[each] for each in sitting]
        players = seat_players(game, lineup)
        for _ in play_decisions(game, lineup, f"{self.seed} {deal}", players):
            pass
        result = result_of(game)
        self.stalls += result.stalled
        self.shares.setdefault(deal, []).append([result.shares[sitting.index(each)] for each in range(seats)])
        self.records.append(game.record())
        for player, each in zip(players, sitting, strict=True):
            if isinstance(player, ProgramPlayer):
                player.end(game.view(player.seat))
                if player.fault is not None:
                    self.faults.append((len(self.records), each, player.fault))
                    player.program.kill()

    def is_over_early(self) -> bool:
        """Whether a contender has made so many faults that the match ends."""
        return any(number >= MAX_FAULTS for number in Counter(each for _, each, _ in self.faults).values())

    def verdicts(self) -> list[str]:
        """Returns a sentence for every fault, and for the failure."""
        found: list[str] = []
        for number, (game, each, fault) in enumerate(self.faults):
            made = sum(other == each for _, other, _ in self.faults[: number + 1])
            end = "; with that fault the match was ended" if made == MAX_FAULTS else ""
            found.append(f"Player {each + 1} ({self.contenders[each].name}) in game {game}: {fault}{end}.")
        return [*found, self.failure] if self.failure else found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    told = "a program to run, or a kind of AI seat; once for every seat"
    parser.add_argument("--player", action="append", default=[], metavar="CMD", help=told)
    parser.add_argument("--at", metavar="EDITION/SEATS", help="default: classic")
    report.add_count(parser, "--deals", 10, "each played from all seats")
    add_seconds_argument(parser)
    parser.add_argument("--records", type=Path, metavar="FILE", help="also write every game, a record a line")
    report.add_arguments(parser, processes=False)


def run(args: argparse.Namespace) -> Report:
    """Plays the games and returns the report. Raises LabError."""
    if len(args.player) < 2:
        raise LabError("A match needs a --player for every seat, two or more.")
    where = variant.parse(args.at or f"classic/{len(args.player)}")
    if where.seats != len(args.player):
        raise LabError(f"{where.name} needs {where.seats} players, and {len(args.player)} were named.")
    check_writable(args.records)
    contenders: list[Entrant | Program] = []
    try:
        for word in args.player:
            contenders.append(contender(word, args.seconds))
        match = Match(where, contenders, args.seed)
        plan = [(deal, shift) for deal in range(args.deals) for shift in range(where.seats)]
        with Progress(len(plan), "games") as progress:
            for deal, shift in plan:
                try:
                    match.play(deal, shift)
                except LabError as error:
                    if not match.records:
                        raise
                    number = len(match.records) + 1
                    match.failure = f"Game {number} could not be played, and the match was ended. {error}"
                    break
                progress.advance()
                if match.is_over_early():
                    break
            else:
                for number, each in enumerate(contenders):
                    try:
                        if isinstance(each, Program):
                            each.close()
                    except Fault as fault:
                        match.faults.append((len(plan), number, str(fault)))
    finally:
        kill(contenders)
    failure: list[str] = []
    if args.records is not None:
        try:
            write(args.records, "".join(json.dumps(record) + "\n" for record in match.records))
        except LabError as error:  # the result is told all the same
            failure.append(str(error))
    return _report(match, [*match.verdicts(), *failure], progress.interrupted)


def _report(match: Match, faults: Sequence[str], interrupted: str) -> Report:
    seats = match.variant.seats
    results = [
        (each.name, share([sum(game[number] for game in games) / len(games) for games in match.shares.values()]))
        for number, each in enumerate(match.contenders)
    ]
    rows = [[f"{number}  {name}", result.percent()] for number, (name, result) in enumerate(results, 1)]
    text = heading(match.variant.name, seats, len(match.records), match.stalls)
    return Report(
        f"{text}\n\n{grid(rows)}",
        {
            "variant": match.variant.name,
            "seed": match.seed,
            "games": len(match.records),
            "stalls": match.stalls,
            "players": [{"player": name, "share": result.to_json()} for name, result in results],
            "faults": [{"game": game, "player": each + 1, "fault": fault} for game, each, fault in match.faults],
        },
        [Panel(f"{match.variant.name}: share in the victories", results, 1 / seats)],
        faults,
        interrupted,
    )
