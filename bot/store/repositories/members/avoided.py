"""Avoided: the members with whom a member would rather not sit on a server. Only that member may learn of it."""

from collections.abc import Iterable
from typing import Final

from bot.store.engines.database import Connection, Repository
from bot.store.query import Query, insert

_OF_MEMBER: Final = Query(
    "SELECT avoided_id FROM avoided WHERE guild_id = :guild_id AND user_id = :user_id ORDER BY avoided_id"
)
_CLEAR: Final = Query("DELETE FROM avoided WHERE guild_id = :guild_id AND user_id = :user_id")
_ADD: Final = Query(insert("avoided", ("guild_id", "user_id", "avoided_id")))


class Avoided(Repository):
    """Members' private lists. Every method raises SaveFailed."""

    async def of(self, guild_id: int, user_id: int) -> list[int]:
        """Returns the ids of the members whom a member avoids on a server."""
        return [row["avoided_id"] for row in await self._all(_OF_MEMBER, guild_id=guild_id, user_id=user_id)]

    async def replace(self, guild_id: int, user_id: int, avoided: Iterable[int]) -> None:
        """Replaces the whole list of a member on a server."""
        values = {"guild_id": guild_id, "user_id": user_id}
        listed = set(avoided)

        def unit(connection: Connection) -> None:
            connection.execute(_CLEAR, values)
            for avoided_id in listed:
                connection.execute(_ADD, {**values, "avoided_id": avoided_id})

        await self._database.write(unit)
