"""`python -m tests.benchmarks.table_counts [tree ...]`: CPU time of a decision with 24, 200 and 1,000 tables.

Members of all tables decide at a fixed rate, at random moments. Each `tree` is a checkout of the project whose bot
is measured, by default this one. The more tables there are, the longer each waits for its next decision, and the
more often a message is posted again instead of being edited, so the requests of a decision are printed as well.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.click_rate import QuickPlayer, begin_games, say
from tests.benchmarks.clicks import RATE, SECONDS, deciding
from tests.benchmarks.subjects import subject
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.forked_process import ROOT

TABLES = (24, 200, 1_000)
ROUNDS = 2


async def main(trees: Sequence[Path]) -> None:
    """Measures and prints."""
    for tree in trees:
        async with subject(str(tree), "bot", tree=tree, COUP_PICTURES="off") as bot:
            tables = list[list[HumanPlayer]]()
            for number in TABLES:
                tables += await begin_games(bot.sandbox, number - len(tables), f"Up to {number}", kind=QuickPlayer)
                for _ in range(ROUNDS):
                    await bot.measure(f"a decision beside {number} tables", deciding(tables, RATE, SECONDS))
            for what, figures in bot.figures.items():
                say(f"{bot.name}: {what}: {figures}")


if __name__ == "__main__":
    asyncio.run(main([Path(tree).resolve() for tree in sys.argv[1:]] or [ROOT]))
