"""`python -m tests.benchmarks.memory_growth [minutes]`: the bot's memory over a long evening.

In a fifth of an hour it makes as many clicks as 50 busy tables make in an hour: about 80,000 clicks on table
messages and panels, and a thousand games that end and are played again. After about four minutes the caches of
tables, texts and ids are full, and the figures should stay the same; the last line has the growth since then.
"""

import asyncio
import itertools
import sys
import tempfile
from pathlib import Path

import aiohttp

from sandbox.driver import DrivenMember, Sandbox
from tests.benchmarks.click_rate import OWNER, Metronome, begin_game, play_on, say
from tests.harness.processes.bot import running, unused_port

MINUTES = 12
TABLES = 50
CLICKS = 120.0
"""Clicks and commands a second, over all tables."""
WARM = 1 / 3
"""The share of the run after which the caches are full."""


class Memory:
    """The bot's use of memory, read from its operator's port."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.resident: list[float] = []
        """MiB, at each reading."""
        self._session = session

    async def look(self, minute: int, clicks: int) -> None:
        """Takes a reading and prints a line about it."""
        async with self._session.get("/metrics") as answer:
            lines = (await answer.text()).splitlines()
        numbers = {
            name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines if line[0] != "#")
        }
        self.resident.append(numbers["process_resident_memory_bytes"] / 2**20)
        say(
            f"minute {minute:3}: {self.resident[-1]:6.1f} MiB, "
            f"{numbers['coup_allocated_blocks'] / 1000:6.0f} thousand blocks, "
            f"{numbers['coup_live_tables']:3.0f} live tables, {clicks} clicks"
        )

    def growth(self) -> float:
        """The growth in MiB a minute once the caches are full: the slope of a line below the later readings."""
        after = self.resident[int(len(self.resident) * WARM) :]
        middle = (len(after) - 1) / 2
        mean = sum(after) / len(after)
        return sum((at - middle) * (seen - mean) for at, seen in enumerate(after)) / sum(
            (at - middle) ** 2 for at in range(len(after))
        )


async def read_on(member: DrivenMember, metronome: Metronome) -> None:
    """Reads the log and the rules at a table in turn, until the metronome stops."""
    for command in itertools.cycle(("coup log", "coup rules")):
        await metronome.wait(1)
        if metronome.ended:
            return
        await member.slash(command)


async def main(minutes: int) -> None:
    """Plays and prints."""
    port = unused_port()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        async with (
            Sandbox.spawn("--no-limits") as sandbox,
            running(sandbox, database, COUP_HTTP=f"127.0.0.1:{port}"),
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        ):
            await sandbox.ready("coup")
            guilds = [f"Server {number}" for number in range(TABLES)]
            tables = [await begin_game(sandbox, guild) for guild in guilds]
            readers = [await sandbox.member(OWNER, guild=guild) for guild in guilds]
            metronome = Metronome(CLICKS, 60 * minutes)
            playing = [asyncio.create_task(play_on(players, metronome)) for players in tables]
            playing += [asyncio.create_task(read_on(reader, metronome)) for reader in readers]
            memory = Memory(session)
            for minute in range(minutes + 1):
                await memory.look(minute, sum(player.clicks for players in tables for player in players))
                if minute < minutes:
                    await asyncio.wait(playing, timeout=60, return_when=asyncio.FIRST_EXCEPTION)
            await asyncio.gather(*playing)
    say(f"growth after {WARM:.0%} of the time: {memory.growth():.2f} MiB a minute")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else MINUTES))
