"""An open database, whatever its engine: units that arrive during a transaction share the next (group commit).

When one of its errors is raised, nothing has become durable, except perhaps after CommitUnknown.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from bot.refusals import Refusal
from bot.store.query import Query, Values
from bot.store.rows import Fence

T = TypeVar("T")

UNIT_SECONDS: Final = 2.0
"""A unit that could not be done in this time is refused: a click must be acknowledged within three seconds."""
BACKGROUND_SECONDS: Final = 20.0
"""The time limit for a read that no click waits for."""

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


class SaveFailed(Refusal):
    """The database could not save or read what it was asked to. The text is a sentence for the operator."""

    usual_code = "database"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.args = (text,)


class BrokenDatabase(SaveFailed):
    """The database is damaged, or cannot be opened; it is left as it is."""


class NotDone(SaveFailed):
    """Nothing was done: the unit may be tried again until its deadline."""


class CommitUnknown(SaveFailed):
    """The database failed during COMMIT, so the change may be durable or not.

    The caller must read the data again before it changes it.
    """

    usual_code = "outcome-unknown"


class Conflict(Exception):
    """A row breaks a rule of the schema, e.g. a second row under a unique key."""


class FenceLost(Exception):
    """Another process owns the game now: the number in the fence is no longer the owner's current one."""


@contextmanager
def shared_deadline() -> Generator[float]:
    """Sets one deadline, UNIT_SECONDS from now, for all writes inside the block, instead of one for each.

    Yields the deadline, of time.monotonic().
    """
    until = monotonic() + UNIT_SECONDS
    token = _DEADLINE.set(until)
    try:
        yield until
    finally:
        _DEADLINE.reset(token)


class Connection(Protocol):
    """A connection as a unit uses it. Statements that fail raise the driver's own errors."""

    driver: Any
    """The driver's own connection."""

    def execute(self, query: Query, values: Values, /) -> Any:
        """Runs a statement; returns the driver's cursor, whose rows are indexed by column name."""
        ...

    def execute_all(self, query: Query, rows: Iterable[Values], /) -> None:
        """Runs a statement once for each of the rows, without waiting for the server in between."""
        ...

    def notify(self, topic: str, text: str, /) -> None:
        """Sends a text to all processes that listen for a topic, once the transaction is committed."""
        ...


Unit: TypeAlias = Callable[[Connection], T]
"""Work on the database that is done completely or not at all.

It must change nothing but the database, because the database runs it again after a transaction that failed without
being committed.
"""


@dataclass(slots=True)
class Write:
    """A unit that waits to become durable. `deadline` is in seconds of time.monotonic()."""

    unit: Unit[Any]
    fence: Fence | None
    future: asyncio.Future[Any]
    deadline: float


Outcome: TypeAlias = tuple[Any, Exception | None]
"""A unit's result and None, or None and the error that it failed with."""


