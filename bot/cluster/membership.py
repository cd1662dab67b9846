"""The membership of a process among those that share a database; the processes of this machine.

A process replaces a killed process of its own machine at once, before the leases of that process expire.
"""

import asyncio
import fcntl
import logging
import os
import secrets
import socket
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from bot.refusals import NotOwnedHere, OperatorError
from bot.runtime.background import first_of
from bot.runtime.clock import RateLimiter
from bot.store.engines.database import FenceLost
from bot.store.rows import Fence, Reach

log = logging.getLogger(__name__)

REQUESTS: Final = 50
"""Requests that Discord allows in a second for one token, over all processes."""
REQUESTS_SECONDS: Final = 1.05
"""A little more than a second, because requests may be delayed after the limiter has admitted them."""
IDENTIFY_SECONDS: Final = 5.1
"""Seconds between two new sessions of shards with the same remainder by Discord's `max_concurrency`."""


class ShardHandlers(Protocol):
    """Callbacks for shards that this process acquires or loses. Those for one shard never run at the same time."""

    async def begin_session(self, shard: int) -> None:
        """Begins the shard's session, and waits until Discord has said READY.

        It is cancelled if another process gets the shard after all. After an error it is called again later; with
        SQLite that ends `run`.
        """
        ...

    async def take_over(self, shard: int) -> None:
        """Restores the tables of a shard that this process owns from now on."""
        ...

    async def give_up(self, shard: int) -> None:
        """Forgets the tables of a lost shard; its session stays open for some seconds, for late interactions."""
        ...

    async def end_session(self, shard: int) -> None:
        """Ends the shard's session, if it has one."""
        ...

    async def receive(self, payload: dict[str, Any]) -> None:
        """Receives an interaction that another process has forwarded, as Discord sent it."""
        ...


class Membership:
    """The membership of a process among those that share a database.

    Only the owner of a server changes its tables; the owner may change anytime. Call in this order:
    agree_on_shards, run, leave, close.

    Objects of this class itself are for the single process with a SQLite file, which owns every shard and writes
    without fences. `Cluster` is for processes that share a PostgreSQL database.
    """

    is_single = True
    """Whether no other process can run."""

    def __init__(self, name: str = "alone") -> None:
        self.name = name
        """The unique name of this process, e.g. `host-4711-3fa9`."""
        self.listeners: dict[str, Callable[[int | None], None]] = {}
        """By topic, a function that is called with the member whom a notification of another process is about.

        It is called with None if notifications may have been missed.
        """
        self._shards = 1
        self._requests = RateLimiter(REQUESTS, REQUESTS_SECONDS)
        self._identify_seconds = IDENTIFY_SECONDS
        self._identifies: dict[int, RateLimiter] = {}
        self._left = asyncio.Event()

    @property
    def owned_shards(self) -> frozenset[int]:
        """The shards that this process owns at this moment."""
        return frozenset(range(self._shards))

    @property
    def is_in_touch(self) -> bool:
        """Whether this process has reached the database lately; if not, it owns no server."""
        return True

    @property
    def is_alone(self) -> bool:
        """Whether no other process runs, as far as is known."""
        return True

    def owns(self, guild_id: int) -> bool:
        """Returns whether this process owns a server now."""
        return self.shard_of(guild_id) in self.owned_shards

    def fence(self, guild_id: int) -> Fence | None:
        """Returns the fence that each write for a server needs, None if it needs none. Raises NotOwnedHere."""
        return None

    def report_lost_fence(self, guild_id: int) -> None:
        """Reports that a write for a server was refused with FenceLost: another process owns it now."""

    def check_owned(self, guild_id: int) -> None:
        """Raises NotOwnedHere unless this process owns a server now."""
        if not self.owns(guild_id):
            raise NotOwnedHere(guild_id)

    @contextmanager
    def writing(self, guild_id: int) -> Generator[Fence | None]:
        """Yields the fence with which to write for a server. Raises NotOwnedHere, also if that fence is lost."""
        try:
            yield self.fence(guild_id)
        except FenceLost as error:
            self.report_lost_fence(guild_id)
            raise NotOwnedHere(guild_id) from error

    def report_reach(self, reach: Reach) -> None:
        """Tells all processes whether this one reaches Discord, and which shards it cannot serve."""

    def shard_of(self, guild_id: int) -> int:
        """Returns the shard that a server belongs to."""
        return (guild_id >> 22) % self._shards

    async def agree_on_shards(self, recommended: int) -> int:
        """Returns how many shards all use: those recommended, or those of running processes. Raises SaveFailed."""
        self._shards = recommended
        return recommended

    async def run(self, handlers: ShardHandlers) -> None:
        """Acquires and keeps shards until `leave` or `close`. Raises what the first two handlers raise."""

        async def begin(shard: int) -> None:
            await handlers.begin_session(shard)
            await handlers.take_over(shard)

        await first_of(asyncio.gather(*map(begin, range(self._shards))), self._left.wait())
        await self._left.wait()

    async def leave(self) -> None:
        """Serves each shard until another process owns it, or that takes too long; then `run` returns."""
        self._left.set()

    async def close(self) -> None:
        """Releases all shards that are still owned, and closes the database. Never raises."""
        self._left.set()

    async def forward(self, shard: int, payload: dict[str, Any]) -> bool:
        """Forwards an interaction, as Discord sent it, to the process that owns a shard.

        Returns False if no other process owns it, or if the payload is too long. Raises SaveFailed.
        """
        return False

    async def wait_to_identify(self, shard: int, max_concurrency: int) -> None:
        """Waits until a shard may begin a session: Discord allows one in 5 s for each shard % max_concurrency."""
        bucket = shard % max_concurrency
        await self._identifies.setdefault(bucket, RateLimiter(1, self._identify_seconds)).acquire()

    async def wait_to_request(self) -> None:
        """Waits until a request may be sent that counts towards Discord's 50 a second."""
        await self._requests.acquire()


def machine_name() -> str | None:
    """Returns a name for the machine, its boot and its set of process ids (a container has its own), or None."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return None


def new_process_name() -> str:
    """Returns a unique name for this process: its host, its process id, and four random digits."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"


def has_ended(name: str) -> bool:
    """Returns whether the process of a name, which ran on this machine, has ended."""
    try:
        os.kill(int(name.split("-")[-2]), 0)
    except ProcessLookupError:
        return True
    except OSError:  # a process of another user: the id may have been reused
        return False
    return False


@contextmanager
def only_process(database: Path) -> Generator[None]:
    """Locks a database file inside the block. Raises OperatorError if another process has locked it.

    The system releases the lock when this process ends, even if it is killed. Where files cannot be locked, the
    bot runs without a lock.
    """
    real = database.resolve()  # links resolved, so that every path to the file leads to the same lock
    with ExitStack() as stack:
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open(f"{real}.lock", "a", opener=partial(os.open, mode=0o600)))
            # Not flock: a worker process would inherit that lock, and keep it after this process is killed.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(
                f"Another process runs the bot over the database {database} already: stop it first, or name "
                "another file in COUP_DATABASE. Several processes need a PostgreSQL database."
            ) from error
        except OSError as error:
            log.warning("The database %s is not locked against a second process: %s", database, error)
        yield
