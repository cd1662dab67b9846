"""Queries over all tables: where something is due, which are urgent after a start, and which are live."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from bot.store.engines.database import BACKGROUND_SECONDS, Connection, Repository
from bot.store.query import IS_LIVE, Query

BEING_POSTED: Final = 0
"""Stored in place of a reminder's id before it is posted; its own id replaces this afterwards."""

# Of the paused games only those that wait for their players; the channels of the others cannot be reached.
_IS_ACTIVE: Final = "(status IN ('lobby', 'playing') OR status = 'paused' AND paused_for = 'away')"
_SELECT: Final = "SELECT id, guild_id, due, intent FROM games WHERE"

_DUE: Final = Query(f"{_SELECT} {_IS_ACTIVE} AND due <= :until")
_URGENT: Final = Query(
    f"{_SELECT} {_IS_ACTIVE}"
    " AND (intent IS NOT NULL OR reminder_id = :being_posted OR due <= :until OR changed_at >= :since)"
)
_LAST_CHANGE: Final = Query(f"SELECT max(changed_at) AS at FROM games WHERE {IS_LIVE}")
# A query for each status, because the index is by status and then by time.
_LAST_ENDED: Final = (
    Query("SELECT max(over_at) AS at FROM games WHERE status = 'over'"),
    Query("SELECT max(over_at) AS at FROM games WHERE status = 'closed'"),
)
_ENDED_SINCE: Final = Query(f"{_SELECT} status IN ('over', 'closed') AND over_at >= :since")
_LIVE_OF_GUILD: Final = Query(f"SELECT id FROM games WHERE {IS_LIVE} AND guild_id = :guild ORDER BY id")
_LIVE_BY_GUILD: Final = Query(f"SELECT guild_id, count(*) AS tables FROM games WHERE {IS_LIVE} GROUP BY guild_id")


@dataclass(frozen=True)
class DueTable:
    """A table: its id, its server, and when something next happens there by itself (None: never)."""

    game_id: int
    guild_id: int
    due: float | None


class Agenda(Repository):
    """Queries over all tables. Every method raises SaveFailed if the database cannot be used."""

    async def due(self, until: float) -> list[DueTable]:
        """Returns the tables where something happens by itself up to a moment, the earliest first."""
        return _sort_tables(await self._all(_DUE, seconds=BACKGROUND_SECONDS, until=until))

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

        return await self._database.read(unit, BACKGROUND_SECONDS)

    async def live_of(self, guild_id: int) -> list[int]:
        """Returns the ids of a server's live tables."""
        return [row["id"] for row in await self._all(_LIVE_OF_GUILD, seconds=BACKGROUND_SECONDS, guild=guild_id)]

    async def live_by_guild(self) -> dict[int, int]:
        """Returns how many tables are live on each server that has any."""
        rows = await self._all(_LIVE_BY_GUILD, seconds=BACKGROUND_SECONDS)
        return {row["guild_id"]: row["tables"] for row in rows}


def _sort_tables(rows: list[Any]) -> list[DueTable]:
    """Returns the tables of rows: those with an open intent first, then by when they are due."""
    rows.sort(key=lambda row: (row["intent"] is None, inf if row["due"] is None else row["due"]))
    return [DueTable(row["id"], row["guild_id"], row["due"]) for row in rows]
