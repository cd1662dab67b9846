"""SQLite files in which a page is damaged."""

import json
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.engines.sqlite import open_file
from tests.harness.migrations import undo_migrations

_PAGE_BYTES: Final = 4096
_LEAST_ROWS: Final = 2


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


def damage_decisions(path: Path, game_id: int) -> None:
    """Damages a page of a database that has decisions of this game alone."""
    with closing(open_file(path)) as driver:
        driver.execute(
            "INSERT INTO decisions (game_id, seq, seat, move, cause, at, checksum)"
            " SELECT ?, 1000 + value, 0, hex(zeroblob(100)), 'player', 1, 'damaged' FROM json_each(?)",
            (game_id, json.dumps([*range(100)])),
        )
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    pages = [content[at : at + _PAGE_BYTES] for at in range(0, len(content), _PAGE_BYTES)]
    own = [number for number, page in enumerate(pages) if page.count(b"damaged") > _LEAST_ROWS]
    pages[own[len(own) // 2]] = b"\x5a" * _PAGE_BYTES  # the root comes first, what other games need last
    path.write_bytes(b"".join(pages))
