"""`python -m tests.benchmarks.store [URL]`: CPU time to save a decision on SQLite, or on the PostgreSQL database
of a URL.
"""

import asyncio
import resource
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import time_ns

from bot.runtime.interpreter import SWITCH_SECONDS
from bot.store import Store
from bot.store.address import Address, parse
from bot.store.rows import GameRow, Seat
from tests.store.rows import playing, step

TABLES, ALONE, GROUPS, SLICES = 11, 300, 60, 5


def used() -> float:
    """CPU seconds of this process so far, over all its threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def measured(address: Address) -> tuple[float, float]:
    """The CPU seconds of a single decision, and of a decision in a group of ten.

    Both are the least of several runs, because the machine may be busy.
    """
    store = await Store.open(address)
    channel = time_ns()  # an id that no table of an existing database has
    rows = [playing(channel + number) for number in range(TABLES)]
    rows = [replace(row, id=await store.games.add(row)) for row in rows]

    async def decide(row: GameRow) -> None:
        seats = {0: Seat(7, "Ana", missed=row.decisions % 2)}  # three statements, as most decisions need
        await store.games.save_decisions(step(row.id, row.decisions, "act income", seats=seats))
        rows[rows.index(row)] = replace(row, decisions=row.decisions + 1)

    alone, together = list[float](), list[float]()
    for _ in range(SLICES):
        began = used()
        for _ in range(ALONE):
            await decide(rows[0])
        alone.append((used() - began) / ALONE)
        began = used()
        for _ in range(GROUPS):
            await asyncio.gather(*map(decide, rows[1:]))
        together.append((used() - began) / GROUPS / (TABLES - 1))
    await store.close()
    return min(alone), min(together)


def main() -> None:
    """Prints what a decision costs."""
    sys.setswitchinterval(SWITCH_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        address = parse(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "bench.sqlite3"
        alone, together = asyncio.run(measured(address))
    engine = "SQLite" if isinstance(address, Path) else "PostgreSQL"
    sys.stdout.write(
        f"{engine}: {alone * 1e6:.0f} µs of CPU a decision saved alone, {together * 1e6:.0f} in a group of ten\n"
    )


if __name__ == "__main__":
    main()
