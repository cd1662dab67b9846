"""Group commit: units of work that arrive together share a transaction; a unit not done by its deadline fails."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar

from bot.store.engines.unit_of_work import UNIT_SECONDS, Connection, Unit, deadline
from bot.store.errors import FenceLost, SaveFailed
from bot.store.query import Query
from bot.store.rows import Fence

T = TypeVar("T")
C = TypeVar("C", bound=Connection)


@dataclass(slots=True)
class Write:
    """A unit that waits to become durable. `deadline` is in seconds of time.monotonic()."""

    unit: Unit[Any]
    fence: Fence | None
    future: asyncio.Future[Any]
    deadline: float


@dataclass(frozen=True, slots=True)
class Retry:
    """The outcome of a unit that must be tried again; at its deadline `error` is raised instead."""

    error: SaveFailed


Outcome: TypeAlias = tuple[Any, Exception | None] | Retry
"""A unit's result and None, or None and the error that it failed with."""


class Database(ABC):
    """An open database. `write` and `read` may be called by any number of tasks at once.

    Collects units that write while a transaction runs, and commits them together in the next one.
    """

    def __init__(self) -> None:
        self._waiting: list[Write] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, unit: Unit[T], fence: Fence | None = None) -> T:
        """Runs a unit and returns its result once that is durable.

        Raises SaveFailed at its deadline (see `unit_of_work.deadline`) at the latest, FenceLost if the fence is no
        longer its owner's current one, Conflict, or what the unit raises. CommitUnknown, a SaveFailed that leaves
        open whether the unit was done, may be raised some tenths of a second later.
        """
        self._check_open()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(Write(unit, fence, future, deadline()))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._commit_waiting())
        return await future

    @abstractmethod
    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Runs a unit that only reads durable data. Raises SaveFailed if it takes longer than `seconds`."""

    @abstractmethod
    async def check(self) -> None:
        """Raises BrokenDatabase if a page of the database is damaged, as far as this engine leaves that to us."""

    @abstractmethod
    async def scrub(self) -> None:
        """Removes from files what was deleted, as far as this engine leaves that to us. Raises SaveFailed."""

    @abstractmethod
    async def close(self) -> None:
        """Waits for writes under way, then closes, even if one of them fails."""

    @abstractmethod
    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        """Runs units in one transaction, and returns their outcomes before the earliest of their deadlines."""

    def _check_open(self) -> None:
        if self._closed:
            raise SaveFailed("The database is closed.")

    async def _finish_writes(self) -> None:
        """Refuses new units, and waits until the waiting ones are done or refused."""
        self._closed = True
        if self._writer is not None:
            await self._writer

    async def _commit_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                outcomes = await self._commit(batch)
            except Exception as error:  # callers must get an answer even if an engine has a bug
                failure = SaveFailed(f"The database failed: {type(error).__name__}.")
                failure.__cause__ = error
                outcomes: list[Outcome] = [(None, failure)] * len(batch)
            again = [write for write, outcome in zip(batch, outcomes, strict=True) if not _settle(write, outcome)]
            self._waiting[:0] = again


def run_batch(connection: C, batch: list[Write], in_savepoint: Callable[[C, Unit[Any]], Outcome]) -> list[Outcome]:
    """Runs a batch in the transaction that the caller has begun, except units whose fence is lost.

    If there are several units, each runs in its own savepoint, so that a failed one is undone alone. The error of
    a single unit is raised. Fences are checked once, before the units run: a lock that is taken inside a savepoint
    is lost when the savepoint is undone.
    """
    fences = {write.fence for write in batch if write.fence is not None}
    lost: set[Fence | None] = {*lost_fences(connection, sorted(fences, key=lambda fence: fence.owner))}
    if not lost and len(batch) == 1:
        return [(batch[0].unit(connection), None)]
    return [
        (None, FenceLost()) if write.fence in lost else in_savepoint(connection, write.unit) for write in batch
    ]


def _settle(write: Write, outcome: Outcome) -> bool:
    """Gives an outcome to the caller that waits for it. Returns False if the unit must be tried again."""
    if isinstance(outcome, Retry):
        if monotonic() < write.deadline:
            return False
        result, error = None, outcome.error
    else:
        result, error = outcome
    if write.future.done():  # the caller was cancelled meanwhile
        return True
    if error is None:
        write.future.set_result(result)
    else:
        write.future.set_exception(error)
    return True


# PostgreSQL locks the rows, so that no number can rise before the transaction ends.
_CURRENT: Final = Query("SELECT number FROM fences WHERE owner = :owner", row_lock="FOR SHARE")


def lost_fences(connection: Connection, fences: Iterable[Fence]) -> set[Fence]:
    """Returns the fences that are not their owner's newest. The others stay valid until the transaction ends."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(_CURRENT, {"owner": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost
