"""An open PostgreSQL database: one connection that writes, one that reads, and the transactions over them.

If a COMMIT is never answered, the server is asked by the transaction's number whether it was committed.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from enum import Enum, auto
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors

from bot.store.address import PostgresqlAddress
from bot.store.engines.database import (
    UNIT_SECONDS,
    CommitUnknown,
    Conflict,
    Database,
    NotDone,
    Outcome,
    SaveFailed,
    Unit,
    Write,
    run_batch,
)
from bot.store.engines.postgresql_connection import (
    Driver,
    PostgresqlConnection,
    ReconnectingConnection,
    bring_up_to_date,
    failure_text,
)

T = TypeVar("T")

_WRITING: Final = "-c statement_timeout=2500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000"
"""Makes the server cancel statements, and release locks, that this process no longer waits for.

A unit that needs a locked row is refused before the deadline of the other units in its transaction.
"""
_DOUBT_SECONDS: Final = 0.3
"""Time after the deadline of a write to find out whether it was committed."""
_LOOK_SECONDS: Final = 0.02
"""Pause between two questions to the server about the outcome of a transaction."""
_LOCK_SECONDS: Final = 60.0
"""The server releases the lock of a process that hangs for this time."""
_LOCKING: Final = (
    f"-c idle_in_transaction_session_timeout={_LOCK_SECONDS:.0f}s -c lock_timeout={_LOCK_SECONDS:.0f}s"
)
_ANSWER_SECONDS: Final = 2.0
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s || ' ' || current_schema(), 0))"
_BEGIN: Final = "BEGIN; SELECT pg_current_xact_id()::text AS number"
_SERVER: Final = """
    SELECT pg_is_in_recovery() AS replica, concat_ws(' ',
        extract(epoch FROM pg_postmaster_start_time()),
        (SELECT extract(epoch FROM stats_reset) FROM pg_stat_bgwriter)) AS run"""
_STATUS: Final = "SELECT pg_xact_status(%(number)s::xid8) AS status"
_END: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_xid = %(number)s::xid8::xid AND state = 'idle in transaction'"""
LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""The errors that a lost connection raises."""


class Transaction(NamedTuple):
    """A transaction: its number, and the run of the server that gave it the number (see `_server_run`)."""

    number: str
    run: str


class Fate(Enum):
    """The outcome of a transaction, as far as it is known."""

    COMMITTED = auto()
    ABORTED = auto()
    UNDECIDED = auto()  # the server has not ended it yet
    UNKNOWN = auto()  # the outcome can no longer be found out


class InDoubt(Exception):
    """The connection was lost after COMMIT was sent. `outcomes` are those of its units if it was committed."""

    def __init__(self, transaction: Transaction, outcomes: list[Any]) -> None:
        super().__init__("The connection to the database was lost while a transaction was being committed.")
        self.transaction = transaction
        self.outcomes = outcomes


class PostgresqlDatabase(Database):
    """An open PostgreSQL database."""

    def __init__(
        self, address: PostgresqlAddress, writing: ReconnectingConnection, reading: ReconnectingConnection
    ) -> None:
        super().__init__()
        self._address = address
        self._writing = writing
        self._reading = reading
        # By connection, which start of the server it reached (see `_server_run`).
        self._runs = WeakKeyDictionary[Driver, str]()
        self._doubt: Transaction | None = None  # its outcome was reported as unknown; it may not have ended yet

    @classmethod
    async def open(cls, address: PostgresqlAddress) -> "PostgresqlDatabase":
        """Connects and applies the migrations the database lacks. Raises BrokenDatabase."""
        await asyncio.to_thread(bring_up_to_date, address)
        return cls(address, *await ReconnectingConnection.open_each(address, _WRITING, ""))

    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Returns the result of a unit that only reads durable data. Raises SaveFailed after `seconds`."""
        self._check_open()
        deadline = monotonic() + seconds
        await self._wait_for_doubtful(deadline)
        return await self._reading.repeat(lambda driver: _read(driver, unit), deadline)

    @asynccontextmanager
    async def exclusive(self, name: str) -> AsyncGenerator[None]:
        """Lets one process at a time enter the block of this name. Entering raises SaveFailed.

        A process that hangs inside loses the lock after a minute.
        """

        def lock(driver: Driver) -> None:
            driver.execute("BEGIN")
            driver.execute(_LOCK, (f"coup {name}",))

        [connection] = await ReconnectingConnection.open_each(self._address, _LOCKING)
        try:
            try:
                await connection.run(lock, monotonic() + _LOCK_SECONDS + _ANSWER_SECONDS)
            except psycopg.Error as error:
                raise SaveFailed(f"Another process has been busy with {name} for too long.") from error
            except asyncio.CancelledError:
                connection.cut()  # otherwise its thread would keep waiting for the lock
                raise
            yield
        finally:
            await connection.close()  # this ends the transaction, which releases the lock

    async def close(self) -> None:
        """Waits for writes under way, then closes both connections."""
        await self._finish_writes()
        await self._reading.close()
        await self._writing.close()

    def _commit(self, batch: list[Write]) -> None:
        self._committing = asyncio.create_task(self._outcomes(batch))
        self._committing.add_done_callback(lambda done: self._report(batch, done.exception() or done.result()))

    async def _outcomes(self, batch: list[Write]) -> list[Outcome]:
        until = min(write.deadline for write in batch)
        try:
            await self._wait_for_doubtful(until)
            return await self._writing.run(lambda driver: self._transact(driver, batch), until)
        except SaveFailed as error:
            return [(None, NotDone(str(error)))] * len(batch)
        except LOST as error:
            return [(None, NotDone(failure_text(error)))] * len(batch)
        except InDoubt as doubt:
            found = await self._fate(doubt.transaction, until + _DOUBT_SECONDS)
            if found is Fate.COMMITTED:
                return doubt.outcomes
            if found is Fate.ABORTED:
                return [(None, NotDone(str(doubt)))] * len(batch)
            self._doubt = doubt.transaction
            return [(None, CommitUnknown(f"{doubt} It is not known whether it took effect."))] * len(batch)

    def _transact(self, driver: Driver, batch: list[Write]) -> list[Outcome]:
        """Runs units in one transaction. Raises InDoubt, or one of LOST if it was certainly not committed."""
        if driver not in self._runs:
            self._runs[driver] = _server_run(driver)
        try:
            transaction = Transaction(_begin(driver), self._runs[driver])
            outcomes = run_batch(PostgresqlConnection(driver), batch, _failure, lambda: driver.closed)
        except Exception as error:  # passed to the caller of the unit
            if driver.closed:
                raise
            driver.execute("ROLLBACK")
            return [(None, _failure(error))] * len(batch)
        try:
            driver.execute("COMMIT", prepare=False)
        except psycopg.Error as error:
            if driver.closed:
                raise InDoubt(transaction, outcomes) from error
            return [(None, _failure(error))] * len(batch)  # the server says that it has undone the transaction
        return outcomes

    async def _fate(self, transaction: Transaction, until: float) -> Fate:
        """Returns the outcome of a transaction; UNDECIDED if it is not known by `until` (of time.monotonic())."""
        while True:
            try:
                found = await self._reading.run(lambda driver: _ask_fate(driver, transaction), until)
            except (SaveFailed, *LOST):  # the next try uses a new connection
                found = Fate.UNDECIDED
            except psycopg.Error:
                found = Fate.UNKNOWN
            if found is not Fate.UNDECIDED or monotonic() + _LOOK_SECONDS > until:
                return found
            await asyncio.sleep(_LOOK_SECONDS)  # the server will end it soon

    async def _wait_for_doubtful(self, until: float) -> None:
        """Waits until the transaction whose outcome was last unknown has ended, so that reads see its changes.

        Raises SaveFailed if it has not ended by `until` (of time.monotonic()).
        """
        doubt = self._doubt
        if doubt is None:
            return
        if await self._fate(doubt, until) is Fate.UNDECIDED:
            raise SaveFailed("The database has not yet ended a transaction whose outcome is unknown.")
        if self._doubt is doubt:
            self._doubt = None


