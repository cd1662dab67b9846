"""Connects shards to Discord's gateway, one by one, while the process runs.

discord.py by itself connects all shards of a process at the start. Here a process acquires and gives up shards
while it runs, and a task for each shard reconnects it. The protocol on a connection is discord.py's, with time
limits for Discord's answers.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from bot.runtime.clock import Backoff, running_time
from bot.runtime.network_errors import NETWORK_ERRORS
from bot.store import SaveFailed

log = logging.getLogger(__name__)

QUIET_SECONDS: Final = 3.0
"""If gateway or REST has sent nothing for this time, this process sends it a request."""
ANSWER_SECONDS: Final = 3.5
"""Time limit for the response to that request."""
READY_SECONDS: Final = 30.0
"""Time that Discord has to begin or to resume a session."""
IDENTIFY_SECONDS: Final = 20.0
"""Time that an open connection may wait to begin a session; Discord closes it if it waits much longer."""
CLOSE_SECONDS: Final = 0.5
IDLE_AFTER_SECONDS: Final = 60.0
IDLE_QUIET_SECONDS: Final = 15.0
"""Without an event for IDLE_AFTER_SECONDS nobody clicks: then IDLE_QUIET_SECONDS replace QUIET_SECONDS."""

REFUSED: Final = frozenset((4004, *range(4010, 4015)))
"""The close codes after which Discord refuses every other try: for a bad token, shard, version or intent, or too
few shards. Each try would use one of the 1,000 sessions that it allows in a day."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 4.0
LONGEST_PAUSE_AFTER_IDENTIFY_SECONDS: Final = 60.0
"""The pause before a connection that has failed is tried again: the first, the longest, and the longest while each
try uses one of the sessions that Discord allows in a day."""


class Contact:
    """Whether one of Discord's services can be reached, and since when. All times come from `now()`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.failing_since: float | None = None
        self.reached_since = self.reached_at = now()

    def succeed(self) -> None:
        """Records that the service was reached."""
        self.reached_at = self._now()
        if self.failing_since is not None:
            self.failing_since, self.reached_since = None, self.reached_at

    def fail(self, began: float) -> None:
        """Records that a try failed, and when it began."""
        if self.failing_since is None:
            # A process that was suspended during its try knows nothing about that time.
            self.failing_since = max(began, self._now() - ANSWER_SECONDS)


@dataclass
class Shard:
    """The connection of one shard: its session, and whether Discord's events arrive."""

    resuming: dict[str, Any] = field(default_factory=dict[str, Any])
    connected: bool = False
    connected_at: float = 0.0
    """When it was connected last, by `running_time`."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the shard is connected for the first time."""
    task: asyncio.Task[None] | None = None
    down_since: float | None = field(default_factory=running_time)
    """When the connection was lost; later by the time that the shard has waited to identify. None if connected."""
    waits_since: float | None = None
    identified: bool = False
    """Whether the last try has used one of the sessions that Discord allows in a day."""
    leaving: bool = False
    limit: asyncio.Timeout | None = None

    def limit_to(self, seconds: float | None) -> None:
        """Makes the connection fail after some seconds, unless this is called again before; None: never."""
        if self.limit is not None and not self.limit.expired():
            self.limit.reschedule(None if seconds is None else asyncio.get_running_loop().time() + seconds)

    @contextmanager
    def exclude_wait(self) -> Generator[None]:
        """Runs a block whose time does not count as time in which the shard is down."""
        self.waits_since = running_time()
        try:
            yield
        finally:
            if self.down_since is not None:
                self.down_since += running_time() - self.waits_since
            self.waits_since = None


_CURRENT: Final[ContextVar[tuple[Shard, Contact]]] = ContextVar("shard")
"""The shard that a task connects. A context variable, because discord.py creates the socket itself."""


