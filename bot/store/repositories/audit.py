"""The audit log: actions of moderators, for other moderators to read."""

from dataclasses import asdict, dataclass
from typing import Final

from bot.store.engines.unit_of_work import Connection, Database
from bot.store.query import Query, insert

_FIELDS: Final = ("at", "user_id", "action", "detail")
_ADD: Final = Query(insert("audit", ("guild_id", *_FIELDS)))
_FIND: Final = Query(
    "SELECT id FROM audit WHERE guild_id = :guild_id"
    " AND at = :at AND user_id = :user_id AND action = :action AND detail = :detail"
)
# By time before id, because the index is by server and time.
_LATEST: Final = Query(
    f"SELECT {', '.join(_FIELDS)} FROM audit WHERE guild_id = :guild_id ORDER BY at DESC, id DESC LIMIT :most"
)


@dataclass(frozen=True)
class Entry:
    """One action of a moderator. `at` is in seconds since 1970; `detail` is what was changed, or the new value."""

    at: float
    user_id: int
    action: str
    detail: str


class Audit:
    """The entries of the audit log by server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guild_id: int, entry: Entry) -> None:
        """Adds an entry, unless the same one of the same moment is stored already. Raises SaveFailed."""
        values = {"guild_id": guild_id, **asdict(entry)}

        def unit(connection: Connection) -> None:
            if connection.execute(_FIND, values).fetchone() is None:
                connection.execute(_ADD, values)

        await self._database.write(unit)

    async def latest(self, guild_id: int, most: int) -> list[Entry]:
        """Returns a server's newest entries, newest first. Raises SaveFailed."""

        def unit(connection: Connection) -> list[Entry]:
            rows = connection.execute(_LATEST, {"guild_id": guild_id, "most": most})
            return [Entry(**dict(row)) for row in rows]

        return await self._database.read(unit)
