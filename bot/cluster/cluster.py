"""The membership of processes that share a PostgreSQL database, and their shared rate limits.

While the database is unavailable, each process uses a `RateLimiter` of its own.
"""

import asyncio
import base64
import json
import logging
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, Final

from bot.cluster.lease_manager import LeasedMembership, Timing
from bot.cluster.membership import (
    REQUESTS,
    REQUESTS_SECONDS,
    ShardHandlers,
    has_ended,
    machine_name,
    new_process_name,
)
from bot.refusals import OperatorError
from bot.runtime.background import BackgroundTasks, first_of
from bot.runtime.clock import RateLimiter, running_time
from bot.store.address import PostgresqlAddress
from bot.store.engines.database import SaveFailed
from bot.store.repositories.deletions import DELETIONS_TOPIC
from bot.store.repositories.leases import Leases
from bot.store.repositories.players import PREFERENCES_TOPIC
from bot.store.rows import Place, PlaceConflict, Process

log = logging.getLogger(__name__)

LEAVE_SECONDS: Final = 10.0
LEAVE_SHARD_SECONDS: Final = 5.5
"""The time limit of `leave` is LEAVE_SECONDS, and LEAVE_SHARD_SECONDS more for each shard."""
_REQUESTS_WITHOUT_DATABASE: Final = REQUESTS // 5
"""Requests that each process may send in REQUESTS_SECONDS while the database cannot be reached."""
_PLACE_RETRY_SECONDS: Final = 0.2
_MAX_BYTES: Final = 7999
"""The longest text that NOTIFY takes."""
_EMPTY_MESSAGE: Final[dict[str, Any]] = {"content": "", "embeds": [], "components": [], "attachments": []}
"""Replaces the visible parts of a message, which the handling of a click does not need."""


class SharedRateLimiter:
    """Admits callers in the order in which they ask. One query reserves slots for all that wait.

    More slots are reserved only when the last one has passed. So a process that is killed wastes few slots, and a
    process with many requests leaves slots to the others.
    """

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._fallback = RateLimiter(_REQUESTS_WITHOUT_DATABASE, REQUESTS_SECONDS)
        self._waiting = 0
        self._lock = asyncio.Lock()  # whoever holds it is the next to pass
        self._slots = deque[float | None]()  # when each reserved slot begins; None: the fallback decides

    async def acquire(self) -> None:
        """Waits until the caller may pass."""
        self._waiting += 1
        try:
            async with self._lock:
                if not self._slots:
                    await asyncio.sleep(0)  # so that one query serves all that ask at this moment
                    await self._reserve_slots(min(REQUESTS, self._waiting))
                slot = self._slots[0]
                if slot is not None and (left := slot - running_time()) > 0:
                    await asyncio.sleep(left)  # until the reserved slot begins
                self._slots.popleft()  # not before, because the next caller uses the slot of one that is cancelled
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._slots.clear()
        if slot is None:
            await self._fallback.acquire()

    async def _reserve_slots(self, number: int) -> None:
        try:
            waits = await self._leases.reserve_slots("requests", number, REQUESTS, REQUESTS_SECONDS)
        except SaveFailed:
            self._slots.extend([None] * number)
        else:
            now = running_time()
            self._slots.extend(now + wait for wait in waits)


