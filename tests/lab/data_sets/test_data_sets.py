"""Data sets: what `games` writes can be read, verified and continued, also after invalid answers."""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Game, Move, digest
from engine.ai import KINDS, dice
from engine.ai.random import RandomPlayer
from lab.commands import main
from lab.files import claimed
from lab.programs import program as program_module
from tests.harness.random_games import tell_players
from tests.lab.data_sets.written import GAMES, read, written
from tests.lab.manual import python_examples, shell_examples
from tests.lab.runs import INTERRUPTING, Interrupting


def test_the_examples_of_the_manual_write_verify_and_read_a_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (policy,), (program,) = python_examples("A policy of your own"), python_examples("A data set")
    (tmp_path / "careful.py").write_text(policy)
    write, check = shell_examples("A data set")
    assert main([*write, "--deals", "1", "--jobs", "1"]) == 0
    assert main([*check, "--jobs", "1"]) == 0
    assert "games.jsonl: 28 games of classic/4; hash " in capsys.readouterr().out
    exec(program, {})  # the document is our own
    assert " taxes were lies; its probabilities make that " in capsys.readouterr().out


def test_a_game_of_a_data_set_is_what_the_engine_and_the_players_do(capsys: pytest.CaptureFixture[str]) -> None:
    header, *games, end = written()
    assert (header["players"], header["table"]) == (["easy", "honest"], "classic/3")
    assert end["end"] == {"games": 12} == {"games": len(games)}
    seats = [tuple(game["seats"].values()) for game in games if game["deal"] == 0]
    assert len(set(seats)) == len(seats) == 6, "everybody plays alone against the others, in every seat"
    for line in games:
        game = Game.new(**{key: line["record"]["new"][key] for key in ("ruleset", "players", "seed", "options")})
        assert game.state() == line["start"]
        assert game.state() == next(other for other in games if other["deal"] == line["deal"])["start"]
        players = [KINDS[kind](game.names, seat) for seat, kind in enumerate(line["seats"].values())]
        events = game.table.events
        for decision, choice in zip(line["record"]["decisions"], line["choices"], strict=True):
            tell_players(players, events)
            seat = game.seat(decision["by"])
            assert game.ask is not None
            options = game.ask.options[seat]
            assert choice["options"] == game.view(seat)["prompt"]["options"]
            likely = players[seat].probabilities(game.view(seat), options)
            assert choice["probabilities"] == pytest.approx(likely, abs=1e-6)
            assert choice["hands"] == {
                name: list(hand) for name, hand in zip("ABC", game.table.hands, strict=True)
            }
            chance = dice(f"1 {line['deal']}", seat, game.question).random() * sum(choice["probabilities"])
            at = next(at for at in range(len(options)) if sum(choice["probabilities"][: at + 1]) > chance)
            assert choice["options"][at] | {"by": decision["by"]} == decision
            events = game.decide_json(decision)
            assert choice["digest"] == digest(game)
        assert game.winners is not None
        assert [share > 0 for share in line["shares"].values()] == [seat in game.winners for seat in range(3)]


def test_any_number_of_processes_writes_the_same_file() -> None:
    written()
    before = Path("games.jsonl").read_text()
    assert main([*GAMES[:-3], "2", "--out", "again.jsonl"]) == 0
    assert Path("again.jsonl").read_text() == before


def test_an_interrupted_run_keeps_what_it_has_and_continues_to_the_same_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["games", INTERRUPTING, "honest", "--at", "classic/2", "--deals", "6", "--jobs", "1", "--out"]
    assert main([*words, "whole.jsonl"]) == 0
    Interrupting.left = 40
    assert main([*words, "games.jsonl"]) == 130
    told = capsys.readouterr()
    kept = len(read()) - 1
    assert 0 < kept < 12
    assert f"Interrupted after {kept} of 12 games" in told.err
    assert f"games.jsonl: {kept} games of classic/2, {12 - kept} missing" in told.out
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0
    assert f"{12 - kept} missing; all as written" in capsys.readouterr().out
    with Path("games.jsonl").open("a") as file:
        file.write('{"game":99,"de')  # as after a power failure
    assert main([*words, "games.jsonl"]) == 0
    assert "its last line was cut off" in capsys.readouterr().err
    assert Path("games.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert main([*words, "games.jsonl"]) == 0, "nothing is left to do"
    assert Path("games.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def test_a_file_with_all_games_but_without_its_end_is_not_complete(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    *lines, _ = Path("games.jsonl").read_text().splitlines(keepends=True)
    Path("games.jsonl").write_text("".join(lines))
    assert main(["games", "--check", "games.jsonl"]) == 0
    assert "; its last line is missing; all as written" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--deals", "3"], ["--seed", "2"], ["--at", "classic/2"]])
def test_a_file_with_another_data_set_is_not_changed(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    written()
    before = Path("games.jsonl").read_bytes()
    assert main([*GAMES, *words]) == 2
    assert "holds another data set (classic/3, 2 deals, seed 1, easy, honest)" in capsys.readouterr().err
    assert Path("games.jsonl").read_bytes() == before


def test_a_file_that_another_run_is_writing_is_not_changed(capsys: pytest.CaptureFixture[str]) -> None:
    with claimed(Path("games.jsonl")):
        assert main(GAMES) == 2
    assert capsys.readouterr().err == "games.jsonl is being written by another run.\n"
    assert not Path("games.jsonl").read_text()
    assert main(GAMES) == 0


@pytest.mark.parametrize("text", ["my diary\n", "my diary\nhas no end"])
def test_a_file_that_is_no_data_set_is_not_changed(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("games.jsonl").write_text(text)
    assert main(GAMES) == 2
    assert "games.jsonl, line 1: it has no hash" in capsys.readouterr().err
    assert Path("games.jsonl").read_text() == text


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


def test_an_invalid_answer_resigns_the_game_and_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_a_player_that_fails_when_it_is_told_what_happens_resigns_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


class First(RandomPlayer):
    """Chooses the first option."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return options[0]


def test_a_subclass_that_only_chooses_otherwise_has_no_probabilities() -> None:
    words = f"games {__name__}:First --at classic/2 --deals 1 --jobs 1 --out games.jsonl"
    assert main(words.split()) == 0
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