class Database(ABC):
    """An open database. `write` and `read` may be called by any number of tasks at once.

    Collects units that write while a transaction runs, and commits them together in the next one.
    """

    def __init__(self) -> None:
        self._waiting: list[Write] = []
        self._idle = asyncio.Event()  # set while no transaction runs
        self._idle.set()
        self._closed = False

    async def write(self, unit: Unit[T], fence: Fence | None = None) -> T:
        """Runs a unit and returns its result once that is durable.

        Raises SaveFailed after UNIT_SECONDS, or at the `shared_deadline`, at the latest; FenceLost if the fence is
        no longer its owner's current one; Conflict, or what the unit raises. CommitUnknown, a SaveFailed that
        leaves open whether the unit was done, may be raised some tenths of a second later.
        """
        self._check_open()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(Write(unit, fence, future, _DEADLINE.get() or monotonic() + UNIT_SECONDS))
        if self._idle.is_set():
            self._commit_waiting()
        return await future

    async def is_current(self, fence: Fence) -> bool:
        """Returns whether a fence is still its owner's newest. Raises SaveFailed."""
        return not await self.read(lambda connection: _lost_fences(connection, (fence,), _NUMBER))

    @abstractmethod
    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Returns the result of a unit that only reads durable data. Raises SaveFailed after `seconds`."""

    def exclusive(self, name: str) -> AbstractAsyncContextManager[None]:
        """Lets one process at a time enter the block of this name. Entering raises SaveFailed."""
        return nullcontext()

    async def check(self) -> None:  # noqa: B027 - PostgreSQL checks its pages whenever it reads them
        """Raises BrokenDatabase if a page of the database is damaged, as far as this engine leaves that to us."""

    async def scrub(self) -> None:  # noqa: B027 - PostgreSQL vacuums its tables by itself
        """Removes from files what was deleted, as far as this engine leaves that to us. Raises SaveFailed."""

    @abstractmethod
    async def close(self) -> None:
        """Waits for writes under way, then closes, even if one of them fails."""

    @abstractmethod
    def _commit(self, batch: list[Write]) -> None:
        """Starts to run units in one transaction. Calls `_report`, before the earliest of their deadlines."""

    def _check_open(self) -> None:
        if self._closed:
            raise SaveFailed("The database is closed.")

    async def _finish_writes(self) -> None:
        """Refuses new units, and waits until the waiting ones are done or refused."""
        self._closed = True
        await self._idle.wait()

    def _commit_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        if batch:
            self._idle.clear()
            self._commit(batch)
        else:
            self._idle.set()

    def _report(self, batch: list[Write], result: list[Outcome] | BaseException) -> None:
        """Gives the outcomes of a batch to the callers that wait for them, and starts the next transaction."""
        outcomes = result if isinstance(result, list) else [(None, _failure(result))] * len(batch)
        again = [write for write, outcome in zip(batch, outcomes, strict=True) if not _report(write, outcome)]
        self._waiting[:0] = again
        self._commit_waiting()


def run_batch(
    connection: Connection,
    batch: list[Write],
    failure: Callable[[Exception], Exception],
    is_undone: Callable[[], bool],
) -> list[Outcome]:
    """Runs a batch in the transaction that the caller has begun, except units whose fence is lost.

    If there are several units, each runs in its own savepoint, so that a failed one is undone alone; `failure`
    returns the outcome for its error. The error is raised if there is a single unit, or if the whole transaction
    `is_undone`. Fences are checked once, before the units run: a lock that is taken inside a savepoint is lost
    when the savepoint is undone.
    """

    fences = {write.fence for write in batch if write.fence is not None}
    in_order = sorted(fences, key=lambda fence: fence.owner)
    lost: set[Fence | None] = {*_lost_fences(connection, in_order, _LOCKED_NUMBER)} if fences else set()
    if not lost and len(batch) == 1:
        return [(batch[0].unit(connection), None)]

    def run_in_savepoint(unit: Unit[Any]) -> Outcome:
        connection.driver.execute("SAVEPOINT unit")
        try:
            result = unit(connection)
        except Exception as error:  # the caller of the unit gets its error
            if is_undone():
                raise
            connection.driver.execute("ROLLBACK TO unit")
            return None, failure(error)
        connection.driver.execute("RELEASE unit")
        return result, None

    return [(None, FenceLost()) if write.fence in lost else run_in_savepoint(write.unit) for write in batch]


def _failure(error: BaseException) -> SaveFailed:
    """Returns an error for callers after a bug of an engine: they must get an answer even then."""
    failure = SaveFailed(f"The database failed: {type(error).__name__}.")
    failure.__cause__ = error
    return failure


def _report(write: Write, outcome: Outcome) -> bool:
    """Gives an outcome to the caller that waits for it. Returns False if the unit must be tried again."""
    result, error = outcome
    if isinstance(error, NotDone) and monotonic() < write.deadline:
        return False
    if write.future.done():  # the caller was cancelled meanwhile
        return True
    if error is None:
        write.future.set_result(result)
    else:
        write.future.set_exception(error)
    return True


_NUMBER: Final = Query("SELECT number FROM fences WHERE owner = :owner")
# PostgreSQL locks the row, so that the number cannot rise before the transaction ends.
_LOCKED_NUMBER: Final = Query("SELECT number FROM fences WHERE owner = :owner", lock="FOR SHARE")


def _lost_fences(connection: Connection, fences: Iterable[Fence], number: Query) -> set[Fence]:
    """Returns the fences that are not their owner's newest."""
    lost = set[Fence]()
    for fence in fences:
        row = connection.execute(number, {"owner": fence.owner}).fetchone()
        if row is None or row["number"] != fence.number:
            lost.add(fence)
    return lost


class Repository:
    """Rows of one database. Methods raise SaveFailed if it cannot be used, writes with an old fence FenceLost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _first(self, query: Query, **values: Any) -> Any:
        """Returns the first row of a query, None if there is none."""
        return await self._database.read(lambda connection: connection.execute(query, values).fetchone())

    async def _all(self, query: Query, *, seconds: float = UNIT_SECONDS, **values: Any) -> list[Any]:
        """Returns all rows of a query, which may take `seconds`."""
        return await self._database.read(lambda connection: connection.execute(query, values).fetchall(), seconds)

    async def _run(self, query: Query, fence: Fence | None = None, **values: Any) -> int:
        """Runs a statement; returns the number of rows that it has changed."""
        return await self._database.write(lambda connection: connection.execute(query, values).rowcount, fence)
