"""PostgreSQL: one connection that writes and one that reads, each in a thread of its own, made again when lost."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from time import monotonic
from typing import Any, Final, LiteralString, TypeAlias, TypeVar, cast

import psycopg
from psycopg.rows import dict_row

from bot.store.address import PostgresqlAddress
from bot.store.engines.batches import Batches, Later, Outcome, Write
from bot.store.engines.units import PATIENCE, Cursor, Query, Row, Unit, Values
from bot.store.errors import BrokenDatabase, Conflict, SaveFailed
from bot.store.migrations import Migrating, TooNew, check, migrate

log = logging.getLogger(__name__)

T = TypeVar("T")
Failure: TypeAlias = psycopg.Error
Driver: TypeAlias = psycopg.Connection[dict[str, Any]]

_CONNECT: Final = 3  # seconds for one attempt
_PAUSE: Final = 0.25  # seconds between the first two attempts; each following pause is twice as long
_LONGEST_PAUSE: Final = 2.0
_WRITING: Final = "-c statement_timeout=2500 -c idle_in_transaction_session_timeout=5000"
"""So that the server gives up, and its locks free, what this process no longer waits for."""
_MIGRATING: Final = 0x636F7570  # the number of the advisory lock under which migrations run
_LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)


class PostgresqlConnection:
    """A connection of psycopg that runs queries."""

    __slots__ = ("driver",)

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def execute(self, query: Query, values: Values, /) -> Cursor:
        """Runs a statement. Raises psycopg.Error."""
        # The text comes from SQLAlchemy, compiled; the values go beside it.
        return self.driver.execute(cast(LiteralString, query.postgresql), values)


class PostgresqlWhole(PostgresqlConnection):
    """A connection that reads or fills a whole database in one transaction. Its methods raise psycopg.Error."""

    __slots__ = ()

    @classmethod
    def open(cls, address: PostgresqlAddress) -> "PostgresqlWhole":
        """Connects and brings the database up to date. Raises BrokenDatabase."""
        bring_up_to_date(address)
        return cls(connect(address))

    def begin_reading(self) -> None:
        """Begins a transaction that sees everything as it is now."""
        self.driver.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin_writing(self) -> None:
        """Begins a transaction."""
        self.driver.execute("BEGIN")

    def rows(self, query: Query, /) -> Iterator[Row]:
        """Yields the rows of a query, fetched some at a time."""
        with self.driver.cursor("whole") as cursor:
            yield from cursor.execute(cast(LiteralString, query.postgresql))

    def add(self, query: Query, rows: list[dict[str, Any]], /) -> None:
        """Inserts rows."""
        with self.driver.cursor() as cursor:
            cursor.executemany(cast(LiteralString, query.postgresql), rows)

    def commit(self) -> None:
        """Ends the transaction; the ids drawn from now on are higher than those copied."""
        for number_of in ("games", "audit"):
            highest = _value(self.driver, f"SELECT max(id) FROM {number_of}")  # noqa: S608 - our own tables
            if highest is not None:
                self.driver.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", (number_of, highest))
        self.driver.execute("COMMIT")

    def close(self) -> None:
        """Ends the connection, and undoes what was not committed."""
        self.driver.close()


class _Link:
    """A connection with a thread of its own, which is made again in the background once it is lost."""

    def __init__(self, address: PostgresqlAddress, driver: Driver, settings: str) -> None:
        self._address = address
        self._driver: Driver | None = driver
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "postgresql")
        self._again: asyncio.Task[None] | None = None
        self._closed = False
        self._error = SaveFailed(f"The connection to the database {address} is lost.")

    async def run(self, work: Callable[[Driver], T], deadline: float) -> T:
        """Runs work in the thread; at the deadline (of time.monotonic()) the connection is cut, and so the work.

        Raises SaveFailed if there is no connection, or what the work raises.
        """
        driver = await self._connected(deadline)
        loop = asyncio.get_running_loop()
        cut = loop.call_later(max(0.0, deadline - monotonic()), _cut, driver)
        try:
            return await loop.run_in_executor(self._thread, work, driver)
        finally:
            cut.cancel()
            if driver.closed:
                self._driver = None

    async def close(self) -> None:
        """Ends the connection and its thread."""
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        if self._driver is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._driver.close)
        await asyncio.to_thread(self._thread.shutdown)

    async def _connected(self, deadline: float) -> Driver:
        if self._driver is None:
            if self._again is None or self._again.done():
                self._again = asyncio.create_task(self._reconnect())
            await asyncio.wait((self._again,), timeout=max(0.0, deadline - monotonic()))
        if self._driver is None:
            raise self._error
        return self._driver

    async def _reconnect(self) -> None:
        log.warning("The connection to the database %s is lost; a new one is being made", self._address)
        pause = _PAUSE
        while self._driver is None:
            try:
                self._driver = await asyncio.get_running_loop().run_in_executor(self._thread, self._reopened)
            except BrokenDatabase as error:
                self._error = SaveFailed(str(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        log.warning("The database %s is connected again", self._address)

    def _reopened(self) -> Driver:
        driver = connect(self._address, self._settings)
        try:
            check(_Migrating(driver))
        except TooNew as error:
            driver.close()
            raise BrokenDatabase(f"The database {self._address} {error}") from error
        if self._closed:
            driver.close()
        return driver


class PostgresqlDatabase(Batches):
    """An open PostgreSQL database."""

    def __init__(self, writing: _Link, reading: _Link) -> None:
        super().__init__()
        self._writing = writing
        self._reading = reading

    @classmethod
    async def open(cls, address: PostgresqlAddress) -> "PostgresqlDatabase":
        """Connects and applies the migrations the database lacks. Raises BrokenDatabase."""
        await asyncio.to_thread(bring_up_to_date, address)
        writer = await asyncio.to_thread(connect, address, _WRITING)
        try:
            reader = await asyncio.to_thread(connect, address)
        except BrokenDatabase:
            writer.close()
            raise
        return cls(_Link(address, writer, _WRITING), _Link(address, reader, ""))

    async def read(self, unit: Unit[T], patience: float = PATIENCE) -> T:
        """Runs a unit that changes nothing, over what is durable. Raises SaveFailed after `patience` seconds."""
        self._check_open()
        deadline = monotonic() + patience
        while True:
            try:
                return await self._reading.run(lambda driver: _read(driver, unit), deadline)
            except _LOST as error:
                if monotonic() >= deadline:
                    raise _lost(error) from error
            except psycopg.Error as error:
                raise _failure(error) from error

    async def close(self) -> None:
        """Waits for what is being written and closes both connections."""
        await self._written()
        await self._reading.close()
        await self._writing.close()

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        try:
            return await self._writing.run(
                lambda driver: _commit(driver, batch), min(write.deadline for write in batch)
            )
        except SaveFailed as error:
            return [Later(error)] * len(batch)
        except _LOST as error:
            # Perhaps the COMMIT took effect: the units are run again, and find what they have written.
            return [Later(_lost(error))] * len(batch)


def connect(address: PostgresqlAddress, settings: str = "") -> Driver:
    """Returns a connection with server settings such as `-c name=value`.

    Raises BrokenDatabase, its text without the password.
    """
    given: dict[str, Any] = {"connect_timeout": _CONNECT, "application_name": "coup-for-discord"}
    given |= dict(address.parameters)
    given["options"] = f"{given.get('options', '')} {settings}".strip()
    try:
        return psycopg.Connection[dict[str, Any]].connect(
            host=address.host,
            port=address.port,
            user=address.user,
            dbname=address.database,
            password=address.password,
            autocommit=True,
            row_factory=dict_row,
            **given,
        )
    except psycopg.Error as error:
        raise BrokenDatabase(_why_not(address, error)) from None


def bring_up_to_date(address: PostgresqlAddress) -> None:
    """Applies the migrations a database lacks; processes that start together wait for each other.

    Raises BrokenDatabase.
    """
    with closing(connect(address)) as driver:
        try:
            migrate(_Migrating(driver))
        except TooNew as error:
            raise BrokenDatabase(f"The database {address} {error}") from error
        except psycopg.Error as error:
            raise BrokenDatabase(
                f"The database {address} could not be brought up to date ({_said(error)}). It was left as it is."
            ) from error


class _Migrating(Migrating):
    """Migrations on a server, where the table schema_version holds one number."""

    engine = "postgresql"

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def version(self) -> int:
        if _value(self.driver, "SELECT to_regclass('schema_version')") is None:
            return 0
        return _value(self.driver, "SELECT version FROM schema_version")

    def begin(self) -> None:
        # Locked before the transaction, which then sees what the one before has made; the end of the connection,
        # which only migrates, unlocks it.
        self.driver.execute("SELECT pg_advisory_lock(%s)", (_MIGRATING,))
        self.driver.execute("BEGIN")

    def run(self, script: str) -> None:
        self.driver.execute(cast(LiteralString, script))

    def set_version(self, number: int) -> None:
        self.driver.execute("UPDATE schema_version SET version = %s", (number,))

    def commit(self) -> None:
        self.driver.execute("COMMIT")

    def rollback(self) -> None:
        if not self.driver.closed:
            self.driver.execute("ROLLBACK")


def _value(driver: Driver, query: LiteralString) -> Any:
    row = driver.execute(query).fetchone()
    return None if row is None else next(iter(row.values()))


def _cut(driver: Driver) -> None:
    """Ends a connection that another thread waits for: what was not committed is undone by the server."""
    with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(driver.fileno())) as connection:
        connection.shutdown(socket.SHUT_RDWR)


def _read(driver: Driver, unit: Unit[T]) -> T:
    # One transaction, so that all of a unit's queries see the same moment.
    driver.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        return unit(PostgresqlConnection(driver))
    finally:
        if not driver.closed:
            driver.execute("ROLLBACK")


def _commit(driver: Driver, batch: list[Write]) -> list[Outcome]:
    """Runs units in one transaction, each in a savepoint of its own: one that fails leaves no trace."""
    connection = PostgresqlConnection(driver)
    driver.execute("BEGIN")
    try:
        if len(batch) == 1:
            outcomes: list[Outcome] = [(batch[0].unit(connection), None)]
        else:
            outcomes = [_run(connection, write.unit) for write in batch]
        driver.execute("COMMIT")
    except Exception as error:  # whatever a unit raises is the business of who asked for it
        if driver.closed:
            raise
        driver.execute("ROLLBACK")
        return [(None, _failure(error))] * len(batch)
    return outcomes


def _run(connection: PostgresqlConnection, unit: Unit[Any]) -> Outcome:
    driver = connection.driver
    driver.execute("SAVEPOINT unit")
    try:
        result = unit(connection)
    except Exception as error:  # whatever a unit raises is the business of who asked for it
        if driver.closed:
            raise
        driver.execute("ROLLBACK TO unit")
        return None, _failure(error)
    driver.execute("RELEASE unit")
    return result, None


def _failure(error: Exception) -> Exception:
    if isinstance(error, psycopg.IntegrityError):
        return Conflict(error.diag.constraint_name or "")
    if isinstance(error, psycopg.Error):
        # Never the whole text: the server repeats values in it, and a value may be a secret.
        return SaveFailed(f"The database could not save: {_said(error)}.")
    return error


def _lost(error: Exception) -> SaveFailed:
    return SaveFailed(f"The connection to the database was lost: {_said(error)}.")


def _said(error: Exception) -> str:
    """What the server said of itself; of an error about values only its kind, since it repeats them."""
    if isinstance(error, psycopg.OperationalError):
        return (error.diag.message_primary or str(error)).strip().rstrip(".").replace("\n", " ")
    return type(error).__name__


def _why_not(address: PostgresqlAddress, error: psycopg.Error) -> str:
    text = str(error).strip().rstrip(".").replace("\n", " ")
    if address.password:
        text = text.replace(address.password, "***")
    pgconn = error.pgconn
    if pgconn is not None and (pgconn.needs_password or "authentication failed" in text):
        return (
            f"The database {address} does not accept the password of {address.user}: "
            "set the right one in COUP_DATABASE."
        )
    return f"The database {address} cannot be reached: {text}."
