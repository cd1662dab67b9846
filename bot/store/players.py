"""What a member has settled for itself, on every server."""

import sqlite3
from dataclasses import dataclass, replace

from bot.store.database import Database


@dataclass(frozen=True)
class Player:
    """A member's wishes: `dm` copies of hand and choices by DM, `ping` a mention when it is its turn.

    `dms_closed` remembers that Discord refused a DM.
    """

    user_id: int
    dm: bool = False
    dms_closed: bool = False
    ping: bool = True


class Players:
    """Members' settings by user id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Player:
        """A member's settings, the defaults if it never changed any."""
        return await self._database.read(lambda connection: _player(connection, user_id))

    async def change(self, user_id: int, **changes: bool) -> Player:
        """Changes some of a member's settings and gives them all."""

        def unit(connection: sqlite3.Connection) -> Player:
            changed = replace(_player(connection, user_id), **changes)
            connection.execute(
                "INSERT OR REPLACE INTO players (user_id, dm, dms_closed, ping) VALUES (?, ?, ?, ?)",
                (changed.user_id, changed.dm, changed.dms_closed, changed.ping),
            )
            return changed

        return await self._database.write(unit)


def _player(connection: sqlite3.Connection, user_id: int) -> Player:
    row = connection.execute("SELECT * FROM players WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        return Player(user_id)
    return Player(user_id, bool(row["dm"]), bool(row["dms_closed"]), bool(row["ping"]))
