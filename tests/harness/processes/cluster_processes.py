"""Cluster members over a PostgreSQL database, with separate connections, all within the test's own process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Self
from urllib.parse import quote

from psycopg import AsyncConnection

from bot.cluster import Place
from bot.cluster.cluster import Cluster
from bot.cluster.lease_manager import Timing
from bot.runtime.clock import running_time
from bot.store import Store
from bot.store.address import PostgresqlAddress
from bot.store.repositories.leases import NOTIFY_ALL
from bot.store.repositories.players import PREFERENCES_TOPIC
from bot.tables.preferences import MemberPreferences
from tests.harness.processes.postgresql_server import postgresql_address
from tests.harness.processes.tcp_proxy import Proxy
from tests.harness.tables import ManualClock
from tests.harness.waiting import TIMEOUT_SECONDS, eventually

TIMING = Timing(lease=60.0, renewal=0.3, linger=0.05, identify=0.5)
"""Leases so long that they do not expire on a busy machine, but only by `ClusterProcesses.advance`."""
_STEPS = 6
"""The clock is advanced by a lease in this number of steps, because a renewal is late after half a lease.

A renewal that was sent before a step may be stored during it, so that two steps lie between two renewals.
"""
_CLOCK = """
    CREATE TABLE test_clock (ahead interval NOT NULL);
    INSERT INTO test_clock VALUES ('0');
    CREATE FUNCTION clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
        AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM test_clock'"""


_END_CONNECTIONS = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE client_port = ANY(%s)"


class ClusterProcess:
    """A process of a cluster that records what it was asked to do. Its connections to the database can be cut."""

    def __init__(self, relay: Proxy, store: Store, cluster: Cluster, happened: asyncio.Condition) -> None:
        self.relay = relay
        self.store = store
        self.cluster = cluster
        self.clock = ManualClock()
        self.preferences = MemberPreferences(store.players, self.clock)
        self.done = list[tuple[str, int]]()
        self.handed_on = list[dict[str, Any]]()
        self.spaces_sessions = False
        """Whether it waits until it may start a session (max_concurrency 1) before it connects a shard."""
        self.has_forgotten = asyncio.Event()
        """Set whenever cached preferences were dropped because of a notification, or because one was missed."""
        self.may_connect = asyncio.Event()
        self.may_connect.set()
        self.on_gained: Callable[[int], None] = lambda shard: None
        self.on_handed: Callable[[dict[str, Any]], None] = lambda payload: None
        cluster.listeners[PREFERENCES_TOPIC] = self._forget_preferences
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

    def check(self) -> None:
        """Raises what `run` has raised."""
        if self._running is not None and self._running.done():
            self._running.result()

    async def write(self, guild_id: int) -> None:
        """Writes to the database for a server. Raises NotOwnedHere or FenceLost."""
        await self.store.games.change(1, intent="lobby", fence=self.cluster.fence(guild_id))

    async def begin_session(self, shard: int) -> None:
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

    async def end_session(self, shard: int) -> None:
        await self._note("disconnected", shard)

    async def receive(self, payload: dict[str, Any]) -> None:
        self.on_handed(payload)
        self.handed_on.append(payload)
        await self._note("handed", 0)

    def _forget_preferences(self, user_id: int | None) -> None:
        self.preferences.forget(user_id)
        self.has_forgotten.set()

    async def close(self) -> None:
        self.relay.open()  # so that the process can release its shards without waiting for a timeout
        await self.cluster.close()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()
        await self.relay.__aexit__()

    async def _note(self, what: str, shard: int) -> None:
        async with self._happened:
            self.done.append((what, shard))
            self._happened.notify_all()


_LOOK_SECONDS = 0.2


class ClusterProcesses:
    """All processes over one database. Their clock and the database's can be advanced together."""

    def __init__(self, address: PostgresqlAddress, database: AsyncConnection) -> None:
        self.address = address
        self.timing = TIMING
        self.all = list[ClusterProcess]()
        self._database = database
        self._ahead = 0.0  # seconds
        self._happened = asyncio.Condition()

    @classmethod
    @asynccontextmanager
    async def over(cls, url: str) -> AsyncIterator[Self]:
        """Yields a cluster without processes, over the empty schema that this URL names."""
        url += quote(",pg_catalog")  # PostgreSQL then finds the schema's own clock first
        address = postgresql_address(url)
        await (await Store.open(address)).close()
        async with await AsyncConnection.connect(url, autocommit=True) as database:
            await database.execute(_CLOCK)
            processes = cls(address, database)
            try:
                yield processes
            finally:
                await asyncio.gather(*(process.close() for process in processes.all))

    async def join(self, place: Place | None = None) -> ClusterProcess:
        """Adds a process without running it. Raises OperatorError."""
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

    async def pair(self) -> tuple[ClusterProcess, ClusterProcess]:
        """Starts two processes, which own shard 0 and shard 1."""
        one, two = await self.run(2, (1, 2)), await self.run(2, (2, 2))
        await self.until(lambda: one.owned == {0} and two.owned == {1})
        return one, two

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition is true; checks it after every event of a process, and regularly.

        Raises what `run` of a process has raised.
        """
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                for process in self.all:
                    process.check()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS), self._happened:
                        await self._happened.wait()

    async def cut_off(self, process: ClusterProcess) -> None:
        """Cuts a process off from the database, which carries out nothing more that the process has sent."""
        process.relay.flowing.clear()
        ports = [writer.get_extra_info("sockname")[1] for writer in process.relay.writers]
        await self._database.execute(_END_CONNECTIONS, (ports,))

    def time(self) -> float:
        """The processes' clock, in seconds."""
        return running_time() + self._ahead

    async def advance(self, seconds: float) -> None:
        """Advances the clock; meanwhile the processes that reach the database renew their leases."""
        step = self.timing.lease / _STEPS
        for _ in range(ceil(seconds / step)):
            self._ahead += step
            await self._database.execute("UPDATE test_clock SET ahead = %s", (timedelta(seconds=self._ahead),))
            await self.renewed()

    async def renewed(self, times: int = 1) -> None:
        """Waits until each process that reaches the database has renewed its lease this many times."""
        for _ in range(times):
            await self._renewed_once()

    async def _renewed_once(self) -> None:
        names = [process.cluster.name for process in self.all if process.relay.flowing.is_set()]
        before = await self._lease_ends(names)
        await self._database.execute(NOTIFY_ALL)

        async def all_renewed() -> bool:
            now = await self._lease_ends(names)
            return all(now[name] > end for name, end in before.items() if name in now)

        await eventually(all_renewed)

    async def _lease_ends(self, names: list[str]) -> dict[str, datetime]:
        rows = await self._database.execute("SELECT name, until FROM processes WHERE name = ANY(%s)", (names,))
        return dict(await rows.fetchall())
