"""Part of migration 0003: gives pools a key that ignores case on every engine, as their names did on SQLite."""

import sqlite3


def fold_pools(connection: sqlite3.Connection) -> None:
    """Moves the pools to their new table; of two names that differ by case alone the second gets a number."""
    taken = set[tuple[int, str]]()
    for guild_id, name, roles in connection.execute("SELECT guild_id, name, roles FROM old_pools").fetchall():
        free, number = name, 1
        while (guild_id, free.casefold()) in taken:
            number += 1
            free = f"{name} {number}"
        taken.add((guild_id, free.casefold()))
        connection.execute("INSERT INTO pools VALUES (?, ?, ?, ?)", (guild_id, free.casefold(), free, roles))
    connection.execute("DROP TABLE old_pools")
