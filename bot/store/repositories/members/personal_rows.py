"""The rows about a member outside games: what an export reads of each table, and what a deletion does to it.

Whoever adds a column with a member's id or name adds its table here, unless the table belongs to a game or to the
statistics, and describes the column in PRIVACY.md; a test compares both with the schema. An index serves each.
"""

from typing import Any, Final

from bot.store.engines.database import Connection, Database
from bot.store.query import Query

EXPORTED: Final = {
    "players": Query("SELECT * FROM players WHERE user_id = :user_id"),
    "audit": Query("SELECT guild_id, at, action, detail FROM audit WHERE user_id = :user_id"),
    # Without the reason and the moderator, which only moderators see.
    "bans": Query("SELECT guild_id, at, until FROM bans WHERE user_id = :user_id"),
    # Without the lists of others: nobody may learn of them.
    "avoided": Query("SELECT * FROM avoided WHERE user_id = :user_id"),
    "call_list": Query("SELECT * FROM call_list WHERE user_id = :user_id"),
    "seat_statistics": Query("SELECT * FROM seat_statistics WHERE user_id = :user_id"),
    "standings": Query("SELECT * FROM standings WHERE user_id = :user_id"),
}
"""By table."""
DELETED: Final = (
    Query("DELETE FROM players WHERE user_id = :user_id"),
    Query("UPDATE audit SET user_id = 0, detail = '' WHERE user_id = :user_id"),
    Query("UPDATE audit SET member_id = 0, detail = '' WHERE member_id = :user_id"),
    # A ban in force needs the id until it ends.
    Query("DELETE FROM bans WHERE user_id = :user_id AND until <= :asked_at"),
    Query("UPDATE bans SET name = '', reason = '' WHERE user_id = :user_id"),
    Query("UPDATE bans SET banned_by_id = 0 WHERE banned_by_id = :user_id"),
    Query("DELETE FROM avoided WHERE user_id = :user_id"),
    Query("DELETE FROM avoided WHERE avoided_id = :user_id"),
    Query("DELETE FROM call_list WHERE user_id = :user_id"),
)
"""`statistics.anonymize` deletes members from the statistics."""


async def read_rows(database: Database, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows about a member by table. Raises SaveFailed."""

    def unit(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        values = {"user_id": user_id}
        return {table: [*map(dict, connection.execute(query, values))] for table, query in EXPORTED.items()}

    return await database.read(unit, 20.0)
