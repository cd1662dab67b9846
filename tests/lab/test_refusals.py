"""Requests that no command can carry out: each is refused in a sentence."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from lab.commands import main

CONFORM = f"conform '{sys.executable} -m engine.referee' --scenarios"
POOL = "pool banker director guerrilla peacekeeper politician"
REFUSALS = [
    ("ladder --kinds honest medium:kind", "There is no temperament 'kind'; there are even"),
    ("ladder --kinds honest honest:bold", "honest takes no temperament; easy, medium"),
    ("ladder --kinds honest genius", "There is no kind 'genius'; there are random, honest"),
    ("ladder --kinds honest", "A ladder needs two different kinds or more."),
    ("ladder --at chess/4", "chess/4: there is no edition 'chess'; there are classic"),
    ("ladder --at classic", "classic: say for how many players, for example classic/4."),
    ("ladder --at classic/7", "classic/7: classic is for 2 to 6 players."),
    ("ladder --at classic/400", "classic/400: classic is for 2 to 6 players."),
    ("ladder --at classic.teams/5", "teams"),
    (
        "ladder --at classic.colour=red/4",
        "classic has no option 'colour'; it has two_player=single|standard, teams,",
    ),
    ("ladder --json /nowhere/at/all.json", "/nowhere/at/all.json cannot be written: No such file or directory."),
    ("ladder --plot ladder.doc", "ladder.doc does not say what to draw: end it with .png, .svg, .pdf."),
    (
        "ladder --kinds nowhere:Policy honest",
        "nowhere:Policy: the module cannot be imported: ModuleNotFound",
    ),
    ("ladder --kinds broken:Policy honest", "broken:Policy: the module cannot be imported: ZeroDivisionError: "),
    ("ladder --kinds leaving:Policy honest", "leaving:Policy: the module cannot be imported: SystemExit: 3."),
    ("ladder --kinds empty:Policy honest", "empty:Policy: the module empty has no class Policy."),
    ("ladder --kinds empty:number honest", "empty:number: number is no subclass of engine.ai.Player."),
    ("ladder --kinds sober honest", "there are random, honest, easy, medium, strong, and Python classes"),
    ("match --player honest", "A match needs a --player for every seat, two or more."),
    ("match --player honest --player 'no-such-program 1'", "'no-such-program 1' is no kind of AI seat"),
    ('match --player honest --player "\'"', '"\'" is no kind of AI seat'),
    ("match --player honest --player ''", "as a program '' does not start: it has no words."),
    ("match --player honest --player medium:kind", "There is no temperament 'kind'"),
    ("match --player honest --player honest --at g54/3", "g54/3 needs 3 players, and 2 were named."),
    ("conform no-such-program", "'no-such-program' does not start: No such file or directory."),
    (f"{CONFORM} nothing.json", "nothing.json cannot be read: No such file or directory."),
    (f"{CONFORM} .", "There is no scenario to play."),
    (f"{CONFORM} broken.txt", "broken.txt is no file of scenarios (docs/referee.md, "),
    (f"{CONFORM} wrong.txt", "wrong.txt is no file of scenarios (docs/referee.md, "),
    (f"{CONFORM} nested.txt", "nested.txt is no file of scenarios (docs/referee.md, "),
    (f"{CONFORM} /dev/zero", "/dev/zero cannot be read: it is no file."),
    ("games", "Name players and the file to write (--out FILE), or a data set to verify (--check FILE)."),
    ("games honest", "Name players and the file to write"),
    ("games honest --check games.jsonl", "--check FILE takes neither players nor --out."),
    ("games --check nothing.jsonl", "nothing.jsonl cannot be read: No such file or directory."),
    ("games 'no-such-program 1' --out games.jsonl", "'no-such-program 1' is no kind of AI seat"),
    ("games honest --out .", ". cannot be written: it is a folder"),
    ("pool banker duke guerrilla peacekeeper politician", "duke is no role of g54; there are banker, capitalist,"),
    ("pool banker director", "banker, director: A pool has 5 different roles."),
    ("pool banker spy guerrilla peacekeeper politician", "In this command that is --free."),
    (f"{POOL} --seats 7", "g54 is for 2 to 6 players."),
    (f"{POOL} --kinds genius", "There is no kind 'genius'"),
]


@pytest.mark.parametrize(("words", "said"), REFUSALS)
def test_an_impossible_request_is_refused(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    wrong = {"name": "no script", "new": {"ruleset": "classic"}, "script": 5, "expect": {}}
    files = {
        "broken.txt": '[{"name": "no game"}]', "wrong.txt": json.dumps([wrong]), "nested.txt": "[" * 100_000,
        "broken.py": "1 / 0", "leaving.py": "raise SystemExit(3)", "empty.py": "number = 3",
    }  # fmt: skip
    for name, text in files.items():
        Path(name).write_text(text)
    assert main(shlex.split(words)) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not told.out
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == files.keys(), "nothing was written"
