"""Direct messages that ask players open questions; a row is deleted when the question has closed."""

from dataclasses import asdict, fields
from typing import Final

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from bot.store.engines.unit_of_work import Connection, Database, Query
from bot.store.rows import DirectMessage, Fence
from bot.store.schema import DIRECT_MESSAGES

_COLUMNS: Final = tuple(field.name for field in fields(DirectMessage))
_OF_GAME: Final = DIRECT_MESSAGES.c.game_id == bindparam("game_id")

_OF: Final = Query(
    select(*(DIRECT_MESSAGES.c[name] for name in _COLUMNS)).where(_OF_GAME).order_by(DIRECT_MESSAGES.c.sent_at)
)
_insert = insert(DIRECT_MESSAGES)
_SAVE: Final = Query(
    _insert.on_conflict_do_update(
        index_elements=["game_id", "nonce"],
        set_={name: _insert.excluded[name] for name in _COLUMNS if name not in ("game_id", "nonce")},
    )
)
_DELETE: Final = Query(delete(DIRECT_MESSAGES).where(_OF_GAME, DIRECT_MESSAGES.c.nonce == bindparam("nonce")))


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
