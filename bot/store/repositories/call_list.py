"""CallList: the members of a server who want to be called when a host looks for players, and their quiet hours."""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from typing import Final

from bot.refusals import MomentPassed, Refusal
from bot.store.engines.database import Connection, Repository
from bot.store.query import Columns, Query, insert, update, upsert
from bot.store.repositories.server_rules import IN_FORCE
from bot.store.rows import LIVE, Status

SERVER_SECONDS: Final = 3600.0
"""On one server members are called at most once in this time."""
MEMBER_SECONDS: Final = 12 * 3600.0
"""One member is called at most once in this time, on whatever server."""
MAX_CALLED: Final = 25
"""How many members one call mentions: several for each seat, and few enough to ask Discord who has left."""
_DAY_MINUTES: Final = 24 * 60
_HOURS: Final = 24


@dataclass(frozen=True)
class Listed:
    """A member on the call list of a server.

    `utc_offset` is that of the member's clock in minutes. The member is not called from the hour `quiet_from` to
    the hour `quiet_to` (0 to 23) by this clock; both are None if the member may be called at any time.
    """

    user_id: int
    utc_offset: int = 0
    quiet_from: int | None = None
    quiet_to: int | None = None

    def is_quiet(self, now: float) -> bool:
        """Returns whether these are quiet hours of the member; `now` is in seconds since 1970."""
        if self.quiet_from is None or self.quiet_to is None:
            return False
        hour = int(now // 60 + self.utc_offset) % _DAY_MINUTES // 60
        return (hour - self.quiet_from) % _HOURS < (self.quiet_to - self.quiet_from) % _HOURS


_COLUMNS: Final = Columns(Listed)
_KEY: Final = "guild_id = :guild_id AND user_id = :user_id"
_GET: Final = Query(f"SELECT {_COLUMNS} FROM call_list WHERE {_KEY}")
_ADD: Final = Query(insert("call_list", ("guild_id", *_COLUMNS.names)) + " ON CONFLICT DO NOTHING")
_CHANGE: Final = Query(update("call_list", _COLUMNS.names[1:], _KEY))
_REMOVE: Final = Query(f"DELETE FROM call_list WHERE {_KEY}")
_TABLE: Final = Query("SELECT host_id, status FROM games WHERE id = :game")
_LAST_CALL: Final = Query("SELECT calls, called_at FROM guilds WHERE guild_id = :guild_id")
_CALL_ON_SERVER: Final = Query(
    upsert("guilds", ["guild_id"], ["called_at"])
    + " WHERE guilds.called_at IS NULL OR guilds.called_at <= :earlier"
)
_CALL_MEMBER: Final = Query(
    upsert("players", ["user_id"], ["called_at"])
    + " WHERE players.called_at IS NULL OR players.called_at <= :earlier"
)
_SEATED: Final = "SELECT 1 FROM seats WHERE seats.game_id = :game AND seats.user_id = call_list.user_id"
_AVOIDS_SEATED: Final = (
    "SELECT 1 FROM seats JOIN avoided ON avoided.guild_id = :guild_id"
    " AND avoided.user_id = call_list.user_id AND avoided.avoided_id = seats.user_id WHERE seats.game_id = :game"
)
_AVOIDED_BY_SEATED: Final = (
    "SELECT 1 FROM seats JOIN avoided ON avoided.guild_id = :guild_id"
    " AND avoided.user_id = seats.user_id AND avoided.avoided_id = call_list.user_id WHERE seats.game_id = :game"
)
_BANNED: Final = (
    f"SELECT 1 FROM bans WHERE bans.guild_id = :guild_id AND bans.user_id = call_list.user_id AND {IN_FORCE}"
)
# Whoever was called longest ago comes first.
_CALLABLE: Final = Query(
    f"SELECT {', '.join(f'call_list.{name}' for name in _COLUMNS.names)} FROM call_list"
    " LEFT JOIN players ON players.user_id = call_list.user_id"
    " WHERE call_list.guild_id = :guild_id AND (players.called_at IS NULL OR players.called_at <= :earlier)"
    f" AND NOT EXISTS ({_SEATED}) AND NOT EXISTS ({_BANNED})"
    f" AND NOT EXISTS ({_AVOIDS_SEATED}) AND NOT EXISTS ({_AVOIDED_BY_SEATED})"
    " ORDER BY players.called_at IS NOT NULL, players.called_at, call_list.user_id"
)


class CallList(Repository):
    """The call lists of all servers. Every method raises SaveFailed."""

    async def get(self, guild_id: int, user_id: int) -> Listed | None:
        """Returns a member's entry on the list of a server, None if the member is not on it."""
        row = await self._first(_GET, guild_id=guild_id, user_id=user_id)
        return None if row is None else _COLUMNS.read(row)

    async def add(self, guild_id: int, user_id: int) -> None:
        """Puts a member on the list of a server; an earlier entry stays as it is."""
        await self._run(_ADD, guild_id=guild_id, **asdict(Listed(user_id)))

    async def change(self, guild_id: int, user_id: int, change: Callable[[Listed], Listed]) -> None:
        """Changes a member's entry on the list of a server; does nothing if the member is not on it.

        In one transaction: two selects used at once keep each other's change, and nobody who leaves is put back.
        """

        def unit(connection: Connection) -> None:
            row = connection.execute(_GET, {"guild_id": guild_id, "user_id": user_id}).fetchone()
            if row is not None:
                connection.execute(_CHANGE, {"guild_id": guild_id, **asdict(change(_COLUMNS.read(row)))})

        await self._database.write(unit)

    async def remove(self, guild_id: int, user_id: int) -> bool:
        """Removes a member from the list of a server; returns False if the member was not on it."""
        return await self._run(_REMOVE, guild_id=guild_id, user_id=user_id) == 1

    async def next_call(self, guild_id: int, now: float) -> float | None:
        """Returns when hosts on a server may call next: `now`, or later; None if the server allows no calls."""
        return await self._database.read(lambda connection: _next_call(connection, guild_id, now))

    async def callable_members(self, guild_id: int, game_id: int, host_id: int, now: float) -> list[int]:
        """Returns the ids of the members whom the host of a lobby may call now. Raises Refusal."""

        def unit(connection: Connection) -> list[int]:
            _check_call(connection, guild_id, game_id, host_id, now)
            return _callable(connection, guild_id, game_id, now)

        return await self._database.read(unit)

    async def claim(
        self, guild_id: int, game_id: int, host_id: int, now: float, absent: Collection[int]
    ) -> list[int]:
        """Stores that the host of a lobby calls members now, and returns their ids: at most MAX_CALLED.

        Once it is stored, nobody else may call them for a while, whether the call is sent or not. `absent` are
        members who have left the server. Raises Refusal; then nobody may be called, and nothing is stored.
        """

        def unit(connection: Connection) -> list[int]:
            _check_call(connection, guild_id, game_id, host_id, now)
            on_server = {"guild_id": guild_id, "called_at": now, "earlier": now - SERVER_SECONDS}
            if connection.execute(_CALL_ON_SERVER, on_server).rowcount != 1:  # another host was faster
                raise Refusal("called-lately", when=int(now + SERVER_SECONDS))
            present = [user for user in _callable(connection, guild_id, game_id, now) if user not in absent]
            call = {"called_at": now, "earlier": now - MEMBER_SECONDS}
            # In one order, so that calls on two servers do not block each other.
            claimed = [
                user
                for user in sorted(present[:MAX_CALLED])
                if connection.execute(_CALL_MEMBER, {**call, "user_id": user}).rowcount == 1
            ]
            if not claimed:
                raise Refusal("nobody-to-call")
            return claimed

        return await self._database.write(unit)


def _check_call(connection: Connection, guild_id: int, game_id: int, host_id: int, now: float) -> None:
    """Raises Refusal unless this member hosts the lobby, and a call is allowed on the server now."""
    table = connection.execute(_TABLE, {"game": game_id}).fetchone()
    if table is None or table["status"] != Status.LOBBY:
        is_running = table is not None and table["status"] in LIVE
        raise Refusal("lobby-started" if is_running else "lobby-closed")
    if table["host_id"] != host_id:
        raise MomentPassed  # another member has become host
    next_call = _next_call(connection, guild_id, now)
    if next_call is None:
        raise Refusal("calls-off")
    if next_call > now:
        raise Refusal("called-lately", when=int(next_call))


def _next_call(connection: Connection, guild_id: int, now: float) -> float | None:
    server = connection.execute(_LAST_CALL, {"guild_id": guild_id}).fetchone()
    if server is None:
        return now
    return max(now, (server["called_at"] or 0.0) + SERVER_SECONDS) if server["calls"] else None


def _callable(connection: Connection, guild_id: int, game_id: int, now: float) -> list[int]:
    values = {"guild_id": guild_id, "game": game_id, "now": now, "earlier": now - MEMBER_SECONDS}
    listed = map(_COLUMNS.read, connection.execute(_CALLABLE, values))
    return [each.user_id for each in listed if not each.is_quiet(now)]
