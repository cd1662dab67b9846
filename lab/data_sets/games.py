"""The command `games`: plays games and writes them as a data set, with all hidden facts; or verifies one."""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from lab import entrants, variant
from lab.data_sets.contents import Writer, read, verify
from lab.data_sets.lines import Header, PlannedGame
from lab.data_sets.recorded_game import play
from lab.entrants import Entrant
from lab.errors import LabError
from lab.files import claimed
from lab.parallel import Progress, parallel_map
from lab.programs.program import MAX_FAULTS, Program, add_seconds_argument, contender, kill
from lab.reports import report
from lab.reports.report import Report, count_games, grid

_SHOWN_FAULTS: Final = 10
"""Invalid answers that are printed in full."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    told = "a kind of AI seat, a Python class or the command of a program"
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=told)
    parser.add_argument("--out", type=Path, metavar="FILE", help="the data set to write, or to continue")
    parser.add_argument("--check", type=Path, metavar="FILE", help="verify this data set instead")
    variant.add_table_argument(parser, "classic/4")
    report.add_count(parser, "--deals", 10, "each played by every line-up")
    add_seconds_argument(parser)
    report.add_arguments(parser, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays and writes the games, or verifies those of a file, and returns the report. Raises LabError."""
    if args.check is not None:
        if args.players or args.out:
            raise LabError("--check FILE takes neither players nor --out.")
        return _verify(args.check, args.jobs)
    if not args.players or args.out is None:
        raise LabError("Name players and the file to write (--out FILE), or a data set to verify (--check FILE).")
    header = Header(variant.parse(args.at).name, tuple(dict.fromkeys(args.players)), args.deals, args.seed)
    return _write(header, args.out, args.seconds, args.jobs)


def _write(header: Header, path: Path, answer_seconds: float, jobs: int) -> Report:
    """Plays the games that the file does not have yet."""
    faults = _Faults(header.players)
    with _Table(header, answer_seconds) as table, claimed(path):
        writer = Writer(path, header)
        remaining = header.plan()[writer.games :]
        with Progress(len(remaining), "games") as progress:
            for line in table.play(remaining, jobs, progress):
                writer.add(line)
                if faults.stops_after(line):
                    break
            else:
                if not writer.is_complete:
                    writer.end()
    left = len(header.plan()) - writer.games
    text = f"{path}: {writer.games:,} games of {header.table}" + (f", {left:,} missing" if left else "")
    return Report(
        f"{text}; hash {writer.hash}",
        {
            "file": str(path),
            "games": writer.games,
            "missing": left,
            "hash": writer.hash,
            "faults": faults.sentences,
        },
        faults=faults.summary(),
        interrupted=progress.interrupted and f"{progress.interrupted} The same command continues from there.",
    )


def _verify(path: Path, jobs: int) -> Report:
    """Plays the games of a file again."""
    contents = read(path)
    header, left = contents.header, len(contents.header.plan()) - len(contents.games)
    found, stalls, invalid = 0, 0, Counter[str]()
    with Progress(len(contents.games), "games") as progress:
        for game in verify(contents, jobs, progress):
            found += 1
            stalls += game.is_stalled
            invalid.update(word for word, wrong in zip(game.seats, game.is_invalid, strict=True) if wrong)
    rows = [["player", "invalid answers"], *([word, str(invalid[word])] for word in header.players)]
    state = "complete" if contents.is_complete else f"{left:,} missing" if left else "its last line is missing"
    text = f"{path}: {header.table}, seed {header.seed}; {count_games(found, stalls)}; {state}; all as written"
    data = {"file": str(path), "games": found, "stalls": stalls, "invalid": dict(invalid), "hash": contents.hash}
    return Report(f"{text}; hash {contents.hash}\n\n{grid(rows)}", data, interrupted=progress.interrupted)


class _Faults:
    """The invalid answers of a run. It stops if a player gives one in each of several games in a row."""

    def __init__(self, players: Sequence[str]) -> None:
        self._in_a_row = dict.fromkeys(players, 0)
        self.sentences: list[str] = []
        self._end = ""

    def stops_after(self, line: Mapping[str, Any]) -> bool:
        """Notes the invalid answers of a game. Returns whether the run stops."""
        for seat, fault in line["invalid"].items():
            at = "" if fault["decision"] is None else f", decision {fault['decision']}"
            self.sentences.append(
                f"{line['seats'][seat]} in seat {seat} of game {line['game']}{at}: {fault['why']}."
            )
        wrong = {line["seats"][seat] for seat in line["invalid"]}
        for word in set(line["seats"].values()):
            self._in_a_row[word] = self._in_a_row[word] + 1 if word in wrong else 0
            if self._in_a_row[word] == MAX_FAULTS:
                self._end = f"The run ended, because {word} answered wrongly in {MAX_FAULTS} games in a row."
        return bool(self._end)

    def summary(self) -> list[str]:
        """Returns the first sentences, how many more there are, and why the run ended, if it did."""
        more = len(self.sentences) - _SHOWN_FAULTS
        return [
            *self.sentences[:_SHOWN_FAULTS],
            *([f"And {more:,} more invalid answers."] if more > 0 else []),
            *([self._end] if self._end else []),
        ]


class _Table:
    """Where the games are played: in several processes, or in this one if a player is a program."""

    def __init__(self, header: Header, answer_seconds: float) -> None:
        self._header = header
        self._answer_seconds = answer_seconds
        self._contenders: dict[str, list[Entrant | Program]] = {word: [] for word in header.players}

    def __enter__(self) -> "_Table":
        for word in self._contenders:
            self._seat(word, 1)  # so that a player that cannot play is found at once
        return self

    def __exit__(self, *_: object) -> None:
        kill(chain.from_iterable(self._contenders.values()))

    def play(self, games: Sequence[PlannedGame], jobs: int, progress: Progress) -> Iterator[dict[str, Any]]:
        """Yields the line of each game."""
        if all(map(entrants.is_entrant, self._contenders)):
            seats = self._header.variant.seats
            factories = {word: [entrants.parse(word)] * seats for word in self._contenders}
            yield from parallel_map(partial(play, self._header, factories=factories), games, jobs, progress)
            return
        for planned in games:
            for word, seats in Counter(planned.seats).items():
                self._seat(word, seats)
            line = play(self._header, planned, self._contenders)
            for word in {line["seats"][seat] for seat in line["invalid"]}:
                kill(self._contenders[word])
            yield line
            progress.advance()

    def _seat(self, word: str, seats: int) -> None:
        """Makes sure that a player can have that many seats at once; each needs a process of a program."""
        while len(self._contenders[word]) < seats:
            self._contenders[word].append(contender(word, self._answer_seconds))
