"""Cluster: this process as one of several over a PostgreSQL database."""

import asyncio
import logging
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime
from functools import partial
from typing import Any, Final

from bot.cluster.discord_limits import REQUESTS, REQUESTS_SECONDS
from bot.cluster.lease_manager import Keeper, Timing
from bot.cluster.membership import CannotJoin, NotHeld, Place, ShardHandlers, shard_of
from bot.cluster.notify_payload import packed, unpacked
from bot.cluster.process_identity import has_ended, machine, new_name
from bot.cluster.shared_rate_limit import SharedRateLimiter, SharedSlot
from bot.runtime.background import BackgroundTasks
from bot.runtime.rate_limit import RateLimiter
from bot.store.address import PostgresqlAddress
from bot.store.engines.listening import Listener, exclusive
from bot.store.errors import BrokenDatabase, SaveFailed
from bot.store.repositories.fences import Fence
from bot.store.repositories.leases import Leases
from bot.store.rows import Me, Reach, Rival

log = logging.getLogger(__name__)

LEAVING: Final = 10.0  # seconds to hand everything over, and for each shard
LEAVING_SHARD: Final = 5.5
_REQUESTS_MEANWHILE: Final = REQUESTS // 5  # of each process while the database is away
_LOOK_AGAIN: Final = 0.2


