"""Connects shards to Discord's gateway, one by one, while the process runs.

discord.py by itself connects all shards of a process at the start. Here a process acquires and gives up shards
while it runs, and a task for each shard reconnects it. The protocol on a connection is discord.py's.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
from discord.gateway import ReconnectWebSocket
from yarl import URL

from bot.gateway.shard_socket import ANSWER_SECONDS, CURRENT, Contact, Shard, ShardSocket, watch
from bot.runtime.backoff import Backoff
from bot.runtime.clock import running_time
from bot.runtime.network_errors import NETWORK_ERRORS
from bot.store import SaveFailed

log = logging.getLogger(__name__)

TOKEN_REFUSED: Final = 4004
"""The close code for a bad token, with which no other connection would succeed either."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 4.0
LONGEST_PAUSE_AFTER_IDENTIFY_SECONDS: Final = 60.0
"""The pause before a connection that has failed is tried again: the first, the longest, and the longest while each
try uses one of the sessions that Discord allows in a day."""


class Connections:
    """The connections of this process's shards. `refused` fails if Discord refuses the token.

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
            shard.connected = True
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
        CURRENT.set((shard, self._contact))
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
                watching = asyncio.create_task(watch(socket, shard))
                while True:
                    await socket.poll_event()
        except ReconnectWebSocket as request:
            resume, reason = request.resume, f"Discord asks to {request.op}"
        except discord.ConnectionClosed as closed:
            resume, reason = False, f"Discord has ended the session (code {closed.code})"
            if closed.code == TOKEN_REFUSED and not self.refused.done():
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
