"""`python -m tests.benchmarks.idle [tree ...]`: CPU time of a minute with a thousand games in which nobody plays.

Each `tree` is a checkout of the project whose bot is measured, by default this one. All are measured at once. The
games have begun minutes ago, each on a server of its own; their deadlines are hours away.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from bot.tables.schedule import POLL_SECONDS
from bot.tables.table import UNUSED_SECONDS
from tests.benchmarks.click_rate import begin_games, cpu_seconds, say
from tests.benchmarks.subjects import subject
from tests.harness.processes.forked_process import ROOT

GAMES = 1_000
SETTLED = UNUSED_SECONDS + 2 * POLL_SECONDS
"""Seconds to wait after the last game has begun, until the bot has forgotten it."""
MINUTES = 3


async def main(trees: Sequence[Path]) -> None:
    """Measures and prints."""
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(
                subject(str(tree), "bot", tree=tree, COUP_WINDOW_FLOOR="1.5", COUP_PICTURES="off")
            )
            for tree in trees
        ]
        for bot in bots:
            await begin_games(bot.sandbox, GAMES, seats=2)
        await asyncio.sleep(SETTLED)  # time must pass until tables are forgotten, and no event reports it
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