class Cluster:
    """This process among those over a PostgreSQL database; see `Membership` for what each method does."""

    def __init__(self, address: PostgresqlAddress, leases: Leases, me: Me, timing: Timing) -> None:
        self.name = me.name
        self._address = address
        self._leases = leases
        self._keeper = Keeper(leases, me, timing)
        self._identify_seconds = timing.identify
        self._keeping: asyncio.Task[None] | None = None
        self._listener: Listener | None = None
        self._listening: asyncio.Task[None] | None = None
        self._background = BackgroundTasks()
        self._ended = asyncio.Event()
        self._closed = False
        self._requests = SharedRateLimiter(
            partial(leases.turns, "requests", most=REQUESTS, seconds=REQUESTS_SECONDS),
            REQUESTS,
            RateLimiter(_REQUESTS_MEANWHILE, REQUESTS_SECONDS),
        )
        self._own_requests = RateLimiter(REQUESTS, REQUESTS_SECONDS)
        self._identifies: dict[int, SharedSlot] = {}

    @classmethod
    async def join(
        cls, address: PostgresqlAddress, place: Place | None = None, timing: Timing | None = None
    ) -> "Cluster":
        """Makes this process known to the others. Raises CannotJoin or BrokenDatabase."""
        timing = timing or Timing()
        me = Me(new_name(), *(place or (None, None)), machine())
        leases = await asyncio.to_thread(Leases.open, address)
        cluster = cls(address, leases, me, timing)
        try:
            await _enter(leases, me, timing)
            await cluster._begin()
        except BaseException:
            await cluster.close()
            raise
        return cluster

    @property
    def held(self) -> frozenset[int]:
        """The shards whose leases this process holds at this moment."""
        return self._keeper.held

    @property
    def in_touch(self) -> bool:
        """Whether the database has heard of this process lately."""
        return self._keeper.in_touch

    @property
    def alone(self) -> bool:
        """Whether no other process runs, as far as is known."""
        return self._keeper.alone

    def holds(self, guild_id: int) -> bool:
        """Whether this process acts for a server now."""
        return self._keeper.fence(self.shard_of(guild_id)) is not None

    def fence(self, guild_id: int) -> Fence | None:
        """Returns the fence of a server's shard. Raises NotHeld."""
        fence = self._keeper.fence(self.shard_of(guild_id))
        if fence is None:
            raise NotHeld
        return fence

    def fence_lost(self, guild_id: int) -> None:
        """Asks the database at once who holds what."""
        self._keeper.look()

    def report(self, reach: Reach) -> None:
        """Lets all processes know whether this one reaches Discord, and which shards it cannot serve."""
        self._keeper.report(reach)

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        return shard_of(guild_id, self._keeper.shards or 1)

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns how many shards all processes use. Raises SaveFailed."""
        self._keeper.shards = await self._leases.agree_on_shards(self.name, recommended)
        await self._leases.tell()
        return self._keeper.shards

    async def run(self, handlers: ShardHandlers) -> None:
        """Takes and keeps the shards that are this process's, until `leave` or `close`.

        Raises CannotJoin if the others use another number of shards by now.
        """
        if self._keeping is None:
            raise RuntimeError("a cluster is run after it was joined")
        self._keeper.handlers = handlers
        self._keeper.look()
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait((self._keeping, ended), return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                await self._keeping
        finally:
            ended.cancel()

    async def leave(self) -> None:
        """Hands all shards over; gives up when that takes longer than it should."""
        self._keeper.leaving = True
        with suppress(SaveFailed):  # the next renewal says so too
            await self._leases.leave(self.name)
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING + LEAVING_SHARD * len(self.held)):
                await self._keeper.all_handed_over()
        self._ended.set()

    async def close(self) -> None:
        """Releases what is still held, and lets go of the database."""
        if self._closed:
            return
        self._closed = True
        self._ended.set()
        for task in (self._keeping, self._listening):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._keeper.close()
        await self._background.close()
        with suppress(SaveFailed):  # what is left runs out by itself
            await self._leases.release(self.name)
        if self._listener is not None:
            await self._listener.close()
        await self._leases.close()

    async def hand_on(self, shard: int, payload: dict[str, Any]) -> bool:
        """Hands an interaction to the process that holds a shard. Raises SaveFailed."""
        text = packed(payload)
        return text is not None and await self._leases.hand_on(self.name, shard, text)

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Returns when the shard may begin a session."""
        bucket = shard % max_concurrency
        if bucket not in self._identifies:
            take = partial(self._leases.take_turn, f"identify {bucket}", self._identify_seconds)
            self._identifies[bucket] = SharedSlot(take, RateLimiter(1, self._identify_seconds))
        await self._identifies[bucket].acquire()
        self._keeper.start(shard)

    async def request_turn(self) -> None:
        """Returns when a request may be sent; as long as no other process runs, the database need not be asked."""
        await (
            self._own_requests.acquire()
        )  # also beside others, which may just have come: they know nothing of these
        if not self.alone:
            await self._requests.acquire()

    def exclusive(self, name: str) -> AbstractAsyncContextManager[None]:
        """Lets one process at a time do what has this name. Entering raises SaveFailed or BrokenDatabase."""
        return exclusive(self._address, name)

    async def _begin(self) -> None:
        self._listener = await Listener.open(self._address, self.name, self._heard)
        self._listening = asyncio.create_task(self._listener.listen())
        self._keeping = asyncio.create_task(self._keeper.keep())

    def _heard(self, text: str | None) -> None:
        if text is None:
            self._keeper.look()
        elif self._keeper.handlers is not None:
            try:
                payload = unpacked(text)
            except ValueError:  # from another version, perhaps; it must not keep us from hearing the next
                log.warning("What another process has sent cannot be read")
            else:
                self._background.run(self._keeper.handlers.handed(payload))


async def _enter(leases: Leases, me: Me, timing: Timing) -> None:
    """Puts a process on the list.

    Raises CannotJoin where one runs that has its place, or a place of another number of places. One that was
    killed keeps its place until its time has run out, or until its machine knows that it has ended.
    """
    first: datetime | None = None
    while True:
        try:
            for other in await leases.at_machine(me.machine):
                if has_ended(other):
                    await leases.release(other)
            rival = await leases.enter(me, timing.lease)
        except SaveFailed as error:
            raise BrokenDatabase(str(error)) from error
        if rival is None:
            return
        first = first or rival.until
        if rival.until > first:
            raise CannotJoin(_why_not(me, rival))
        await asyncio.sleep(_LOOK_AGAIN)  # nothing tells that a process which was killed has run out of time


def _why_not(me: Me, rival: Rival) -> str:
    if rival.places == me.places:
        return (
            f"Another process runs as {me.place}/{me.places} already: "
            "give this one another place in COUP_CLUSTER, or none."
        )
    return (
        f"This process is to run as {me.place}/{me.places}, and another one runs as {rival.place}/{rival.places}: "
        "set the same number in COUP_CLUSTER on all, and stop those with the old one before you start others."
    )
