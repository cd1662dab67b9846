"""Training on a toy scale: the same seed gives the same weights, and an interrupted training loses nothing."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine import Game
from engine.ai.judging.network import network
from engine.lab.errors import LabError
from engine.lab.training import __main__ as command
from engine.lab.training.league import LEAGUE, Learner, Ledger
from engine.lab.training.training import Training
from engine.moves import CHALLENGE, PASS, Move

GAMES = 3  # a batch


def test_training_is_the_same_again_and_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole, state = Training(7, GAMES), tmp_path / "state.npz"
    whole.advance()
    whole.save(state)
    beginning = whole.json()
    whole.advance()
    again = Training.resumed(state)
    assert again.json() == beginning
    again.advance()
    assert again.json() == whole.json() != beginning


def test_what_was_trained_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, state = tmp_path / "ai" / "weights.json", tmp_path / "state.npz"
    Training(7, GAMES).save(state)
    monkeypatch.setattr(
        "sys.argv", ["training", "--games", "3", "--seed", "7", "--state", str(state), "--out", str(out)]
    )
    assert command.main() == 0
    weights = json.loads(out.read_text(encoding="utf-8"))
    taught = network(out).leanings([1.0] * len(weights["state"]), [[0.5] * len(weights["option"])])
    assert taught != [0.0]


@pytest.mark.parametrize(("answer", "least", "most"), [(PASS, 40, 50), (CHALLENGE, 0, 2)])
def test_a_learner_lies_where_it_is_never_challenged_and_only_there(answer: Move, least: int, most: int) -> None:
    game = Game.from_position(
        {"ruleset": "classic", "options": {"two_player": "standard"}, "turn": "B",
         "players": [{"name": "A", "hand": ["ambassador", "contessa"]}, {"name": "B", "hand": ["duke", "duke"]}]}
    )  # fmt: skip
    ledger = Ledger()
    assert game.ask is not None
    game.carry_out(1, next(move for move in game.ask.options[1] if move.action == "tax"))
    options = game.ask.options[0]
    for _ in range(200):
        ledger.enter(game.view(0), options, answer)
    game.carry_out(0, PASS)
    learner, chance = Learner(game.names, 0, random.Random(1), ledger), random.Random(1)
    chosen = [learner.choose(game.view(0), game.ask.options[0], chance).action for _ in range(50)]
    assert least <= chosen.count("tax") <= most


def test_a_league_attacks_others_than_the_richest_too() -> None:
    richest = 2
    game = Game.from_position(
        {"ruleset": "classic", "turn": "A",
         "players": [
             {"name": "A", "coins": 10, "hand": ["ambassador", "contessa"]},
             {"name": "B", "coins": 2, "hand": ["captain"], "lost": ["duke"]},
             {"name": "C", "coins": 9, "hand": ["duke", "assassin"]},
             {"name": "D", "coins": 4, "hand": ["captain", "contessa"]},
         ]}
    )  # fmt: skip
    assert game.ask is not None
    chosen = Counter[int | None]()
    for number in range(100):
        chance = random.Random(number)
        member = LEAGUE["medium"](game.names, 0, chance, Ledger())
        chosen[member.choose(game.view(0), game.ask.options[0], chance).target] += 1
    assert min(chosen[1], chosen[3]) > 10
    assert 40 < chosen[richest] < 80


def test_a_state_that_is_none_is_refused_in_clear_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state.npz"
    np.save(tmp_path / "array.npy", np.zeros(3))
    for damaged in (b"", b"PK half of it", (tmp_path / "array.npy").read_bytes()):
        state.write_bytes(damaged)
        with pytest.raises(LabError, match="delete it to begin anew"):
            Training.resumed(state)
    other = Training(7, GAMES)
    other.weights["state"] = other.weights["state"][1:]
    other.save(state)
    with pytest.raises(LabError, match="of another version; delete it to begin anew"):
        Training.resumed(state)
    Training(7, GAMES).save(state)
    out = tmp_path / "weights.json"
    monkeypatch.setattr("sys.argv", ["training", "--seed", "8", "--state", str(state), "--out", str(out)])
    assert command.main() == 2
    monkeypatch.setattr("sys.argv", ["training", "--seed", "7", "--state", str(state), "--out", str(tmp_path)])
    assert command.main() == 2
    assert f"{tmp_path} cannot be written" in capsys.readouterr().err
    assert not out.exists()
