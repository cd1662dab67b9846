"""Backup: a copy of the database as it is at one moment, while the bot runs or not."""

import sqlite3
from contextlib import closing
from pathlib import Path


class CannotBackup(Exception):
    """No copy was made. The text is a sentence for the operator."""


def backup(database: Path, copy: Path) -> None:
    """Copies the database into a new file. Raises CannotBackup, the file that is there left as it is."""
    if not database.exists():
        raise CannotBackup(f"There is no database {database}.")
    if copy.exists():
        raise CannotBackup(f"{copy} exists already; name a new file.")
    try:
        with (
            closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        copy.unlink(missing_ok=True)
        raise CannotBackup(f"The database {database} could not be copied: {error}.") from error
