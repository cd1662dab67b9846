"""`python -m tests.benchmarks.processes [seconds]`: compares one process with three, on both databases.

First it measures the decisions and clicks per CPU second of all bot processes together: on SQLite, on PostgreSQL,
and on PostgreSQL with three processes. Then it measures how long acknowledgements take on SQLite, and on
PostgreSQL with three processes, at 200 clicks a second over 500 tables with a minimum window time of 0. Members,
sandbox and PostgreSQL run on the same machine, but their CPU time is not counted.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from sandbox.driver import Sandbox
from tests.benchmarks.click_rate import Metronome, begin_games, count_decisions, cpu_seconds, play_on, say
from tests.harness.processes.bot import Bot, running
from tests.harness.processes.postgresql_server import NoServer, Server

SECONDS = 20.0
TABLES = 24
MANY = 500
CLICKS = 200.0
"""Clicks a second over the MANY tables."""
PROCESSES = 3


@asynccontextmanager
async def serving(database: str, processes: int) -> AsyncGenerator[tuple[Sandbox, list[Bot]]]:
    """A sandbox with one shard for each process of the bot."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(
            Sandbox.spawn("--no-limits", "--shards", str(processes), "--guilds", str(processes))
        )
        settings: dict[str, Any] = {"COUP_CLUSTER": "auto"} if processes > 1 else {}
        bots = [await stack.enter_async_context(running(sandbox, database, **settings)) for _ in range(processes)]
        await sandbox.ready("coup")
        if processes > 1:
            for bot in bots:
                await bot.until(
                    lambda bot=bot: bot.log.count("served from here") > bot.log.count("served by another")
                )
        yield sandbox, bots


async def throughput(database: str, processes: int, seconds: float) -> str:
    """Clicks as fast as the bots ask; returns decisions and clicks per second of their CPU time."""
    async with serving(database, processes) as (sandbox, bots):
        tables = await begin_games(sandbox, TABLES)

        def cpu() -> float:
            return sum(cpu_seconds(bot.process.pid) for bot in bots)

        taken, used = count_decisions(database), cpu()
        metronome = Metronome(None, seconds)
        await asyncio.gather(*(play_on(players, metronome) for players in tables))
        taken, used = count_decisions(database) - taken, cpu() - used
        clicks = sum(len(player.seconds) for players in tables for player in players)
        return f"{taken / used:.0f} decisions, {clicks / used:.0f} clicks per CPU second ({clicks} clicks)"


async def latency(database: str, processes: int, seconds: float) -> str:
    """Clicks at many tables at a steady rate; returns how long the acknowledgements took."""
    async with serving(database, processes) as (sandbox, _):
        tables = await begin_games(sandbox, MANY)
        for players in tables:
            for player in players:
                player.seconds.clear()
        metronome = Metronome(CLICKS, seconds)
        ends = await asyncio.gather(*(play_on(players, metronome) for players in tables), return_exceptions=True)
        times = sorted(second for players in tables for player in players for second in player.seconds)
        failed = sum(end is not None for end in ends)
        return (
            f"p50 {1000 * times[len(times) // 2]:.1f} ms, p99 {1000 * times[len(times) * 99 // 100]:.1f} ms, "
            f"worst {1000 * times[-1]:.0f} ms ({len(times) / seconds:.0f} clicks/s, {failed} tables failed)"
        )


async def main(seconds: float) -> None:
    """Measures and prints."""
    try:
        server = Server.found()
    except NoServer as error:
        sys.exit(f"This needs PostgreSQL: {error}")
    with tempfile.TemporaryDirectory() as folder:
        places: list[tuple[str, Callable[[], str], int]] = [
            ("SQLite, 1 process", lambda: str(Path(folder) / f"{len(list(Path(folder).iterdir()))}.sqlite3"), 1),
            ("PostgreSQL, 1 process", server.schema, 1),
            (f"PostgreSQL, {PROCESSES} processes", server.schema, PROCESSES),
        ]
        try:
            for name, database, processes in places:
                say(f"{name}: {await throughput(database(), processes, seconds)}")
            for name, database, processes in places[::2]:
                say(f"{name}, {MANY} tables: {await latency(database(), processes, seconds)}")
        finally:
            server.remove()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
