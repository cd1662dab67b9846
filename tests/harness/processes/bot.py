"""Runs the bot as its operator does, in a separate process, connected to a sandbox."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sandbox.driver import Sandbox
from tests.harness.processes.forked_process import NO_CONSTANTS, ROOT, Fork
from tests.harness.waiting import TIMEOUT_SECONDS

SHORT_REQUESTS = {"bot.delivery.requests.REQUEST_SECONDS": 2.0}
"""The bot gives up a request to Discord after 2 seconds instead of 15."""
UNSPACED = {
    "bot.cluster.membership.REQUESTS_SECONDS": 0.0,
    "bot.delivery.table_message.request_loop.BURST_SECONDS": 0.0,
}
"""In a sandbox without rate limits, the bot does not space its requests."""


class Bot:
    """A process of the bot; its output is collected in `log`."""

    def __init__(self, process: Fork) -> None:
        self.process = process
        self.log = ""
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def says(self, text: str, *, times: int = 1) -> None:
        """Waits until the log contains a text this many times."""
        await self.until(lambda: self.log.count(text) >= times)

    async def until(self, condition: Callable[[], bool], *, within: float = TIMEOUT_SECONDS) -> None:
        """Waits until a condition on the log holds."""
        async with asyncio.timeout(within):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def end(self, *, kill: bool = False) -> int:
        """Stops the process, by SIGTERM or SIGKILL. Returns its exit code."""
        self.process.kill() if kill else self.process.terminate()
        return await self.ended()

    async def ended(self) -> int:
        """Waits until the process has ended. Returns its exit code."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            code = await self.process.wait()
            await self._reading
        return code

    async def _read(self) -> None:
        async for line in self.process.stderr:
            self.log += line.decode()
            self._changed.set()


def unused_port() -> int:
    """Returns a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def start(
    sandbox: Sandbox,
    database: Path | str,
    *arguments: str,
    constants: Mapping[str, Any] = NO_CONSTANTS,
    **variables: str,
) -> Bot:
    """Starts the bot, connected to a sandbox, with settings that save time in tests; for `constants` see
    `Fork.start`.
    """
    constants = {"bot.gateway.interaction_routing.RESPONSE_SECONDS": TIMEOUT_SECONDS} | dict(constants)
    if sandbox.server is not None and sandbox.server.api.limits.off:
        constants = UNSPACED | dict(constants)
    environment = os.environ | {
        "DISCORD_TOKEN": "made-up",
        "DISCORD_API_URL": sandbox.api_url,
        "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        "DISCORD_CDN_URL": sandbox.page_url,
        "COUP_DATABASE": str(database),
        "COUP_WINDOW_FLOOR": "0",
        "COUP_AI_PAUSE": "0",
        "COUP_PICTURES": "off",  # otherwise each bot would draw sixty emojis and upload them
        **variables,
    }
    return Bot(await Fork.start(arguments, environment, ROOT, constants=constants))


@asynccontextmanager
async def running(
    sandbox: Sandbox,
    database: Path | str,
    *arguments: str,
    constants: Mapping[str, Any] = NO_CONSTANTS,
    **variables: str,
) -> AsyncIterator[Bot]:
    """Runs the bot with a sandbox, and kills it at the end if it still runs."""
    bot = await start(sandbox, database, *arguments, constants=constants, **variables)
    try:
        yield bot
    finally:
        await bot.end(kill=True)


@asynccontextmanager
async def serving(
    sandbox: Sandbox, database: Path | str, *, constants: Mapping[str, float] = NO_CONSTANTS, **variables: str
) -> AsyncIterator[Bot]:
    """Runs the bot as `running` does, once its commands can be used."""
    async with running(sandbox, database, constants=constants, **variables) as bot:
        await sandbox.ready("coup")
        yield bot


@asynccontextmanager
async def launched(
    folder: Path, *arguments: str, **variables: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str, str]]:
    """Runs what `make run` starts without a token: yields the process, the page's address, and its first output.

    Its stderr can be read from the process. At the end everything is stopped, even after an error.
    """
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.launch",
        *arguments,
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT), **variables},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            said = (await process.stdout.readline() + await process.stdout.readline()).decode()
        yield process, next(word for word in said.split() if word.startswith("http://")).rstrip("/:"), said
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), TIMEOUT_SECONDS)
            except TimeoutError:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
