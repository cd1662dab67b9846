"""The rows about a member outside games: how each table is exported, and deleted.

Whoever adds a column with a member's id or name adds its table here, unless the table belongs to a game or to the
statistics, and describes the column in PRIVACY.md; a test compares both with the schema.
"""

from typing import Any, Final, NamedTuple

from bot.store.engines.database import Connection, Database
from bot.store.query import Query


class PersonalRows(NamedTuple):
    """A table with rows about members: the query for a member's export, and the statements of a deletion.

    The parameters are `user_id`, in deletions also `stand_in` and `asked_at`. An index serves each.
    """

    exported: Query
    deleted: tuple[Query, ...] = ()


PERSONAL_ROWS: Final = {
    "players": PersonalRows(
        Query("SELECT * FROM players WHERE user_id = :user_id"),
        (Query("DELETE FROM players WHERE user_id = :user_id"),),
    ),
    "audit": PersonalRows(
        Query("SELECT guild_id, at, action, detail FROM audit WHERE user_id = :user_id"),
        (
            Query("UPDATE audit SET user_id = 0, detail = '' WHERE user_id = :user_id"),
            Query("UPDATE audit SET member_id = 0, detail = '' WHERE member_id = :user_id"),
        ),
    ),
    # Without the reason and the moderator, which only moderators see. A ban in force needs the id until it ends.
    "bans": PersonalRows(
        Query("SELECT guild_id, at, until FROM bans WHERE user_id = :user_id"),
        (
            Query("DELETE FROM bans WHERE user_id = :user_id AND until <= :asked_at"),
            Query("UPDATE bans SET name = '', reason = '' WHERE user_id = :user_id"),
            Query("UPDATE bans SET banned_by_id = 0 WHERE banned_by_id = :user_id"),
        ),
    ),
    # Without the lists of others: nobody may learn of them.
    "avoided": PersonalRows(
        Query("SELECT * FROM avoided WHERE user_id = :user_id"),
        (
            Query("DELETE FROM avoided WHERE user_id = :user_id"),
            Query("DELETE FROM avoided WHERE avoided_id = :user_id"),
        ),
    ),
    "call_list": PersonalRows(
        Query("SELECT * FROM call_list WHERE user_id = :user_id"),
        (Query("DELETE FROM call_list WHERE user_id = :user_id"),),
    ),
    "seat_statistics": PersonalRows(Query("SELECT * FROM seat_statistics WHERE user_id = :user_id")),
    "standings": PersonalRows(Query("SELECT * FROM standings WHERE user_id = :user_id")),
}
"""Every table with rows about members, except those of a game.

`statistics.anonymize` deletes members from the last two.
"""


def delete_rows(connection: Connection, values: dict[str, Any]) -> None:
    """Deletes a member from all tables in PERSONAL_ROWS that have no function of their own."""
    for rows in PERSONAL_ROWS.values():
        for query in rows.deleted:
            connection.execute(query, values)


async def read_rows(database: Database, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows about a member by table. Raises SaveFailed."""

    def unit(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table: [dict(row) for row in connection.execute(rows.exported, {"user_id": user_id})]
            for table, rows in PERSONAL_ROWS.items()
        }

    return await database.read(unit, 20.0)
