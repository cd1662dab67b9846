"""SQLite: one file, one connection that writes and one that reads, each in a thread of its own."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.engines.batches import Batches, Later, Outcome, Write
from bot.store.engines.units import PATIENCE, Cursor, Query, Row, Unit, Values
from bot.store.errors import BrokenDatabase, Conflict, SaveFailed
from bot.store.migrations import Migrating, TooNew, migrate

log = logging.getLogger(__name__)

T = TypeVar("T")

_STEP: Final = 0.1
"""Seconds that SQLite itself waits for another process; between its waits the deadlines are looked at."""


class SqliteConnection:
    """A connection of sqlite3 that runs queries."""

    __slots__ = ("driver",)

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    def execute(self, query: Query, values: Values, /) -> Cursor:
        """Runs a statement. Raises sqlite3.Error."""
        text, ordered = query.sqlite
        return self.driver.execute(text, ordered(values))


class SqliteWhole(SqliteConnection):
    """A connection that reads or fills a whole file in one transaction. Its methods raise sqlite3.Error."""

    __slots__ = ()

    @classmethod
    def open(cls, path: Path) -> "SqliteWhole":
        """Opens or makes a file and brings it up to date. Raises BrokenDatabase."""
        try:
            driver = connect(path)
        except (sqlite3.Error, OSError) as error:
            raise BrokenDatabase(f"The database {path} cannot be opened: {error}.") from error
        try:
            prepare(driver)
        except (TooNew, sqlite3.Error) as error:
            driver.close()
            raise _broken(path, error) from error
        return cls(driver)

    def begin_reading(self) -> None:
        """Begins a transaction that sees everything as it is now."""
        self.driver.execute("BEGIN")

    def begin_writing(self) -> None:
        """Begins a transaction."""
        self.driver.execute("BEGIN IMMEDIATE")

    def rows(self, query: Query, /) -> Iterator[Row]:
        """Yields the rows of a query."""
        return iter(self.execute(query, {}))

    def add(self, query: Query, rows: list[dict[str, Any]], /) -> None:
        """Inserts rows."""
        text, ordered = query.sqlite
        self.driver.executemany(text, [ordered(row) for row in rows])

    def commit(self) -> None:
        """Ends the transaction."""
        self.driver.execute("COMMIT")

    def close(self) -> None:
        """Ends the connection, and undoes what was not committed."""
        self.driver.close()


class _Thread(aiosqlite.Connection):
    """A connection that can run a whole unit of work in one visit to its thread."""

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._execute(work, self._conn, *arguments)  # pyright: ignore[reportUnknownMemberType] - it is not annotated

    @classmethod
    async def open(cls, path: Path) -> "_Thread":
        """Raises sqlite3.Error or OSError."""
        thread = cls(lambda: connect(path), iter_chunk_size=64)
        try:
            await thread
        except BaseException:
            # The thread reports its end to this loop: it must not outlive it.
            await asyncio.to_thread(thread._thread.join)
            raise
        return thread


class SqliteDatabase(Batches):
    """The open file."""

    def __init__(self, path: Path, writer: _Thread, reader: _Thread) -> None:
        super().__init__()
        self.path = path
        self._writing = writer
        self._reading = reader

    @classmethod
    async def open(cls, path: Path) -> "SqliteDatabase":
        """Opens or makes the file, checks it, and applies the migrations it lacks. Raises BrokenDatabase."""
        try:
            writer = await _Thread.open(path)
        except (sqlite3.Error, OSError) as error:
            raise BrokenDatabase(f"The database {path} cannot be opened: {error}.") from error
        try:
            await writer.run(prepare)
            reader = await _Thread.open(path)
        except (TooNew, sqlite3.Error) as error:
            await writer.close()
            raise _broken(path, error) from error
        await reader.run(_only_read)
        return cls(path, writer, reader)

    async def read(self, unit: Unit[T], patience: float = PATIENCE) -> T:
        """Runs a unit that changes nothing, over what is durable. Raises SaveFailed after `patience` seconds."""
        self._check_open()
        deadline = monotonic() + patience
        try:
            return await self._reading.run(_read_patiently, unit, deadline)
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def close(self) -> None:
        """Waits for what is being written, folds the write-ahead log into the file and closes it.

        What cannot be folded in, e.g. because the disk is full, stays in the log for the next start.
        """
        await self._written()
        for thread, last in ((self._reading, _nothing), (self._writing, _fold)):
            try:
                await thread.run(last)
            except sqlite3.Error as error:
                log.warning("The write-ahead log of the database is left beside it: %s", error)
            try:
                await thread.close()
            except sqlite3.Error as error:
                log.warning("The database was not closed properly: %s", error)

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        return await self._writing.run(_commit, batch)


def connect(path: Path) -> sqlite3.Connection:
    """Returns a connection to a file, made if it is missing. Raises sqlite3.Error or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    driver = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    driver.row_factory = sqlite3.Row
    return driver


