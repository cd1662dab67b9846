"""Reachability: whether this process reaches Discord's gateway and REST, which it tells the other processes."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

import aiohttp
import discord
from discord.http import Route
from yarl import URL

from bot.cluster import Membership, Reach
from bot.ops.health import Health, Status
from bot.runtime.backoff import jittered
from bot.runtime.clock import running_time
from bot.runtime.network import NETWORK_ERRORS

UNABLE_SECONDS: Final = 15.0
"""Seconds after which a process that cannot serve a shard gives it up, if another one can serve it."""
ABLE_SECONDS: Final = 30.0
"""Seconds for which it must have reached gateway and REST before it gets shards again."""
QUIET_SECONDS: Final = 3.0
"""Seconds without a sign of life from gateway or REST after which one is asked for."""
ANSWER_SECONDS: Final = 3.5
"""Seconds that such an answer may take."""
PROBE_PAUSE_SECONDS: Final = 1.0
REPORT_SECONDS: Final = 0.5

_USER_AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"


async def ask_rest() -> None:
    """Asks REST for the gateway's address, which costs nothing. Raises one of NETWORK_ERRORS.

    Any answer of less than 500 shows that it can be reached, a rate limit too.
    """
    async with _session() as session, session.get(f"{Route.BASE}/gateway") as response:
        if response.status >= 500:
            response.raise_for_status()


async def ask_gateway(url: URL) -> None:
    """Connects to the gateway until it says HELLO: no session is begun. Raises one of NETWORK_ERRORS."""
    address = url.with_query(v="10", encoding="json")
    timeout = aiohttp.ClientWSTimeout(ws_receive=ANSWER_SECONDS, ws_close=PROBE_PAUSE_SECONDS)  # pyright: ignore[reportCallIssue] - it does not know this class of attrs
    async with _session() as session, session.ws_connect(address, timeout=timeout) as socket:
        message = await socket.receive()
    if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
        raise ConnectionError("the gateway did not say HELLO")


class Contact:
    """Whether one of Discord's services can be reached, and since when, by `running_time`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.failing_since: float | None = None
        self.reached_since = self.reached_at = now()

    def succeed(self) -> None:
        """Notes a sign of life."""
        self.reached_at = self._now()
        if self.failing_since is not None:
            self.failing_since, self.reached_since = None, self.reached_at

    def fail(self, began: float) -> None:
        """Notes that a try failed which began at a moment."""
        if self.failing_since is None:
            # A process that stood still during its try knows nothing of that time.
            self.failing_since = max(began, self._now() - ANSWER_SECONDS)


class Shards(Protocol):
    """The connections of this process's shards."""

    begun: int
    """How often a connection has been begun, or gone on with."""

    @property
    def connected(self) -> frozenset[int]:
        """The shards whose events reach this process now."""
        ...

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are connected, or are being connected."""
        ...

    def down_for(self, seconds: float) -> frozenset[int]:
        """Returns the wanted shards that have been down for this many seconds, waits for turns not counted."""
        ...


class Reachability:
    """Whether this process reaches gateway and REST.

    Found from what it does with them; where it does nothing, by asking REST for the gateway's address, and the
    gateway for its HELLO.
    """

    def __init__(self, membership: Membership, now: Callable[[], float] = running_time) -> None:
        self.rest = Contact(now)
        self.gateway = Contact(now)
        """Contact by new connections only: existing ones may live on where no new one can be made."""
        self._membership = membership
        self._now = now
        self._unable_at: float | None = None
        self._doubt = asyncio.Event()

    def doubt_rest(self) -> None:
        """Has REST asked at once, because a request has failed."""
        self._doubt.set()

    async def watch(self, shards: Shards, gateway: URL) -> None:
        """Watches gateway and REST, and reports what it finds, until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch_rest())
            tasks.create_task(self._watch_gateway(shards, gateway))
            while True:
                self._membership.report(self.reach(shards))
                await asyncio.sleep(REPORT_SECONDS)  # time alone decides when it has failed for long enough

    async def begin(self, gateway: URL) -> None:
        """Finds out whether the gateway can be reached before this process is given any shard."""
        await self._look_at_gateway(gateway)
        if self.gateway.failing_since is not None:
            self._membership.report(Reach(False))

    def reach(self, shards: Shards) -> Reach:
        """Returns what other processes are to know."""
        now = self._now()
        failing = shards.wanted if self._is_out(self.rest) else shards.down_for(UNABLE_SECONDS)
        if failing or self._is_out(self.rest) or self._is_out(self.gateway):
            self._unable_at = now
            return Reach(False, failing)
        if self.rest.failing_since is not None or self.gateway.failing_since is not None:
            return Reach(False)
        if self._unable_at is not None:
            since = max(self._unable_at, self.rest.reached_since, self.gateway.reached_since)
            if now - since < ABLE_SECONDS:
                return Reach(False)
            self._unable_at = None
        return Reach()

    def health(self, connections: Shards | None, shards: int | None, *, leaving: bool) -> Health:
        """Returns how this process is: ready while REST, and Discord's events of all shards it holds, reach it."""
        held, in_touch = self._membership.held, self._membership.in_touch
        connected, wanted = (connections.connected, connections.wanted) if connections else (frozenset[int](),) * 2
        rest = self.rest.failing_since is None
        gateway = self.gateway.failing_since is None or bool(connected)
        if leaving:
            status = Status.LEAVING
        elif in_touch and rest and held and held <= connected:
            status = Status.READY
        elif in_touch and rest and gateway and connections is not None and not (held or wanted):
            status = Status.SPARE
        elif in_touch and rest and gateway and not (held and connections and connections.begun):
            status = Status.STARTING
        else:
            status = Status.NOT_CONNECTED
        return Health(status, tuple(sorted(held)), tuple(sorted(connected)), shards, gateway=gateway, rest=rest)

    def _is_out(self, contact: Contact) -> bool:
        return contact.failing_since is not None and self._now() - contact.failing_since >= UNABLE_SECONDS

    async def _watch_rest(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.rest.reached_at + QUIET_SECONDS - self._now()):
                    await self._doubt.wait()
            if not self._doubt.is_set() and self._now() < self.rest.reached_at + QUIET_SECONDS:
                continue
            self._doubt.clear()
            began = self._now()
            try:
                await ask_rest()
            except NETWORK_ERRORS:
                self.rest.fail(began)
                await asyncio.sleep(jittered(PROBE_PAUSE_SECONDS))  # nothing tells that it is back
            else:
                self.rest.succeed()

    async def _watch_gateway(self, shards: Shards, url: URL) -> None:
        """Asks the gateway while no shard's connection tells whether it can be reached."""
        while True:
            fails = self.gateway.failing_since is not None
            if not shards.wanted or (fails and shards.wanted == shards.connected):
                await self._look_at_gateway(url)
            pause = PROBE_PAUSE_SECONDS if fails else QUIET_SECONDS
            await asyncio.sleep(jittered(pause))  # nothing tells that it is back

    async def _look_at_gateway(self, url: URL) -> None:
        began = self._now()
        try:
            await ask_gateway(url)
        except NETWORK_ERRORS:
            self.gateway.fail(began)
        else:
            self.gateway.succeed()


def _session() -> aiohttp.ClientSession:
    """Returns a session whose connections are new ones: those there are may outlive the way to Discord."""
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS), headers={"User-Agent": _USER_AGENT}
    )
