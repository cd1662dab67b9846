"""`python -m tests.benchmarks.clicks [seconds]`: how fast the bot answers clicks, and what they cost.

There are four measurements. First, members play at many tables by buttons. They click at random moments, at a
fixed total rate, and the sandbox times each click from its delivery to its acknowledgement. Second, the members
click as soon as they are asked; this measures how many decisions the bot takes in a second of CPU time. Third,
games among members are played to their end, and every request of the bot is counted. Last, two bare bots answer
clicks, for comparison.
"""

import asyncio
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from bot.settings import Settings
from sandbox.driver import Sandbox
from tests.benchmarks import bare_bot
from tests.benchmarks.click_rate import Metronome, begin_game, cpu_seconds, play_on, say
from tests.harness.players import play
from tests.harness.processes import Bot, running

SECONDS = 20.0
CLICKS = 50.0
"""Clicks a second, over all tables."""
TABLES = 24
GAMES = {2: 8, 3: 6, 6: 3}
"""How many games are played to count requests, by the number of players."""
FLOORS = (0.0, Settings.model_fields["coup_window_floor"].default)
"""The minimum window times to measure with, in seconds: none, and the default."""


async def latency(sandbox: Sandbox, seconds: float) -> None:
    """Clicks at many tables for some seconds, and prints how long the acknowledgements took."""
    tables = [await begin_game(sandbox, f"Server {number}") for number in range(TABLES)]
    metronome = Metronome(CLICKS, seconds)
    await asyncio.gather(*(play_on(players, metronome) for players in tables))
    times = sorted(second for players in tables for player in players for second in player.seconds)
    say(
        f"click to acknowledgement: p50 {1000 * times[len(times) // 2]:.2f} ms, "
        f"p99 {1000 * times[len(times) * 99 // 100]:.2f} ms, worst {1000 * times[-1]:.2f} ms "
        f"({len(times)} clicks at {TABLES} tables, {len(times) / seconds:.0f}/s)"
    )


async def throughput(sandbox: Sandbox, bot: Bot, database: Path, seconds: float) -> None:
    """Clicks as fast as the bot asks for some seconds, and prints how many decisions it took per second of CPU
    time.
    """
    tables = [await begin_game(sandbox, f"Fast server {number}") for number in range(TABLES)]
    before, cpu = decisions(database), cpu_seconds(bot.process.pid)
    metronome = Metronome(None, seconds)
    await asyncio.gather(*(play_on(players, metronome) for players in tables))
    taken, cpu = decisions(database) - before, cpu_seconds(bot.process.pid) - cpu
    clicks = sum(len(player.seconds) for players in tables for player in players)
    say(f"decisions per CPU second: {taken / cpu:.0f} ({taken} decisions, {clicks} clicks, {cpu:.1f} s of CPU)")


def decisions(database: Path) -> int:
    """Returns the number of decisions in a database."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM decisions").fetchone()[0]


async def requests(floor: float) -> None:
    """Plays games among members who answer at once, with a minimum window time; prints the requests per click."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        async with Sandbox.spawn() as sandbox, running(sandbox, database, COUP_WINDOW_FLOOR=str(floor)):
            await sandbox.ready("coup")
            await _requests(sandbox, floor)


async def _requests(sandbox: Sandbox, floor: float) -> None:
    for seats, games in GAMES.items():
        tables = [await begin_game(sandbox, f"Server {game} of {seats}", seats) for game in range(games)]
        await sandbox.clear_requests()
        await asyncio.gather(*(play(players) for players in tables))
        counts: Counter[str] = Counter()
        for request, count in (await sandbox.requests()).items():
            counts[request.split("/")[0] if "messages" in request else "answer"] += count
        clicks = sum(player.clicks for players in tables for player in players)
        say(
            f"requests per click, floor {floor:g} s, {seats} members: {counts.total() / clicks:.2f} "
            f"({games} games, {clicks} clicks: {counts['answer']} answers, {counts['POST ']} cards posted, "
            f"{counts['PATCH ']} edited, {counts['DELETE ']} deleted)"
        )


async def main(seconds: float) -> None:
    """Measures and prints."""
    for floor in FLOORS:
        await requests(floor)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        async with Sandbox.spawn() as sandbox, running(sandbox, database) as bot:
            await sandbox.ready("coup")
            await latency(sandbox, seconds)
            await throughput(sandbox, bot, database, seconds)
    say("bare bots, for comparison, clicked by eight as fast as they answer and by one alone:")
    await bare_bot.measure()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