def prepare(driver: sqlite3.Connection) -> None:
    """Makes a connection durable, checks the file and applies its migrations. Raises TooNew or sqlite3.Error."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        driver.execute(f"PRAGMA {pragma}")
    found = driver.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    migrate(_Migrating(driver))
    driver.execute(f"PRAGMA busy_timeout = {round(_STEP * 1000)}")


def _broken(path: Path, error: Exception) -> BrokenDatabase:
    if isinstance(error, TooNew):
        return BrokenDatabase(f"The database {path} {error}")
    return BrokenDatabase(
        f"The database {path} is broken or not a database ({error}). It was left as it is: "
        "move it away, or put a backup in its place."
    )


class _Migrating(Migrating):
    """Migrations in a SQLite file, whose version is its `user_version`."""

    engine = "sqlite"

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    def version(self) -> int:
        return version(self.driver)

    def begin(self) -> None:
        self.driver.execute("BEGIN IMMEDIATE")

    def run(self, script: str) -> None:
        for statement in _statements(script):  # executescript would commit before the first
            self.driver.execute(statement)

    def set_version(self, number: int) -> None:
        self.driver.execute(f"PRAGMA user_version = {number}")

    def commit(self) -> None:
        self.driver.execute("COMMIT")

    def rollback(self) -> None:
        if self.driver.in_transaction:
            self.driver.execute("ROLLBACK")


def version(driver: sqlite3.Connection) -> int:
    """Returns the number of the last migration applied, 0 before the first."""
    return driver.execute("PRAGMA user_version").fetchone()[0]


def _statements(script: str) -> list[str]:
    found: list[str] = []
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


def _nothing(_: sqlite3.Connection) -> None:
    """What the reading connection does before it is closed."""


def _only_read(driver: sqlite3.Connection) -> None:
    driver.execute("PRAGMA query_only = ON")
    driver.execute(f"PRAGMA busy_timeout = {round(_STEP * 1000)}")


def _fold(driver: sqlite3.Connection) -> None:
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _read_patiently(driver: sqlite3.Connection, unit: Unit[T], deadline: float) -> T:
    return _patiently(lambda: _read(driver, unit), deadline)


def _read(driver: sqlite3.Connection, unit: Unit[T]) -> T:
    # One transaction, so that all of a unit's queries see the same moment.
    driver.execute("BEGIN")
    try:
        return unit(SqliteConnection(driver))
    finally:
        driver.execute("ROLLBACK")


def _patiently(work: Callable[[], T], deadline: float) -> T:
    """Does what another process may keep locked, again and again until the deadline."""
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() + _STEP > deadline:
                raise


def _commit(driver: sqlite3.Connection, batch: list[Write]) -> list[Outcome]:
    """Runs units in one transaction, each in a savepoint of its own: one that fails leaves no trace.

    When the transaction itself fails (a full disk rolls all of it back), each unit is tried alone. A database
    locked until the first deadline leaves everything undone.
    """
    try:
        _patiently(lambda: driver.execute("BEGIN IMMEDIATE"), min(write.deadline for write in batch))
    except sqlite3.Error as error:
        later = Later(SaveFailed(f"The database could not save: {error}."))
        return [later] * len(batch)
    connection = SqliteConnection(driver)
    try:
        if len(batch) == 1:
            outcomes: list[Outcome] = [(batch[0].unit(connection), None)]
        else:
            outcomes = [_run(connection, write.unit) for write in batch]
        driver.execute("COMMIT")
    except Exception as error:  # whatever a unit raises is the business of who asked for it
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if len(batch) == 1:
            return [(None, _failure(error))]
        return [_commit(driver, [write])[0] for write in batch]
    return outcomes


def _run(connection: SqliteConnection, unit: Unit[Any]) -> Outcome:
    driver = connection.driver
    driver.execute("SAVEPOINT unit")
    try:
        result = unit(connection)
    except Exception as error:  # as above
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO unit")
        driver.execute("RELEASE unit")
        return None, _failure(error)
    driver.execute("RELEASE unit")
    return result, None


def _failure(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    if isinstance(error, sqlite3.Error):
        return SaveFailed(f"The database could not save: {error}.")
    return error
