"""`python -m tests.e2e.bench [seconds]`: how fast the bot answers clicks in the sandbox, and what they cost.

Members play at many tables by buttons, together so many clicks a second, at moments that know nothing of each
other; each click is timed by the sandbox, from delivery to acknowledgement. Then they click as soon as they
are asked, and the decisions are counted that the bot takes in a second of CPU time. Games among members are played
alone, and every request of the bot is counted. Last, two bare bots answer clicks in the same way, as a measure for
ours.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from bot.settings import Settings
from sandbox.driver import DriverError, Sandbox
from tests.e2e.players import Player, play, until_one_is_asked
from tests.harness.processes import Bot, running
from tests.sandbox import bare_bot

SECONDS = 20.0
CLICKS = 50.0
"""Clicks a second, over all tables."""
TABLES = 24
KINDS = 3
GAMES = {2: 8, 3: 6, 6: 3}
"""How many games are played to count requests, by the number of players."""
FLOORS = (0.0, Settings.model_fields["coup_window_floor"].default)
"""Seconds that a window stays open at least: none, and the default."""
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
OWNER = "Ana"
"""Owns every server, and sits at no table."""


class Metronome:
    """Lets clicks go until the time is over: so many a second at random moments, or all at once without a rate."""

    def __init__(self, rate: float | None, seconds: float) -> None:
        self.rate = rate
        self.ended = False
        self._chance = random.Random(0)
        self._beats = asyncio.Semaphore(0)
        self._beating = asyncio.create_task(self._beat(seconds))

    async def wait(self, clicks: int) -> None:
        """Returns when the next clicks may go, so many."""
        if self.rate is None:
            return
        for _ in range(clicks):
            await self._beats.acquire()

    async def _beat(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        next_beat, end = loop.time(), loop.time() + seconds
        if self.rate is None:
            await asyncio.sleep(seconds)
        while self.rate is not None and next_beat < end:
            next_beat += self._chance.expovariate(self.rate)
            await asyncio.sleep(max(0.0, next_beat - loop.time()))
            self._beats.release()
        self.ended = True
        for _ in range(100 * TABLES):
            self._beats.release()  # nobody shall wait for a beat that never comes


async def latency(sandbox: Sandbox, seconds: float) -> None:
    """Clicks at many tables for some seconds; prints how long the acknowledgements took."""
    tables = [await court(sandbox, f"Court {number}") for number in range(TABLES)]
    metronome = Metronome(CLICKS, seconds)
    await asyncio.gather(*(play_on(players, metronome) for players in tables))
    times = sorted(second for players in tables for player in players for second in player.seconds)
    say(
        f"click to acknowledgement: p50 {1000 * times[len(times) // 2]:.2f} ms, "
        f"p99 {1000 * times[len(times) * 99 // 100]:.2f} ms, worst {1000 * times[-1]:.2f} ms "
        f"({len(times)} clicks at {TABLES} tables, {len(times) / seconds:.0f}/s)"
    )


async def throughput(sandbox: Sandbox, bot: Bot, database: Path, seconds: float) -> None:
    """Clicks as fast as the bot asks for some seconds; prints the decisions taken in a second of its CPU time."""
    tables = [await court(sandbox, f"Fast court {number}") for number in range(TABLES)]
    before, cpu = decisions(database), bare_bot.cpu_seconds(bot.process.pid)
    metronome = Metronome(None, seconds)
    await asyncio.gather(*(play_on(players, metronome) for players in tables))
    taken, cpu = decisions(database) - before, bare_bot.cpu_seconds(bot.process.pid) - cpu
    clicks = sum(len(player.seconds) for players in tables for player in players)
    say(f"decisions per CPU second: {taken / cpu:.0f} ({taken} decisions, {clicks} clicks, {cpu:.1f} s of CPU)")


def decisions(database: Path) -> int:
    """How many decisions a database holds."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM decisions").fetchone()[0]


async def court(sandbox: Sandbox, guild: str, seats: int = KINDS) -> list[Player]:
    """A server of its own with a table of its own members, their game begun."""
    names = [f"{name} of {guild}" for name in NAMES[:seats]]
    await sandbox.control("guild", name=guild, members=[OWNER], channels=["coup"])
    for name in names:
        await sandbox.control("member", name=name, guild=guild)
    members = [await sandbox.member(name, guild=guild) for name in names]
    host = members[0]
    await host.until(lambda: any(command["name"] == "coup" for command in host.commands), what="the commands")
    await host.slash("coup new", pace="slow")
    for member in members[1:]:
        await member.slash("coup join")
    await host.slash("coup start")
    await host.sees("Turn 1", timeout=15)  # so many edits of the lobby before it are spaced
    return [Player(member, random.Random(f"{guild} {member.name}")) for member in members]


async def play_on(players: list[Player], metronome: Metronome) -> None:
    """Plays one game after another, until the metronome stops."""
    host = players[0].member
    clicks = 1
    while not metronome.ended:
        await until_one_is_asked(players)
        await metronome.wait(clicks)
        before = sum(player.presses for player in players)
        asked = [player for player in players if player.owes()]
        try:
            if players[0].over:
                await host.click("Rematch")
                for player in players[1:]:
                    await player.member.slash("coup join")
                await host.slash("coup start")
                await host.sees("Turn 1")
            elif asked:
                await asked[0].press()
        except DriverError as error:
            if "failed" in str(error):
                raise
        # The clicks through panels follow each other at once; the next beats make up for them.
        clicks = sum(player.presses for player in players) - before


async def requests(floor: float) -> None:
    """Plays games among members who answer at once, with a floor in seconds; prints the requests per click."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        async with Sandbox.spawn() as sandbox, running(sandbox, database, COUP_WINDOW_FLOOR=str(floor)):
            await sandbox.ready("coup")
            await _requests(sandbox, floor)


async def _requests(sandbox: Sandbox, floor: float) -> None:
    for seats, games in GAMES.items():
        tables = [await court(sandbox, f"Court {game} of {seats}", seats) for game in range(games)]
        await sandbox.clear_requests()
        await asyncio.gather(*(play(players) for players in tables))
        counts: Counter[str] = Counter()
        for request, count in (await sandbox.requests()).items():
            counts[request.split("/")[0] if "messages" in request else "answer"] += count
        clicks = sum(player.presses for players in tables for player in players)
        say(
            f"requests per click, floor {floor:g} s, {seats} members: {counts.total() / clicks:.2f} "
            f"({games} games, {clicks} clicks: {counts['answer']} answers, {counts['POST ']} cards posted, "
            f"{counts['PATCH ']} edited, {counts['DELETE ']} deleted)"
        )


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


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
