"""Deletions of members: those asked for, the rows that are deleted, and those finished in this database.

Whoever adds a column with a member's id or name adds its table to EXPORTED and DELETED, unless the table belongs
to a game or to the statistics, and describes the column in PRIVACY.md; a test compares both with the schema. An
index serves each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.refusals import MomentPassed
from bot.store.engines.database import BACKGROUND_SECONDS, Connection, Database, Repository
from bot.store.query import IS_LIVE, Columns, Query, insert, update
from bot.store.repositories import statistics
from bot.store.repositories.games import GAME, RESULT, write_seats
from bot.store.rows import Fence, GameRow, Result


@dataclass(frozen=True)
class Deletion:
    """A deletion that a member has asked for; `stand_in` is the negative number that takes the member's place."""

    user_id: int
    stand_in: int
    asked_at: float


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
"""The columns of each table that an export reads about a member outside games."""
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
DELETIONS_TOPIC: Final = " deletions"
"""The topic of notifications that a deletion was asked for or is finished; their text is the user id."""

_COLUMNS: Final = Columns(Deletion)
# If the member asks twice, the first time counts.
_ASK: Final = Query(insert("deletions", _COLUMNS.names) + " ON CONFLICT (user_id) DO NOTHING")
_PENDING: Final = Query(f"SELECT {_COLUMNS} FROM deletions ORDER BY asked_at")
_DONE: Final = Query("DELETE FROM deletions WHERE user_id = :user_id")
_FINISHED: Final = Query(insert("finished_deletions", ("hash", "asked_at")) + " ON CONFLICT DO NOTHING")
_ALL_FINISHED: Final = Query("SELECT hash, asked_at FROM finished_deletions")

# The list in PostgreSQL, which backups and copies lack. The row with time 0 has the key of the hashes.
_KEEP: Final = Query(insert("kept_deletions", ("hash", "asked_at")) + " ON CONFLICT DO NOTHING")
_KEPT_KEY: Final = Query("SELECT hash FROM kept_deletions WHERE asked_at = 0 AND hash <> ''")
_UNLOCK_KEY: Final = Query("DELETE FROM kept_deletions WHERE asked_at = 0 AND hash = ''")
_KEPT: Final = Query("SELECT hash, asked_at FROM kept_deletions WHERE asked_at > 0")

# The games in which a member sat, was host, or which the member ended as a moderator; an index serves each.
_GAMES: Final = tuple(
    Query(f"SELECT games.id, CASE WHEN {IS_LIVE} THEN 1 ELSE 0 END AS is_live {found}")
    for found in (
        "FROM seats JOIN games ON games.id = game_id WHERE user_id = :user_id AND opened_at <= :until",
        "FROM games WHERE host_id = :user_id AND opened_at <= :until",
        "FROM games WHERE ended_by = :user_id AND opened_at <= :until",
    )
)
_REWRITTEN: Final = ("channel_id", "host_id", "ended_by", "first", "start", "seed", "absences")
_REWRITE: Final = Query(update("games", _REWRITTEN, where="id = :game_id AND decisions = :before"))
_REWRITE_RESULT: Final = Query(update("results", ("channel_id", "record"), where="game_id = :game_id"))
_REWRITE_CHECKSUM: Final = Query(update("decisions", ("checksum",), where="game_id = :game_id AND seq = :seq"))
_FORGET_MESSAGES: Final = Query("DELETE FROM direct_messages WHERE game_id = :game_id AND seat = :seat")

_PEOPLE: Final = tuple(
    Query(f"SELECT DISTINCT {column} AS user_id FROM {table} WHERE {column} > 0")
    for table, column in (
        ("seats", "user_id"),
        ("games", "host_id"),
        ("games", "ended_by"),
        ("players", "user_id"),
        ("audit", "user_id"),
        ("audit", "member_id"),
        ("avoided", "user_id"),
        ("avoided", "avoided_id"),
        ("call_list", "user_id"),
        ("bans", "user_id"),
        ("bans", "banned_by_id"),
        ("seat_statistics", "user_id"),
        ("standings", "user_id"),
    )
)


