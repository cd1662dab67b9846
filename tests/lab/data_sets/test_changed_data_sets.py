"""Data sets: damage is found, and so is every change, even if the hashes were computed again."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lab.commands import main
from lab.data_sets.lines import seal
from tests.lab.data_sets.written import written


def seal_again(lines: Sequence[Mapping[str, Any]]) -> None:
    """Writes lines with correct hashes, as somebody would who hides a change."""
    found, before = "", ""
    for line in lines:
        text, before = seal({name: value for name, value in line.items() if name != "hash"}, before)
        found += text
    Path("games.jsonl").write_text(found)


def seal_texts(lines: Sequence[str]) -> None:
    """Writes the texts of lines, which may be no JSON, with correct hashes."""
    found, before = "", ""
    for line in lines:
        before = sha256((before + line).encode()).hexdigest()
        found += f'{line[:-1]},"hash":"{before}"}}\n'
    Path("games.jsonl").write_text(found)


def verdict(capsys: pytest.CaptureFixture[str]) -> str:
    """What the verification says about a data set that is wrong."""
    capsys.readouterr()
    assert main(["games", "--check", "games.jsonl", "--jobs", "1"]) == 2
    return capsys.readouterr().err.splitlines()[-1]


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


def change_to_huge_number(lines: list[dict[str, Any]]) -> None:
    lines[5]["choices"][0]["probabilities"][0] = 10**400


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
        (change_choice, "line 6: game 4: decision 1, of A: the dice draw act "),
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
        (
            lambda lines: lines[-1].update(end={"games": 13}),
            "line 14: it does not say, and no more, that the data set has 12 games",
        ),
        (lambda lines: lines.pop(4), "line 13: it ends the data set after 11 of 12 games"),
        (lambda lines: lines.insert(13, lines[12]), "line 14: it follows the last of 12 games"),
        (lambda lines: lines[2].pop("choices"), "line 3: game 1: decision 1, of A: it is missing or incomplete"),
        (
            lambda lines: lines[2].update(invalid={"A": {"decision": None}}),
            "line 3: game 1: it is not of the form that docs/laboratory.md describes",
        ),
        (
            lambda lines: lines[2].update(invalid={"A": {"decision": None, "why": "it hung", "at": 3}}),
            "line 3: game 1: invalid A at is 3, but playing it again gives null",
        ),
        (
            lambda lines: lines[2].update(invalid=[]),
            "line 3: game 1: it is not of the form that docs/laboratory.md describes",
        ),
        (
            lambda lines: lines[0].update(format="coup-games-0"),
            "line 1: the data set was written by another version of this program",
        ),
        (
            lambda lines: lines[0].update(deals=10**9),
            "line 1: A data set of 2 players at classic/3 has at most 166,666 deals.",
        ),
        (lambda lines: lines[0].update(deals=float("inf")), "line 1: the header is incomplete: cannot convert"),
        (lambda lines: lines[0].update(players=["easy"] * 3), "line 1: A data set has players, each named once"),
        (
            lambda lines: lines[0].update(
                table="reformation/10", players=[f"player {each}" for each in range(99)]
            ),
            "line 1: A data set of 99 players at reformation/10 has at most 0 deals.",
        ),
        (
            lambda lines: lines[0].update(players=["easy", "me\nbest  2000 (1990 to 2010)"]),
            "line 1: A data set has players, each named once, without line breaks.",
        ),
        (lambda lines: lines[0].update(by="me"), "line 1: the header is not of the form that docs/laboratory.md"),
        (
            lambda lines: lines[0].update(table="classic/03"),
            "line 1: the header is not of the form that docs/laboratory.md",
        ),
        (
            lambda lines: lines[0].update(seed=True),
            "line 1: the header is not of the form that docs/laboratory.md",
        ),
        (change_to_huge_number, "line 6: game 4: decision 1, of A: its probabilities are [1000"),
    ],
)
def test_a_change_whose_hashes_were_computed_again_is_found(
    change: Callable[[list[dict[str, Any]]], object], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = written()
    change(lines)
    seal_again(lines)
    assert f"games.jsonl, {said}" in verdict(capsys)


@pytest.mark.parametrize(
    ("number", "old", "new", "said"),
    [
        (
            4,
            '{"game":',
            '{"shares":{"A":1.0,"B":0.0,"C":0.0},"game":',
            "line 4: game 2: it is no JSON object in the form",
        ),
        (4, '{"game":', '{"hash":"","game":', "line 4: game 2: it is no JSON object in the form"),
        (1, '"players":', '"players":["me"],"players":', "line 1: it is no JSON object in the form"),
        (1, '"seed":1', f'"seed":{"9" * 5000}', "line 1: it is no JSON object in the form"),
        (4, '{"game":', f'{{"x":{"[" * 5000}', "line 4: game 2: it is no JSON object in the form"),
        (14, "}}", '},"best":"me"}', "line 14: it does not say, and no more, that the data set has 12 games"),
        (14, "}}", "},junk}", "line 14: it does not say, and no more, that the data set has 12 games"),
    ],
)
def test_a_line_that_programs_would_read_in_different_ways_is_refused(
    number: int, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{name: value for name, value in line.items() if name != "hash"} for line in written()]
    texts = [json.dumps(line, separators=(",", ":")) for line in lines]
    texts[number - 1] = texts[number - 1].replace(old, new, 1)
    seal_texts(texts)
    assert f"games.jsonl, {said}" in verdict(capsys)
