"""Habits: the laboratory measures the known habits of simple kinds."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.ai.random import RandomPlayer
from engine.moves import CHALLENGE, Move
from lab.commands import main

DOUBTS, LIES = 0.3, 0.8
COIN = f"{__name__}:Coin"
THUMB = "lab.ai_seats.rules_of_thumb"


class Coin(RandomPlayer):
    """Challenges 3 of 10 claims, lies in 8 of 10 turns if it can, and overestimates its chances to win."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        if CHALLENGE in options:
            others = [move for move in options if move is not CHALLENGE]
            return CHALLENGE if chance.random() < DOUBTS else chance.choice(others)
        truths = view["prompt"]["truthful"]
        lies = [move for move, true in zip(options, truths, strict=True) if true is False]
        others = [move for move, true in zip(options, truths, strict=True) if true is not False]
        return chance.choice(lies if lies and chance.random() < LIES else others or lies)

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float]:
        return [0.5 for _ in options]


class Dreamer(Coin):
    """Expects what is no probability."""

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float]:
        return [float("nan") for _ in options]


def habits(words: str, tmp_path: Path) -> dict[str, Any]:
    """The JSON that the command writes."""
    assert main(["habits", *words.split(), "--jobs", "1", "--json", str(tmp_path / "found.json")]) == 0
    return json.loads((tmp_path / "found.json").read_text())


def test_the_habits_of_a_random_player_are_measured(tmp_path: Path) -> None:
    found = habits(f"{COIN} --games 150", tmp_path)
    doubts = found["rates"]["challenges, of the claims heard"]
    assert doubts["low"] <= DOUBTS <= doubts["high"]
    assert doubts["high"] - doubts["low"] < 0.08
    blind = [found["rates"][f"challenges, of the {what} heard"]["value"] for what in ("lies", "true claims")]
    assert blind == pytest.approx([DOUBTS, DOUBTS], abs=0.06), "it does not know a lie from the truth"
    lies = found["rates"]["lies, of the turns in which something could be claimed truly"]
    assert lies["value"] == pytest.approx(LIES, abs=0.08)
    heard = found["rates"]["lies exposed, of the challenges (precision)"]["value"]
    assert 0 < heard < 1
    (calibration,) = found["calibration"]
    assert calibration["expected"] == 0.5
    assert calibration["won"]["high"] < 0.4, "it thinks that it wins half of the games of four"
    assert {"a lie", "a challenge", "letting a lie pass"} <= set(found["milliseconds"])


def test_chances_to_win_that_are_no_probabilities_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["habits", f"{__name__}:Dreamer", "--games", "1", "--jobs", "1"]) == 2
    assert "Dreamer failed in seat " in (told := capsys.readouterr().err)
    assert "ValueError: it expects to win with probability nan (" in told


def test_a_seat_that_wins_by_coups_and_hinders_rivals_is_told_from_another(tmp_path: Path) -> None:
    against = f"--against {THUMB}:Taxing --at classic.two_player=standard/2 --games 60"
    medium, coin = (habits(f"{kind} {against}", tmp_path)["rates"] for kind in ("medium", COIN))
    for what in (
        "Coups, of the turns with the coins for one",
        "Coups, of the turns in which one wins the game",
        "thefts and attacks, of the turns before the last rival's winning Coup",
    ):
        assert medium[what]["value"] > 0.9
        assert coin[what]["value"] < 0.6
    blocks = "challenges, of the blocks of its attacks"
    assert coin[blocks]["value"] == pytest.approx(DOUBTS, abs=0.25)
