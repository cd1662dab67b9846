"""Copies of a whole database into an empty one, also of another engine."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.refusals import OperatorError
from bot.store.address import Address
from bot.store.engines.database import Connection
from bot.store.engines.sqlite import SqliteConnection, open_file
from bot.store.migrations import tables_made
from bot.store.query import Query, insert

if TYPE_CHECKING:
    from bot.store.engines.postgresql_connection import PostgresqlConnection

_NOT_COPIED: Final = "kept_deletions"
"""The list of finished deletions, which a restored database must not replace (see `bot.privacy.ledger`)."""
_CHUNK_ROWS: Final = 500


CopyConnection: TypeAlias = "SqliteConnection | PostgresqlConnection"
"""A connection over which a whole database is read or filled in one transaction."""


def copy_database(source: Address, target: Address) -> dict[str, int]:
    """Copies every row of a database into an empty one; returns the number of rows by table.

    Both are brought up to date first. Raises OperatorError or BrokenDatabase; the target is left empty then.
    """
    with open_connection(source, must_exist=True) as reading, open_connection(target) as writing:
        counts = _copy_rows(reading, writing, source, target)
        writing.continue_ids()
        writing.driver.execute("COMMIT")
    return counts


def _copy_rows(
    reading: CopyConnection, writing: CopyConnection, source: Address, target: Address
) -> dict[str, int]:
    reading.begin_reading()
    writing.begin_writing()
    if any(_counts(writing).values()):
        raise OperatorError(f"The database {target} is not empty: name one that is.")
    for table in _tables():
        # In order of their ids, because a rematch refers to an earlier game.
        rows = reading.rows(Query(f"SELECT * FROM {table} ORDER BY 1"))
        while chunk := [dict(row) for row in islice(rows, _CHUNK_ROWS)]:
            writing.execute_all(Query(insert(table, chunk[0])), chunk)
    wanted, written = _counts(reading), _counts(writing)
    if written != wanted:
        raise OperatorError(f"The copy of {source} is not whole, and was not kept: {written} of {wanted} rows.")
    return written


def _tables() -> list[str]:
    """Returns the SQL tables that both engines have, those that others refer to first."""
    both = tables_made("postgresql")
    return [table for table in tables_made("sqlite") if table in both and table != _NOT_COPIED]


def _counts(connection: Connection) -> dict[str, int]:
    queries = {table: Query(f"SELECT count(*) AS rows FROM {table}") for table in _tables()}
    return {table: connection.execute(query, {}).fetchall()[0]["rows"] for table, query in queries.items()}


@contextmanager
def open_connection(address: Address, *, must_exist: bool = False) -> Generator[CopyConnection]:
    """Yields a connection to a database, after migrations. Raises BrokenDatabase, or OperatorError if it fails."""
    if isinstance(address, Path):
        if must_exist and not address.exists():
            raise OperatorError(f"There is no database {address}.")
        with closing(open_file(address, check=True)) as driver:
            try:
                yield SqliteConnection(driver)
            except sqlite3.Error as error:
                raise OperatorError(f"The database {address} failed: {error}.") from error
        return
    from bot.store.engines import postgresql_connection as postgresql  # noqa: PLC0415 - its driver is loaded only where it is used

    postgresql.bring_up_to_date(address)
    with closing(postgresql.connect(address)) as driver:
        try:
            yield postgresql.PostgresqlConnection(driver)
        except postgresql.Failure as error:
            kind = type(error).__name__  # the driver's text may repeat values of rows
            raise OperatorError(f"The database {address} failed ({kind}).") from error
