"""A storm: members play at tables on every shard, while the processes meet with one fault after another."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import count, cycle
from typing import Any, Final

from sandbox.driver import DriverError, Sandbox
from tests.chaos.fleet import Fleet
from tests.chaos.ledger import Audit, audit
from tests.e2e.monkey import Monkey, open_table
from tests.store.server import Server

PROCESSES: Final = 3
LONGER_THAN_A_LEASE: Final = (7.0, 11.0)
"""Seconds for which a process hangs, or is cut off."""
SHORT: Final = (1.0, 4.0)
"""Seconds between the end of a process and its next start."""
OF_ONE_PROCESS: Final = ("killed", "hung", "cut off", "unheard")
TWO_AT_ONCE: Final = 0.2
"""How often two faults strike together."""
PAUSE: Final = 0.15
"""Seconds between two presses at a table."""
LONGEST_OUTAGE: Final = 90.0
"""Seconds without a decision after which a storm fails."""
SETTLED: Final = 20.0
"""Seconds after the last fault within which every channel has exactly one live card."""
STYLES: Final = ("live", "chronicle", "thread")
EDITIONS: Final[Mapping[str, tuple[int, int, dict[str, str]]]] = {  # members, AI seats, settings
    "classic": (3, 0, {}),
    "mcguire": (2, 1, {"ruleset": "mcguire"}),
    "beginners": (2, 1, {"pool": "beginners"}),
    "teams": (4, 0, {"options": "teams"}),
    "short": (3, 0, {"ruleset": "short"}),
    "inquisitor": (2, 1, {"options": "inquisitor examine=owner"}),
}


@dataclass
class Tally:
    """What came of a storm. `faults` holds, for each fault, the seconds until every table took decisions again."""

    seed: int
    faults: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    clicks: int = 0
    unanswered: int = 0
    unanswered_in_rolling: int = 0
    audit: Audit | None = None
    live_cards: dict[str, int] = field(default_factory=dict[str, int])
    """Channels with another number of live cards than one."""
    tracebacks: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, doubled or left behind."""
        return (
            self.audit is not None
            and self.audit.clean
            and not self.live_cards
            and not self.tracebacks
            and not self.unanswered_in_rolling
        )

    def row(self) -> dict[str, Any]:
        """Returns the tally as one line of JSON may hold it."""
        return asdict(self)


class Court:
    """One server's channel after another: when a game is over, the next begins in a new channel."""

    def __init__(self, sandbox: Sandbox, guild: str, edition: str, style: str) -> None:
        self.guild = guild
        self.edition = edition
        self.style = style
        self.past: list[Monkey] = []
        self.monkeys: list[Monkey] = []
        self.clicks = 0
        self._decided = asyncio.Event()
        self._pressed_at = 0.0  # when the last decision was made that was accepted
        self._sandbox = sandbox
        self._channels = (f"{edition}-{number}" for number in count())

    async def open(self) -> None:
        """Begins a game in a new channel, however often that fails."""
        seats, ai, options = EDITIONS[self.edition]
        names = [f"{name} of {self.guild}" for name in ("Ana", "Ben", "Cleo", "Dov")[:seats]]
        while True:
            with suppress(DriverError, AssertionError):
                opened = await open_table(
                    self._sandbox,
                    next(self._channels),
                    names,
                    options | {"style": self.style},
                    ai=ai,
                    guild=self.guild,
                )
                self.past += self.monkeys
                self.monkeys = opened
                return

    async def play(self) -> None:
        """Plays until it is cancelled."""
        loop = asyncio.get_running_loop()
        for turn in count():
            if self.monkeys[0].over:
                await self.open()
            pressed_at = loop.time()
            with suppress(DriverError, TimeoutError):
                self.clicks += 1
                monkey = self.monkeys[turn % len(self.monkeys)]
                decisions = monkey.taken
                await monkey.press()
                if monkey.taken > decisions:
                    self._pressed_at = pressed_at
                    self._decided.set()
            await asyncio.sleep(PAUSE)  # how fast members press

    async def decided_since(self, moment: float) -> None:
        """Returns when a decision was accepted that was made after a moment of the event loop's clock."""
        while self._pressed_at <= moment:
            self._decided.clear()
            await self._decided.wait()

    async def settled(self) -> int:
        """Waits for a while until the channel has one live card; returns how many it has."""
        with suppress(TimeoutError):
            await self.monkeys[0].member.until(lambda: self.live_cards() == 1, timeout=SETTLED)
        return self.live_cards()

    def live_cards(self) -> int:
        """How many messages everyone sees have controls, in the channel, and threads, of the game that goes on."""
        monkey = self.monkeys[0]
        return sum(
            not message.ephemeral and bool(message.enabled or message.selects)
            for message in monkey.member.seen.values()
            if message.channel_id in monkey.places
        )


