"""The command `conform`: plays scenarios through any program that speaks the protocol of docs/referee.md."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from data import ROOT
from engine import RULESETS
from engine.json_files import read_json
from lab.errors import LabError
from lab.files import reading
from lab.parallel import Progress
from lab.programs.program import MAX_FAULTS, Fault, Program, add_seconds_argument, quote
from lab.programs.scenario import Mismatch, Scenario
from lab.reports import report
from lab.reports.report import Report, grid

SCENARIOS: Final = ROOT / "conformance"
"""The folder of the scenarios that belong to this program."""
_SHOWN_FAILURES: Final = 20
"""Failures that are printed in full; the JSON has all."""


class LoadedScenario(NamedTuple):
    """A scenario, and the name of its file."""

    file: str
    scenario: dict[str, Any]

    @property
    def name(self) -> str:
        """The name that messages give it."""
        return f"{self.file}, {self.scenario['name']!r}"

    @property
    def ruleset(self) -> object:
        """The ruleset of its game."""
        return self.scenario["position" if "position" in self.scenario else "new"]["ruleset"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("program", metavar="PROGRAM", help="the command that starts it; run without a shell")
    told = "other files, or folders of them"
    parser.add_argument("--scenarios", nargs="+", type=Path, default=[SCENARIOS], metavar="PATH", help=told)
    told = "only these (default: all)"
    parser.add_argument("--rulesets", nargs="+", choices=list(RULESETS), metavar="RULESET", help=told)
    add_seconds_argument(parser)
    report.add_arguments(parser, processes=False, plots=False)


def run(args: argparse.Namespace) -> Report:
    """Plays the scenarios and returns the report. Raises LabError."""
    chosen = [each for each in load(args.scenarios) if args.rulesets is None or each.ruleset in args.rulesets]
    if not chosen:
        raise LabError("There is no scenario to play.")
    played = _Run(args.program, args.seconds)
    try:
        with Progress(len(chosen), "scenarios") as progress:
            for each in chosen:
                played.play(each)
                progress.advance()
                if played.ended:
                    break
            else:
                played.close()
    finally:
        played.program.kill()
    return _report(args.program, chosen, played, progress.interrupted)


def load(paths: Sequence[Path]) -> list[LoadedScenario]:
    """Returns the scenarios of files and folders. Raises LabError if one is not of the form of docs/referee.md."""
    found: list[LoadedScenario] = []
    for file in [each for path in paths for each in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]:
        try:
            with reading(file):
                scenarios = read_json(file)
            for scenario in scenarios:
                each = LoadedScenario(file.name, scenario)
                parts = (each.ruleset, scenario["name"], scenario["script"], scenario["expect"])
                if tuple(map(type, parts)) != (str, str, list, dict):
                    raise KeyError
                found.append(each)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise LabError(f"{file} is no file of scenarios (docs/referee.md, 'Conformance files').") from None
    return found


class _Run:
    """The scenarios played so far.

    `results` has each with what went wrong, None if it passed. `ended` says why the run ends early, if it does.
    """

    def __init__(self, command: str, answer_seconds: float) -> None:
        self.results: list[tuple[LoadedScenario, str | None]] = []
        self.ended = ""
        self.program = Program(command, answer_seconds)
        self._has_replied = False
        self._faults = 0

    def play(self, each: LoadedScenario) -> None:
        """Plays a scenario. A program that broke the protocol is started again."""
        try:
            self.program.start()
        except LabError as error:
            self.ended = f"The run ended, because the program could not be started again: {error}"
            return
        try:
            Scenario(each.scenario, self._reply).play()
            self.results.append((each, None))
        except Mismatch as mismatch:
            self.results.append((each, str(mismatch)))
        except Fault as fault:
            self.results.append((each, f"the program {fault}"))
            self._faults += 1
            self.program.kill()
            if not self._has_replied:
                self.ended = "The run ended, because the program did not reply by the protocol even once."
            elif self._faults == MAX_FAULTS:
                self.ended = f"The run ended, because the program failed {MAX_FAULTS} times."

    def _reply(self, line: str) -> Any:
        text = self.program.ask(line)
        try:
            reply = json.loads(text)
        except (ValueError, RecursionError):
            raise Fault(f"replied {quote(text)}, which is no JSON") from None
        if not (isinstance(reply, dict) and isinstance(reply.get("ok"), bool)):  # pyright: ignore[reportUnknownMemberType] - JSON
            raise Fault(f"replied {quote(text)}, which is no object with `ok`")
        self._has_replied = True
        return reply  # pyright: ignore[reportUnknownVariableType] - JSON

    def close(self) -> None:
        """Ends the program after the last scenario."""
        try:
            self.program.close()
        except Fault as fault:
            self.ended = f"At the end, the program {fault}."


def _report(command: str, chosen: Sequence[LoadedScenario], played: _Run, interrupted: str) -> Report:
    rows = [["file", "passed", "failed", "not played"]]
    for file in dict.fromkeys(each.file for each in chosen):
        passed = [why is None for each, why in played.results if each.file == file]
        left = sum(each.file == file for each in chosen) - len(passed)
        rows.append([file, *(f"{each:,}" for each in (sum(passed), len(passed) - sum(passed), left))])
    failures = [(each, why) for each, why in played.results if why is not None]
    passed = len(played.results) - len(failures)
    return Report(
        f"{command}: {passed:,} of {len(chosen):,} scenarios passed\n\n{grid(rows)}",
        {
            "program": command,
            "scenarios": len(chosen),
            "played": len(played.results),
            "passed": passed,
            "failures": [
                {"file": each.file, "scenario": each.scenario["name"], "why": why} for each, why in failures
            ],
        },
        faults=[
            *(f"{each.name}: {why}." for each, why in failures[:_SHOWN_FAILURES]),
            *([f"And {more:,} more."] if (more := len(failures) - _SHOWN_FAILURES) > 0 else []),
            *([played.ended] if played.ended else []),
        ],
        interrupted=interrupted,
    )
