"""Leaderboards: made from data sets that were played again, with invalid answers apart from losses."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lab.commands import main
from tests.lab.data_sets.written import GAMES, written
from tests.lab.manual import python_examples, shell_examples


@cache
def data_set(words: str) -> str:
    """A data set, as the command writes it."""
    with TemporaryDirectory() as folder:
        assert main(["games", *words.split(), "--jobs", "1", "--out", f"{folder}/games.jsonl"]) == 0
        return Path(folder, "games.jsonl").read_text()


def write(players: str, name: str, table: str = "classic/3", deals: int = 2, seed: int = 1) -> None:
    Path(name).write_text(data_set(f"{players} --at {table} --deals {deals} --seed {seed}"))


def leaderboard(*names: str) -> Any:
    """The figures of a leaderboard."""
    assert main(["leaderboard", *names, "--jobs", "1", "--json", "found.json"]) == 0
    return json.loads(Path("found.json").read_text())


def games_of(name: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, Path(name).read_text().splitlines()) if "record" in line]


def test_the_example_of_the_manual_makes_a_leaderboard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "careful.py").write_text(python_examples("A policy of your own")[0])
    *writing, reading = shell_examples("A leaderboard")
    for command in writing:
        assert main([*command, "--deals", "1", "--jobs", "1"]) == 0
    assert main([*reading, "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "classic/4: 36 games, " in told
    assert "mine.jsonl: 28 games as written; hash " in told
    assert (
        sum(line.startswith(("careful:Careful ", "medium ", "honest ", "strong ")) for line in told.splitlines())
        == 8
    )


def test_wins_and_losses_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    write("easy honest random", "games.jsonl")
    (table,) = leaderboard("games.jsonl")["tables"]
    games = games_of("games.jsonl")
    assert table["games"] == len(games)
    for player in table["players"]:
        seats = [
            (game, seat) for game in games for seat, word in game["seats"].items() if word == player["player"]
        ]
        won = sum(game["shares"][seat] for game, seat in seats)
        assert (player["seats"], player["won"], player["lost"]) == (len(seats), won, len(seats) - won)
        assert player["invalid"] == 0
        assert player["share"]["n"] == 2, "a deal is one measurement, however many games it has"
    pairs = {(cell["hero"], cell["field"]): cell["share"]["value"] for cell in table["cells"]}
    alone = [game for game in games if sorted(game["seats"].values()) == ["easy", "honest", "honest"]]
    won = sum(game["shares"][seat] for game in alone for seat, word in game["seats"].items() if word == "easy")
    assert pairs["easy", "honest"] == pytest.approx(won / len(alone), abs=1e-5)
    assert len(pairs) == 6


def test_the_intervals_do_not_shrink_when_the_same_deals_are_played_more_often() -> None:
    write("easy honest", "one.jsonl")
    write("easy honest random", "two.jsonl")
    (one,), (both,) = (leaderboard(*names)["tables"] for names in (["one.jsonl"], ["one.jsonl", "two.jsonl"]))
    assert both["games"] > one["games"]
    assert {player["share"]["n"] for player in (*one["players"], *both["players"])} == {2}


def test_tables_and_seeds_are_kept_apart() -> None:
    write("easy honest", "one.jsonl")
    write("easy honest", "two.jsonl", seed=2)
    write("easy honest", "three.jsonl", "classic/2")
    three, two = leaderboard("one.jsonl", "two.jsonl", "three.jsonl")["tables"]
    assert (three["variant"], two["variant"]) == ("classic/3", "classic/2")
    assert {player["share"]["n"] for player in three["players"]} == {4}
    assert {player["share"]["n"] for player in two["players"]} == {2}


WRONG = """
from engine.ai import Player
class Silent(Player):
    def probabilities(self, view, options):
        return [] if self.seat == 1 else [1 / len(options)] * len(options)
