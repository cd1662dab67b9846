"""Direct messages that ask players open questions; a row is deleted when the question has closed."""

from dataclasses import asdict
from typing import Final

from bot.store.engines.database import Repository
from bot.store.query import Columns, Query, upsert
from bot.store.rows import DirectMessage, Fence

_KEY: Final = ("game_id", "nonce")
_COLUMNS: Final = Columns(DirectMessage).names

_OF: Final = Query(f"SELECT {', '.join(_COLUMNS)} FROM direct_messages WHERE game_id = :game_id ORDER BY sent_at")
_SAVE: Final = Query(upsert("direct_messages", _KEY, [name for name in _COLUMNS if name not in _KEY]))
_DELETE: Final = Query("DELETE FROM direct_messages WHERE game_id = :game_id AND nonce = :nonce")


class DirectMessages(Repository):
    """Direct messages by game and nonce. Every method raises SaveFailed, a write with a fence FenceLost."""

    async def of(self, game_id: int) -> list[DirectMessage]:
        """Returns the direct messages of a game, oldest first."""
        return [DirectMessage(**dict(row)) for row in await self._all(_OF, game_id=game_id)]

    async def save(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Adds a direct message, or replaces the one of the same nonce."""
        await self._run(_SAVE, fence, **asdict(message))

    async def delete(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Deletes the row of a direct message."""
        await self._run(_DELETE, fence, **asdict(message))
