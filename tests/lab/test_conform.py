"""Conformance: the referee passes, a wrong engine is told where, and one that never replies is stopped."""

import json
import re
import sys
from pathlib import Path

import pytest

from data import ROOT
from engine.referee import Referee
from lab.commands import main
from lab.programs import conform
from lab.programs import program as program_module
from tests.lab.manual import shell_examples

REFEREE = f"{sys.executable} -m engine.referee"
BASICS = ["--scenarios", str(conform.SCENARIOS / "basics.json")]


def test_the_example_of_the_manual_passes_all_scenarios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ((command, program),) = shell_examples("An engine of your own")
    assert program == "python -m engine.referee"
    assert main([command, REFEREE, "--json", str(tmp_path / "found.json")]) == 0
    found = json.loads((tmp_path / "found.json").read_text())
    files = len(list(conform.SCENARIOS.glob("*.json")))
    assert found["passed"] == found["scenarios"] > 190
    assert found["failures"] == []
    assert capsys.readouterr().out.count(".json ") == files


def test_the_reply_on_the_page_has_the_form_of_the_protocol() -> None:
    page = (ROOT.parent / "docs" / "conformance.md").read_text()
    (block,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    position = {"ruleset": "classic", "turn": "A", "players": [{"name": name, "hand": ["duke"]} for name in "AB"]}
    game = Referee()
    game.answer(json.dumps({"position": position}))
    assert json.loads(block).keys() < game.answer('{"state": true}').keys()


# Passes every line on to the referee, and spoils some replies.
WRONG = """
import json, sys
from engine.referee import Referee
referee = Referee()
for line in sys.stdin:
    reply = referee.answer(line)
    {spoil}
    print(json.dumps(reply), flush=True)
"""


def spoiled(tmp_path: Path, spoil: str) -> str:
    script = tmp_path / "engine_under_test.py"
    script.write_text(WRONG.format(spoil=spoil))
    return f"env PYTHONPATH={ROOT.parent} {sys.executable} {script}"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            "if '\"tax\"' in line: reply['pending'].pop('C', None)",
            '"C": [{"do": "pass"}, {"do": "challenge"}]}}: '
            'C\'s options: none instead of {"do": "challenge"}, {"do": "pass"}.',
        ),
        (
            "if not reply['ok']: reply = {'ok': True}",
            "step 3, {\"illegal\": {\"by\": \"B\", \"do\": \"prove\"}}: it is carried out, but must be refused.",
        ),
        (
            "if reply.get('winner'): reply['winner'] = ['B']",
            "'coup: the last card of the last rival ends the game': at the end: "
            'the winner: ["B"] instead of ["A"].',
        ),
        (
            "if 'state' in reply: del reply['winner']",
            "at the start: a reply is not of the form of referee.md: KeyError('winner').",
        ),
        ("reply = {'ok': False, 'error': 'tired', 'message': 'No.'}", "at the start: it is refused: No.."),
    ],
)  # fmt: skip
def test_an_engine_that_is_wrong_is_told_the_scenario_and_the_step(
    spoil: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["conform", spoiled(tmp_path, spoil), *BASICS]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert "The run ended" not in told.err


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.stdin.read()", "the program did not answer within 0.2 s."),
        ("print('Coup engine 1.0', flush=True); sys.stdin.read()", "'Coup engine 1.0'"),
        (
            "sys.stdin.readline(); print('[]', flush=True); sys.stdin.read()",
            "the program replied '[]', which is no ob",
        ),
    ],
)
def test_a_program_that_never_replies_is_stopped(
    body: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program_module, "START_SECONDS", 0.0 if "0.2" in said else 10.0)
    (tmp_path / "mute.py").write_text(f"import sys\n{body}\n")
    words = [f"{sys.executable} {tmp_path / 'mute.py'}", "--seconds", "0.2" if "0.2" in said else "5"]
    assert main(["conform", *words, *BASICS]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("basics.json, 'income: one coin, nobody is asked': the program ")
    assert said in told.err
    assert told.err.endswith("The run ended, because the program did not reply by the protocol even once.\n")
    assert "0 of 22 scenarios passed" in told.out


def test_a_program_that_keeps_dying_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = spoiled(tmp_path, "if 'foreign_aid' in line: sys.exit(1)")
    assert main(["conform", program, *BASICS]) == 2
    told = capsys.readouterr()
    assert told.err.count("the program ended itself with exit code 1.") == 3
    assert told.err.endswith("The run ended, because the program failed 3 times.\n")
    assert re.search(r"basics.json +1 +3 +18\n", told.out)


def test_only_scenarios_of_the_named_rulesets_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", REFEREE, "--rulesets", "short"]) == 0
    assert "3 of 3 scenarios passed" in capsys.readouterr().out
