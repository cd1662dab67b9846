"""Runs that do not end well: a kind that fails, Ctrl-C, a process that dies; each is said in one sentence."""

import json
import os
import random
import threading
from collections.abc import Mapping, Sequence
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from engine import Game, Move
from engine.ai import KINDS
from engine.ai.judging import network
from engine.ai.random import RandomPlayer
from engine.lab import arena
from engine.lab.__main__ import main
from engine.lab.errors import LabError
from engine.lab.workers import spread


class Failing(RandomPlayer):
    """Fails at its third decision, or is interrupted there."""

    error: type[BaseException] = ValueError
    thought = 0

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        self.thought += 1
        if self.thought == 3:
            raise self.error("no idea")
        return super().choose(view, options, chance)


class Interrupted(Failing):
    error = KeyboardInterrupt


@pytest.mark.parametrize(
    "command",
    [
        "ladder --kinds failing honest --at g54/4 --deals 1",
        "habits failing --at g54/4 --games 1",
        "exploit failing --at g54/4 --games 4",
        "match --player failing --player honest --player honest --player honest --at g54/4",
        "pool banker director guerrilla peacekeeper politician --kinds failing --games 1",
    ],
)
def test_a_kind_that_fails_is_named_and_its_game_can_be_replayed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(KINDS, "failing", Failing)  # pyright: ignore[reportArgumentType] - a dict to all but its users
    monkeypatch.setattr(arena, "FAILED", tmp_path / "lab" / "failed.json")
    one = [] if command.startswith("match") else ["--jobs", "1"]
    assert main([*command.split(), *one]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "failing failed at decision " in told.err
    assert "of a game of g54: ValueError: no idea (test_runs.py, line " in told.err
    assert str(arena.FAILED) in told.err
    assert not told.out
    kept = json.loads(arena.FAILED.read_text(encoding="utf-8"))
    assert f"decision {Game.replay(kept['replay']).seq + 1} " in told.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ladder --kinds interrupted honest --at classic/2 --deals 50 --jobs 1", "Interrupted after "),
        ("match --player interrupted --player honest --deals 50", "Interrupted after "),
        ("habits interrupted --games 50 --jobs 1", "Interrupted"),
    ],
)
def test_ctrl_c_says_so_and_is_no_success(
    command: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(KINDS, "interrupted", Interrupted)  # pyright: ignore[reportArgumentType] - ditto
    assert main([*command.split(), "--json", str(tmp_path / "json")]) == 130
    assert capsys.readouterr().err.startswith(said)
    if said == "Interrupted after ":
        assert json.loads((tmp_path / "json").read_text(encoding="utf-8"))["complete"] is False


def test_weights_that_are_missing_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.ai.strong.network", lambda: network.network(tmp_path / "none.json"))
    assert main(["habits", "strong", "--games", "1", "--jobs", "1"]) == 2
    assert "none.json cannot be read" in capsys.readouterr().err


def first_or_never(number: int) -> int:
    """The number 0; any other never returns."""
    if number:
        threading.Event().wait()
    return number


def die(number: int) -> None:
    """Ends its process."""
    os._exit(number)


def test_who_stops_listening_ends_the_processes_at_once() -> None:
    before = active_children()
    results = spread(first_or_never, [0, 1, 2], 2, "numbers")
    assert next(results) == 0
    results.close()  # as Ctrl-C does
    assert active_children() == before


def test_a_process_that_dies_is_said() -> None:
    with pytest.raises(LabError, match="A process of this run was killed"):
        list(spread(die, [1, 1], 2, "numbers"))
