"""Direct messages that ask players open questions; a row is deleted when the question has closed."""

from dataclasses import asdict, fields
from typing import Final

from bot.store.engines.unit_of_work import Connection, Database
from bot.store.query import Query, upsert
from bot.store.rows import DirectMessage, Fence

_KEY: Final = ("game_id", "nonce")
_COLUMNS: Final = tuple(field.name for field in fields(DirectMessage))

_OF: Final = Query(f"SELECT {', '.join(_COLUMNS)} FROM direct_messages WHERE game_id = :game_id ORDER BY sent_at")
_SAVE: Final = Query(upsert("direct_messages", _KEY, [name for name in _COLUMNS if name not in _KEY]))
_DELETE: Final = Query("DELETE FROM direct_messages WHERE game_id = :game_id AND nonce = :nonce")


class DirectMessages:
    """Direct messages by game and nonce. Every method raises SaveFailed, a write with a fence FenceLost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game_id: int) -> list[DirectMessage]:
        """Returns the direct messages of a game, oldest first."""

        def unit(connection: Connection) -> list[DirectMessage]:
            return [DirectMessage(**dict(row)) for row in connection.execute(_OF, {"game_id": game_id})]

        return await self._database.read(unit)

    async def save(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Adds a direct message, or replaces the one of the same nonce."""
        await self._run(_SAVE, message, fence)

    async def delete(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Deletes the row of a direct message."""
        await self._run(_DELETE, message, fence)

    async def _run(self, query: Query, message: DirectMessage, fence: Fence | None) -> None:
        def unit(connection: Connection) -> None:
            connection.execute(query, asdict(message))

        await self._database.write(unit, fence)
