"""`python -m tests.benchmarks.flood [seconds [clicks [flood]]]`: how fast members are answered while one floods.

Members play at twelve tables, at a fixed total rate of clicks; the sandbox times each click from its delivery to
its acknowledgement. The first measurement is without a flood. In the others, one member uses a command, or a
button, 50 times a second (`flood`) without waiting for answers. The bot draws pictures, as it does by default.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from sandbox.driver import DriverError, Reply, Sandbox
from sandbox.json_helpers import Json
from tests.benchmarks.click_rate import Metronome, begin_game, play_on, say
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.bot import running

SECONDS = 20.0
TABLES = 12
CLICKS = 12.0
"""Clicks a second, over all tables: about the pace of people."""
FLOOD = 50.0
"""How many interactions the flooding member sends in a second."""

Act: TypeAlias = Callable[[], Awaitable[Reply | list[Json]]]
"""What the flooding member does."""


async def measure(
    tables: list[list[HumanPlayer]], seconds: float, clicks: float, act: Act | None, rate: float
) -> str:
    """Plays for some seconds while one member floods. Returns how long the others' acknowledgements took.

    The flooding member does `act` `rate` times a second; `act` None means no flood.
    """
    players = [player for table in tables for player in table]
    for player in players:
        player.seconds.clear()
    metronome = Metronome(clicks, seconds)
    flood = None if act is None else asyncio.create_task(_flood(act, rate))
    await asyncio.gather(*(play_on(table, metronome) for table in tables))
    outcome = ""
    if flood is not None:
        flood.cancel()
        outcome = "; the flood: " + ", ".join(f"{count} {kind}" for kind, count in (await flood).most_common())
    times = sorted(second for player in players for second in player.seconds)
    return (
        f"p50 {1000 * times[len(times) // 2]:.0f} ms, p99 {1000 * times[len(times) * 99 // 100]:.0f} ms, "
        f"worst {1000 * times[-1]:.0f} ms ({len(times)} clicks of others){outcome}"
    )


async def _flood(act: Act, rate: float) -> Counter[str]:
    """Calls `act` `rate` times a second until it is cancelled. Counts the responses by their first characters."""
    loop = asyncio.get_running_loop()
    counts: Counter[str] = Counter()
    under_way = set[asyncio.Task[None]]()

    async def once() -> None:
        try:
            answer = await act()
        except DriverError as error:
            counts[str(error)[:40]] += 1
        else:
            text = answer.text.strip() if isinstance(answer, Reply) else f"{len(answer)} choices"
            counts[repr(text[:30])] += 1

    moment = loop.time()
    try:
        while True:
            moment += 1 / rate
            await asyncio.sleep(max(0.0, moment - loop.time()))  # the rate does not depend on the responses
            task = asyncio.create_task(once())
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    except asyncio.CancelledError:
        await asyncio.gather(*under_way)
    return counts


async def main(seconds: float = SECONDS, clicks: float = CLICKS, flood: float = FLOOD) -> None:
    """Measures and prints."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "coup.sqlite3"
        settings: dict[str, Any] = {"COUP_PICTURES": "on", "COUP_WINDOW_FLOOR": "0"}
        async with Sandbox.spawn() as sandbox, running(sandbox, database, **settings) as bot:
            await sandbox.ready("coup")
            tables = [await begin_game(sandbox, f"Server {number}") for number in range(TABLES)]
            flooder = (await begin_game(sandbox, "Flooded server", 2))[0].member
            message = flooder.messages()[-1]
            floods: Mapping[str, Act | None] = {
                "nobody floods": None,
                "/coup hand": lambda: flooder.slash("coup hand"),
                "a button": lambda: flooder.click("My hand", message=message),
                "/coup new": lambda: flooder.slash("coup new"),
                "autocomplete": lambda: flooder.choices("coup act", "action"),
                "/coup learn": lambda: flooder.slash("coup learn"),
                "nobody floods, again": None,
            }
            for what, act in floods.items():
                say(f"{what}: {await measure(tables, seconds, clicks, act, flood)}")
            if "Traceback" in bot.log or "ERROR" in bot.log:
                say(bot.log)


if __name__ == "__main__":
    asyncio.run(main(*map(float, sys.argv[1:])))
