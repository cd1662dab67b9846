"""Habits: the laboratory measures the known habits of simple kinds."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.ai.random import RandomPlayer
from engine.moves import CHALLENGE, Move
from lab.commands import main
from tests.lab.runs import figures

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


def test_the_habits_of_a_random_player_are_measured() -> None:
    found = figures(f"habits {COIN} --games 150 --jobs 1")
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


def test_chances_to_win_that_are_no_probabilities_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["habits", f"{__name__}:Dreamer", "--games", "1", "--jobs", "1"]) == 2
    assert "Dreamer failed in seat " in (told := capsys.readouterr().err)
    assert "ValueError: it expects to win with probability nan (" in told


def test_a_seat_that_wins_by_coups_and_hinders_its_rivals_is_told_from_one_that_does_neither() -> None:
    against = f"--against {THUMB}:Taxing --at classic.two_player=standard/2 --games 60 --jobs 1"
    medium, coin = (figures(f"habits {kind} {against}")["rates"] for kind in ("medium", COIN))
    for what in (
        "Coups, of the turns with the coins for one",
        "Coups, of the turns in which one wins the game",
        "thefts and attacks, of the turns before the last rival's winning Coup",
    ):
        assert medium[what]["value"] > 0.9
        assert coin[what]["value"] < 0.6
    blocks = "challenges, of the blocks of its attacks"
    assert coin[blocks]["value"] == pytest.approx(DOUBTS, abs=0.25)
