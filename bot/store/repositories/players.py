"""Settings of members, which apply on every server; and the members whom a member avoids on a server."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import Columns, Query, insert, upsert

PREFERENCES_TOPIC: Final = " preferences"
"""The topic of notifications that a member's settings have changed; their text is the user id."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a member that may be cached, each with its default.

    `ping` mentions the member when it must decide, `pictures` shows the hand as a picture in private messages.
    """

    ping: bool = True
    pictures: bool = True


@dataclass(frozen=True, slots=True)
class Player(Preferences):
    """All settings of a member: `dm` copies hand and choices by DM; `dms_closed`: Discord has refused a DM."""

    dm: bool = False
    dms_closed: bool = False

    @property
    def gets_dms(self) -> bool:
        """Whether the member wants direct messages, and Discord delivers them."""
        return self.dm and not self.dms_closed


_COLUMNS: Final = Columns(Player)
_GET: Final = Query(f"SELECT {_COLUMNS} FROM players WHERE user_id = :user_id")
# Each by itself, so that two processes that change different ones at once do not undo each other's change.
_PUT: Final = {name: Query(upsert("players", ["user_id"], [name])) for name in (*_COLUMNS.names, "hidden")}


class Players(Repository):
    """Members' settings by user id."""

    async def get(self, user_id: int) -> Player:
        """Returns a member's settings, the defaults if the member never changed any. Raises SaveFailed."""
        row = await self._first(_GET, user_id=user_id)
        return _COLUMNS.read(row) if row else Player()

    async def change(self, user_id: int, **changes: bool) -> None:
        """Changes some of a member's settings, and notifies all processes. Raises SaveFailed.

        `hidden` is a setting too, but none of a Player: a hidden member is known from the database alone, because
        a Player may be cached.
        """

        def unit(connection: Connection) -> None:
            for name, value in changes.items():
                connection.execute(_PUT[name], {"user_id": user_id, name: int(value)})
            connection.notify(PREFERENCES_TOPIC, str(user_id))

        await self._database.write(unit)


_AVOIDED: Final = Query(
    "SELECT avoided_id FROM avoided WHERE guild_id = :guild_id AND user_id = :user_id ORDER BY avoided_id"
)
_CLEAR_AVOIDED: Final = Query("DELETE FROM avoided WHERE guild_id = :guild_id AND user_id = :user_id")
_ADD_AVOIDED: Final = Query(insert("avoided", ("guild_id", "user_id", "avoided_id")))


class Avoided(Repository):
    """Members' private lists. Every method raises SaveFailed."""

    async def of(self, guild_id: int, user_id: int) -> list[int]:
        """Returns the ids of the members whom a member avoids on a server."""
        return [row["avoided_id"] for row in await self._all(_AVOIDED, guild_id=guild_id, user_id=user_id)]

    async def replace(self, guild_id: int, user_id: int, avoided: Iterable[int]) -> None:
        """Replaces the whole list of a member on a server."""
        values = {"guild_id": guild_id, "user_id": user_id}
        listed = set(avoided)

        def unit(connection: Connection) -> None:
            connection.execute(_CLEAR_AVOIDED, values)
            for avoided_id in listed:
                connection.execute(_ADD_AVOIDED, {**values, "avoided_id": avoided_id})

        await self._database.write(unit)
