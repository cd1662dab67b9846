"""How long it takes to get pictures: `python -m tests.benchmarks.pictures`.

Meanwhile a task wakes every millisecond. It records how late it wakes (gap), and for how much of that time the
thread of the event loop was working (busy). Other work on the machine makes the gaps longer. All figures are
milliseconds.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from bot.pictures.files import NAMES
from bot.pictures.source import PictureSource
from bot.stats.game_history import GameHistory
from engine import Game
from tests.harness.played_tables import a_table, played

PICTURES = 20


class Gaps:
    """The longest time between two iterations of the event loop, and the longest working time of an iteration."""

    def __init__(self) -> None:
        self.longest = self.busiest = 0.0

    async def watch(self) -> None:
        """Wakes every millisecond until it is cancelled."""
        before, worked = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(0.001)  # the delay is what is measured
            self.longest = max(self.longest, time.perf_counter() - before - 0.001)
            self.busiest = max(self.busiest, time.thread_time() - worked)
            before, worked = time.perf_counter(), time.thread_time()


@asynccontextmanager
async def watched():
    """Measures the gaps of the event loop while the block runs."""
    gaps = Gaps()
    watch = asyncio.create_task(gaps.watch())
    await asyncio.sleep(0.05)  # until the task is watching, and earlier work has ended
    gaps.longest = gaps.busiest = 0.0
    yield gaps
    watch.cancel()


async def measure(name: str, draw: Callable[[int], Awaitable[bytes]], times: int = PICTURES) -> None:
    """Prints how long a kind of picture takes, and the longest gap in the event loop meanwhile."""
    took: list[float] = []
    size = 0
    async with watched() as gaps:
        for number in range(times):
            began = time.perf_counter()
            size = max(size, len(await draw(number)))
            took.append(1000 * (time.perf_counter() - began))
    figures = (median(took), max(took), 1000 * gaps.longest, 1000 * gaps.busiest)
    sys.stdout.write(f"{name:34}{''.join(f'{figure:8.1f}' for figure in figures)}{size / 1024:8.0f}\n")


def finished() -> Iterator[Game]:
    """Games of six players: the longest that random players produce."""
    games: list[Game] = []
    for seed in range(200):
        table = a_table("classic", 6, {}, seed=seed)
        for _ in played(table, seed, most=2000):
            pass
        if table.state.game is not None:
            games.append(table.state.game)
    yield from sorted(games, key=lambda game: -game.seq)


async def main(folder: Path) -> None:
    """Prints a line for each kind of picture."""
    sys.stdout.write(f"{'':34}{'median':>8}{'longest':>8}{'gap':>8}{'busy':>8}{'KiB':>8}\n")
    source, games = PictureSource(folder), list(finished())[:PICTURES]

    async def draw_missing(_: int) -> bytes:
        await source.draw_missing()
        return b""

    await measure(f"the first start: {len(NAMES)} files", draw_missing, 1)
    await measure("a later start", draw_missing)
    await measure("a file", lambda number: source.read(NAMES[number]))
    await measure("a chart, with the worker's start", lambda _: source.chart(GameHistory.of(games[0].record())), 1)
    turns = GameHistory.of(games[0].record()).turns
    await measure(
        f"a chart of six, up to {turns} turns", lambda number: source.chart(GameHistory.of(games[number].record()))
    )
    await measure("no picture: the machine's own", lambda _: asyncio.sleep(0.04, b""))
    await source.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(main(Path(temporary)))
