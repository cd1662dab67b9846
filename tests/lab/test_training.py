"""Training and exploiting on a small scale: the same seed gives the same, and an interruption loses nothing."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from engine import Game
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.network import WEIGHTS_FILE, Networks, networks
from engine.ai.random import RandomPlayer
from engine.moves import CHALLENGE, PASS, PROVE, Move
from lab.commands import main
from lab.errors import LabError
from lab.training.curriculum import CURRICULA, RESPONSE, Curriculum, Phase
from lab.training.league import LEAGUE, OpponentStatistics, StatisticalLearner, kinds_of_open_claim
from lab.training.trainer import Trainer
from tests.lab.runs import figures

GAMES = 3  # games in a batch


@pytest.mark.parametrize(("network", "games"), [("duel", GAMES), ("two_cards", 4 * GAMES)])
def test_training_is_reproducible_and_continues_after_an_interruption(
    network: str, games: int, tmp_path: Path
) -> None:
    whole, state = Trainer(network, 7, games), tmp_path / "state"
    whole.advance()
    whole.save(state)
    beginning = whole.shipped_weights()
    whole.advance()
    again = Trainer.load(state)
    assert again.shipped_weights() == beginning
    again.advance()
    assert again.shipped_weights() == whole.shipped_weights() != beginning


PHASES = Phase(1, ("honest",)), Phase(1), Phase(1, (RESPONSE,), 0.003)


@pytest.fixture
def short_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network for several players is trained in these phases, a batch each."""
    short = CURRICULA["several"]._replace(games=GAMES, phases=PHASES)
    monkeypatch.setitem(cast(dict[str, Curriculum], CURRICULA), "several", short)


@pytest.mark.usefixtures("short_phases")
def test_a_best_response_is_trained_against_the_network_and_then_joins_its_opponents(tmp_path: Path) -> None:
    whole, state = Trainer("several", 7), tmp_path / "state.npz"
    learnt: list[Any] = []
    for _ in PHASES:
        whole.advance()
        learnt.append(whole.shipped_weights())
        if len(learnt) == 1:
            whole.save(state)
    assert learnt[0] == learnt[1] != learnt[2]
    again = Trainer.load(state)
    again.advance()
    again.advance()
    assert again.shipped_weights() == learnt[2]


@pytest.mark.usefixtures("short_phases")
def test_one_network_may_be_trained_and_the_others_stay() -> None:
    words = "--only several --batches 1 --jobs 1 --state state.npz --out weights.json"
    assert main(["train", *words.split()]) == 0
    shipped = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    made = json.loads(Path("weights.json").read_text(encoding="utf-8"))
    assert [name for name in shipped if made[name] != shipped[name]] == ["several"]


def test_trained_weights_can_be_played() -> None:
    for part in Networks._fields:
        Trainer(part, 7, GAMES).save(Path(f"state-{part}.npz"))
    words = "--batches 1 --jobs 1 --seed 7 --state state.npz --out ai/weights.json"
    assert main(["train", *words.split()]) == 0
    for taught in networks(Path("ai/weights.json")):
        state_size, option_size, *_ = taught.inputs
        assert len(set(taught.logits([1.0] * state_size, [[0.5] * option_size, [0.1] * option_size]))) == 2


def test_all_networks_are_trained_in_parallel_and_training_continues() -> None:
    trainings = {part: Trainer(part, 7, GAMES) for part in Networks._fields}
    for part, training in trainings.items():
        training.advance()
        training.save(Path(f"state-{part}.npz"))
    words = ["--batches", "1", "--jobs", "2", "--seed", "7", "--state", "state.npz", "--out", "weights.json"]
    command_line = [sys.executable, "-m", "lab", "train", *words]
    ran = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "weights.json is made.\n")
    assert "batches" not in ran.stderr
    assert json.loads(Path("weights.json").read_text(encoding="utf-8")) == {
        part: training.shipped_weights() for part, training in trainings.items()
    }


@pytest.mark.parametrize(("answer", "least", "most"), [(PASS, 40, 50), (CHALLENGE, 0, 2)])
def test_a_learner_lies_only_where_it_is_never_challenged(answer: Move, least: int, most: int) -> None:
    game = Game.from_position(
        {"ruleset": "classic", "options": {"two_player": "standard"}, "turn": "B",
         "players": [{"name": "A", "hand": ["ambassador", "contessa"]}, {"name": "B", "hand": ["duke", "duke"]}]}
    )  # fmt: skip
    statistics = OpponentStatistics()
    assert game.ask is not None
    game.carry_out(1, Move("act", "tax"))
    options = game.ask.options[0]
    for _ in range(200):
        statistics.count(game.view(0), options, answer, Memory(2))
    game.carry_out(0, PASS)
    learner, chance = StatisticalLearner(game.names, 0, random.Random(1), statistics), random.Random(1)
    chosen = [learner.choose(game.view(0), game.ask.options[0], chance).action for _ in range(50)]
    assert least <= chosen.count("tax") + chosen.count("steal") <= most


