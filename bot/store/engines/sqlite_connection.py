"""A connection to a SQLite file: opens and checks the file, brings it up to date, and runs queries."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final, TypeVar

from bot.store.engines.database import Cursor
from bot.store.errors import BrokenDatabase
from bot.store.migrations import TooNew, migrate
from bot.store.query import Query, Row, Values

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

    def execute(self, query: Query, values: Values, /) -> Cursor:
        """Runs a statement."""
        text, ordered = query.sqlite
        return self.driver.execute(text, ordered(values))

    def execute_all(self, query: Query, rows: Iterable[Values], /) -> None:
        """Runs a statement once for each of the rows."""
        text, ordered = query.sqlite
        self.driver.executemany(text, [ordered(row) for row in rows])

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