async def read_rows(database: Database, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows about a member by table. Raises SaveFailed."""

    def unit(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        values = {"user_id": user_id}
        return {table: [*map(dict, connection.execute(query, values))] for table, query in EXPORTED.items()}

    return await database.read(unit, BACKGROUND_SECONDS)


@dataclass(frozen=True)
class AnonymousGame:
    """A game without one of its members: its row, the seat that was the member's, and what follows from its name.

    `checksums` are those of all decisions: they depend on the names of the players.
    """

    row: GameRow
    seat: int | None
    checksums: Sequence[str]
    result: Result | None


class Deletions(Repository):
    """The deletions of one database. Every method raises SaveFailed if the database cannot be used."""

    async def ask(self, deletions: Iterable[Deletion]) -> None:
        """Stores that members want their data deleted, and notifies all processes."""
        wanted = list(deletions)

        def unit(connection: Connection) -> None:
            for deletion in wanted:
                connection.execute(_ASK, vars(deletion))
                connection.notify(DELETIONS_TOPIC, str(deletion.user_id))

        await self._database.write(unit)

    async def pending(self) -> list[Deletion]:
        """Returns the deletions that are not finished, the oldest first."""
        return [_COLUMNS.read(row) for row in await self._all(_PENDING)]

    async def finished(self) -> set[tuple[str, float]]:
        """Returns the hash and the time of each deletion that is finished in this database."""
        rows = await self._all(_ALL_FINISHED, seconds=BACKGROUND_SECONDS)
        return {(row["hash"], row["asked_at"]) for row in rows}

    async def people(self) -> set[int]:
        """Returns the ids of all members who are named anywhere. Reads the whole database."""
        found = [await self._all(query, seconds=60 * BACKGROUND_SECONDS) for query in _PEOPLE]
        return {row["user_id"] for rows in found for row in rows}

    async def games_of(self, user_id: int, until: float) -> dict[int, bool]:
        """Returns the games with a member's data that were opened until a moment, by id: whether each is live."""
        values = {"user_id": user_id, "until": until}

        def unit(connection: Connection) -> dict[int, bool]:
            rows = [row for query in _GAMES for row in connection.execute(query, values)]
            return dict(sorted((row["id"], bool(row["is_live"])) for row in rows))

        return await self._database.read(unit, BACKGROUND_SECONDS)

    async def rewrite(self, game: AnonymousGame, *, fence: Fence | None = None) -> None:
        """Stores a game without its member. Raises MomentPassed or FenceLost."""
        row, number = game.row, game.seat
        values = {**GAME.values(row, _REWRITTEN), "game_id": row.id, "before": row.decisions}

        def unit(connection: Connection) -> None:
            if connection.execute(_REWRITE, values).rowcount != 1:
                raise MomentPassed
            if game.result is not None:
                connection.execute(_REWRITE_RESULT, {**values, **RESULT.values(game.result)})
            if number is None:
                return
            write_seats(connection, row.id, [(number, row.seats[number])])
            connection.execute(_FORGET_MESSAGES, {"game_id": row.id, "seat": number})
            connection.execute_all(
                _REWRITE_CHECKSUM,
                [
                    {"game_id": row.id, "seq": seq, "checksum": checksum}
                    for seq, checksum in enumerate(game.checksums)
                ],
            )

        await self._database.write(unit, fence)

    async def finish(self, deletion: Deletion, digest: str) -> None:
        """Deletes a member's other rows and the request, and stores its `digest`; notifies all processes."""

        def unit(connection: Connection) -> None:
            statistics.anonymize(connection, deletion.user_id, deletion.stand_in)
            for query in DELETED:
                connection.execute(query, vars(deletion))
            connection.execute(_FINISHED, {"hash": digest, "asked_at": deletion.asked_at})
            connection.execute(_DONE, vars(deletion))
            connection.notify(DELETIONS_TOPIC, str(deletion.user_id))

        await self._database.write(unit)
        await self._database.scrub()


def keep_key(connection: Connection, drawn: str) -> str:
    """Returns the key of the hashes; stores the drawn one if there is none."""
    add_kept(connection, [("", 0.0)])  # a lock: other processes wait until this row is committed or gone
    found = connection.execute(_KEPT_KEY, {}).fetchone()
    if found is None:
        add_kept(connection, [(drawn, 0.0)])
    connection.execute(_UNLOCK_KEY, {})
    return drawn if found is None else found["hash"]


def add_kept(connection: Connection, entries: Iterable[tuple[str, float]]) -> None:
    """Adds the hash and the time of deletions to the list in PostgreSQL."""
    connection.execute_all(_KEEP, [{"hash": digest, "asked_at": asked_at} for digest, asked_at in entries])


def read_kept(connection: Connection) -> set[tuple[str, float]]:
    """Returns the hash and the time of every deletion in the list in PostgreSQL."""
    return {(row["hash"], row["asked_at"]) for row in connection.execute(_KEPT, {})}
