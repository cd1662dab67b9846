"""`python -m tests.benchmarks.tables [tree ...]`: CPU time of decisions with 24, 200 and 1,000 tables, and of idle
minutes.

Members decide at a fixed rate, at random moments, at PLAYED tables that were begun for this figure; all others
are loaded. So the clicks are alike, however many tables there are: as many at each table, as far into its game,
and by members who have all looked at their hands before. In the idle minutes the bot has forgotten all tables;
their deadlines are hours away. Each `tree` is a checkout of the project whose bot is measured, by default this
one.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bot.tables.schedule import POLL_SECONDS
from bot.tables.table import UNUSED_SECONDS
from tests.benchmarks.click_rate import QuickPlayer, begin_games, cpu_seconds, say
from tests.benchmarks.clicks import RATE, deciding, looking, on
from tests.benchmarks.subjects import subject
from tests.harness.processes.forked_process import ROOT

TABLES = (24, 200, 1_000)
PLAYED = 24
ROUNDS = 2
SECONDS = 10.0
"""Length of each measurement of decisions."""
SETTLED = UNUSED_SECONDS + 2 * POLL_SECONDS
"""Seconds to wait after the last decision, until the bot has forgotten its table."""
MINUTES = 3


async def main(trees: Sequence[Path]) -> None:
    """Measures and prints."""
    for tree in trees:
        async with subject(str(tree), "bot", tree=tree, COUP_PICTURES="off") as bot:
            begun = 0
            for number in TABLES:
                await begin_games(bot.sandbox, number - PLAYED - begun, f"Up to {number}", kind=QuickPlayer)
                tables = await begin_games(bot.sandbox, PLAYED, f"Played beside {number}", kind=QuickPlayer)
                begun = number
                await looking([on("My hand", player.member) for table in tables for player in table])
                for _ in range(ROUNDS):
                    await bot.measure(f"a decision beside {number} tables", deciding(tables, RATE, SECONDS))
            for what, figures in bot.figures.items():
                say(f"{bot.name}: {what}: {figures}")
            await asyncio.sleep(SETTLED)  # time must pass until tables are forgotten, and no event reports it
            minutes = list[float]()
            for _ in range(MINUTES):
                before = cpu_seconds(bot.process)
                await asyncio.sleep(60)  # the minute that is measured
                minutes.append(1000 * (cpu_seconds(bot.process) - before))
            times = ", ".join(f"{milliseconds:.1f}" for milliseconds in minutes)
            say(f"{bot.name}: an idle minute with {begun} games: {median(minutes):.1f} ms of CPU ({times})")


if __name__ == "__main__":
    asyncio.run(main([Path(tree).resolve() for tree in sys.argv[1:]] or [ROOT]))
