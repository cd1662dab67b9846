"""`python -m tests.benchmarks.table_counts [tree ...]`: CPU time of a decision with 24, 200 and 1,000 tables.

Members decide at a fixed rate, at random moments, at PLAYED tables that were begun for this figure; all others are
loaded. So the clicks are alike, however many tables there are: as many at each table, as far into its game, and by
members who have all looked at their hands before. Each `tree` is a checkout of the project whose bot is measured,
by default this one.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.click_rate import QuickPlayer, begin_games, say
from tests.benchmarks.clicks import RATE, deciding, looking, on
from tests.benchmarks.subjects import subject
from tests.harness.processes.forked_process import ROOT

TABLES = (24, 200, 1_000)
PLAYED = 24
ROUNDS = 2
SECONDS = 10.0
"""Length of each measurement."""


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


if __name__ == "__main__":
    asyncio.run(main([Path(tree).resolve() for tree in sys.argv[1:]] or [ROOT]))
