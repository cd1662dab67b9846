"""`make run` without a token, as a newcomer meets it: one command, one address, one Ctrl-C."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bot.launch import __main__ as launcher
from data import ROOT
from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.harness.processes.bot import launched
from tests.harness.processes.postgresql_server import Server
from tests.harness.waiting import TIMEOUT_SECONDS


async def test_of_two_launches_one_is_played_and_ctrl_c_leaves_nothing_of_either(tmp_path: Path) -> None:
    def press_ctrl_c(process: asyncio.subprocess.Process) -> None:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes started in it

    async with (
        launched(tmp_path, COUP_AI_PAUSE="0", COUP_PICTURES="off") as (process, page, said),
        launched(tmp_path) as (other, other_page, _),
    ):
        assert other_page != page
        press_ctrl_c(other)  # while it starts: its first output is that its processes were started
        _, complaints = await other.communicate()
        assert (other.returncode, complaints.decode()) == (0, "")

        assert "local stand-in" in said
        async with Sandbox.connect(page) as sandbox:
            ana = await sandbox.member("Ana")
            await ana.sees("A table of Coup")
            await ana.click("Start")
            await ana.sees("Your hand")
            press_ctrl_c(process)
            _, complaints = await process.communicate()
        assert process.returncode == 0
        assert "Traceback" not in complaints.decode(), complaints.decode()
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # no process that it started is left


async def test_pressing_ctrl_c_again_and_again_leaves_no_database(tmp_path: Path, server: Server) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL runs as another user if the tests run as root
        async with launched(tmp_path, "--processes", "2", TMPDIR=folder) as (process, _, _):
            assert len(os.listdir(folder)) == 1
            while process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), 0.01)
        assert os.listdir(folder) == []


async def seated(sandbox: Sandbox, guild: str) -> DrivenMember:
    """Ana in this guild, in a game against AI seats that has begun."""
    ana = await sandbox.member("Ana", guild=guild)
    await ana.until(lambda: ana.online and ana.commands, what="the bot")
    ana.channel = "quiet"
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not ana.find("A table of Coup", channel="quiet"):
            with contextlib.suppress(DriverError):  # while two processes start, the response may come too late
                await ana.slash("coup new", seats=2, pace="slow")
    await ana.click("Start")
    await ana.sees("Your hand", channel="quiet")
    return ana


def shows_a_hand(ana: DrivenMember) -> bool:
    return any("My hand" in message.enabled for message in ana.messages())


async def plays_on(ana: DrivenMember) -> None:
    """Clicks until there is a response, as members do while no process owns their server's shard."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            await ana.until(lambda: ana.online and shows_a_hand(ana), what="another process")
            try:
                hand = await ana.click("My hand")
            except DriverError:
                continue
            assert hand.message
            assert hand.message.ephemeral
            return


async def test_a_killed_process_is_named_and_its_games_continue(tmp_path: Path, server: Server) -> None:
    variables = {
        "COUP_DATABASE": server.schema(),
        "COUP_AI_PAUSE": "0",
        "COUP_WINDOW_FLOOR": "0",
        "COUP_PICTURES": "off",
    }
    async with (
        launched(tmp_path, "--processes", "2", **variables) as (process, page, _),
        Sandbox.connect(page) as sandbox,
    ):
        assert process.stdout
        text = "".join([(await process.stdout.readline()).decode() for _ in range(3)])
        pids = dict(re.findall(r"^(Bot \d) is process (\d+)", text, re.MULTILINE))
        assert list(pids) == ["Bot 1", "Bot 2"]
        names = [guild["name"] for guild in (await sandbox.state())["guilds"]]
        players = await asyncio.gather(*(seated(sandbox, name) for name in names))
        os.kill(int(pids["Bot 2"]), signal.SIGKILL)
        said = (await process.stdout.readline()).decode()
        assert said.startswith(f"Bot 2 (process {pids['Bot 2']}) was ended by signal 9. The others take over")
        await asyncio.gather(*(plays_on(ana) for ana in players))
        process.terminate()
        assert await process.wait() == 0
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # no process that it started is left


def test_an_old_file_that_cannot_be_removed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["bot.launch"])
    for port in range(launcher.FIRST_PORT, launcher.FIRST_PORT + launcher.PORTS_TRIED):
        Path("var", f"sandbox-{port}.sqlite3").mkdir(parents=True)
    assert launcher.main() == 1
    assert re.fullmatch(r"var/sandbox-\d+\.sqlite3 cannot be removed: .+\.\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "apt install postgresql"),
        (
            {"COUP_DATABASE": "postgresql://coup:opensesame@127.0.0.1:1/coup"},
            "The database postgresql://coup@127.0.0.1:1/coup cannot be reached: connection failed: ",
        ),
        ({"DISCORD_TOKEN": "a-token"}, "start each of them with `python -m bot`"),
    ],
)
def test_several_processes_without_postgresql_end_with_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variables: dict[str, str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["bot.launch", "--processes", "3"])
    monkeypatch.setattr("bot.launch.postgresql._installed", list)  # a machine without PostgreSQL
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert launcher.main() == 1
    told = capsys.readouterr().err
    assert sentence in told
    assert "opensesame" not in told


@pytest.mark.parametrize("given", ["0", "17", "many", ""])
def test_an_impossible_number_of_processes_is_refused(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bot.launch", "--processes", given])
    with pytest.raises(SystemExit):
        launcher.main()
    assert f"{given!r} is no number from 1 to 16\n" in capsys.readouterr().err


def test_make_run_without_python_names_what_is_missing(tmp_path: Path) -> None:
    make = shutil.which("make") or pytest.skip("there is no make")
    (tmp_path / "pyproject.toml").touch()
    shell = tmp_path / "bin" / "sh"
    shell.parent.mkdir()
    shell.symlink_to("/bin/sh")
    told = subprocess.run(
        [make, "-f", ROOT.parent / "Makefile", "run"],
        cwd=tmp_path, env={"PATH": str(shell.parent)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "python3: No such file or directory" in told.stderr or "python3: not found" in told.stderr
    assert "ignored" not in told.stderr
