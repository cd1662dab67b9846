"""A storm: members play at tables on every shard while one fault after another strikes the processes."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import cycle
from typing import Any, Final

from sandbox.driver import Sandbox
from tests.chaos.faults import Faults
from tests.chaos.ledger import Audit, audit
from tests.chaos.playing_guild import EDITIONS, STYLES, PlayingGuild
from tests.harness.members.monkeys import Monkey
from tests.harness.processes.fleet import Fleet
from tests.harness.processes.postgresql_server import Server

PROCESSES: Final = 3
MAX_CONCURRENCY: Final = 1
"""How many shards may identify in the same five seconds; Discord sets this by the bot's size."""
LONGEST_OUTAGE: Final = 240.0
"""Seconds without a decision after which a storm fails."""


@dataclass
class Tally:
    """The result of a storm. `faults` holds, for each fault, the seconds until every table had decisions again."""

    seed: int
    faults: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    clicks: int = 0
    unanswered: int = 0
    unanswered_in_rolling: int = 0
    audit: Audit | None = None
    live_messages: dict[str, int] = field(default_factory=dict[str, int])
    """Channels that do not have exactly one live message, each with the number that it has."""
    tracebacks: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, doubled or left behind."""
        return (
            self.audit is not None
            and self.audit.clean
            and not self.live_messages
            and not self.tracebacks
            and not self.unanswered_in_rolling
        )

    def row(self) -> dict[str, Any]:
        """Returns the tally as values that JSON can hold."""
        return asdict(self)


class Storm:
    """Faults, one after another, over a fleet and the guilds that play on it."""

    def __init__(self, fleet: Fleet, server: Server, guilds: list[PlayingGuild], seed: int) -> None:
        self.tally = Tally(seed)
        self._fleet = fleet
        self._guilds = guilds
        self._faults = Faults(fleet, server, random.Random(seed))

    async def strike(self, *kinds: str) -> float:
        """Causes faults of these kinds, or of random kinds if there are none.

        Returns the seconds until decisions were made on every server again.
        """
        kinds = kinds or tuple(self._faults.choose())
        loop = asyncio.get_running_loop()
        before = sum(len(monkey.unanswered) for monkey in self._monkeys())
        began = loop.time()
        faults = asyncio.create_task(self._faults.strike(kinds))
        await self._decided_since(began)
        took = loop.time() - began
        await faults
        await asyncio.gather(*(self._fleet.ready(number) for number in range(PROCESSES)))
        await self._decided_since(loop.time())
        failed = sum(len(monkey.unanswered) for monkey in self._monkeys()) - before
        if kinds == ("rolled",):
            self.tally.unanswered_in_rolling += failed
        self.tally.faults.append((" and ".join(kinds), round(took, 1)))
        return took

    async def settle(self, url: str) -> Tally:
        """Waits for quiet channels, then compares what members saw with the database. Returns the tally."""
        tally = self.tally
        tally.live_messages = {
            f"{playing.guild}, {playing.monkeys[0].channel}": cards
            for playing, cards in zip(
                self._guilds, await asyncio.gather(*(playing.settled() for playing in self._guilds)), strict=True
            )
            if cards != 1
        }
        monkeys = self._monkeys()
        tally.clicks = sum(playing.clicks for playing in self._guilds)
        tally.unanswered = sum(len(monkey.unanswered) for monkey in monkeys)
        tally.audit = audit(url, monkeys)
        tally.tracebacks = self._fleet.said.count("Traceback")
        return tally

    def _monkeys(self) -> list[Monkey]:
        return [monkey for playing in self._guilds for monkey in (*playing.past, *playing.monkeys)]

    async def _decided_since(self, moment: float) -> None:
        """Waits until, on every server, a decision that was made after this moment has been accepted."""
        async with asyncio.timeout(LONGEST_OUTAGE):
            await asyncio.gather(*(playing.decided_since(moment) for playing in self._guilds))


async def run_storm(
    server: Server,
    seed: int,
    guilds: int,
    enough: Callable[[Storm], bool],
    *kinds: str,
    max_concurrency: int = MAX_CONCURRENCY,
) -> Tally:
    """Plays on `guilds` servers while faults strike, until `enough` returns True. Returns the tally.

    Every interaction is delivered twice to each session. If kinds of faults are given, they strike together, again
    and again. Otherwise random faults strike, sometimes two at once.
    """
    url = server.schema()
    async with (
        Sandbox.spawn("--shards", str(2 * PROCESSES), "--max-concurrency", str(max_concurrency)) as sandbox,
        Fleet.running(sandbox, url, PROCESSES) as fleet,
    ):
        await sandbox.double_delivery()
        tables: list[PlayingGuild] = []
        for number, edition, style in zip(range(guilds), cycle(EDITIONS), cycle(STYLES), strict=False):
            guild = f"Court {number}"
            await sandbox.add_guild(guild, members=["Ana"], channels=["hall"])
            tables.append(PlayingGuild(sandbox, guild, edition, style))
        await asyncio.gather(*(playing.open() for playing in tables))
        storm = Storm(fleet, server, tables, seed)
        playing = [asyncio.create_task(playing.play()) for playing in tables]
        try:
            while not enough(storm):
                await storm.strike(*kinds)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return await storm.settle(url)