"""


def test_invalid_answers_are_counted_apart_from_losses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "silent_in_leaderboard.py").write_text(WRONG)
    silent = "silent_in_leaderboard:Silent"
    words = [silent, "easy", "--at", "classic/3", "--deals", "2", "--jobs", "1", "--out", "games.jsonl"]
    assert main(["games", *words]) == 2
    (table,) = leaderboard("games.jsonl")["tables"]
    own = next(player for player in table["players"] if player["player"] == silent)
    assert own["seats"] == 18
    assert own["invalid"] == 6, "as often as it sat in the second seat"
    assert own["won"] + own["lost"] == 12
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(silent))
    assert row.split()[-1] == str(own["invalid"])


def test_an_invalid_answer_wins_nothing_although_the_partner_wins(tmp_path: Path) -> None:
    (tmp_path / "silent_partner.py").write_text(WRONG)
    words = ["silent_partner:Silent", "medium", "--at", "classic.teams/4", "--deals", "2", "--jobs", "1"]
    assert main(["games", *words, "--out", "games.jsonl"]) == 2
    (table,) = leaderboard("games.jsonl")["tables"]
    own = next(player for player in table["players"] if player["player"] == "silent_partner:Silent")
    wrong = [(game, seat) for game in games_of("games.jsonl") for seat in game["invalid"]]
    assert any(game["shares"][seat] for game, seat in wrong)
    assert own["share"]["value"] == pytest.approx(own["won"] / own["seats"], abs=1e-5)


def test_a_record_changed_by_hand_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    write("easy honest", "games.jsonl")
    capsys.readouterr()
    before = Path("games.jsonl").read_text()
    game = json.loads(before.splitlines()[4])
    winner, loser = (next(seat for seat in "ABC" if game["shares"][seat] == share) for share in (1.0, 0.0))
    Path("games.jsonl").write_text(before.replace(f'"result":["{winner}"]', f'"result":["{loser}"]', 1))
    assert main(["leaderboard", "games.jsonl"]) == 2
    told = capsys.readouterr()
    assert "its hash is wrong: the line was changed" in told.err
    assert not told.out


def test_only_whole_deals_of_an_unfinished_data_set_count(capsys: pytest.CaptureFixture[str]) -> None:
    write("easy honest", "games.jsonl")
    lines = Path("games.jsonl").read_text().splitlines(keepends=True)
    Path("games.jsonl").write_text("".join(lines[:9]))
    (table,) = leaderboard("games.jsonl")["tables"]
    assert table["games"] == 6
    assert "games.jsonl: 6 games as written, 6 not counted, because their deals are not complete" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ["one.jsonl", "one.jsonl"],
            "one.jsonl and one.jsonl have the same games: the same players, table and seed.",
        ),
        (
            ["one.jsonl", "part.jsonl"],
            "one.jsonl and part.jsonl have the same games: the same players, table and seed.",
        ),
        (
            ["one.jsonl", "two.jsonl"],
            "one.jsonl and two.jsonl have the same games: the same players, table and seed.",
        ),
        (["nothing.jsonl"], "nothing.jsonl cannot be read: No such file or directory."),
        (["record.jsonl"], "record.jsonl, line 1: it has no hash."),
    ],
)
def test_a_bad_leaderboard_is_refused(names: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("easy honest", "one.jsonl", deals=1)
    Path("part.jsonl").write_text("".join(Path("one.jsonl").read_text().splitlines(keepends=True)[:-1]))
    write("honest easy", "two.jsonl", deals=2)
    Path("record.jsonl").write_text(json.dumps(games_of("one.jsonl")[0]["record"]) + "\n")
    capsys.readouterr()
    assert main(["leaderboard", *names]) == 2
    assert capsys.readouterr().err == f"{said}\n"


def test_a_data_set_is_not_overwritten_with_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    before = Path("games.jsonl").read_text()
    for words in (["leaderboard", "./games.jsonl"], GAMES):
        assert main([*words, "--json", "games.jsonl"]) == 2
        assert capsys.readouterr().err == "games.jsonl is named twice, and would be overwritten.\n"
    assert Path("games.jsonl").read_text() == before
