"""Cluster members over a PostgreSQL database, with separate connections, all within the test's own process."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.cluster.cluster import Cluster
from bot.cluster.lease_manager import Timing
from bot.cluster.membership import Place
from bot.store import Store
from bot.store.address import PostgresqlAddress
from tests.harness.tcp_proxy import Proxy

TIMING = Timing(lease=1.2, renewal=0.3, linger=0.05, identify=0.5)


class ClusterProcess:
    """A process of a cluster that records what it was asked to do. Its connections to the database can be cut."""

    def __init__(self, relay: Proxy, store: Store, cluster: Cluster, happened: asyncio.Condition) -> None:
        self.relay = relay
        self.store = store
        self.cluster = cluster
        self.done = list[tuple[str, int]]()
        self.handed_on = list[dict[str, Any]]()
        self.spaces_sessions = False
        """Whether it waits until it may start a session (max_concurrency 1) before it connects a shard."""
        self.may_connect = asyncio.Event()
        self.may_connect.set()
        self.on_gained: Callable[[int], None] = lambda shard: None
        self.on_handed: Callable[[dict[str, Any]], None] = lambda payload: None
        self._happened = happened
        self._running: asyncio.Task[None] | None = None

    async def begin(self, shards: int) -> int:
        """Agrees with the other processes on the number of shards, and runs. Returns the number agreed on."""
        agreed = await self.cluster.agree_on_shards(shards)
        self._running = asyncio.create_task(self.cluster.run(self))
        return agreed

    @property
    def owned(self) -> frozenset[int]:
        """The shards that it owns."""
        return self.cluster.owned_shards

    def did(self, shard: int) -> list[str]:
        """Returns the names of the calls that it received for a shard, in order."""
        return [what for what, of in self.done if of == shard]

    async def ended(self) -> None:
        """Waits until `run` has returned; raises what it raised."""
        assert self._running is not None
        await self._running

    async def write(self, guild_id: int) -> None:
        """Writes to the database for a server. Raises NotOwned or FenceLost."""
        await self.store.games.save_message_intent(1, "lobby", fence=self.cluster.fence(guild_id))

    async def connect(self, shard: int) -> None:
        await self._note("connecting", shard)
        if self.spaces_sessions:
            await self.cluster.wait_to_identify(shard, 1)
            await self._note("identified", shard)
        await self.may_connect.wait()
        await self._note("connected", shard)

    async def take_over(self, shard: int) -> None:
        self.on_gained(shard)
        await self._note("gained", shard)

    async def give_up(self, shard: int) -> None:
        await self._note("lost", shard)

    async def disconnect(self, shard: int) -> None:
        await self._note("disconnected", shard)

    async def receive(self, payload: dict[str, Any]) -> None:
        self.on_handed(payload)
        self.handed_on.append(payload)
        await self._note("handed", 0)

    async def close(self) -> None:
        await self.cluster.close()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()
        await self.relay.__aexit__()

    async def _note(self, what: str, shard: int) -> None:
        async with self._happened:
            self.done.append((what, shard))
            self._happened.notify_all()


_LOOK = 0.2  # seconds


class ClusterProcesses:
    """All processes over one database."""

    def __init__(self, address: PostgresqlAddress) -> None:
        self.address = address
        self.timing = TIMING
        self.all = list[ClusterProcess]()
        self._happened = asyncio.Condition()

    async def join(self, place: Place | None = None) -> ClusterProcess:
        """Adds a process, which does not run yet. Raises CannotJoin."""
        relay = await Proxy(self.address.port).__aenter__()
        address = replace(self.address, port=relay.port)
        try:
            cluster = await Cluster.join(address, place, self.timing)
        except BaseException:
            await relay.__aexit__()
            raise
        process = ClusterProcess(relay, await Store.open(address), cluster, self._happened)
        self.all.append(process)
        return process

    async def run(self, shards: int, place: Place | None = None) -> ClusterProcess:
        """Starts a process that runs."""
        process = await self.join(place)
        await process.begin(shards)
        return process

    async def until(self, condition: Callable[[], bool], within: float = 30.0) -> None:
        """Waits until the condition is true; checks it after every event of a process, and regularly.

        On a busy machine a lease may expire for a moment, and no event reports its renewal.
        """
        async with asyncio.timeout(within):
            while not condition():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK), self._happened:
                        await self._happened.wait()
