"""The audit log: actions of moderators, for other moderators to read."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import Columns, Query, insert


@dataclass(frozen=True)
class Entry:
    """One action of a moderator. `at` is in seconds since 1970; `detail` is what was changed, or the new value.

    `member_id` is the member whom the action concerns, e.g. the banned one.
    """

    at: float
    user_id: int
    action: str
    detail: str
    member_id: int | None = None


_ACTIONS: Final = {
    "games": ("ended", "closed", "skipped"),
    "bans": ("banned", "unbanned"),
    "pools": ("pool-saved", "pool-deleted", "pool-default", "pool-random"),
}
"""The actions of each kind; all others change settings."""
KINDS: Final = ("settings", *_ACTIONS)

_COLUMNS: Final = Columns(Entry)
_ADD: Final = Query(insert("audit", ("guild_id", *_COLUMNS.names)))
# The plus sign keeps SQLite from reading all entries of the moderator.
_FIND: Final = Query(
    "SELECT id FROM audit WHERE guild_id = :guild_id"
    " AND at = :at AND +user_id = :user_id AND action = :action AND detail = :detail"
)
_KIND: Final = " ".join(f"WHEN '{action}' THEN '{kind}'" for kind, of in _ACTIONS.items() for action in of)
_WANTED: Final = (
    f"FROM audit WHERE guild_id = :guild_id AND :kind IN ('', CASE action {_KIND} ELSE 'settings' END)"
    " AND (user_id = :user_id OR :user_id IS NULL)"
)
# By time before id, because the index is by server and time.
_LATEST: Final = Query(f"SELECT {_COLUMNS} {_WANTED} ORDER BY at DESC, id DESC LIMIT :most OFFSET :skipped")
_COUNT: Final = Query(f"SELECT count(*) AS number {_WANTED}")


@dataclass(frozen=True)
class Filter:
    """Which entries to read: those of one of `KINDS` ("" for all), by one moderator (None for all)."""

    kind: str = ""
    user_id: int | None = None

    def values(self, guild_id: int) -> dict[str, Any]:
        """Returns the values of the parameters that select a server's entries."""
        return {"guild_id": guild_id, "kind": self.kind, "user_id": self.user_id}


EVERYTHING: Final = Filter()


class Audit(Repository):
    """The entries of the audit log by server."""

    async def add(self, guild_id: int, entry: Entry) -> None:
        """Adds an entry, unless the same one of the same moment is stored already. Raises SaveFailed."""
        values = {"guild_id": guild_id, **asdict(entry)}

        def unit(connection: Connection) -> None:
            if connection.execute(_FIND, values).fetchone() is None:
                connection.execute(_ADD, values)

        await self._database.write(unit)

    async def latest(
        self, guild_id: int, most: int, wanted: Filter = EVERYTHING, *, skipped: int = 0
    ) -> list[Entry]:
        """Returns a server's newest entries after the first `skipped`, newest first. Raises SaveFailed."""
        values = {**wanted.values(guild_id), "most": most, "skipped": skipped}
        return [_COLUMNS.read(row) for row in await self._all(_LATEST, **values)]

    async def count(self, guild_id: int, wanted: Filter = EVERYTHING) -> int:
        """Returns the number of a server's entries. Raises SaveFailed."""
        return (await self._first(_COUNT, **wanted.values(guild_id)))["number"]
