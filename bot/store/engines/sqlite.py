"""SQLite: a file, checked and migrated, with a connection that writes and one that reads, each in a thread."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final, TypeVar

import aiosqlite

from bot.store.engines.database import (
    UNIT_SECONDS,
    BrokenDatabase,
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
from bot.store.migrations import TooNew, migrate
from bot.store.query import Query, Row, Values

log = logging.getLogger(__name__)

T = TypeVar("T")

OPEN_SECONDS: Final = 10.0
"""Opening a file waits this long for another process, which may be applying migrations to it."""
BUSY_SECONDS: Final = 0.1
"""SQLite itself waits this long for another process; the deadline is checked after each wait."""

_FIRST_SECURE_VERSION: Final = 22
"""Before this version deleted rows were not overwritten in the file."""

_CANNOT_WRITE: Final = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
)
"""The codes of errors of a folder that is read-only or full, and of a disk that fails."""


class SqliteConnection:
    """A connection of sqlite3 that runs queries. Its methods raise sqlite3.Error."""

    __slots__ = ("driver",)
    engine: ClassVar = "sqlite"

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    def execute(self, query: Query, values: Values, /) -> sqlite3.Cursor:
        """Runs a statement."""
        return self.driver.execute(query.sqlite, values)

    def execute_all(self, query: Query, rows: Iterable[Values], /) -> None:
        """Runs a statement once for each of the rows."""
        self.driver.executemany(query.sqlite, rows)

    def notify(self, topic: str, text: str, /) -> None:
        """Does nothing: there is no other process."""

    def begin_reading(self) -> None:
        """Begins a transaction that sees the database as it is now."""
        self.driver.execute("BEGIN")

    def begin_writing(self) -> None:
        """Begins a transaction."""
        self.driver.execute("BEGIN IMMEDIATE")

    def rows(self, query: Query, /) -> Iterator[Row]:
        """Yields the rows of a query."""
        return iter(self.execute(query, {}))

    def continue_ids(self) -> None:
        """Does nothing: new rows get higher ids than all others."""

    def version(self) -> int:
        """Returns the number of the last migration applied, 0 before the first."""
        return self.driver.execute("PRAGMA user_version").fetchone()[0]

    def begin_migrating(self) -> None:
        """Begins a transaction for migrations, in which no other process can write."""
        check_pages(self.driver)  # a migration may make damage worse
        self.begin_writing()

    def run_script(self, script: str) -> None:
        """Runs the statements of a script."""
        for statement in _statements(script):  # executescript would commit before the first
            self.driver.execute(statement)

    def set_version(self, number: int) -> None:
        """Stores the number of the last migration applied."""
        self.driver.execute(f"PRAGMA user_version = {number}")


def open_file(path: Path, *, check: bool = False) -> sqlite3.Connection:
    """Opens or creates a file, and brings it up to date; with `check` reads its pages. Raises BrokenDatabase."""
    try:
        driver = connect(path)
    except (sqlite3.Error, OSError) as error:
        raise broken(path, error) from error
    try:
        _prepare(driver)
        if check:
            check_pages(driver)
    except (TooNew, sqlite3.Error) as error:
        driver.close()
        raise broken(path, error) from error
    return driver


def connect(path: Path) -> sqlite3.Connection:
    """Returns a connection to a file, which is created if it is missing. Raises sqlite3.Error or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    driver = sqlite3.connect(path, isolation_level=None, timeout=OPEN_SECONDS, check_same_thread=False)
    driver.row_factory = sqlite3.Row
    return driver


def _prepare(driver: sqlite3.Connection) -> None:
    """Makes writes durable and applies the migrations that the file lacks. Raises TooNew or sqlite3.Error."""
    # While another process is changing the file's journal, SQLite refuses at once instead of waiting.
    retry_while_locked(lambda: driver.execute("PRAGMA journal_mode = WAL"), monotonic() + OPEN_SECONDS)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        driver.execute(f"PRAGMA {pragma}")
    connection = SqliteConnection(driver)
    if 0 < connection.version() < _FIRST_SECURE_VERSION:  # before migrations, so that it is repeated if it fails
        driver.execute("VACUUM")
    migrate(connection)
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a deletion may have been interrupted before this
    driver.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")


def retry_while_locked(work: Callable[[], T], deadline: float) -> T:
    """Returns the result of work that needs the lock of the file; tries it until the deadline."""
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() + BUSY_SECONDS > deadline:
                raise


def check_pages(driver: sqlite3.Connection) -> None:
    """Reads all pages of the file, half a second for 100 MB. Raises sqlite3.Error if one is damaged."""
    found = driver.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def broken(path: Path, error: Exception) -> BrokenDatabase:
    """Returns the error, with a sentence for the operator, for a file that cannot be used."""
    if isinstance(error, TooNew):
        return BrokenDatabase(f"The database {path} {error}")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return BrokenDatabase(
            f"The database {path} is in use: another program has locked it. End that program first."
        )
    if code in _CANNOT_WRITE or isinstance(error, OSError):
        return BrokenDatabase(
            f"The database {path} cannot be used ({error}): the bot must be able to write it, and into its folder."
        )
    return BrokenDatabase(
        f"The database {path} is broken or not a database ({error}). It was left as it is: "
        "move it away, or put a backup in its place."
    )


