"""`make run` without a token, as a newcomer meets it: one command, one address, one Ctrl-C."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

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
