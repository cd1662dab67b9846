"""Data sets: games of programs and of players that answer wrongly, without probabilities, or never."""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Move
from engine.ai import KINDS
from engine.ai.random import RandomPlayer
from lab.commands import main
from lab.programs import program as program_module
from tests.lab.data_sets.written import read

WRONG = """
from engine.ai import Player
class Half(Player):
    def probabilities(self, view, options):
        return [1.2 / len(options)] * len(options) if view["question"] > 6 else [1 / len(options)] * len(options)
class Chooser(Player):
    def choose(self, view, options, chance):
        return options[0]
class Deaf(Chooser):
    def observe(self, event):
        if event["type"] in ("lost", "over"):
            raise KeyError("no such event")
"""


def test_an_invalid_answer_resigns_and_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong_in_games.py").write_text(WRONG)
    words = ["wrong_in_games:Half", "random", "wrong_in_games:Chooser", "--at", "classic/3", "--deals", "1"]
    assert main(["games", *words, "--out", "games.jsonl", "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    _, *games = read()
    wrong = [game for game in games if game.get("invalid")]
    assert wrong
    assert told.count("its probabilities sum to 1.2 instead of 1: ") == min(10, len(wrong))
    for game in wrong:
        ((seat, fault),) = game["invalid"].items()
        assert game["seats"][seat] == "wrong_in_games:Half"
        decision = game["record"]["decisions"][fault["decision"] - 1]
        assert decision == {"by": seat, "do": "resign"}
        assert game["choices"][fault["decision"] - 1]["probabilities"] is None
        assert f"in seat {seat} of game {game['game']}, decision {fault['decision']}: its prob" in told
        assert game["shares"][seat] == 0
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0


def test_a_player_that_fails_when_told_resigns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong_in_games.py").write_text(WRONG)
    words = ["wrong_in_games:Deaf", "random", "--at", "classic/2", "--deals", "2", "--out", "games.jsonl"]
    assert main(["games", *words, "--jobs", "1"]) == 2
    assert "KeyError: 'no such event' (wrong_in_games.py, line " in capsys.readouterr().err
    faults = [fault for game in read()[1:] for fault in game.get("invalid", {}).values()]
    assert len(faults) == 3, "three in a row end the run"
    assert {fault["decision"] is None for fault in faults} == {True}, (
        "a lost card ends a duel, with no answer left"
    )
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0


def test_a_subclass_that_only_chooses_otherwise_has_no_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    class First(RandomPlayer):
        def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
            return options[0]

    monkeypatch.setitem(KINDS, "first", First)  # pyright: ignore[reportArgumentType] - a dict at run time
    assert (
        main(["games", "first", "--at", "classic/2", "--deals", "1", "--jobs", "1", "--out", "games.jsonl"]) == 0
    )
    _, game, _ = read()
    assert all(choice["probabilities"] is None for choice in game["choices"])
    decisions = zip(game["choices"], game["record"]["decisions"], strict=True)
    assert all(choice["options"][0].items() <= decision.items() for choice, decision in decisions)


def test_the_probabilities_of_a_program_are_written_down_and_drawn_by(tmp_path: Path) -> None:
    (tmp_path / "even.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        "    options = json.loads(line)['options']\n"
        "    options and print([1 / len(options)] * len(options), flush=True)"
    )
    words = ["games", f"{sys.executable} even.py", "random", "--at", "classic/2", "--deals", "2"]
    assert main([*words, "--out", "games.jsonl"]) == 0
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0
    for game in read()[1:-1]:
        for choice in game["choices"]:
            assert choice["probabilities"] == [round(1 / len(choice["options"]), 6)] * len(choice["options"])


def test_a_program_that_never_answers_ends_the_run_with_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program_module, "START_SECONDS", 0.0)
    (tmp_path / "mute.py").write_text("import sys\nfor line in sys.stdin: pass")
    mute = f"{sys.executable} mute.py"
    settings = "--at classic/2 --deals 9 --seconds 0.1 --out games.jsonl"
    words = ["games", mute, "random", *settings.split()]
    assert main(words) == 2
    told = capsys.readouterr()
    assert f"{mute} in seat A of game 0, decision " in told.err
    assert "did not answer within 0.1 s." in told.err
    assert told.err.endswith(f"The run ended, because {mute} answered wrongly in 3 games in a row.\n")
    assert "games.jsonl: 3 games of classic/2, 15 missing" in told.out
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0
