"""`python -m tests.benchmarks.start_time [games]`: what a start costs, and how fast it is with ten thousand games.

First `python -m bot` is started several times with default settings and an empty database; the program prints the
CPU time until it is ready, and the resident memory of all its processes. With 0 games that is all.

Some correspondence games are played through the sandbox and then copied within the database. Most copies look as
if they were last played an hour ago, and some as if they were played just now. The program runs on SQLite, and on
PostgreSQL if it is installed. It prints the time from the start of the process to its first acknowledgement, of a
click in a game that was not used before; the memory for each idle game, after the process has released what it
can; and the time of queries over all games.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bot.store import Store
from bot.store.address import parse
from sandbox.driver import DrivenMember, Sandbox
from tests.benchmarks.click_rate import cpu_seconds, executing, process_tree, say
from tests.harness.begun_games import begun
from tests.harness.members.players import HumanPlayer, play
from tests.harness.processes.bot import serving
from tests.harness.processes.postgresql_server import NoServer, Server

STARTS = 5
STARTED = 5.0
"""Seconds to wait after a start with an empty database, before its memory is read."""
GAMES = 10_000
PLAYED = ("coup", "second", "third", "fourth")
"""The channels of the games that are played and then copied."""
LATELY = 50
"""Games played just now, in separate channels; the bot checks their messages when it starts."""
DECISIONS = 20
"""The number of decisions in each game."""
SETTLED = 100.0
"""Seconds to wait after the start, until the bot has released all the memory that it will release."""
FIRST_ID = 1_000_000
MEMBERS = ("Ana", "Ben", "Cleo", "Dov")

_COPY = """
WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {games})
INSERT INTO games ({columns})
SELECT {values} FROM numbers JOIN games ON games.id = n % {played} + 1
"""
_COPY_MORE = """
INSERT INTO {table} ({columns})
SELECT copy.id, {rest} FROM games AS copy JOIN {table} ON {table}.game_id = (copy.id - {first}) % {played} + 1
WHERE copy.id >= {first}
"""
_AGED = """
UPDATE games SET asked_at = asked_at - {age}, changed_at = changed_at - {age}, due = due + {later},
    deadline = deadline + {later}
"""


def columns(database: str, table: str) -> list[str]:
    """Returns the names of the columns of a table."""
    with executing(database) as execute:
        return [column[0] for column in execute(f"SELECT * FROM {table} LIMIT 0").description]


def lay(database: str, games: int, lately: list[int]) -> None:
    """Copies the games that were played, each into its own channel.

    `lately` has the ids of the channels whose games look as if played just now. All other games look as if played
    an hour ago; their deadlines are hours away.
    """
    own = {
        "id": f"{FIRST_ID} + n",
        "channel_id": f"{FIRST_ID} + n",
        "message_id": f"{FIRST_ID} + n",
        "asked_at": "asked_at - n % 3600",
        "changed_at": "changed_at - n % 3600",
        "due": "due + n % 36000",
        "deadline": "deadline + n % 36000",
    }
    played = len(PLAYED)
    names = columns(database, "games")
    values = ", ".join(own.get(name, name) for name in names)
    statements = [
        _AGED.format(age=3600, later=0),
        _COPY.format(games=games, columns=", ".join(names), values=values, played=played),
    ]
    for table in ("seats", "decisions"):
        rest = [name for name in columns(database, table) if name != "game_id"]
        named = [f"{table}.{name}" for name in rest]
        statements.append(
            _COPY_MORE.format(
                table=table,
                columns=", ".join(["game_id", *rest]),
                rest=", ".join(named),
                first=FIRST_ID,
                played=played,
            )
        )
    statements += [
        f"UPDATE games SET channel_id = {channel}, changed_at = {time.time()} WHERE id = {FIRST_ID + number}"
        for number, channel in enumerate(lately)
    ]
    with executing(database) as execute:
        for statement in statements:
            execute(statement)


def resident(pid: int) -> int:
    """Returns the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def start_empty(folder: str) -> tuple[float, float, int, int]:
    """Starts the bot as its operator does; the other starts are forks of a process that has imported it already.

    Returns the seconds until it is ready, those of CPU, its memory, and the memory of all its processes.
    """
    async with Sandbox.spawn() as sandbox:
        settings = {
            "DISCORD_TOKEN": "made-up",
            "DISCORD_API_URL": sandbox.api_url,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "COUP_DATABASE": f"{folder}/coup.sqlite3",
        }
        began = time.monotonic()
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", env=os.environ | settings, stderr=DEVNULL
        )
        try:
            await sandbox.ready("coup")
            seconds = time.monotonic() - began
            cpu = cpu_seconds(bot.pid)
            await asyncio.sleep(STARTED)  # no event reports that memory was released
            return seconds, cpu, resident(bot.pid), sum(map(resident, process_tree(bot.pid)))
        finally:
            bot.terminate()
            await bot.wait()


