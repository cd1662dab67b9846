"""Migrations: numbered SQL files, applied in order, each number remembered in the database itself."""

import sqlite3
from collections.abc import Callable
from typing import Final

from bot.store.migrations.starts import keep_starts
from data import ROOT

FOLDER: Final = ROOT / "migrations"

_ALSO: Final[dict[int, Callable[[sqlite3.Connection], None]]] = {2: keep_starts}
"""What a migration does beside its SQL file, and after it."""


class TooNew(Exception):
    """The database was written by a newer version of this program."""


def migrate(connection: sqlite3.Connection) -> None:
    """Applies, in one transaction, every migration the database lacks. Raises TooNew, sqlite3.Error."""
    files = sorted(FOLDER.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    newest = int(files[-1].name[:4])
    applied = version(connection)
    if applied > newest:
        raise TooNew(
            f"was written by a newer version of this program (its version is {applied}, "
            f"this program knows {newest}). It was left as it is: update the program."
        )
    if applied == newest:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for file in files:
            if int(file.name[:4]) > version(connection):
                for statement in statements(file.read_text(encoding="utf-8")):
                    connection.execute(statement)
                if int(file.name[:4]) in _ALSO:
                    _ALSO[int(file.name[:4])](connection)
                connection.execute(f"PRAGMA user_version = {int(file.name[:4])}")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def version(connection: sqlite3.Connection) -> int:
    """The number of the last migration applied, 0 before the first."""
    return connection.execute("PRAGMA user_version").fetchone()[0]


def statements(script: str) -> list[str]:
    """The statements of an SQL script, one by one (executescript would commit before the first)."""
    found: list[str] = []
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found