class Storm:
    """Faults, one after another, over a fleet and the courts that play on it."""

    def __init__(self, fleet: Fleet, server: Server, courts: list[Court], seed: int) -> None:
        self.tally = Tally(seed)
        self._fleet = fleet
        self._server = server
        self._courts = courts
        self._chance = random.Random(seed)
        self._faults: dict[str, Callable[[int], Awaitable[None]]] = {
            "killed": self._kill,
            "hung": self._hang,
            "cut off": self._cut,
            "unheard": self._silence,
            "rolled": self._roll,
        }
        if server.own:
            self._faults["database restarted"] = self._restart

    def chosen(self) -> list[str]:
        """Chooses a fault, or two that strike different processes at once."""
        if self._chance.random() < TWO_AT_ONCE:
            return self._chance.choices(OF_ONE_PROCESS, k=2)
        return [self._chance.choice(list(self._faults))]

    async def strike(self, *kinds: str) -> float:
        """Lets faults happen to as many processes at once; returns the seconds until every court decided again."""
        loop = asyncio.get_running_loop()
        before = sum(len(monkey.unanswered) for monkey in self._monkeys())
        began = loop.time()
        struck = self._chance.sample(range(PROCESSES), len(kinds))
        faults = asyncio.gather(*(self._faults[kind](number) for kind, number in zip(kinds, struck, strict=True)))
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
        """Compares all that members saw with the database, once every channel is quiet; returns the tally."""
        tally = self.tally
        tally.live_cards = {
            f"{court.guild}, {court.monkeys[0].channel}": cards
            for court, cards in zip(
                self._courts, await asyncio.gather(*(court.settled() for court in self._courts)), strict=True
            )
            if cards != 1
        }
        monkeys = self._monkeys()
        tally.clicks = sum(court.clicks for court in self._courts)
        tally.unanswered = sum(len(monkey.unanswered) for monkey in monkeys)
        tally.audit = audit(url, monkeys)
        tally.tracebacks = self._fleet.said.count("Traceback")
        return tally

    def _monkeys(self) -> list[Monkey]:
        return [monkey for court in self._courts for monkey in (*court.past, *court.monkeys)]

    async def _decided_since(self, moment: float) -> None:
        """Waits until every court has had a decision accepted that was made after a moment."""
        async with asyncio.timeout(LONGEST_OUTAGE):
            await asyncio.gather(*(court.decided_since(moment) for court in self._courts))

    async def _kill(self, number: int) -> None:
        await self._fleet.end(number, signal.SIGKILL)
        await asyncio.sleep(self._chance.uniform(*SHORT))  # so long the fault lasts
        await self._fleet.start(number)

    async def _hang(self, number: int) -> None:
        await self._fleet.hang(number, self._chance.uniform(*LONGER_THAN_A_LEASE))

    async def _cut(self, number: int) -> None:
        gate = self._fleet.gates[number]
        gate.cut()
        await asyncio.sleep(self._chance.uniform(*LONGER_THAN_A_LEASE))  # so long the fault lasts
        gate.open()

    async def _silence(self, number: int) -> None:
        gate = self._fleet.gates[number]
        gate.silence()
        await asyncio.sleep(self._chance.uniform(*LONGER_THAN_A_LEASE))  # so long the fault lasts
        gate.open()

    async def _restart(self, _: int) -> None:
        await asyncio.to_thread(self._server.stop)
        await asyncio.sleep(self._chance.uniform(*SHORT))  # so long the fault lasts
        await asyncio.to_thread(self._server.start)

    async def _roll(self, _: int) -> None:
        for number in range(PROCESSES):
            await self._fleet.end(number, signal.SIGTERM)
            await self._fleet.start(number)
            await self._fleet.ready(number)


async def weather(server: Server, seed: int, courts: int, enough: Callable[[Storm], bool], *kinds: str) -> Tally:
    """Lets members play at so many courts while faults strike, until it is enough; returns what came of it.

    Every interaction is delivered twice to each session. These kinds of faults strike together, each time; without
    any, others strike at random, sometimes two.
    """
    url = server.schema()
    async with (
        Sandbox.spawn("--shards", str(2 * PROCESSES), "--max-concurrency", str(2 * PROCESSES)) as sandbox,
        Fleet.sailing(sandbox, url, PROCESSES) as fleet,
    ):
        await sandbox.double_delivery()
        tables: list[Court] = []
        for number, edition, style in zip(range(courts), cycle(EDITIONS), cycle(STYLES), strict=False):
            guild = f"Court {number}"
            await sandbox.control("guild", name=guild, members=["Ana"], channels=["hall"])
            tables.append(Court(sandbox, guild, edition, style))
        await asyncio.gather(*(court.open() for court in tables))
        storm = Storm(fleet, server, tables, seed)
        playing = [asyncio.create_task(court.play()) for court in tables]
        try:
            while not enough(storm):
                await storm.strike(*(kinds or storm.chosen()))
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return await storm.settle(url)
