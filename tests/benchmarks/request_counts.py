"""`python -m tests.benchmarks.request_counts [tree ...]`: requests and pings for each click, in each style.

Members play with the default minimum window time and without one. They answer at once, or let SLOW_SECONDS pass
before each answer. Clicks in panels count as well. Each `tree` is a checkout of the project whose bot is measured,
by default this one. Only pings of members who are asked are counted.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bot.settings import Settings
from bot.store.rows import Style
from sandbox.driver import DriverError
from tests.benchmarks.click_rate import begin_games, say
from tests.benchmarks.subjects import SETTLE_SECONDS, Subject, subject
from tests.harness.forked_process import ROOT
from tests.harness.players import HumanPlayer, until_one_is_asked

TABLES = {2: 3, 3: 3, 6: 2}
"""How many games are played, by the number of players."""
CLICKS = 40
"""Clicks at each table."""
SLOW_SECONDS = 10.0
FLOORS = (0.0, Settings.model_fields["coup_window_floor"].default)
"""The minimum window times, in seconds."""


async def play(players: Sequence[HumanPlayer], pause: float) -> None:
    """Lets members answer some questions, each after a pause in seconds."""
    while not players[0].over and sum(player.clicks for player in players) < CLICKS:
        await until_one_is_asked(players)
        await asyncio.sleep(pause)  # the members' time to think
        asked = next((player for player in players if player.owes()), None)
        if asked is not None:
            try:
                await asked.click()
            except DriverError as error:
                # The message has been edited or deleted, but this member's socket has not reported that yet.
                if not any(reason in str(error) for reason in ("no longer offered", "was deleted")):
                    raise


async def count(bot: Subject, style: Style, pause: float) -> None:
    """Plays games in a style, and prints their requests for each click."""
    tables = [
        players
        for seats, games in TABLES.items()
        for players in await begin_games(bot.sandbox, games, f"{style} {pause:g} {seats}", seats, style=style)
    ]
    members = [player.member for players in tables for player in players]
    await asyncio.sleep(SETTLE_SECONDS)
    await bot.sandbox.clear_requests()
    pings = sum(member.pings for member in members)
    await asyncio.gather(*(play(players, pause) for players in tables))
    await asyncio.sleep(SETTLE_SECONDS)
    clicks = sum(player.clicks for players in tables for player in players)
    pings = sum(member.pings for member in members) - pings
    counts = Counter[str]()
    for route, number in (await bot.sandbox.requests()).items():
        method, path = route.split()[:2]
        if path != "/gateway":
            counts["responses" if path.startswith("/interactions") else f"{method} requests"] += number
    detail = ", ".join(f"{number / clicks:.2f} {what}" for what, number in counts.most_common())
    say(
        f"{bot.name}, {style}, {pause:g} s before each answer: {counts.total() / clicks:.2f} requests a click "
        f"({detail}; {clicks} clicks), {pings / clicks:.2f} pings"
    )


async def measure(tree: Path) -> None:
    """Measures the bot of a checkout, and prints."""
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(
                subject(
                    f"{tree}, minimum window time {floor:g} s",
                    "bot",
                    tree=tree,
                    COUP_WINDOW_FLOOR=str(floor),
                    COUP_PICTURES="off",
                )
            )
            for floor in FLOORS
            for _ in Style
        ]
        styles = [*Style] * len(FLOORS)
        for bot, style in zip(bots, styles, strict=True):
            await count(bot, style, 0.0)
        await asyncio.gather(*(count(bot, style, SLOW_SECONDS) for bot, style in zip(bots, styles, strict=True)))


if __name__ == "__main__":
    for each in sys.argv[1:] or [ROOT]:
        asyncio.run(measure(Path(each).resolve()))
