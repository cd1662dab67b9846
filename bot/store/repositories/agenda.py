"""Queries over all tables: where something is due, which are urgent after a start, and which are live."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from sqlalchemy import and_, bindparam, func, literal_column, or_, select

from bot.store.engines.unit_of_work import Connection, Database, Query
from bot.store.schema import GAMES, IS_LIVE

BEING_POSTED: Final = 0
"""Stored in place of a reminder's id before it is posted; its own id replaces this afterwards."""
_QUERY_SECONDS: Final = 20.0  # longer than for others, because no click waits for these queries

_ACTIVE: Final = or_(
    GAMES.c.status.in_([literal_column("'lobby'"), literal_column("'playing'")]),
    # Of the paused games only those that wait for their players; the channels of the others cannot be reached.
    and_(GAMES.c.status == literal_column("'paused'"), GAMES.c.paused_for == literal_column("'away'")),
)
_ENDED: Final = ("'over'", "'closed'")
_ENTRY: Final = (GAMES.c.id, GAMES.c.guild_id, GAMES.c.due, GAMES.c.intent)

_DUE: Final = Query(select(*_ENTRY).where(_ACTIVE, GAMES.c.due <= bindparam("until")))
_URGENT: Final = Query(
    select(*_ENTRY).where(
        _ACTIVE,
        or_(
            GAMES.c.intent.is_not(None),
            GAMES.c.reminder_id == bindparam("being_posted"),
            GAMES.c.due <= bindparam("until"),
            GAMES.c.changed_at >= bindparam("since"),
        ),
    )
)
_LAST_CHANGE: Final = Query(select(func.max(GAMES.c.changed_at).label("at")).where(IS_LIVE))
# A query for each status, because the index is by status and then by time.
_LAST_ENDED: Final = tuple(
    Query(select(func.max(GAMES.c.over_at).label("at")).where(GAMES.c.status == literal_column(status)))
    for status in _ENDED
)
_ENDED_SINCE: Final = Query(
    select(*_ENTRY).where(
        GAMES.c.status.in_([literal_column(status) for status in _ENDED]), GAMES.c.over_at >= bindparam("since")
    )
)
_LIVE_OF_GUILD: Final = Query(
    select(GAMES.c.id).where(IS_LIVE, GAMES.c.guild_id == bindparam("guild")).order_by(GAMES.c.id)
)
_LIVE_BY_GUILD: Final = Query(
    select(GAMES.c.guild_id, func.count().label("tables")).where(IS_LIVE).group_by(GAMES.c.guild_id)
)


@dataclass(frozen=True)
class DueTable:
    """A table: its id, its server, and when something next happens there by itself (None: never)."""

    game_id: int
    guild_id: int
    due: float | None


class Agenda:
    """Queries over all tables. Every method raises SaveFailed if the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, until: float) -> list[DueTable]:
        """Returns the tables where something happens by itself up to a moment, the earliest first."""

        def unit(connection: Connection) -> list[DueTable]:
            return _sort_tables(connection.execute(_DUE, {"until": until}).fetchall())

        return await self._database.read(unit, _QUERY_SECONDS)

    async def urgent(self, now: float, soon: float, lately: float) -> list[DueTable]:
        """Returns the tables that a process must look at when it starts, the most urgent first.

        These are tables with a message or reminder that may have been posted without its id being stored, those
        where something happens within `soon` seconds of `now`, and those that changed in the last `lately` seconds
        in which anything changed at all: their message may be out of date.
        """

        def unit(connection: Connection) -> list[DueTable]:
            last = [connection.execute(query, {}).fetchone()["at"] for query in (_LAST_CHANGE, *_LAST_ENDED)]
            since = min(now, max((at for at in last if at is not None), default=now)) - lately
            values = {"until": now + soon, "since": since, "being_posted": BEING_POSTED}
            found = [connection.execute(query, values).fetchall() for query in (_URGENT, _ENDED_SINCE)]
            return _sort_tables(found[0]) + _sort_tables(found[1])

        return await self._database.read(unit, _QUERY_SECONDS)

    async def live_of(self, guild_id: int) -> list[int]:
        """Returns the ids of a server's live tables."""

        def unit(connection: Connection) -> list[int]:
            return [row["id"] for row in connection.execute(_LIVE_OF_GUILD, {"guild": guild_id})]

        return await self._database.read(unit, _QUERY_SECONDS)

    async def live_by_guild(self) -> dict[int, int]:
        """Returns how many tables are live on each server that has any."""

        def unit(connection: Connection) -> dict[int, int]:
            return {row["guild_id"]: row["tables"] for row in connection.execute(_LIVE_BY_GUILD, {})}

        return await self._database.read(unit, _QUERY_SECONDS)


def _sort_tables(rows: list[Any]) -> list[DueTable]:
    """Returns the tables of rows: those with an open intent first, then by when they are due."""
    rows.sort(key=lambda row: (row["intent"] is None, inf if row["due"] is None else row["due"]))
    return [DueTable(row["id"], row["guild_id"], row["due"]) for row in rows]
