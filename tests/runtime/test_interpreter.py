"""The interpreter's settings: with and without uvloop, while the program is imported and afterwards."""

import asyncio
import gc
import signal
import sys
from pathlib import Path

import pytest

from bot.runtime import interpreter
from sandbox.driver import Sandbox
from tests.harness.processes.forked_process import ROOT


def test_uvloop_is_used_where_it_is_installed() -> None:
    uvloop = pytest.importorskip("uvloop")
    with asyncio.Runner(loop_factory=interpreter.loop_factory()) as runner:
        assert isinstance(runner.get_loop(), uvloop.Loop)


def test_without_uvloop_the_loop_is_that_of_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert interpreter.loop_factory() is None


@pytest.mark.slow
async def test_the_bot_answers_and_stops_without_uvloop(tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("raise ImportError")
    async with Sandbox.start() as sandbox:
        settings = {
            "DISCORD_TOKEN": "made-up",
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "PYTHONPATH": str(ROOT),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=tmp_path, env=settings, stderr=asyncio.subprocess.PIPE
        )
        try:
            await sandbox.ready("coup")
            ana = await sandbox.member("Ana")
            await ana.slash("coup new")
            await ana.sees("A table of Coup")
            process.send_signal(signal.SIGTERM)
            _, log = await process.communicate()
            assert process.returncode == 0
            assert "Traceback" not in log.decode()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def test_garbage_is_collected_again_after_the_imports() -> None:
    try:
        with interpreter.without_garbage_collection():
            assert not gc.isenabled()
        assert gc.isenabled()
    finally:
        gc.unfreeze()
