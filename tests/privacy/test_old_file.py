"""A SQLite file of an earlier version: what was deleted from it before deletions were overwritten is gone, too."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from tests.store.rows import FIXTURE


async def test_what_an_earlier_version_deleted_leaves_no_bytes(tmp_path: Path) -> None:
    path, mark = tmp_path / "coup.sqlite3", "Anastasia of old"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIXTURE.read_text(encoding="utf-8"))
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("INSERT INTO meta VALUES ('mark', ?)", (mark,))
        connection.commit()
        connection.execute("DELETE FROM meta WHERE key = 'mark'")
        connection.commit()
    assert mark.encode() in path.read_bytes()
    await (await Store.open(path)).close()
    assert mark.encode() not in path.read_bytes()
