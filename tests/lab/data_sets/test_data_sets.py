"""Data sets: what `games` writes can be read, verified and continued, and every change of it is found."""

import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine import Game, Move, digest
from engine.ai import KINDS, dice
from engine.ai.random import RandomPlayer
from engine.events import visible_to
from lab.__main__ import main
from lab.data_sets.lines import seal
from lab.programs import program as program_module
from tests.lab.manual import python_examples, shell_examples

GAMES = ["games", "easy", "honest", "--at", "classic/3", "--deals", "2", "--jobs", "1", "--out", "games.jsonl"]


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a working folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@cache
def data_set() -> str:
    """Returns a data set of 12 games, as the command writes it."""
    assert main(GAMES) == 0
    return Path("games.jsonl").read_text()


def written() -> list[dict[str, Any]]:
    """Writes a data set of 12 games and returns its lines."""
    Path("games.jsonl").write_text(data_set())
    return read()


def read() -> list[dict[str, Any]]:
    """The lines of the data set."""
    return [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]


def seal_again(lines: Sequence[Mapping[str, Any]]) -> None:
    """Writes lines with correct hashes, as somebody would who hides a change."""
    found, before = "", ""
    for line in lines:
        text, before = seal({name: value for name, value in line.items() if name != "hash"}, before)
        found += text
    Path("games.jsonl").write_text(found)


