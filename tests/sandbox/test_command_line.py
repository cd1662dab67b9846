"""`python -m sandbox`: its first line, a port that is taken, and its end at SIGTERM."""

import asyncio
import signal
import sys

import pytest

from sandbox.driver import Sandbox


@pytest.mark.slow
async def test_the_sandbox_names_its_address_and_stops_at_sigterm():
    async def run(*arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "sandbox",
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    first = await run("--port", "0")
    assert first.stdout
    line = (await first.stdout.readline()).decode()
    assert "a local stand-in for Discord (not Discord)" in line
    address = line.split()[-1]
    second = await run("--port", address.rsplit(":", 1)[-1])
    _, stderr = await second.communicate()
    assert second.returncode == 1
    assert stderr.decode().startswith("The sandbox cannot listen on 127.0.0.1:")
    async with Sandbox.connect(address) as sandbox:
        await sandbox.member("Ana")
        first.send_signal(signal.SIGTERM)
        assert await first.wait() == 0
