"""What the benchmarks measure: bots, each with a process and a sandbox of its own, and the cost of their clicks.

A bot may come from another checkout of the project, so that a change can be compared with the state before it.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from sandbox.driver import Sandbox
from tests.benchmarks.click_rate import Metronome, cpu_seconds
from tests.harness.processes.forked_process import ROOT

SETTLE_SECONDS = 4.0
"""Seconds after the last click in which the bot sends what is left to send; this CPU time counts too."""

Click = Callable[[], Awaitable[float]]
"""Clicks once; returns the seconds until the acknowledgement."""


@dataclass
class Figures:
    """What clicks have cost a bot in several measurements."""

    cpu: list[float] = field(default_factory=list[float])
    """The CPU seconds of a click in each measurement."""
    requests: int = 0
    seconds: list[float] = field(default_factory=list[float])
    """The time from each click to its acknowledgement."""

    @property
    def microseconds(self) -> float:
        """CPU time of a click: the median of the measurements."""
        return 1e6 * median(self.cpu)

    @property
    def requests_each(self) -> float:
        """Requests of a click."""
        return self.requests / len(self.seconds)

    def __str__(self) -> str:
        return f"{self.microseconds:.0f} µs, {self.requests_each:.2f} requests ({len(self.seconds)} times)"

    def milliseconds(self, share: float) -> float:
        """The time within which this share of the clicks was acknowledged."""
        return 1000 * sorted(self.seconds)[int(share * (len(self.seconds) - 1))]


@dataclass
class Subject:
    """A bot that is measured."""

    name: str
    sandbox: Sandbox
    process: int
    database: str
    figures: dict[str, Figures] = field(default_factory=dict[str, Figures])

    async def measure(
        self, what: str, work: Awaitable[Sequence[float]], settle_seconds: float = SETTLE_SECONDS
    ) -> None:
        """Waits until `work` has clicked, and adds what its clicks have cost to the figures of `what`."""
        await self.sandbox.clear_requests()
        cpu = cpu_seconds(self.process)
        seconds = list(await work)
        await asyncio.sleep(settle_seconds)
        figures = self.figures.setdefault(what, Figures())
        figures.cpu.append((cpu_seconds(self.process) - cpu) / len(seconds))
        figures.requests += await requests(self.sandbox)
        figures.seconds += seconds


async def requests(sandbox: Sandbox) -> int:
    """The number of requests about messages and interactions since `Sandbox.clear_requests`."""
    return sum(
        count for route, count in (await sandbox.requests()).items() if not route.startswith("GET /gateway")
    )


async def clicking(clicks: Sequence[Click], rate: float, seconds: float) -> list[float]:
    """Makes clicks at this rate, at random moments. Returns the times to their acknowledgements."""
    metronome = Metronome(rate, seconds)
    times: list[float] = []

    async def repeat(click: Click) -> None:
        while True:
            await metronome.wait(1)
            if metronome.ended:
                return
            times.append(await click())

    await asyncio.gather(*map(repeat, clicks))
    return times


@asynccontextmanager
async def subject(
    name: str, *command: str, tree: Path = ROOT, until: str = "", **variables: str
) -> AsyncGenerator[Subject]:
    """Runs a bot as `python -m` with this command in a folder, connected to a sandbox.

    The command may name the sandbox's addresses and the database as `{api}`, `{gateway}` and `{database}`. The
    settings are the default ones and `variables`, except that windows close at once. The bot is measured when its
    log contains `until`.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/coup.sqlite3"
        async with Sandbox.spawn() as sandbox:
            places = {"api": sandbox.api_url, "gateway": sandbox.gateway_url, "database": database}
            environment = os.environ | {
                "PYTHONPATH": str(tree),
                "DISCORD_TOKEN": "made-up",
                "DISCORD_API_URL": sandbox.api_url,
                "DISCORD_GATEWAY_URL": sandbox.gateway_url,
                "DISCORD_CDN_URL": sandbox.page_url,
                "COUP_DATABASE": database,
                "COUP_WINDOW_FLOOR": "0",
                **variables,
            }
            log = Path(folder) / "log"
            with log.open("wb") as stderr:
                process = await asyncio.create_subprocess_exec(
                    tree / ".venv/bin/python",
                    "-m",
                    *(part.format(**places) for part in command),
                    cwd=tree,
                    env=environment,
                    stderr=stderr,
                )
            try:
                await sandbox.ready()
                while until not in log.read_text():  # noqa: ASYNC110 - no event reports a new line
                    await asyncio.sleep(1)
                yield Subject(name, sandbox, process.pid, database)
            finally:
                process.terminate()
                await process.wait()