def verdict(capsys: pytest.CaptureFixture[str]) -> str:
    """What the verification says about a data set that is wrong."""
    capsys.readouterr()
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_the_examples_of_the_manual_write_verify_and_read_a_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (policy,), (program,) = python_examples("A policy of your own"), python_examples("A data set")
    (tmp_path / "careful.py").write_text(policy)
    write, check = shell_examples("A data set")
    assert main([*write, "--deals", "1", "--jobs", "1"]) == 0
    assert main(check) == 0
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
            for event, player in product(events, players):
                if visible_to(event, player.seat):
                    player.observe(event)
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


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text.replace('"pass"', '"paxx"', 1), "line 2: its hash is wrong: the line was changed"),
        (
            lambda text: text.replace('"seed":1,', '"seed":2,', 1),
            "line 1: its hash is wrong: the line was changed",
        ),
        (lambda text: "".join(text.splitlines(True)[:3] + text.splitlines(True)[4:]), "line 4: its hash is wrong"),
        (lambda text: text[:-300], "line 13: it ends in the middle"),
        (lambda text: text[:2000] + "\n" + text[2000:], "line 2: it has no hash"),
        (lambda text: text + "{}\n", "line 15: it has no hash"),
        (lambda text: "", "line 1: the file is empty"),
        (lambda text: "\x00\xff" * 10, "line 1: it ends in the middle"),
    ],
)
def test_a_damaged_data_set_is_refused_with_line_and_reason(
    damage: Callable[[str], str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    written()
    file = Path("games.jsonl")
    file.write_text(damage(file.read_text()), encoding="latin-1", newline="\n")
    assert f"games.jsonl, {said}" in verdict(capsys)


def change_hands(lines: list[dict[str, Any]]) -> None:
    hands = lines[5]["choices"][2]["hands"]
    hands["A"], hands["B"] = hands["B"], hands["A"]


def change_probabilities(lines: list[dict[str, Any]]) -> None:
    lines[5]["choices"][0]["probabilities"][0] += 0.5


def change_choice(lines: list[dict[str, Any]]) -> None:
    likely = lines[5]["choices"][0]["probabilities"]
    likely[:] = [0.0] * len(likely)
    likely[0 if lines[5]["record"]["decisions"][0]["action"] != "income" else 1] = 1.0


def change_result(lines: list[dict[str, Any]]) -> None:
    lines[12]["record"]["result"] = ["C"] if lines[12]["record"]["result"] != ["C"] else ["A"]


def cut_game(lines: list[dict[str, Any]]) -> None:
    del lines[3]["record"]["decisions"][4:], lines[3]["choices"][4:]


def other_deal(lines: list[dict[str, Any]]) -> None:
    lines[3] |= {name: lines[9][name] for name in ("start", "record", "choices", "shares", "invalid")}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (change_hands, "line 6: game 4: choices 3 hands A "),
        (
            lambda lines: lines[1].update(seats={"A": "honest", "B": "easy", "C": "honest"}),
            'line 2: game 0: seats A is "honest", but playing it again gives "easy"',
        ),
        (
            change_probabilities,
            "line 6: game 4: decision 1, of A: its probabilities sum to 1.5 instead of 1: act ",
        ),
        (
            change_choice,
            "line 6: game 4: decision 1, of A: the dice draw act ",
        ),
        (change_result, "line 13: game 11: record result 1 is "),
        (
            lambda lines: lines[12].update(shares={"A": 0.4, "B": 0.3, "C": 0.3}),
            "line 13: game 11: shares A is 0.4, but playing it again gives ",
        ),
        (
            lambda lines: lines[3].update(invalid={"A": {"decision": 1000, "why": "it lost"}}),
            "line 4: game 2: invalid A is ",
        ),
        (cut_game, "line 4: game 2: decision 5, of "),
        (other_deal, "line 4: game 2: "),
        (lambda lines: lines.pop(4), "line 13: it ends the data set after 11 of 12 games"),
        (lambda lines: lines.insert(13, lines[12]), "line 14: it follows the last of 12 games"),
        (lambda lines: lines[2].pop("choices"), "line 3: game 1: decision 1, of A: it is missing or incomplete"),
        (
            lambda lines: lines[2].update(invalid=[]),
            "line 3: game 1: it is not of the form that docs/laboratory.md describes",
        ),
        (
            lambda lines: lines[0].update(format="coup-games-0"),
            "line 1: the data set was written by another version of this program",
        ),
    ],
)
def test_a_change_whose_hashes_were_computed_again_is_found(
    change: Callable[[list[dict[str, Any]]], object], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = written()
    change(lines)
    seal_again(lines)
    assert f"games.jsonl, {said}" in verdict(capsys)


class Interrupting(RandomPlayer):
    """Presses Ctrl-C after a number of decisions over all games."""

    left = 0

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        Interrupting.left -= 1
        if not Interrupting.left:
            raise KeyboardInterrupt
        return super().probabilities(view, options)


def test_an_interrupted_run_keeps_what_it_has_and_continues_to_the_same_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(KINDS, "interrupting", Interrupting)  # pyright: ignore[reportArgumentType] - a dict at run time
    words = ["games", "interrupting", "honest", "--at", "classic/2", "--deals", "6", "--jobs", "1", "--out"]
    assert main([*words, "whole.jsonl"]) == 0
    Interrupting.left = 60
    assert main([*words, "games.jsonl"]) == 130
    told = capsys.readouterr()
    kept = len(read()) - 1
    assert 0 < kept < 12
    assert f"Interrupted after {kept} of 12 games" in told.err
    assert f"games.jsonl: {kept} games of classic/2, {12 - kept} are missing" in told.out
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0
    assert f"{12 - kept} are missing; all as written" in capsys.readouterr().out
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


def test_a_file_that_is_no_data_set_is_not_changed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("games.jsonl").write_text("my diary\n")
    assert main(GAMES) == 2
    assert "games.jsonl, line 1: it has no hash" in capsys.readouterr().err
    assert Path("games.jsonl").read_text() == "my diary\n"


WRONG = """
from engine.ai import Player
class Half(Player):
    def probabilities(self, view, options):
        return [1.2 / len(options)] * len(options) if view["question"] > 6 else [1 / len(options)] * len(options)
class Chooser(Player):
    def choose(self, view, options, chance):
        return options[0]
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


def test_a_program_plays_a_data_set(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(
        "import json, sys\nfor line in sys.stdin: json.loads(line)['options'] and print(0, flush=True)"
    )
    words = ["games", f"{sys.executable} first.py", "random", "--at", "classic/3", "--deals", "1"]
    assert main([*words, "--out", "games.jsonl"]) == 0
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0
    assert sum(list(game["seats"].values()).count("random") for game in read()[1:-1]) == 9


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
    assert "games.jsonl: 3 games of classic/2, 15 are missing" in told.out
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name players and the file to write (--out FILE), or a data set to verify (--check FILE)."),
        (["honest"], "Name players and the file to write"),
        (["honest", "--check", "games.jsonl"], "--check FILE takes neither players nor --out."),
        (["--check", "nothing.jsonl"], "nothing.jsonl cannot be read: No such file or directory."),
        (["no-such-program 1", "--out", "games.jsonl"], "'no-such-program 1' is no kind of AI seat"),
        (["honest", "--out", "."], ". cannot be written: it is a folder"),
    ],
)
def test_an_impossible_request_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not Path("games.jsonl").exists()
