"""`make run` without a token, as a newcomer meets it: one command, one address, one Ctrl-C."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.launch import __main__ as launcher
from sandbox.driver import Sandbox
from tests.bot.process import PATIENCE, launched


async def start_the_game_that_is_laid(sandbox: Sandbox) -> None:
    ana = await sandbox.member("Ana")
    await ana.sees("A table of Coup", timeout=PATIENCE)
    await ana.click("Start")
    await ana.sees("Turn 1")


async def test_two_launched_at_once_each_play_their_own_game_and_stop(tmp_path: Path) -> None:
    async def play() -> str:
        async with launched(tmp_path) as (process, page, said):
            assert "local stand-in" in said
            async with Sandbox.connect(page) as sandbox:
                await start_the_game_that_is_laid(sandbox)
            process.terminate()
            assert await process.wait() == 0
            with pytest.raises(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # nothing that it started is left
            return page

    one, other = await asyncio.gather(play(), play())
    assert one != other


async def test_ctrl_c_ends_a_game_in_the_sandbox_without_a_trace(tmp_path: Path) -> None:
    async with launched(tmp_path, COUP_AI_PAUSE="0") as (process, page, _), Sandbox.connect(page) as sandbox:
        await start_the_game_that_is_laid(sandbox)
        # A terminal sends the signal to everything that runs in it.
        os.killpg(process.pid, signal.SIGINT)
        _, complaints = await process.communicate()
        assert process.returncode == 0
        assert "Traceback" not in complaints.decode(), complaints.decode()


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "Install PostgreSQL"),
        ({"COUP_DATABASE": "postgresql://coup:opensesame@127.0.0.1:1/coup"}, "COUP_DATABASE (postgresql://coup@"),
        ({"DISCORD_TOKEN": "a-token"}, "start each of them with `python -m bot`"),
    ],
)
def test_what_several_processes_lack_is_said(
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