def _begin(driver: Driver) -> str:
    """Begins a transaction and returns its number, in one round trip. Raises psycopg.Error."""
    cursor = driver.execute(_BEGIN, prepare=False)
    cursor.nextset()
    return cursor.fetchall()[0]["number"]


def _server_run(driver: Driver) -> str:
    """Returns a text that identifies the server's run since its last start or crash. Raises psycopg.Error.

    After a crash the server reuses the numbers of transactions of which nothing had reached the disk. If a single
    backend crashes, all backends restart; the start time stays the same then, but the statistics are reset.
    """
    return driver.execute(_SERVER).fetchall()[0]["run"]


def _ask_fate(driver: Driver, transaction: Transaction) -> Fate:
    """Asks the server for the outcome of a transaction. Raises psycopg.Error.

    Ends a backend that still waits for the COMMIT, which may never come, but not one that is committing.
    """
    number, server = {"number": transaction.number}, driver.execute(_SERVER).fetchall()[0]
    if server["replica"]:
        return Fate.UNKNOWN
    try:
        status = driver.execute(_STATUS, number).fetchall()[0]["status"]
    except errors.InvalidParameterValue:  # no transaction has this number any more: a crash has undone it
        status = "aborted"
    if status == "aborted":
        return Fate.ABORTED
    if server["run"] != transaction.run:  # the number may have been used again
        return Fate.UNKNOWN
    if status == "in progress":
        driver.execute(_END, number)
        return Fate.UNDECIDED
    return Fate.COMMITTED if status == "committed" else Fate.UNKNOWN


def _read(driver: Driver, unit: Unit[T]) -> T:
    connection = PostgresqlConnection(driver)
    connection.begin_reading()
    try:
        return unit(connection)
    finally:
        if not driver.closed:
            driver.execute("ROLLBACK")


def _failure(error: Exception) -> Exception:
    if isinstance(error, psycopg.IntegrityError):
        return Conflict(error.diag.constraint_name or "")
    return SaveFailed(failure_text(error)) if isinstance(error, psycopg.Error) else error
