"""The connection of one shard: its state, and discord.py's socket with time limits for Discord's answers."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket

from bot.runtime.clock import running_time

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


CURRENT: Final[ContextVar[tuple[Shard, Contact]]] = ContextVar("shard")
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
            await self.close(1000 if CURRENT.get()[0].leaving else 4000)
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
        shard, gateway = CURRENT.get()
        gateway.succeed()
        return shard


async def watch(socket: ShardSocket, shard: Shard) -> None:
    """Makes a connection fail if Discord sends nothing, not even the acknowledgement of a heartbeat."""
    event, event_at = socket.sequence, running_time()  # the number of the last event, and when it was noticed
    while True:
        if socket.sequence != event:
            event, event_at = socket.sequence, running_time()
        is_idle = running_time() - event_at > IDLE_AFTER_SECONDS
        pause = (IDLE_QUIET_SECONDS if is_idle else QUIET_SECONDS) - (running_time() - socket.received_at)
        if pause > 0:
            # Waits by the clock until a heartbeat is due: no event would end the wait if the connection is dead.
            await asyncio.sleep(pause)
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
