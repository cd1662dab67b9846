"""Requests that cannot be carried out: each command refuses them in one sentence, and writes nothing."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from lab.commands import main

FILES = {
    "broken.txt": '[{"name": "no game"}]',
    "wrong.txt": json.dumps([{"name": "x", "new": {"ruleset": "classic"}, "script": 5, "expect": {}}]),
    "nested.txt": "[" * 100_000,
    "broken.py": "1 / 0",
    "leaving.py": "raise SystemExit(3)",
    "empty.py": "number = 3",
}
REFEREE = f"conform '{sys.executable} -m engine.referee'"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ladder --kinds honest medium:kind", "There is no temperament 'kind'; there are even"),
        ("ladder --kinds honest honest:bold", "honest takes no temperament; easy, medium"),
        (
            "ladder --kinds honest genius",
            "There is no kind 'genius'; there are random, honest, easy, medium, strong",
        ),
        ("ladder --kinds honest", "A ladder needs two different kinds or more."),
        ("ladder --at chess/4", "chess/4: there is no edition 'chess'; there are classic"),
        ("ladder --at classic", "classic: say for how many players, for example classic/4."),
        ("ladder --at classic/7", "classic/7: classic is for 2 to 6 players."),
        ("ladder --at classic/400", "classic/400: classic is for 2 to 6 players."),
        ("ladder --at classic.teams/5", "teams"),
        ("ladder --at classic.colour=red/4", "classic has no option 'colour'; it has two_player=single|standard,"),
        ("ladder --json /nowhere/at/all.json", "/nowhere/at/all.json cannot be written: No such file"),
        ("ladder --plot ladder.doc", "ladder.doc does not say what to draw: end it with .png, .svg, .pdf."),
        ("ladder --kinds nowhere:Policy honest", "nowhere:Policy: the module cannot be imported: ModuleNotFound"),
        ("ladder --kinds broken:Policy honest", "broken:Policy: the module cannot be imported: ZeroDivisionError"),
        ("ladder --kinds leaving:Policy honest", "leaving:Policy: the module cannot be imported: SystemExit: 3."),
        ("ladder --kinds empty:Policy honest", "empty:Policy: the module empty has no class Policy."),
        ("ladder --kinds empty:number honest", "empty:number: number is no subclass of engine.ai.Player."),
        ("pool banker duke guerrilla peacekeeper politician", "duke is no role of g54; there are banker, cap"),
        ("pool banker director", "banker, director: A pool has 5 different roles."),
        ("pool banker spy guerrilla peacekeeper politician", "In this command that is --free."),
        ("pool banker director guerrilla peacekeeper politician --seats 7", "g54 is for 2 to 6 players."),
        ("match --player honest", "A match needs a --player for every seat, two or more."),
        ("match --player honest --player 'no-such-program 1'", "'no-such-program 1' is no kind of AI seat"),
        ("""match --player honest --player "'" """, '"\'" is no kind of AI seat'),
        ("match --player honest --player ''", "as a program '' does not start: it has no words."),
        ("match --player honest --player medium:kind", "There is no temperament 'kind'"),
        ("match --player honest --player honest --at g54/3", "g54/3 needs 3 players, and 2 were named."),
        ("conform no-such-program", "'no-such-program' does not start: No such file or directory."),
        (f"{REFEREE} --scenarios nothing.json", "nothing.json cannot be read: No such file or directory."),
        (f"{REFEREE} --scenarios .", "There is no scenario to play."),
        (f"{REFEREE} --scenarios broken.txt", "broken.txt is no file of scenarios (docs/referee.md, "),
        (f"{REFEREE} --scenarios wrong.txt", "wrong.txt is no file of scenarios (docs/referee.md, "),
        (f"{REFEREE} --scenarios nested.txt", "nested.txt is no file of scenarios (docs/referee.md, "),
        (f"{REFEREE} --scenarios /dev/zero", "/dev/zero cannot be read: it is no file."),
        ("games", "Name players and the file to write (--out FILE), or a data set to verify (--check FILE)."),
        ("games honest", "Name players and the file to write"),
        ("games honest --check games.jsonl", "--check FILE takes neither players nor --out."),
        ("games --check nothing.jsonl", "nothing.jsonl cannot be read: No such file or directory."),
        ("games 'no-such-program 1' --out games.jsonl", "'no-such-program 1' is no kind of AI seat"),
        ("games honest --out .", ". cannot be written: it is a folder"),
        ("games --check loop", "loop cannot be read: Too many levels of symbolic links."),
        ("games --check huge", "huge, line 1: it ends in the middle."),
        ("games --check pipe", "pipe cannot be read: it is no file."),
        ("games --check /dev/zero", "/dev/zero cannot be read: it is no file."),
        ("certify duel --check nowhere", "nowhere cannot be read: No such file or directory."),
        ("certify duel --check .", ". cannot be read: it is no file."),
        ("certify duel --check nested.txt", "nested.txt is no certificate; make it again with `python -m lab ce"),
        ("certify duel --check huge", "huge is no certificate; make it again with `python -m lab certify duel`."),
        ("certify duel --check pipe", "pipe cannot be read: it is no file."),
        ("certify duel --check /dev/zero", "/dev/zero cannot be read: it is no file."),
    ],
)
def test_an_impossible_request_is_refused_in_one_sentence(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text)
    with Path("huge").open("wb") as huge:
        huge.truncate(2**40)
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    assert main(shlex.split(words)) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not told.out
    assert not Path("games.jsonl").exists()
