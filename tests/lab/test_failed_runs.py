"""Failed runs: each is reported in one sentence; and the progress of a run."""

import json
import os
import random
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine import Game, Move
from engine.ai.random import RandomPlayer
from lab import arena
from lab.commands import main
from lab.parallel import Progress, parallel_map
from tests.lab.runs import INTERRUPTING, Interrupting, figures


class Failing(RandomPlayer):
    """Fails at its third decision."""

    thought = 0

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        self.thought += 1
        if self.thought == 3:
            raise ValueError("no\nidea")
        return super().choose(view, options, chance)


FAILING = f"{__name__}:{Failing.__name__}"


@pytest.mark.parametrize(
    "command",
    [
        f"ladder --kinds {FAILING} honest --at g54/4 --deals 1 --jobs 1",
        f"habits {FAILING} --at g54/4 --games 1 --jobs 1",
        f"exploit {FAILING} --at g54/4 --games 4",
        f"match --player {FAILING} --player honest --player honest --player honest --at g54/4",
        f"pool banker director guerrilla peacekeeper politician --kinds {FAILING} --games 1 --jobs 1",
    ],
)
def test_a_kind_that_fails_is_named_and_its_game_can_be_replayed(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert re.search(rf"{FAILING} failed in seat [A-D] at decision \d+ of a game of g54: ", told.err)
    assert "of a game of g54: ValueError: no idea (test_failed_runs.py, line " in told.err
    assert str(arena.FAILED_GAME) in told.err
    assert not told.out
    kept = json.loads(arena.FAILED_GAME.read_text(encoding="utf-8"))
    assert f"decision {Game.replay(kept['replay']).seq + 1} " in told.err


def test_a_kind_that_fails_is_named_although_its_game_cannot_be_saved(capsys: pytest.CaptureFixture[str]) -> None:
    Path("var").touch()  # a file, where the folder should be
    assert main(["habits", FAILING, "--games", "1", "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    assert re.fullmatch(
        rf"{FAILING} failed in .+: ValueError: no idea \(.+\)\. .+ cannot be written: .+\.\n", told
    )


def test_a_result_that_cannot_be_printed_is_written_all_the_same(tmp_path: Path) -> None:
    words = ["speed", "honest", "--at", "classic/2", "--games", "1", "--jobs", "1", "--json"]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "lab", *words, str(tmp_path / "json")],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    # Before it, there may be a line about an outdated build.
    assert ran.stderr.splitlines()[-1] == "The result cannot be printed: No space left on device."
    assert json.loads((tmp_path / "json").read_text())["complete"] is True


@pytest.mark.parametrize("words", ["--help", "games --help"])
def test_help_that_cannot_be_printed_is_reported(words: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "lab", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == "The result cannot be printed: No space left on device."


@pytest.mark.parametrize(("closed", "jobs"), [("2>/dev/full", 1), ("<&- 2>&-", 2)])
def test_messages_that_cannot_be_printed_change_nothing(closed: str, jobs: int, tmp_path: Path) -> None:
    words = f"speed honest --at classic/2 --games 2 --jobs {jobs} --json {tmp_path / 'json'} {closed}"
    ran = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m lab {words}"], stdout=subprocess.PIPE, text=True, check=False
    )
    assert ran.returncode == 0
    assert "honest at classic/2" in ran.stdout
    assert json.loads((tmp_path / "json").read_text())["complete"] is True
    refused = f"{sys.executable} -m lab speed sober {closed}"
    assert subprocess.run(["sh", "-c", refused], check=False).returncode == 2


def test_ctrl_c_while_modules_are_imported_ends_in_one_word(tmp_path: Path) -> None:
    (tmp_path / "hashlib.py").write_text("raise KeyboardInterrupt")  # stands for a module that takes long
    ran = subprocess.run(
        [sys.executable, "-m", "lab", "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Interrupted.\n")


@pytest.mark.parametrize("words", ["solve", "train", "certify duel", "exploit honest --learner network"])
def test_without_numpy_a_command_says_what_to_install(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [each for each in sys.modules if each.startswith(("lab.commands", "lab.duel", "lab.training"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)  # which Python finds instead of a module that is missing
    assert import_module("lab.commands").main(words.split()) == 2
    assert capsys.readouterr().err == "This needs numpy, which is not installed: pip install -e '.[train]'.\n"


def interrupted(after: int, words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, Any]:
    """Runs a command that is interrupted by Ctrl-C after some decisions of `Interrupting`.

    Returns the reported number of pieces done, its output, and its JSON.
    """
    Interrupting.left = after
    assert main([*words.split(), "--json", "found.json"]) == 130
    told, found = capsys.readouterr(), json.loads(Path("found.json").read_text(encoding="utf-8"))
    said = re.fullmatch(r"Interrupted after ([\d,]+) of [\d,]+ .+; these are counted\.\n", told.err)
    assert said is not None
    assert found["complete"] is False
    return int(said[1].replace(",", "")), told.out, found


@pytest.mark.parametrize(
    ("command", "piece"),
    [
        (f"ladder --kinds {INTERRUPTING} honest --at classic/2 --deals 300 --jobs 1", 2),
        (f"match --player {INTERRUPTING} --player honest --deals 300", 1),
        (f"habits {INTERRUPTING} --at classic/2 --games 300 --jobs 1", 1),
        (f"exploit {INTERRUPTING} --games 300 --jobs 1", 1),
        (f"speed {INTERRUPTING} --at classic/2 --games 300 --jobs 1", 1),
        (f"repetition {INTERRUPTING} --at classic/2 --games 300 --jobs 1", 1),
        (f"pool banker director guerrilla peacekeeper politician --kinds {INTERRUPTING} --games 300 --jobs 1", 1),
    ],
)
def test_ctrl_c_ends_a_run_with_the_results_so_far(
    command: str, piece: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert interrupted(1, command, capsys)[0] == 0
    done, told, found = interrupted(600, command, capsys)
    tables = next((found[each] for each in ("variants", "tables", "levels") if each in found), [found])
    assert sum(table["games"] for table in tables) == piece * done > 0
    assert str(piece * done) in told


@pytest.mark.parametrize(
    ("command", "games"),
    [
        ("ladder --kinds easy honest --at classic/4 --deals 1 --jobs 1", 8),
        ("match --player easy --player honest --deals 1", 2),
        ("habits easy --games 2 --jobs 1", 2),
        ("exploit easy --games 2 --deals 2 --jobs 1", 4),
        ("speed easy --at classic/4 --games 2 --jobs 1", 2),
    ],
)
def test_stalled_games_are_counted(
    command: str, games: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "MAX_DECISIONS", 3)
    found = figures(command)
    told = re.sub("  +", " ", capsys.readouterr().out)
    assert f"{games} games, {games} of which stalled" in told or f"easy at classic/4 {games} {games} " in told
    assert [each["stalls"] for each in found.get("variants") or found.get("tables") or [found]] == [games]


@pytest.mark.parametrize("word", ["0", "-1", "x", "9" * 23, "9" * 5000])
def test_a_number_of_games_that_cannot_be_played_is_refused(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["habits", "honest", f"--games={word}"])
    assert "is not a number from 1 to 999,999,999\n" in capsys.readouterr().err


def first_or_never(number: int) -> int:
    """The number 0; any other never returns."""
    if number:
        threading.Event().wait()
    return number


def test_giving_up_the_results_ends_the_processes_at_once() -> None:
    before = active_children()
    results = parallel_map(first_or_never, [0, 1, 2], 2, Progress(3, "numbers"))
    assert next(results) == 0
    results.close()  # as on Ctrl-C
    assert active_children() == before


def fail(number: int) -> int:
    """Fails for the number 0; for any other it never returns."""
    return first_or_never(number) or 1 // number


def test_no_thread_fails_when_an_error_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    with pytest.raises(ZeroDivisionError):
        next(parallel_map(fail, range(50), 2, Progress(50, "numbers")))
    assert failed == []


def test_too_large_a_number_ends_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (2**33, hard))
    try:
        assert main(["batch", "--at", "classic/4", "--games", "999999999"]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    assert capsys.readouterr().err == "Memory ran out: name smaller numbers.\n"


@pytest.mark.parametrize(
    ("total", "told"),
    [
        (2000, ["2 of 2,000 games, 0%, 2.8 h to go", "4 of 2,000 games, 0%, 2.2 h to go"]),
        (100, ["2 of 100 games, 2%, 8 min to go", "4 of 100 games, 4%, 6 min to go"]),
        (5, ["2 of 5 games, 40%, 15 s to go", "4 of 5 games, 80%, 4 s to go"]),
    ],
)
def test_progress_counts_what_is_done_and_estimates_the_rest(
    total: int, told: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 2.0, 10.0, 11.0, 16.0])
    monkeypatch.setattr("lab.parallel.time", SimpleNamespace(monotonic=lambda: next(times)))
    progress = Progress(total, "games")
    for _ in range(4):
        progress.advance()
    assert capsys.readouterr().err.splitlines() == told