class Cluster(LeasedMembership):
    """The membership of a registered process among those that share a PostgreSQL database."""

    is_single = False

    def __init__(self, leases: Leases, process: Process, timing: Timing) -> None:
        super().__init__(leases, process, timing)
        self._identify_seconds = timing.identify
        self._identifying: dict[int, asyncio.Lock] = {}
        self._background = BackgroundTasks()
        self._closed = False
        self._shared_requests = SharedRateLimiter(leases)
        receivers: dict[str, Callable[[str], None]] = {
            "": lambda _: self._renew_now.set(),
            f" {self.name}": self._receive,
            PREFERENCES_TOPIC: partial(self._notify, PREFERENCES_TOPIC),
            DELETIONS_TOPIC: partial(self._notify, DELETIONS_TOPIC),
        }
        self._background.run(leases.listen(receivers, self._catch_up))
        self._renewing = asyncio.create_task(self._renew_repeatedly())

    @classmethod
    async def join(
        cls, address: PostgresqlAddress, place: Place | None = None, timing: Timing | None = None
    ) -> "Cluster":
        """Registers this process with the others. Raises OperatorError or SaveFailed."""
        timing = timing or Timing()
        process = Process(new_process_name(), place, machine=machine_name())
        leases = await Leases.open(address)
        try:
            await _register(leases, process, timing)
        except BaseException:
            with suppress(SaveFailed):
                await leases.release(process.name)
            await leases.close()
            raise
        return cls(leases, process, timing)

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns how many shards all processes use. Raises SaveFailed."""
        self._shards = self._agreed = await self._leases.agree_on_shards(self.name, recommended)
        await self._leases.notify_all()
        return self._shards

    async def run(self, handlers: ShardHandlers) -> None:
        """Acquires and keeps shards until `leave` or `close`. Raises OperatorError if their number has changed."""
        self._handlers = handlers
        self._renew_now.set()
        await first_of(asyncio.shield(self._renewing), self._left.wait())  # the leases are renewed until `close`

    async def leave(self) -> None:
        """Hands all shards over; gives up if that takes too long."""
        self._leaving = True
        with suppress(SaveFailed):  # the next renewal stores it, too
            await self._leases.mark_leaving(self.name)
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS + LEAVE_SHARD_SECONDS * len(self.owned_shards)):
                await self._all_handed_over()
        self._left.set()

    async def close(self) -> None:
        """Releases all shards that are still owned, and closes the database."""
        if self._closed:
            return
        self._closed = True
        self._left.set()
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        await self._forget_shards()
        await self._background.close()
        with suppress(SaveFailed):  # leases that are not released expire
            await self._leases.release(self.name)
        await self._leases.close()

    async def forward(self, shard: int, payload: dict[str, Any]) -> bool:
        """Forwards an interaction to the process that owns a shard. Raises SaveFailed."""
        text = pack(payload)
        return text is not None and await self._leases.forward(self.name, shard, text)

    async def wait_to_identify(self, shard: int, max_concurrency: int) -> None:
        """Waits until the shard may begin a session."""
        bucket = shard % max_concurrency
        slot = f"identify {bucket}"
        async with self._identifying.setdefault(bucket, asyncio.Lock()):
            # This process counts its own sessions too, for when the database cannot be used.
            await super().wait_to_identify(shard, max_concurrency)
            with suppress(SaveFailed):
                # No slot is reserved, so that a process that is killed while it waits wastes none.
                while left := await self._leases.acquire_slot(slot, self._identify_seconds):  # noqa: ASYNC110 - no event tells that a slot is free
                    await asyncio.sleep(left)  # until another process's slot has ended
            self._identifies[bucket].count()
        self._mark_starting(shard)

    async def wait_to_request(self) -> None:
        """Waits until a request may be sent. Uses the limiter in the database only while other processes run."""
        # This process counts its own requests even while other processes run, so that the count is right when they
        # end.
        await super().wait_to_request()
        if not self.is_alone:
            await self._shared_requests.acquire()

    def _catch_up(self) -> None:
        """Does what every kind of notification asks for, because some notifications may have been missed."""
        self._renew_now.set()
        for topic in self.listeners:
            self._notify(topic, "")

    def _notify(self, topic: str, text: str) -> None:
        if (listener := self.listeners.get(topic)) is not None:
            listener(int(text) if text.isdecimal() else None)

    def _receive(self, text: str) -> None:
        if self._handlers is not None:
            try:
                payload = unpack(text)
            except ValueError:  # another version may have sent it; later texts must still be received
                log.warning("A text from another process cannot be read")
            else:
                self._background.run(self._handlers.receive(payload))


async def _register(leases: Leases, process: Process, timing: Timing) -> None:
    """Registers a process as running. Waits if the process that has its place may have been killed.

    A killed process keeps its place until its lease expires, or until another process of its machine notices that
    it has ended. Raises OperatorError if a process with the same place, or with a place out of another number of
    processes, keeps running; SaveFailed if the database does not answer.
    """
    first: datetime | None = None
    while True:
        for other in await leases.names_on_machine(process.machine):
            if has_ended(other):
                await leases.release(other)
        conflict = await leases.register(process, timing.lease)
        if conflict is None:
            return
        first = first or conflict.until
        if conflict.until > first:
            raise OperatorError(_conflict_text(process, conflict))
        await asyncio.sleep(_PLACE_RETRY_SECONDS)  # no event tells that a lease has expired


def _conflict_text(process: Process, conflict: PlaceConflict) -> str:
    place, places = process.place or (None, None)
    if conflict.places == places:
        return (
            f"Another process runs as {place}/{places} already: "
            "give this one another place in COUP_CLUSTER, or none."
        )
    return (
        f"This process is to run as {place}/{places}, "
        f"and another one runs as {conflict.place}/{conflict.places}: "
        "set the same number in COUP_CLUSTER on all, and stop those with the old one before you start others."
    )


def pack(payload: dict[str, Any]) -> str | None:
    """Returns an interaction as text, None if it is too long even without the content of its message."""
    text = _encode(payload)
    if len(text) > _MAX_BYTES and "message" in payload:
        text = _encode({**payload, "message": {**payload["message"], **_EMPTY_MESSAGE}})
    return text if len(text) <= _MAX_BYTES else None


def unpack(text: str) -> dict[str, Any]:
    """Returns the interaction that was packed into a text. Raises ValueError."""
    try:
        return json.loads(zlib.decompress(base64.b64decode(text)))
    except zlib.error as error:
        raise ValueError("it was not packed like this") from error


def _encode(payload: dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress(json.dumps(payload, separators=(",", ":")).encode())).decode()
