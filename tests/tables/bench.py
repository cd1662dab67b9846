"""`python -m tests.tables.bench [games]`: how long a start takes to bring so many running games back."""

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from bot.runtime.clock import SystemClock
from bot.store import Store
from bot.tables.service import Tables
from bot.tables.session import Person

GAMES = 1000
DECISIONS = 20
"""How many decisions have been taken in each game."""
SEATS = 4


async def begin(tables: Tables, number: int, chance: random.Random) -> None:
    """Begins a game in a channel of its own and takes some decisions in it."""
    members = [Person(10 * number + seat, f"Member {seat}") for seat in range(SEATS)]
    table = await tables.lobbies.open(number, number, members[0])
    for member in members[1:]:
        await tables.lobbies.join(table, member)
    await tables.lobbies.start(table, members[0].user_id, number)
    for _ in range(DECISIONS):
        game = table.latest or table.game
        if game is None or game.ask is None:
            return
        seat, options = next(iter(game.ask.options.items()))
        await tables.play.decide(table, members[seat].user_id, chance.choice(options), game.question)


async def main(games: int) -> None:
    """Lays the games, then times how a fresh process would bring them back."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        store = await Store.open(database)
        tables, chance = Tables(store, SystemClock(), floor=0.0), random.Random(1)
        for number in range(1, games + 1):
            await begin(tables, number, chance)
        await store.close()
        store = await Store.open(database)
        tables = Tables(store, SystemClock(), floor=0.0)
        start, cpu = time.perf_counter(), time.process_time()
        await tables.restoring.restore()
        await tables.restoring.done()
        took, cpu = time.perf_counter() - start, time.process_time() - cpu
        sys.stdout.write(
            f"{len(tables.registry.memory)} running games restored in {took:.2f} s, {cpu:.2f} s of CPU\n"
        )
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
