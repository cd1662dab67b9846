"""The list of finished deletions in PostgreSQL, which backups and copies lack.

The row with time 0 has the key of the hashes.
"""

from typing import Final

from bot.store.engines.unit_of_work import Connection
from bot.store.query import Query, insert

_ADD: Final = Query(insert("kept_deletions", ("hash", "asked_at")) + " ON CONFLICT DO NOTHING")
_KEY: Final = Query("SELECT hash FROM kept_deletions WHERE asked_at = 0")
_ENTRIES: Final = Query("SELECT hash, asked_at FROM kept_deletions WHERE asked_at > 0")


def keep_key(connection: Connection, drawn: str) -> str:
    """Returns the key of the hashes; stores the drawn one if there is none."""
    found = connection.execute(_KEY, {}).fetchone()
    if found is None:
        add_kept(connection, drawn, 0.0)
        return drawn
    return found["hash"]


def add_kept(connection: Connection, digest: str, asked_at: float) -> None:
    """Adds the hash and the time of a deletion."""
    connection.execute(_ADD, {"hash": digest, "asked_at": asked_at})


def read_kept(connection: Connection) -> set[tuple[str, float]]:
    """Returns the hash and the time of every deletion in the list."""
    return {(row["hash"], row["asked_at"]) for row in connection.execute(_ENTRIES, {})}
