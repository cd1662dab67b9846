"""An open SQLite file: one connection that writes and one that reads, each in a thread of its own."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import aiosqlite

from bot.store.engines.database import UNIT_SECONDS, Database, Outcome, Retry, Unit, Write, run_batch
from bot.store.engines.sqlite_connection import (
    SqliteConnection,
    broken,
    check_pages,
    connect,
    only_read,
    prepare,
    retry_while_locked,
)
from bot.store.errors import BrokenDatabase, CommitUnknown, Conflict, SaveFailed
from bot.store.migrations import TooNew

log = logging.getLogger(__name__)

T = TypeVar("T")


class _Thread(aiosqlite.Connection):
    """A connection that can run a whole unit of work in one visit to its thread."""

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._execute(work, self._conn, *arguments)  # pyright: ignore[reportUnknownMemberType] - it is not annotated

    @classmethod
    async def open(cls, path: Path) -> "_Thread":
        """Returns a connection to a file, its thread running. Raises sqlite3.Error or OSError."""
        thread = cls(lambda: connect(path), iter_chunk_size=64)
        try:
            await thread
        except BaseException:
            # The thread calls this event loop when it ends, so the loop must run until then.
            await asyncio.to_thread(thread._thread.join)
            raise
        return thread


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
        try:
            writer = await _Thread.open(path)
        except (sqlite3.Error, OSError) as error:
            raise BrokenDatabase(f"The database {path} cannot be opened: {error}.") from error
        try:
            await writer.run(prepare)
            reader = await _Thread.open(path)
        except (TooNew, sqlite3.Error) as error:
            await writer.close()
            raise broken(path, error) from error
        await reader.run(only_read)
        return cls(path, writer, reader)

    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Runs a unit that only reads durable data. Raises SaveFailed if it takes longer than `seconds`."""
        self._check_open()
        deadline = monotonic() + seconds
        try:
            return await self._reading.run(_read_by, unit, deadline)
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def check(self) -> None:
        """Reads the whole file, in a thread of its own. Raises BrokenDatabase if it is damaged."""
        try:
            thread = await _Thread.open(self.path)
            try:
                await thread.run(check_pages)
            finally:
                await thread.interrupt()  # ends the check if this task was cancelled
                await thread.close()
        except sqlite3.Error as error:
            raise broken(self.path, error) from error

    async def scrub(self) -> None:
        """Empties the write-ahead log: its old pages hold what was deleted. Raises SaveFailed.

        Deleted rows are overwritten in the file itself, by the pragma `secure_delete`. If another program reads
        the file meanwhile, the log is emptied at the next start.
        """
        self._check_open()
        try:
            await self._reading.run(_do_nothing)  # no read is under way then
            await self._writing.run(_checkpoint)
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def close(self) -> None:
        """Waits for writes under way, checkpoints the write-ahead log and closes the file.

        If the checkpoint fails, e.g. because the disk is full, the log is kept for the next start.
        """
        await self._finish_writes()
        for thread, last in ((self._reading, _do_nothing), (self._writing, _checkpoint)):
            try:
                await thread.run(last)
            except sqlite3.Error as error:
                log.warning("The write-ahead log of the database was not merged, and is kept: %s", error)
            try:
                await thread.close()
            except sqlite3.Error as error:
                log.warning("The database was not closed properly: %s", error)

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        return await self._writing.run(_commit, batch)


def _do_nothing(_: sqlite3.Connection) -> None:
    """Does nothing: the reading connection needs no checkpoint before it is closed."""


def _checkpoint(driver: sqlite3.Connection) -> None:
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _read_by(driver: sqlite3.Connection, unit: Unit[T], deadline: float) -> T:
    return retry_while_locked(lambda: _read(driver, unit), deadline)


def _read(driver: sqlite3.Connection, unit: Unit[T]) -> T:
    # One transaction, so that all of a unit's queries see the same moment.
    driver.execute("BEGIN")
    try:
        return unit(SqliteConnection(driver))
    finally:
        driver.execute("ROLLBACK")


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
        later = Retry(SaveFailed(f"The database failed: {error}."))
        return [later] * len(batch)
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
