"""Faults that strike one process, the database, or all processes one after another."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.harness.processes.fleet import Fleet
from tests.harness.processes.postgresql_server import Server
from tests.harness.processes.tcp_proxy import Route

LONGER_THAN_A_LEASE: Final = (7.0, 11.0)
"""A process hangs, or is cut off from the database, for some seconds in this range: longer than its lease."""
SHORT: Final = (1.0, 4.0)
"""A process starts again after some seconds in this range, or is cut off for that time after a COMMIT."""
LONGER_THAN_A_TAKEOVER: Final = (40.0, 60.0)
"""A process is cut off from Discord for some seconds in this range; meanwhile others take its tables over."""
FIRST_COMMIT_SECONDS: Final = 10.0
"""Seconds to wait for a process's next COMMIT."""
COMMITS_CUT: Final = 5
TWO_AT_ONCE: Final = 0.2
"""The probability that two faults strike together."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault. `text` is its description in the documents.

    `mark` is the number of seconds, as text, within which the tables of the process must be served again.
    """

    text: str
    mark: str
    of_one_process: bool = True


TAKEOVER: Final = "10, and 5 for each shard that waits"

FAULTS: Final = {
    "killed": Fault("killed, and started again 1 to 4 s later", TAKEOVER),
    "hung": Fault("hung for 7 to 11 s", TAKEOVER),
    "cut off": Fault("cut off from the database for 7 to 11 s", TAKEOVER),
    "unheard": Fault("receives nothing from the database for 7 to 11 s", TAKEOVER),
    "commit cut": Fault("five COMMITs whose connection ends before or after they arrive", ""),
    "cut off at a commit": Fault("cut off from the database for 1 to 4 s when it has sent a COMMIT", ""),
    "gateway refused": Fault("cut off from Discord's gateway for 40 to 60 s", "30"),
    "gateway silent": Fault("receives nothing from Discord's gateway for 40 to 60 s", "30"),
    "REST refused": Fault("cut off from Discord's REST for 40 to 60 s", "30"),
    "database restarted": Fault(
        "the database stopped as in a crash, started 1 to 4 s later", "", of_one_process=False
    ),
    "rolled": Fault("all processes restarted one after another", "", of_one_process=False),
}


class Faults:
    """Causes faults in the processes of a fleet and in its database server."""

    def __init__(self, fleet: Fleet, server: Server, chance: random.Random) -> None:
        self._fleet = fleet
        self._server = server
        self._chance = chance
        self._kinds: dict[str, Callable[[int], Awaitable[None]]] = {
            "killed": self._kill,
            "hung": self._hang,
            "cut off": self._cut,
            "unheard": self._silence,
            "commit cut": self._cut_commits,
            "cut off at a commit": self._cut_at_commit,
            "gateway refused": self._refuse_gateway,
            "gateway silent": self._silence_gateway,
            "REST refused": self._refuse_rest,
            "rolled": self._roll,
        }
        if server.own:
            self._kinds["database restarted"] = self._restart

    def choose(self) -> list[str]:
        """Chooses a fault, or two that strike different processes at once."""
        if self._chance.random() < TWO_AT_ONCE:
            return self._chance.choices([kind for kind, fault in FAULTS.items() if fault.of_one_process], k=2)
        return [self._chance.choice(list(self._kinds))]

    async def strike(self, kinds: tuple[str, ...]) -> None:
        """Causes these faults at once, each in another process; returns when they are over."""
        struck = self._chance.sample(range(len(self._fleet.bots)), len(kinds))
        await asyncio.gather(*(self._kinds[kind](number) for kind, number in zip(kinds, struck, strict=True)))

    async def _kill(self, number: int) -> None:
        await self._fleet.end(number, signal.SIGKILL)
        await asyncio.sleep(self._chance.uniform(*SHORT))  # the time for which the fault lasts
        await self._fleet.start(number)

    async def _hang(self, number: int) -> None:
        await self._fleet.hang(number, self._chance.uniform(*LONGER_THAN_A_LEASE))

    async def _cut(self, number: int) -> None:
        await self._close(self._fleet.databases[number], Route.cut, LONGER_THAN_A_LEASE)

    async def _silence(self, number: int) -> None:
        await self._close(self._fleet.databases[number], Route.silence, LONGER_THAN_A_LEASE)

    async def _refuse_gateway(self, number: int) -> None:
        await self._close(self._fleet.discords[number].gateway, Route.cut, LONGER_THAN_A_TAKEOVER)

    async def _silence_gateway(self, number: int) -> None:
        await self._close(self._fleet.discords[number].gateway, Route.silence, LONGER_THAN_A_TAKEOVER)

    async def _refuse_rest(self, number: int) -> None:
        await self._close(self._fleet.discords[number], Route.cut, LONGER_THAN_A_TAKEOVER)

    async def _close(self, route: Route, how: Callable[[Route], None], seconds: tuple[float, float]) -> None:
        how(route)
        await asyncio.sleep(self._chance.uniform(*seconds))  # the time for which the fault lasts
        route.open()

    async def _cut_commits(self, number: int) -> None:
        """Breaks the connection of some COMMITs, one after another."""
        for _ in range(COMMITS_CUT):
            await self._meet_commit(number, cuts=False)

    async def _cut_at_commit(self, number: int) -> None:
        """Cuts a process off from the database just after it has sent a COMMIT."""
        await self._meet_commit(number, cuts=True)
        await asyncio.sleep(self._chance.uniform(*SHORT))  # the time for which the fault lasts
        self._fleet.databases[number].open()

    async def _meet_commit(self, number: int, *, cuts: bool) -> None:
        proxy = self._fleet.databases[number]
        proxy.broke.clear()
        proxy.at_commit, proxy.cuts_at_commit = self._chance.choice(("after", "after", "before")), cuts
        with suppress(TimeoutError):  # the process may have no tables, or nobody decides at them
            await asyncio.wait_for(proxy.broke.wait(), FIRST_COMMIT_SECONDS)
        proxy.at_commit, proxy.cuts_at_commit = None, False

    async def _restart(self, _: int) -> None:
        await asyncio.to_thread(self._server.stop)
        await asyncio.sleep(self._chance.uniform(*SHORT))  # the time for which the fault lasts
        await asyncio.to_thread(self._server.start)

    async def _roll(self, _: int) -> None:
        for number in range(len(self._fleet.bots)):
            await self._fleet.end(number, signal.SIGTERM)
            await self._fleet.start(number)
            await self._fleet.ready(number)