class ShardSocket(DiscordWebSocket):
    """A connection that is closed when the task that reads from it is cancelled."""

    received_at = 0.0
    """When the last message was received, by `running_time`."""

    @cached_property
    def received(self) -> asyncio.Event:
        """Set whenever a message is received."""
        return asyncio.Event()

    async def poll_event(self) -> None:
        """Handles the next message; closes the connection if it is cancelled."""
        try:
            await super().poll_event()
        except asyncio.CancelledError:
            # After code 1000 Discord ends the session; after 4000 the session can be resumed.
            await self.close(1000 if _CURRENT.get()[0].leaving else 4000)
            raise

    async def received_message(self, msg: Any, /) -> None:
        """Handles a message, and stores when it was received."""
        self.received_at = running_time()
        self.received.set()
        await super().received_message(msg)

    async def identify(self) -> None:
        """Begins a session as soon as Discord's limit allows it."""
        shard = self._on_hello()
        shard.limit_to(IDENTIFY_SECONDS)
        try:
            with shard.exclude_wait():
                await super().identify()
        except BaseException:
            await self.close()
            raise
        shard.identified = True
        shard.limit_to(READY_SECONDS)

    async def resume(self) -> None:
        """Resumes the session that the shard had."""
        self._on_hello().limit_to(READY_SECONDS)
        await super().resume()

    async def close(self, code: int = 4000) -> None:
        """Closes the connection, whether or not Discord answers."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await super().close(code)

    async def beat(self) -> None:
        """Sends a heartbeat, which Discord acknowledges at once."""
        if self._keep_alive is not None:
            with suppress(ConnectionError, discord.ConnectionClosed):  # the task that reads will notice
                await self.send_heartbeat(self._keep_alive.beat())

    def _on_hello(self) -> Shard:
        """Returns the shard; called when Discord has said HELLO."""
        shard, gateway = _CURRENT.get()
        gateway.succeed()
        return shard


async def _watch(socket: ShardSocket, shard: Shard) -> None:
    """Makes a connection fail if Discord sends nothing, not even the acknowledgement of a heartbeat."""
    event, event_at = socket.sequence, running_time()  # the number of the last event, and when it was noticed
    while True:
        if socket.sequence != event:
            event, event_at = socket.sequence, running_time()
        is_idle = running_time() - event_at > IDLE_AFTER_SECONDS
        pause = (IDLE_QUIET_SECONDS if is_idle else QUIET_SECONDS) - (running_time() - socket.received_at)
        if pause > 0:
            # Waits by the clock until a heartbeat is due: no event would end the wait if the connection is dead.
            await asyncio.sleep(pause)  # until a heartbeat is due
            continue
        asked = running_time()
        socket.received.clear()
        await socket.beat()
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await socket.received.wait()
        if socket.received_at < asked:
            shard.down_since = shard.down_since or asked
            shard.limit_to(0)
            return


class Connections:
    """The connections of this process's shards. `refused` fails if Discord refuses them (see `REFUSED`).

    `contact` records whether new connections can be made.
    """

    def __init__(self, client: discord.Client, gateway: URL, max_concurrency: int, contact: Contact) -> None:
        self._client = client
        self._gateway = gateway
        self._contact = contact
        # Discord lets shards with the same number % max_concurrency begin one after another. A shard is connected
        # only when it is the next one of this process, because Discord closes a connection that waits for long.
        self._beginning = [asyncio.Lock() for _ in range(max_concurrency)]
        self._shards: dict[int, Shard] = {}
        self._is_closed = False
        self.begun = 0
        """How often a session has been begun or resumed."""
        self.refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def connected(self) -> frozenset[int]:
        """The shards whose events reach this process now."""
        return frozenset(number for number, shard in self._shards.items() if shard.connected)

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are connected, or are being connected."""
        return frozenset(self._shards)

    def down_for(self, seconds: float) -> frozenset[int]:
        """Returns the wanted shards that are down for `seconds`, not counting the time they wait to identify."""
        now = running_time()
        return frozenset(
            number
            for number, shard in self._shards.items()
            if shard.down_since is not None and (shard.waits_since or now) - shard.down_since >= seconds
        )

    def connected_seconds(self, number: int) -> float:
        """Returns for how long a shard has been connected; 0 if it is not."""
        shard = self._shards.get(number)
        return 0.0 if shard is None or not shard.connected else running_time() - shard.connected_at

    async def connect(self, number: int) -> None:
        """Begins a shard's session, waits until Discord has said READY, and reconnects it from then on.

        After `close` it begins no session, and waits until it is cancelled.
        """
        shard = self._shards.setdefault(number, Shard())
        if shard.task is None and not self._is_closed:
            shard.task = asyncio.create_task(self._reconnect(number, shard))
        await shard.ready.wait()

    def mark_connected(self, number: int) -> None:
        """Marks a shard as connected, because Discord has said READY or RESUMED."""
        shard = self._shards.get(number)
        if shard is not None:
            shard.connected, shard.connected_at = True, running_time()
            shard.down_since = None
            shard.limit_to(None)
            self.begun += 1
            shard.ready.set()

    async def disconnect(self, number: int) -> None:
        """Ends a shard's session, if it has one."""
        shard = self._shards.pop(number, None)
        if shard is not None and shard.task is not None:
            shard.leaving = True
            shard.task.cancel()
            await asyncio.gather(shard.task, return_exceptions=True)

    async def close(self) -> None:
        """Ends all sessions, and begins no more, because the HTTP client may be closed."""
        self._is_closed = True
        await asyncio.gather(*(self.disconnect(number) for number in list(self._shards)))

    async def _reconnect(self, number: int, shard: Shard) -> None:
        """Connects a shard whenever its connection has ended, and resumes its session if possible."""
        retry = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        retry_after_identify = Backoff(2 * FIRST_PAUSE_SECONDS, LONGEST_PAUSE_AFTER_IDENTIFY_SECONDS)
        logged = ""
        _CURRENT.set((shard, self._contact))
        while True:
            began = running_time()
            reason = await self._connect_once(number, shard)
            if shard.connected:
                shard.connected, logged = False, ""
                retry.reset()
                retry_after_identify.reset()
                shard.down_since = shard.down_since or running_time()
                log.info("Shard %s was disconnected: %s", number, reason)
                continue
            if shard.identified:
                pause = retry_after_identify.next_seconds()
            else:
                pause = retry.jittered_seconds(running_time() - began)
            if reason != logged:  # so that the same reason is not logged every few seconds
                logged = reason
                log.warning("Attempting a reconnect of shard %s in %.1f seconds: %s", number, pause, reason)
            await asyncio.sleep(pause)  # Discord asks clients not to reconnect without a pause

    async def _connect_once(self, number: int, shard: Shard) -> str:
        """Connects a shard, and handles Discord's events until the connection ends; returns why it ended."""
        socket: ShardSocket | None = None
        watching: asyncio.Task[None] | None = None
        parameters: dict[str, Any] = {"gateway": self._gateway, "shard_id": number} | shard.resuming
        shard.identified = False
        began: float | None = None
        resume = True
        try:
            async with asyncio.timeout(None) as shard.limit:
                async with self._only_in_bucket(number, shard):
                    began = running_time()
                    shard.resuming.pop("gateway", None)  # the address for resuming is used for one try only
                    shard.limit_to(ANSWER_SECONDS)
                    socket = await ShardSocket.from_client(self._client, **parameters)
                watching = asyncio.create_task(_watch(socket, shard))
                while True:
                    await socket.poll_event()
        except ReconnectWebSocket as request:
            resume, reason = request.resume, f"Discord asks to {request.op}"
        except discord.ConnectionClosed as closed:
            resume, reason = False, f"Discord has ended the session (code {closed.code})"
            if closed.code in REFUSED and not self.refused.done():
                self.refused.set_exception(closed)
        except TimeoutError:
            reason = "Discord does not answer"
        except (*NETWORK_ERRORS, SaveFailed) as error:
            reason = f"{type(error).__name__}: {error}"
        except Exception as error:  # a handler has failed; the resumed session skips its event
            log.exception("An event of shard %s could not be handled", number)
            reason = type(error).__name__
        finally:
            shard.limit = None
            if watching is not None:
                watching.cancel()
        if began is not None and self._contact.reached_at < began and not shard.connected:
            self._contact.fail(began)
        if not resume:
            shard.resuming = {}
        elif socket is not None and socket.session_id is not None:
            shard.resuming = {
                "gateway": socket.gateway,
                "resume": True,
                "session": socket.session_id,
                "sequence": socket.sequence,
            }
        if socket is not None and socket.open:
            await socket.close()
        return reason

    @asynccontextmanager
    async def _only_in_bucket(self, number: int, shard: Shard) -> AsyncGenerator[None]:
        """Lets one shard of a bucket at a time begin a session; a shard that resumes its session need not wait."""
        if shard.resuming:
            yield
            return
        beginning = self._beginning[number % len(self._beginning)]
        with shard.exclude_wait():
            await beginning.acquire()
        try:
            yield
        finally:
            beginning.release()
