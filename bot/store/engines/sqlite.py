"""An open SQLite file: one connection that writes and one that reads, each in a thread of its own."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

import aiosqlite

from bot.store.engines.database import UNIT_SECONDS, Database, Outcome, Retry, Unit, Write, run_batch
from bot.store.engines.sqlite_connection import (
    SqliteConnection,
    broken,
    check_pages,
    connect,
    open_file,
    retry_while_locked,
)
from bot.store.errors import CommitUnknown, Conflict, SaveFailed

log = logging.getLogger(__name__)

T = TypeVar("T")


class _Thread(aiosqlite.Connection):
    """A connection that can run a whole unit of work in one visit to its thread."""

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

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        return await self._writing.run(lambda driver: _commit(driver, batch))


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
        return [Retry(SaveFailed(f"The database failed: {error}."))] * len(batch)
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
