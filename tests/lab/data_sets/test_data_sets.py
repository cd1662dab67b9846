"""Data sets: what `games` writes can be read, verified and continued."""

from pathlib import Path

import pytest

from engine import Game, digest
from engine.ai import KINDS, dice
from lab.commands import main
from lab.files import claimed
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