async def start_empty_repeatedly() -> None:
    """Starts the bot several times with an empty database, and prints the medians."""
    starts: list[tuple[float, float, int, int]] = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            starts.append(await start_empty(folder))
    seconds, cpu, own, all_processes = (median(values) for values in zip(*starts, strict=True))
    say(f"empty: ready after {seconds:.2f} s, {cpu:.2f} s of CPU")
    say(f"empty: {own / 2**20:.1f} MiB resident, {all_processes / 2**20:.1f} MiB with its worker processes")


async def begin(sandbox: Sandbox) -> None:
    """Plays some decisions of each correspondence game."""
    for channel in PLAYED:
        await sandbox.clear_limits()
        members = await begun(sandbox, *MEMBERS, channel=channel, pace="correspondence")
        players = [HumanPlayer(member, random.Random(f"{channel} {member.name}")) for member in members]
        await play(players, until=DECISIONS)


async def start(sandbox: Sandbox, database: str, witness: DrivenMember, what: str) -> int:
    """Starts a bot and prints when it first acknowledged a click; returns its memory once it has settled."""
    began = time.monotonic()
    async with serving(sandbox, Path(database), COUP_DATABASE=database) as bot:
        ready = time.monotonic() - began
        await witness.click("My hand")
        first = time.monotonic() - began
        before = resident(bot.process.pid)
        await asyncio.sleep(SETTLED)  # no event reports that memory was released
        settled = resident(bot.process.pid)
        say(f"{what}: ready after {ready:.2f} s, the first click acknowledged after {first:.2f} s")
        say(f"{what}: {before / 2**20:.1f} MiB resident then, {settled / 2**20:.1f} MiB settled")
        await bot.end()
    await sandbox.offline()
    return settled


async def ask(database: str, what: str) -> None:
    """Prints how long the queries over all games take."""
    store = await Store.open(parse(database))
    took: dict[str, float] = {}
    now = time.time()
    for name, question in (
        ("what is due", lambda: store.agenda.due(now + 60)),
        ("what is urgent at a start", lambda: store.agenda.urgent(now, 60, 900)),
        ("how many are live", store.agenda.live_by_guild),
    ):
        times = list[float]()
        for _ in range(5):
            began = time.perf_counter()
            await question()
            times.append(time.perf_counter() - began)
        took[name] = min(times)
    await store.close()
    say(f"{what}: " + ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in took.items()))


async def measure(database: str, engine: str, games: int) -> None:
    """Measures one database engine."""
    async with Sandbox.spawn() as sandbox:
        witness = await sandbox.member(MEMBERS[0])
        lately = [f"lately-{number}" for number in range(LATELY)]
        for channel in (*PLAYED, *lately):
            if channel not in witness.channels:
                await sandbox.add_channel(channel)
        await witness.until(lambda: {*PLAYED, *lately} <= witness.channels.keys(), what="the channels")
        async with serving(sandbox, Path(database), COUP_DATABASE=database) as bot:
            await begin(sandbox)
            await bot.end()
        await sandbox.offline()
        witness.channel = PLAYED[0]
        none = await start(sandbox, database, witness, f"{engine}, {len(PLAYED)} games")
        lay(database, games, [int(witness.channels[channel]) for channel in lately])
        many = await start(sandbox, database, witness, f"{engine}, {games} games")
        say(f"{engine}: {(many - none) / games / 1024:.2f} KiB resident for each idle game")
        await ask(database, engine)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An empty database of each engine, by the engine's name."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": f"{folder}/coup.sqlite3"}
        try:
            server = Server.found()
        except NoServer as error:
            say(f"PostgreSQL is not measured: {error}")
            yield found
            return
        try:
            yield found | {"PostgreSQL": server.schema()}
        finally:
            server.remove()


async def main(games: int) -> None:
    """Measures and prints."""
    await start_empty_repeatedly()
    if games == 0:
        return
    with databases() as found:
        for engine, database in found.items():
            await measure(database, engine, games)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