def _statements(script: str) -> list[str]:
    found: list[str] = []
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


class _Thread(aiosqlite.Connection):
    """A connection that can run a whole unit of work in one visit to its thread."""

    def begin(self, work: Callable[[sqlite3.Connection], T], done: Callable[[T | Exception], None]) -> None:
        """Begins to run `work` in the thread. In the event loop, `done` is called with what it returns or raises.

        Unlike `run` it makes no caller wait for further turns of the event loop.
        """
        loop, driver = asyncio.get_running_loop(), self._conn

        def call() -> None:
            try:
                result = work(driver)
            except Exception as error:  # passed to `done`
                result = error
            loop.call_soon_threadsafe(done, result)

        self._tx.put_nowait((None, call))  # pyright: ignore[reportUnknownMemberType] - it is not fully annotated

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` in the thread; returns and raises what it does."""
        return await self._execute(work, self._conn)  # pyright: ignore[reportUnknownMemberType] - it is not annotated


class SqliteDatabase(Database):
    """An open SQLite file."""

    def __init__(self, path: Path, writer: _Thread, reader: _Thread) -> None:
        super().__init__()
        self.path = path
        self._writing = writer
        self._reading = reader

    @classmethod
    async def open(cls, path: Path) -> "SqliteDatabase":
        """Opens or creates the file, and applies the migrations it lacks. Raises BrokenDatabase."""
        writer, reader = await asyncio.to_thread(open_file, path), await asyncio.to_thread(open_file, path)
        reader.execute("PRAGMA query_only = ON")
        database = cls(
            path, _Thread(lambda: writer, iter_chunk_size=64), _Thread(lambda: reader, iter_chunk_size=64)
        )
        await database._writing
        await database._reading
        return database

    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Returns the result of a unit that only reads durable data. Raises SaveFailed after `seconds`."""
        self._check_open()
        deadline = monotonic() + seconds
        try:
            return await self._reading.run(lambda driver: _read(driver, unit, deadline))
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def check(self) -> None:
        """Reads the whole file, over a connection of its own. Raises BrokenDatabase if it is damaged."""
        try:
            driver = await asyncio.to_thread(connect, self.path)
            try:
                await asyncio.to_thread(_check_and_close, driver)
            finally:
                with suppress(sqlite3.ProgrammingError):  # it is closed already, unless this task was cancelled
                    driver.interrupt()
        except sqlite3.Error as error:
            raise broken(self.path, error) from error

    async def scrub(self) -> None:
        """Empties the write-ahead log: its old pages hold what was deleted. Raises SaveFailed.

        Deleted rows are overwritten in the file itself, by the pragma `secure_delete`. If another program reads
        the file meanwhile, the log is emptied at the next start.
        """
        self._check_open()
        try:
            await self._reading.run(lambda _: None)  # no read is under way then
            await self._writing.run(_checkpoint)
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def close(self) -> None:
        """Waits for writes under way, checkpoints the write-ahead log and closes the file.

        If the checkpoint fails, e.g. because the disk is full, the log is kept for the next start.
        """
        await self._finish_writes()
        await self._reading.close()
        try:
            await self._writing.run(_checkpoint)
        except sqlite3.Error as error:
            log.warning("The write-ahead log of the database was not merged, and is kept: %s", error)
        await self._writing.close()

    def _commit(self, batch: list[Write]) -> None:
        self._writing.begin(lambda driver: _commit(driver, batch), partial(self._report, batch))


def _check_and_close(driver: sqlite3.Connection) -> None:
    with closing(driver):
        check_pages(driver)


def _checkpoint(driver: sqlite3.Connection) -> None:
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _read(driver: sqlite3.Connection, unit: Unit[T], deadline: float) -> T:
    connection = SqliteConnection(driver)

    def work() -> T:
        connection.begin_reading()
        try:
            return unit(connection)
        finally:
            driver.execute("ROLLBACK")

    return retry_while_locked(work, deadline)


def _commit(driver: sqlite3.Connection, batch: list[Write]) -> list[Outcome]:
    """Runs units in one transaction.

    If the transaction itself fails (a full disk undoes all of it), each unit is tried alone. If the file stays
    locked until the first deadline, nothing is done.

    If the disk fails during COMMIT, no reader sees the transaction. But its last page may be in the write-ahead
    log, and then it becomes visible after a restart, unless another transaction has overwritten that page.
    """
    try:
        retry_while_locked(lambda: driver.execute("BEGIN IMMEDIATE"), min(write.deadline for write in batch))
    except sqlite3.Error as error:
        return [(None, NotDone(f"The database failed: {error}."))] * len(batch)
    committing = False
    try:
        outcomes = run_batch(SqliteConnection(driver), batch, _failure, lambda: not driver.in_transaction)
        committing = True
        driver.execute("COMMIT")
    except Exception as error:  # the caller of the unit gets its error
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if len(batch) == 1:
            return [(None, _commit_failure(error) if committing else _failure(error))]
        return [_commit(driver, [write])[0] for write in batch]
    return outcomes


def _commit_failure(error: Exception) -> Exception:
    if isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR:
        text = f"The database failed ({error}) during COMMIT. It is not known whether that took effect."
        return CommitUnknown(text)
    return _failure(error)


def _failure(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    if isinstance(error, sqlite3.Error):
        return SaveFailed(f"The database failed: {error}.")
    return error
