"""A SQLite file of an earlier version: what was deleted from it before deletions were overwritten is gone, too."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import BrokenDatabase
from bot.store.engines.sqlite import open_file
from tests.harness.full_disk import no_file_over
from tests.store.rows import first_version

DELETED = "Anastasia of old"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of an earlier version that still has the bytes of a deleted row, and many other pages."""
    path = first_version(tmp_path / "coup.sqlite3")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("INSERT INTO meta VALUES ('mark', ?)", (DELETED,))
        connection.execute("INSERT INTO meta VALUES ('large', hex(zeroblob(2000000)))")
        connection.commit()
        connection.execute("DELETE FROM meta WHERE key = 'mark'")
        connection.commit()
    assert DELETED.encode() in path.read_bytes()
    return path


def test_what_an_earlier_version_deleted_leaves_no_bytes(old: Path) -> None:
    open_file(old).close()
    assert DELETED.encode() not in old.read_bytes()


def test_it_leaves_none_either_if_the_disk_was_full_at_the_first_start(old: Path) -> None:
    with no_file_over(old.stat().st_size), pytest.raises(BrokenDatabase):
        open_file(old)
    open_file(old).close()
    assert DELETED.encode() not in old.read_bytes()
