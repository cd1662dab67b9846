"""Ownership: for which servers this process acts. Membership: its part among the processes over one database."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol, TypeAlias

from bot.cluster.discord_limits import IDENTIFY_SECONDS, REQUESTS, REQUESTS_SECONDS
from bot.runtime.rate_limit import RateLimiter
from bot.store.repositories.fences import Fence
from bot.store.rows import Reach

Place: TypeAlias = tuple[int, int]
"""(k, n): the k-th of n processes, counted from 1. It is at home on the shards with shard % n == k - 1."""


class NotHeld(Exception):
    """This process does not act for the server: another one does, or none just now."""


class CannotJoin(Exception):
    """This process cannot be one of those over the database. The text is a sentence for the operator."""


class Ownership(Protocol):
    """For which servers this process acts. It may change from one moment to the next."""

    def holds(self, guild_id: int) -> bool:
        """Whether this process acts for a server now."""
        ...

    def fence(self, guild_id: int) -> Fence | None:
        """Returns the fence that each write for a server carries, None where none is needed. Raises NotHeld."""
        ...

    def fence_lost(self, guild_id: int) -> None:
        """Notes that a write for a server was refused (FenceLost): another process acts for it now."""
        ...

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        ...


class ShardHandlers(Protocol):
    """What a process does as shards come and go. The methods for one shard never run at the same time."""

    async def connect(self, shard: int) -> None:
        """Begins the shard's session, and returns when Discord has said READY.

        Cancelled if another process is to have the shard after all; `disconnect` follows.
        What it raises is logged, and it is called again later; over SQLite it ends `run`.
        """
        ...

    async def gained(self, shard: int) -> None:
        """The shard's servers are this process's from now on: brings their tables back."""
        ...

    async def lost(self, shard: int) -> None:
        """The shard's servers are another process's from now on: forgets their tables.

        The session goes on for a few seconds, so that interactions that still come in can be handed on.
        """
        ...

    async def disconnect(self, shard: int) -> None:
        """Ends the shard's session if it has one."""
        ...

    async def handed(self, payload: dict[str, Any]) -> None:
        """An interaction that another process heard and handed on, as Discord sent it."""
        ...


class Membership(Ownership, Protocol):
    """This process as one of those over a database, or alone. The order: agree on shards, run, leave, close."""

    @property
    def name(self) -> str:
        """The name of this process among all, e.g. `host-4711-3fa9`."""
        ...

    @property
    def held(self) -> frozenset[int]:
        """The shards whose servers this process acts for at this moment."""
        ...

    @property
    def in_touch(self) -> bool:
        """Whether the database has heard of this process lately; else it acts for no server."""
        ...

    @property
    def alone(self) -> bool:
        """Whether no other process runs, as far as is known."""
        ...

    def report(self, reach: Reach) -> None:
        """Lets all processes know whether this one reaches Discord, and which shards it cannot serve."""
        ...

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns how many shards all processes use, where Discord recommends so many.

        Running processes keep the number they have; who starts when none runs may raise it. Raises SaveFailed.
        """
        ...

    async def run(self, handlers: ShardHandlers) -> None:
        """Takes the shards that are this process's, and keeps them until `leave` or `close`."""
        ...

    async def leave(self) -> None:
        """Hands all shards over: returns when other processes have them, or when that takes too long.

        This process serves each until another has it. `run` returns after it.
        """
        ...

    async def close(self) -> None:
        """Releases what is still held, and lets go of the database. Fails for no reason."""
        ...

    async def hand_on(self, shard: int, payload: dict[str, Any]) -> bool:
        """Hands an interaction, as Discord sent it, to the process that holds a shard.

        Returns False if no other one does, or the payload is too long. Raises SaveFailed.
        """
        ...

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Returns when the shard may begin a session: Discord allows one each 5 s by shard % max_concurrency."""
        ...

    async def request_turn(self) -> None:
        """Returns when a request may be sent that counts among Discord's 50 a second."""
        ...

    def exclusive(self, name: str) -> AbstractAsyncContextManager[None]:
        """Lets one process at a time do what has this name: `async with members.exclusive("commands"):`."""
        ...


class Alone:
    """The one process over a SQLite file: holds every shard, writes without fences."""

    def __init__(self) -> None:
        self.name = "alone"
        self.shards = 1
        self._requests = RateLimiter(REQUESTS, REQUESTS_SECONDS)
        self._identifies: dict[int, RateLimiter] = {}
        self._left = asyncio.Event()

    @property
    def held(self) -> frozenset[int]:
        """All shards."""
        return frozenset(range(self.shards))

    def holds(self, guild_id: int) -> bool:
        """Returns True."""
        return True

    def fence(self, guild_id: int) -> Fence | None:
        """Returns None."""
        return None

    def fence_lost(self, guild_id: int) -> None:
        """Never called: no write carries a fence."""

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        return shard_of(guild_id, self.shards)

    @property
    def in_touch(self) -> bool:
        """Returns True: nobody else could act for a server."""
        return True

    @property
    def alone(self) -> bool:
        """Returns True."""
        return True

    def report(self, reach: Reach) -> None:
        """There is nobody to let know."""

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns the recommended number."""
        self.shards = recommended
        return recommended

    async def run(self, handlers: ShardHandlers) -> None:
        """Connects every shard; returns after `leave` or `close`. Raises what `connect` or `gained` raises."""

        async def begin(shard: int) -> None:
            await handlers.connect(shard)
            await handlers.gained(shard)

        beginning = asyncio.gather(*map(begin, range(self.shards)))
        leaving = asyncio.create_task(self._left.wait())
        try:
            await asyncio.wait((beginning, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not leaving.done():
                await beginning
            await leaving
        finally:
            for task in (beginning, leaving):
                task.cancel()
            await asyncio.gather(beginning, leaving, return_exceptions=True)

    async def leave(self) -> None:
        """There is nobody to hand anything over to."""
        self._left.set()

    async def close(self) -> None:
        """Lets `run` return."""
        self._left.set()

    async def hand_on(self, shard: int, payload: dict[str, Any]) -> bool:
        """Returns False: there is nobody else."""
        return False

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Returns when the shard may begin a session."""
        bucket = shard % max_concurrency
        await self._identifies.setdefault(bucket, RateLimiter(1, IDENTIFY_SECONDS)).acquire()

    async def request_turn(self) -> None:
        """Returns when a request may be sent."""
        await self._requests.acquire()

    @asynccontextmanager
    async def exclusive(self, name: str) -> AsyncGenerator[None]:
        """Nobody else could do it."""
        yield


def shard_of(guild_id: int, shards: int) -> int:
    """Returns the shard, of so many, that Discord serves a server on."""
    return (guild_id >> 22) % shards
