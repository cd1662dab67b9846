"""Databases as they were before a migration."""

import re
from typing import Any

from bot.store.migrations import FOLDER

_ADDED = re.compile(
    r"^(?:ALTER TABLE (\w+) ADD COLUMN (\w+)|CREATE (?:UNIQUE )?(TABLE|INDEX) (\w+))", re.MULTILINE
)


def undo_migrations(driver: Any, after: int) -> None:
    """Removes the columns, tables and indices that migrations later than `after` have added, on either engine."""
    is_sqlite = hasattr(driver, "set_trace_callback")  # sqlite3's own
    other_engine = ".postgresql" if is_sqlite else ".sqlite"
    for file in sorted(FOLDER.glob("*.sql"), reverse=True):
        if int(file.name[:4]) > after and other_engine not in file.suffixes:
            for table, column, kind, name in reversed(_ADDED.findall(file.read_text("utf-8"))):
                driver.execute(
                    f"ALTER TABLE {table} DROP COLUMN {column}" if column else f"DROP {kind} IF EXISTS {name}"
                )
    driver.execute(
        f"PRAGMA user_version = {after}" if is_sqlite else f"UPDATE schema_version SET version = {after}"
    )
