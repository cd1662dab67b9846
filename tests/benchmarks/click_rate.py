"""Helpers of the benchmarks: games with members who click at a given rate; reading and printing figures."""

import asyncio
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from sandbox.driver import DriverError, Sandbox
from tests.harness.members.players import HumanPlayer, until_one_is_asked

SEATS = 3
"""How many members sit at a table unless a benchmark says otherwise."""
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
OWNER = "Ana"
"""The owner of every server, who plays at no table."""
ONE_CLICK = ("Income", "Foreign aid", "Tax (Duke)")
"""Actions without a target."""
BEGUN_TOGETHER = 10
SPARE_BEATS = 10_000
"""The number of beats that are released at the end, so that no caller of `Metronome.wait` waits for ever."""


class Metronome:
    """Paces clicks for `seconds`: on average `rate` a second, at random moments.

    With `rate` None, no click waits.
    """

    def __init__(self, rate: float | None, seconds: float) -> None:
        self.rate = rate
        self.ended = False
        self._chance = random.Random(0)
        self._beats = asyncio.Semaphore(0)
        self._beating = asyncio.create_task(self._beat(seconds))

    async def wait(self, clicks: int) -> None:
        """Returns when the next clicks may be made; `clicks` is their number."""
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
        for _ in range(SPARE_BEATS):
            self._beats.release()


class QuickPlayer(HumanPlayer):
    """A member whose decisions take one click each: actions without a target, which the others allow."""

    def pick(self, answers: Sequence[str]) -> str:
        return "Allow" if "Allow" in answers else super().pick(answers)

    def pick_option(self, options: Sequence[str]) -> str:
        return self.chance.choice([option for option in options if option in ONE_CLICK] or options)


async def begin_game(
    sandbox: Sandbox, guild: str, seats: int = SEATS, *, kind: type[HumanPlayer] = HumanPlayer
) -> list[HumanPlayer]:
    """Starts a game on a new server, with members of that server only. Returns its players."""
    names = [f"{name} of {guild}" for name in NAMES[:seats]]
    await sandbox.add_guild(guild, members=[OWNER], channels=["coup"])
    for name in names:
        await sandbox.add_member(name, guild)
    members = [await sandbox.member(name, guild=guild) for name in names]
    host = members[0]
    await host.until(lambda: any(command["name"] == "coup" for command in host.commands), what="the commands")
    # At a faster pace, many tables would remind their members and time out while others begin.
    await host.slash("coup new", pace="correspondence")
    for member in members[1:]:
        await member.slash("coup join")
    await host.slash("coup start")
    await host.sees("Turn 1", timeout=15)  # the edits of the lobby come first, spaced by the rate limiter
    return [kind(member, random.Random(f"{guild} {member.name}")) for member in members]


async def begin_games(
    sandbox: Sandbox,
    tables: int,
    guild: str = "Server",
    seats: int = SEATS,
    *,
    kind: type[HumanPlayer] = HumanPlayer,
) -> list[list[HumanPlayer]]:
    """Starts this many games, some at a time, each on a new server whose name begins with `guild`."""
    games = list[list[HumanPlayer]]()
    while len(games) < tables:
        numbers = range(len(games), min(tables, len(games) + BEGUN_TOGETHER))
        games += await asyncio.gather(
            *(begin_game(sandbox, f"{guild} {number}", seats, kind=kind) for number in numbers)
        )
    return games


async def play_on(players: list[HumanPlayer], metronome: Metronome) -> None:
    """Plays one game after another until the metronome ends.

    All players who wait for a beat are released at the end. They click no more, because their clicks would arrive
    in one moment, as they never do at a fixed rate.
    """
    host = players[0].member
    clicks = 1
    while not metronome.ended:
        await until_one_is_asked(players)
        await metronome.wait(clicks)
        if metronome.ended:
            return
        before = sum(player.clicks for player in players)
        asked = [player for player in players if player.owes()]
        try:
            if players[0].over:
                await host.click("Rematch")
                for player in players[1:]:
                    await player.member.slash("coup join")
                await host.sees("Turn 1")
            elif asked:
                await asked[0].click()
        except DriverError as error:
            if "failed" in str(error):
                raise
        # A player clicks in a panel several times at once, and then skips as many beats to keep the rate.
        clicks = sum(player.clicks for player in players) - before


def process_tree(process: int) -> list[int]:
    """Returns the ids of a process, its children, and theirs."""
    children = [
        child for file in Path(f"/proc/{process}/task").glob("*/children") for child in file.read_text().split()
    ]
    return [process, *(each for child in children for each in process_tree(int(child)))]


def cpu_seconds(process: int) -> float:
    """The CPU time that a process and its children have used, in seconds, user and system."""
    # The id that Linux gives to the CPU clock of a process.
    return sum(time.clock_gettime((~each << 3) | 2) for each in process_tree(process))


@contextmanager
def executing(database: str) -> Iterator[Callable[[str], Any]]:
    """Yields a function that executes a statement on either engine and returns its cursor, in one transaction."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            yield lambda statement: connection.execute(statement.encode())
    else:
        with closing(sqlite3.connect(database)) as connection, connection:
            yield connection.execute


def count_decisions(database: str) -> int:
    """Returns the number of decisions in a database."""
    with executing(database) as execute:
        return execute("SELECT count(*) FROM decisions").fetchone()[0]


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
