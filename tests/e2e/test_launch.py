"""`make run` without a token, as a newcomer meets it: one command, one address, one Ctrl-C."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from sandbox.driver import Sandbox
from tests.bot.process import PATIENCE, ROOT


async def test_ctrl_c_ends_a_game_in_the_sandbox_without_a_trace(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.launch",
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT), "COUP_AI_PAUSE": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            said = (await process.stdout.readline() + await process.stdout.readline()).decode()
            page = next(word for word in said.split() if word.startswith("http://")).rstrip("/:")
            async with Sandbox.connect(page) as sandbox:
                ana = await sandbox.member("Ana")
                await ana.sees("A table of Coup", timeout=PATIENCE)
                await ana.click("Start")
                await ana.sees("Turn 1")
                # A terminal sends the signal to everything that runs in it.
                os.killpg(process.pid, signal.SIGINT)
                _, complaints = await process.communicate()
        assert process.returncode == 0
        assert "Traceback" not in complaints.decode(), complaints.decode()
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
