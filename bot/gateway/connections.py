"""Connections: a session of Discord's gateway for each shard, begun and ended one by one while the process runs.

discord.py by itself connects all shards of a process at the start, for good. Here they come and go, and each is
kept up by a task of its own. What is said on a connection is discord.py's.
"""

import asyncio
import logging
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from bot.store import SaveFailed

log = logging.getLogger(__name__)

TOKEN_REFUSED: Final = 4004
"""The close code that tells of a bad token: no other connection would fare better."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
"""Seconds before a connection that has failed is tried again: at first, and at most."""


class _Socket(DiscordWebSocket):
    """A connection that is closed when whoever reads from it is cancelled."""

    async def poll_event(self) -> None:
        try:
            await super().poll_event()
        except asyncio.CancelledError:
            await self.close(1000)
            raise

    async def identify(self) -> None:
        try:
            await super().identify()  # after its turn, which may take long
        except BaseException:
            await self.close()
            raise


@dataclass
class _Shard:
    """One shard's connection: what goes on with its session, and whether Discord's events come in."""

    resuming: dict[str, Any] = field(default_factory=dict[str, Any])
    connected: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)  # it has been connected once
    task: asyncio.Task[None] | None = None


class Connections:
    """The connections of the shards that are to be connected. `refused` fails if Discord refuses the token."""

    def __init__(self, client: discord.Client, gateway: URL, max_concurrency: int) -> None:
        self._client = client
        self._gateway = gateway
        # Discord lets shards with the same remainder begin one after another. Each is connected when it is this
        # process's next: a connection that waits for long counts as dead.
        self._beginning = [asyncio.Lock() for _ in range(max_concurrency)]
        self._shards: dict[int, _Shard] = {}
        self.begun = 0
        """How often a connection has been begun, or gone on with."""
        self.refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def connected(self) -> frozenset[int]:
        """The shards whose events reach this process now."""
        return frozenset(number for number, shard in self._shards.items() if shard.connected)

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are connected, or are being connected."""
        return frozenset(self._shards)

    async def connect(self, number: int) -> None:
        """Begins a shard's session, and returns when Discord has said READY; from then on it is kept up."""
        shard = self._shards.setdefault(number, _Shard())
        if shard.task is None:
            shard.task = asyncio.create_task(self._keep_up(number, shard))
        await shard.ready.wait()

    def stands(self, number: int) -> None:
        """Notes that Discord has said READY or RESUMED on a shard's connection."""
        shard = self._shards.get(number)
        if shard is not None:
            shard.connected = True
            self.begun += 1
            shard.ready.set()

    async def disconnect(self, number: int) -> None:
        """Ends a shard's session, if it has one."""
        shard = self._shards.pop(number, None)
        if shard is not None and shard.task is not None:
            shard.task.cancel()
            await asyncio.gather(shard.task, return_exceptions=True)

    async def close(self) -> None:
        """Ends all sessions."""
        await asyncio.gather(*(self.disconnect(number) for number in list(self._shards)))

    async def _keep_up(self, number: int, shard: _Shard) -> None:
        """Connects a shard again whenever its connection ends, and goes on with its session where possible."""
        pause = FIRST_PAUSE
        while True:
            reason = await self._connection(number, shard)
            if shard.connected:
                shard.connected, pause = False, FIRST_PAUSE
                log.info("Shard %s was disconnected: %s", number, reason)
                continue
            log.warning("Attempting a reconnect of shard %s in %.1f seconds: %s", number, pause, reason)
            await asyncio.sleep(pause)  # Discord asks clients not to reconnect all the time
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _connection(self, number: int, shard: _Shard) -> str:
        """Connects a shard, and handles Discord's events until the connection ends; returns why it did."""
        socket: _Socket | None = None
        parameters: dict[str, Any] = {"gateway": self._gateway, "shard_id": number} | shard.resuming
        turn = nullcontext() if shard.resuming else self._beginning[number % len(self._beginning)]
        shard.resuming.pop("gateway", None)  # for one try
        resume = True
        try:
            async with turn:
                socket = await _Socket.from_client(self._client, **parameters)
            while True:
                await socket.poll_event()
        except ReconnectWebSocket as wish:
            resume, reason = wish.resume, f"Discord wishes to {wish.op}"
        except discord.ConnectionClosed as closed:
            resume, reason = False, f"Discord has ended the connection for good (code {closed.code})"
            if closed.code == TOKEN_REFUSED and not self.refused.done():
                self.refused.set_exception(closed)
        except (OSError, aiohttp.ClientError, TimeoutError, SaveFailed) as error:
            reason = f"{type(error).__name__}: {error}"
        except Exception as error:  # in the handling of an event, which is left out when the session goes on
            log.exception("An event of shard %s could not be handled", number)
            reason = type(error).__name__
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
