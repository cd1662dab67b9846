"""Migrations: numbered SQL files, applied in order; the database stores the number of the last one.

`0004_name.sql` is for both engines, `0004_name.sqlite.sql` and `0004_name.postgresql.sql` are for one of them.
The first file of PostgreSQL creates the whole schema that SQLite reached in several migrations.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from bot.store.migrations.data_changes import fold_pools, keep_absences, keep_starts
from data import ROOT

FOLDER: Final = ROOT / "migrations"

_TABLE_MADE: Final = re.compile(r"^CREATE (?:UNLOGGED )?TABLE (\w+)", re.MULTILINE)

_ALSO: Final[dict[tuple[int, str], Callable[[Any], None]]] = {
    (2, "sqlite"): keep_starts,
    (3, "sqlite"): fold_pools,
    (12, "sqlite"): partial(keep_absences, placeholder="?"),
    (12, "postgresql"): partial(keep_absences, placeholder="%s"),
}
"""Functions that a migration calls on an engine after its SQL file, with the driver's connection."""


class TooNew(Exception):
    """A newer version of this program wrote the database. The text continues after the database's name."""


class _Migrating(Protocol):
    """A connection to a database to which migrations are applied. `driver` is the driver's own connection."""

    engine: ClassVar[str]
    driver: Any

    def version(self) -> int: ...
    def begin_migrating(self) -> None: ...
    def run_script(self, script: str) -> None: ...
    def set_version(self, number: int) -> None: ...


def migrate(database: _Migrating) -> None:
    """Applies, in one transaction, every migration the database lacks. Raises TooNew or the driver's errors."""
    files = _files(database.engine)
    if check(database) == max(files):
        return
    database.begin_migrating()
    try:
        for number, file in sorted(files.items()):
            if number > database.version():
                database.run_script(file.read_text(encoding="utf-8"))
                if (number, database.engine) in _ALSO:
                    _ALSO[number, database.engine](database.driver)
                database.set_version(number)
    except BaseException:
        with suppress(Exception):  # the connection may be lost, or the transaction undone already
            database.driver.execute("ROLLBACK")
        raise
    database.driver.execute("COMMIT")


def check(database: _Migrating) -> int:
    """Returns the database's version. Raises TooNew if this program does not know it."""
    newest, applied = newest_version(database.engine), database.version()
    if applied > newest:
        raise TooNew(
            f"was written by a newer version of this program (its version is {applied}, "
            f"this program knows {newest}). It was left as it is: update the program."
        )
    return applied


def newest_version(engine: str) -> int:
    """Returns the number of the last migration of an engine."""
    return max(_files(engine))


def tables_made(engine: str) -> list[str]:
    """Returns the names of the SQL tables that the migrations of an engine create, in this order."""
    scripts = [file.read_text("utf-8") for _, file in sorted(_files(engine).items())]
    return list(dict.fromkeys(name for script in scripts for name in _TABLE_MADE.findall(script)))


def _files(engine: str) -> dict[int, Path]:
    found = dict[int, Path]()
    for file in FOLDER.glob("[0-9][0-9][0-9][0-9]_*.sql"):
        only_for = file.suffixes[:-1]
        if not only_for or only_for == [f".{engine}"]:
            found[int(file.name[:4])] = file
    return found
