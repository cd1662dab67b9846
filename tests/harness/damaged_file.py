"""A SQLite file in which one page is damaged."""

from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.engines.sqlite_connection import open_file
from tests.harness.migrations import undo_migrations

_PAGE_BYTES: Final = 4096


def create_damaged_file(path: Path, *, before_migration: int | None = None) -> None:
    """Creates a database, perhaps one that lacks migrations, with a damaged page of audit entries."""
    with closing(open_file(path)) as driver:
        if before_migration is not None:
            undo_migrations(driver, before_migration - 1)
        driver.execute(
            "INSERT INTO audit (guild_id, at, user_id, action, detail)"
            " SELECT 1, 1, 1, 'pace', hex(zeroblob(1000)) FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]')"
        )
    content = bytearray(path.read_bytes())
    content[-_PAGE_BYTES:] = b"\x5a" * _PAGE_BYTES
    path.write_bytes(content)
