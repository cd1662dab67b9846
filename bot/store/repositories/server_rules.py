"""Rules of a server: bans, and the checks in the transaction that opens a table or seats a member."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from bot.refusals import Refusal
from bot.store.engines.database import Connection, Repository
from bot.store.query import IS_LIVE, Columns, Query, Row, upsert
from bot.store.rows import GameRow, Status

MAX_LOBBIES_PER_MEMBER: Final = 5
"""Open lobbies that one member may host.

Processes may exceed it by opening some on several servers at once, because none holds a lock that others wait for.
"""
MAX_LOBBIES_PER_SERVER: Final = 50
"""Open lobbies that a server may have."""


@dataclass(frozen=True)
class Ban:
    """A member who may not play on a server. Times are in seconds since 1970; `until` is None for ever.

    `name` is the member's name at the time of the ban. Only moderators may see the `reason`, which may be empty.
    """

    user_id: int
    name: str
    at: float
    until: float | None
    reason: str
    banned_by_id: int


_COLUMNS: Final = Columns(Ban)
IN_FORCE: Final = "(until IS NULL OR until > :now)"
"""Whether a ban has not ended."""
_ADD: Final = Query(upsert("bans", ["guild_id", "user_id"], _COLUMNS.names[1:]))
_LIFT: Final = Query("DELETE FROM bans WHERE guild_id = :guild_id AND user_id = :user_id")
FORGET_ENDED: Final = Query("DELETE FROM bans WHERE guild_id = :guild_id AND until <= :now")
"""Deletes the bans of a server that have ended."""
_OF_SERVER: Final = Query(
    f"SELECT {_COLUMNS} FROM bans WHERE guild_id = :guild_id AND {IN_FORCE} ORDER BY at DESC, user_id"
)
_OF_MEMBER: Final = Query(
    f"SELECT until FROM bans WHERE guild_id = :guild_id AND user_id = :user_id AND {IN_FORCE}"
)


class Bans(Repository):
    """The bans of all servers. Every method raises SaveFailed."""

    async def add(self, guild_id: int, ban: Ban) -> None:
        """Bans a member on a server, in place of an earlier ban; deletes the server's bans that have ended."""

        def unit(connection: Connection) -> None:
            connection.execute(FORGET_ENDED, {"guild_id": guild_id, "now": ban.at})
            connection.execute(_ADD, {"guild_id": guild_id, **asdict(ban)})

        await self._database.write(unit)

    async def lift(self, guild_id: int, user_id: int, now: float) -> bool:
        """Ends the ban of a member; returns False if none was in force."""

        def unit(connection: Connection) -> bool:
            connection.execute(FORGET_ENDED, {"guild_id": guild_id, "now": now})
            return connection.execute(_LIFT, {"guild_id": guild_id, "user_id": user_id}).rowcount == 1

        return await self._database.write(unit)

    async def of_server(self, guild_id: int, now: float) -> list[Ban]:
        """Returns the bans in force on a server, the newest first."""
        return [_COLUMNS.read(row) for row in await self._all(_OF_SERVER, guild_id=guild_id, now=now)]

    async def among(self, guild_id: int, users: Iterable[int], now: float) -> set[int]:
        """Returns those of the users who are banned on a server."""
        asked = list(users)

        def unit(connection: Connection) -> set[int]:
            return {user for user in asked if find_ban(connection, guild_id, user, now) is not None}

        return await self._database.read(unit)


def find_ban(connection: Connection, guild_id: int, user_id: int, now: float) -> Row | None:
    """Returns when the ban of a member on a server ends (`until`), None if the member is not banned."""
    return connection.execute(_OF_MEMBER, {"guild_id": guild_id, "user_id": user_id, "now": now}).fetchone()


# Locked, so that two tables that are opened at once are counted one after the other.
_RULES: Final = Query("SELECT channels, most_tables FROM guilds WHERE guild_id = :guild_id", lock="FOR UPDATE")
_LIVE_TABLES: Final = Query(
    f"SELECT count(*) AS number FROM games WHERE {IS_LIVE} AND practice = 0 AND guild_id = :guild_id"
)
# The plus sign keeps SQLite from the index by host, by which it would read all games that the host ever opened.
_LOBBIES_OF_HOST: Final = Query(
    "SELECT count(*) AS number FROM games WHERE status = 'lobby' AND +host_id = :host_id"
)
_LOBBIES_OF_GUILD: Final = Query(
    "SELECT count(*) AS number FROM games WHERE status = 'lobby' AND guild_id = :guild_id"
)
_SEATED: Final = Query("SELECT user_id FROM seats WHERE game_id = :game AND ready <> 0 AND user_id IS NOT NULL")


def check_opening(connection: Connection, row: GameRow, parent_id: int | None) -> None:
    """Raises Refusal if a member of a new table is banned, or if it may not be opened here or now.

    `parent_id` is the channel of the thread in which it is opened, None if that is no thread. A lesson is played
    alone: it may be held anywhere, and does not count. Bans that have ended are deleted here.
    """
    if row.status is Status.LOBBY:
        _check_number(connection, row, _LOBBIES_OF_HOST, "lobbies-of-member", MAX_LOBBIES_PER_MEMBER)
        _check_number(connection, row, _LOBBIES_OF_GUILD, "lobbies-of-server", MAX_LOBBIES_PER_SERVER)
    connection.execute(FORGET_ENDED, {"guild_id": row.guild_id, "now": row.opened_at})
    _check_bans(connection, row.guild_id, _members(row), row.opened_at)
    rules = connection.execute(_RULES, {"guild_id": row.guild_id}).fetchone()
    if rules is None or row.practice:
        return
    allowed = json.loads(rules["channels"])
    if allowed and row.channel_id not in allowed and parent_id not in allowed:
        raise Refusal("channel-not-allowed", channels=tuple(allowed))
    if rules["most_tables"] is not None:
        _check_number(connection, row, _LIVE_TABLES, "tables-of-server", rules["most_tables"])


def _check_number(connection: Connection, row: GameRow, query: Query, code: str, most: int) -> None:
    """Raises the Refusal of a code if a query counts as many tables as there may be."""
    values = {"guild_id": row.guild_id, "host_id": row.host_id}
    if connection.execute(query, values).fetchone()["number"] >= most:
        raise Refusal(code, most=most)


def check_newcomers(connection: Connection, row: GameRow) -> None:
    """Raises Refusal if a member whom the changed row of a lobby seats is banned."""
    seated = {seat["user_id"] for seat in connection.execute(_SEATED, {"game": row.id})}
    _check_bans(connection, row.guild_id, _members(row) - seated, row.changed_at)


def _members(row: GameRow) -> set[int]:
    return {seat.user_id for seat in row.seats if seat.user_id is not None and seat.ready}


def _check_bans(connection: Connection, guild_id: int, users: Iterable[int], now: float) -> None:
    for user in users:
        ban = find_ban(connection, guild_id, user, now)
        if ban is not None and ban["until"] is None:
            raise Refusal("banned")
        if ban is not None:
            raise Refusal("banned-until", when=int(ban["until"]))
