"""`python -m tests.benchmarks.idle [tree ...]`: CPU time of a minute with a thousand games in which nobody plays.

Each `tree` is a checkout of the project whose bot is measured, by default this one. All are measured at once. The
games are copies of a few that were played, and their deadlines are hours away. The measurement begins when the bot
has nothing left to do for its start.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from sandbox.driver import Sandbox
from tests.benchmarks.click_rate import cpu_seconds, say
from tests.benchmarks.start_time import PLAYED, SETTLED, begin, lay
from tests.benchmarks.subjects import Subject, subject
from tests.harness.processes.forked_process import ROOT

GAMES = 1_000
MINUTES = 3


async def fill(tree: Path, database: Path, sandbox: Sandbox) -> None:
    """Makes a database with a thousand games on a server of the sandbox."""
    async with subject(
        tree.name, "bot", tree=tree, database=database, sandbox=sandbox, COUP_PICTURES="off"
    ) as bot:
        for channel in PLAYED:
            if channel not in (await bot.sandbox.first_member()).channels:
                await bot.sandbox.add_channel(channel)
        await begin(bot.sandbox)
    await sandbox.offline()
    lay(str(database), GAMES, [])


async def main(trees: Sequence[Path]) -> None:
    """Measures and prints."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        databases = [folder / f"{number}.sqlite3" for number in range(len(trees))]
        bots: list[Subject] = []
        for tree, database in zip(trees, databases, strict=True):
            sandbox = await stack.enter_async_context(Sandbox.spawn())
            await fill(tree, database, sandbox)
            measured = subject(
                str(tree), "bot", tree=tree, database=database, sandbox=sandbox, COUP_WINDOW_FLOOR="1.5"
            )
            bots.append(await stack.enter_async_context(measured))
        await asyncio.sleep(SETTLED)  # no event reports that a start has ended
        minutes = [list[float]() for _ in bots]
        for _ in range(MINUTES):
            used = [cpu_seconds(bot.process) for bot in bots]
            await asyncio.sleep(60)  # the minute that is measured
            for bot, before, each in zip(bots, used, minutes, strict=True):
                each.append(1000 * (cpu_seconds(bot.process) - before))
        for bot, each in zip(bots, minutes, strict=True):
            times = ", ".join(f"{milliseconds:.1f}" for milliseconds in each)
            say(f"{bot.name}: an idle minute with {GAMES} games: {median(each):.1f} ms of CPU ({times})")


if __name__ == "__main__":
    asyncio.run(main([Path(tree).resolve() for tree in sys.argv[1:]] or [ROOT]))