def test_a_learner_distinguishes_repeated_claims_from_first_ones() -> None:
    """B first claims Duke truly, and lies when it claims it again."""
    statistics, (first, again) = OpponentStatistics(), (Memory(2), Memory(2))
    again.claims[1]["duke"] = 1.0
    for card, memory in (("duke", first), ("contessa", again)):
        game = Game.from_position(
            {"ruleset": "classic", "options": {"two_player": "standard"}, "turn": "B",
             "players": [{"name": "A", "hand": ["captain", "captain"]}, {"name": "B", "hand": ["assassin", card]}]}
        )  # fmt: skip
        assert game.ask is not None
        view, options = game.view(1), game.ask.options[1]
        tax = next(move for move in options if move.action == "tax")
        for _ in range(30):
            statistics.count(view, options, tax, memory)
        game.carry_out(1, tax)
        memory.claims[1]["duke"] = memory.claims[1].get("duke", 0.0) + 1  # how an opponent counts it
        lies = statistics.lies.rate(kinds_of_open_claim(game.view(0), memory))
        assert lies < 0.1 if memory is first else lies > 0.8


@pytest.mark.parametrize("kind", ["wild", "tuned"])
def test_seats_with_random_parameters_play_in_different_ways(kind: str) -> None:
    game = Game.from_position(
        {"ruleset": "classic", "options": {"two_player": "standard"}, "turn": "B",
         "players": [{"name": "A", "hand": ["duke", "contessa"]}, {"name": "B", "hand": ["captain", "assassin"]}]}
    )  # fmt: skip
    assert game.ask is not None
    game.carry_out(1, Move("act", "tax"))
    view, options = game.view(0), game.ask.options[0]
    challenged: list[float] = []
    for number in range(40):
        seat = LEAGUE[kind](game.names, 0, random.Random(number), OpponentStatistics())
        seat.observe({"type": "action", "by": 1, "action": "tax", "role": "duke"})
        chosen = [seat.choose(view, options, random.Random(luck)) for luck in range(20)]
        challenged.append(chosen.count(CHALLENGE) / len(chosen))
    assert min(challenged) < 0.2
    assert max(challenged) > 0.8


def test_training_opponents_also_attack_players_other_than_the_richest() -> None:
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
        member = LEAGUE["medium"](game.names, 0, chance, OpponentStatistics())
        chosen[member.choose(game.view(0), game.ask.options[0], chance).target] += 1
    assert min(chosen[1], chosen[3]) > 10
    assert 40 < chosen[richest] < 80


def test_an_invalid_state_file_is_refused_in_clear_words(capsys: pytest.CaptureFixture[str]) -> None:
    state = Path("state.npz")
    np.save("array.npy", np.zeros(3))
    for damaged in (b"", b"PK half of it", Path("array.npy").read_bytes()):
        state.write_bytes(damaged)
        with pytest.raises(LabError, match="delete it to begin anew"):
            Trainer.load(state)
    other = Trainer("duel", 7, GAMES)
    (learner,) = other.learners.values()
    learner.weights["state"] = learner.weights["state"][1:]
    other.save(state)
    with pytest.raises(LabError, match="holds no state of this version; delete it to begin anew"):
        Trainer.load(state)
    Trainer("duel", 7, GAMES).save(Path("state-duel.npz"))
    assert main(["train", "--jobs", "1", "--seed", "8", "--state", "state.npz", "--out", "weights.json"]) == 2
    assert "a training of duel with seed 7; delete it to begin anew" in capsys.readouterr().err
    assert main(["train", "--seed", "7", "--state", "state.npz", "--out", "."]) == 2
    assert ". cannot be written" in capsys.readouterr().err
    assert not Path("weights.json").exists()


class Doubter(RandomPlayer):
    """Challenges everything, proves what it can, and otherwise plays at random."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        for certain in (CHALLENGE, PROVE):
            if certain in options:
                return certain
        return super().choose(view, options, chance)


def exploited(words: str) -> dict[str, Any]:
    """The figures of the command."""
    return figures(f"exploit {words} --jobs 1")


def test_the_learner_lies_against_an_opponent_that_never_challenges() -> None:
    found = exploited("honest --games 500 --deals 30")
    assert found["wins"]["low"] > 0.7
    assert found["curve"][0]["won"]["value"] < found["curve"][-1]["won"]["value"]


def test_the_learner_is_honest_against_an_opponent_that_always_challenges() -> None:
    assert exploited(f"{__name__}:Doubter --games 500 --deals 30")["wins"]["low"] > 0.7


def test_a_network_learns_against_an_honest_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CURRICULA, "two_cards", CURRICULA["two_cards"]._replace(games=60))
    words = "honest --at classic.two_player=standard/2 --learner network --games 180 --deals 30"
    assert exploited(words)["wins"]["low"] > 0.8


@pytest.mark.parametrize(
    "words", ["random --at g54/3", "easy --at classic.two_player=standard/2 --learner network"]
)
def test_the_same_command_finds_the_same_figures(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CURRICULA, "two_cards", CURRICULA["two_cards"]._replace(games=10))
    first, second = (exploited(f"{words} --games 20 --deals 4") for _ in range(2))
    assert first == second


def test_a_network_begins_to_learn_with_the_weights_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    other = weights["two_cards"]
    other["logit"] = [-weight for weight in other["logit"]]
    Path("other.json").write_text(json.dumps(weights), encoding="utf-8")
    words = "honest --at classic.two_player=standard/2 --learner network --games 40 --deals 1"
    as_shipped, as_other = exploited(words), exploited(f"{words} --start other.json")
    assert as_other["curve"] != as_shipped["curve"]
    Path("damaged.json").write_text("{}", encoding="utf-8")
    assert main(["exploit", *words.split(), "--start", "damaged.json"]) == 2
    assert "damaged.json holds no weights" in capsys.readouterr().err
