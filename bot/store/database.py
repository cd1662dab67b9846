"""One SQLite file with one writer: units of work that arrive together share a transaction (group commit)."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import aiosqlite

from bot.store.migrations import TooNew, migrate

T = TypeVar("T")
Unit: TypeAlias = Callable[[sqlite3.Connection], T]
"""Work on the database, done whole or not at all. It may be run again after a failure: it changes nothing else."""

BUSY: Final = 2.0  # seconds to wait for another process; a click must be acknowledged within three

_SETTINGS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class BrokenDatabase(Exception):
    """The file cannot be used. The text is a sentence for the operator; the file is left as it is."""


class SaveFailed(Exception):
    """Nothing was saved. The text is a sentence for the operator."""


class _Connection(aiosqlite.Connection):
    """A connection that can run a whole unit of work in one visit to its thread."""

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._execute(work, self._conn, *arguments)

    async def ended(self) -> None:
        """Returns when the thread of a connection that could not be made has ended: it reports to this loop."""
        await asyncio.to_thread(self._thread.join)


class Database:
    """The open file. `write` and `read` run units of work; both may be called by any number of tasks at once."""

    def __init__(self, path: Path, connection: _Connection) -> None:
        self.path = path
        self._connection = connection
        self._waiting: list[tuple[Unit[Any], asyncio.Future[Any]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Opens or makes the file, checks it, and applies the migrations it lacks. Raises BrokenDatabase."""
        connection = _Connection(lambda: _connect(path), iter_chunk_size=64)
        try:
            await connection
        except (sqlite3.Error, OSError) as error:
            await connection.ended()
            raise BrokenDatabase(f"The database {path} cannot be opened: {error}.") from error
        try:
            await connection.run(_prepare)
        except TooNew as error:
            await connection.close()
            raise BrokenDatabase(f"The database {path} {error}") from error
        except sqlite3.Error as error:
            await connection.close()
            raise BrokenDatabase(
                f"The database {path} is broken or not a database ({error}). It was left as it is: "
                "move it away, or put a backup in its place."
            ) from error
        return cls(path, connection)

    async def write(self, unit: Unit[T]) -> T:
        """Runs a unit and gives its result once it is durable. Raises SaveFailed, or what the unit raises."""
        if self._closed:
            raise SaveFailed("The database is closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, future))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._commit_waiting())
        return await future

    async def read(self, unit: Unit[T]) -> T:
        """Runs a unit that changes nothing, over what is durable. Raises SaveFailed."""
        if self._closed:
            raise SaveFailed("The database is closed.")
        try:
            return await self._connection.run(unit)
        except sqlite3.Error as error:
            raise _failure(error) from error

    async def close(self) -> None:
        """Waits for what is being written, folds the write-ahead log into the file, closes it."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._connection.run(_checkpoint)
        await self._connection.close()

    async def _commit_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            outcomes = await self._connection.run(_commit, [unit for unit, _ in batch])
            for (_, future), (result, error) in zip(batch, outcomes, strict=True):
                if future.done():  # who waited was cancelled meanwhile
                    continue
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY)
    connection.row_factory = sqlite3.Row
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    for pragma in _SETTINGS:
        connection.execute(pragma)
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    migrate(connection)


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


Outcome: TypeAlias = tuple[Any, Exception | None]


def _commit(connection: sqlite3.Connection, units: list[Unit[Any]]) -> list[Outcome]:
    """Runs the units in one transaction, each in a savepoint of its own: one that fails leaves no trace.

    When the transaction itself fails (a full disk rolls all of it back), each unit is tried alone.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_run(connection, unit) for unit in units]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(units) == 1:
            return [(None, _failure(error))]
        return [_commit(connection, [unit])[0] for unit in units]
    return outcomes


def _run(connection: sqlite3.Connection, unit: Unit[Any]) -> Outcome:
    connection.execute("SAVEPOINT unit")
    try:
        result = unit(connection)
    except Exception as error:  # whatever went wrong is the business of who asked, never of the other units
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")
        return None, _failure(error) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE unit")
    return result, None


def _failure(error: sqlite3.Error) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return error
    return SaveFailed(f"The database could not save: {error}.")
