"""The table service: lobby, play and restoring as one, woken by the clock."""

import logging
from typing import Final

from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.errors import TableError
from bot.tables.lobby import Lobbies
from bot.tables.moderation import Moderation
from bot.tables.table import TableSession

log = logging.getLogger(__name__)

RETRY: Final = 5.0  # seconds before the clock tries again what could not be saved


class Tables(Lobbies, Moderation):
    """Every table of the process."""

    async def ring(self, game_id: int) -> None:
        """Does what is due at a table by itself: expiry, timeouts, AI seats, the end of a held window."""
        table = self.get(game_id)
        if table is None or self.closing:
            return
        async with table.lock:
            try:
                if table.status is Status.LOBBY:
                    await self._expire(table)
                else:
                    await self.play_due(table)
            except TableError as error:
                log.warning("The clock was refused: %s", error.code, extra={"game": game_id})
                table.retry_at = self.clock.now() + RETRY
            except Exception:  # a fault in one game must not stop its clock: its deadline still comes
                log.exception("The clock failed", extra={"game": game_id})
                table.ai_due = {}
                table.retry_at = self.clock.now() + RETRY
            self.remember(table)

    async def remember_card(self, table: TableSession, message_id: int, card: str) -> None:
        """Notes which message is the live card, and of which moment; a restart goes on from what was saved."""
        table.message_id, table.card = message_id, card
        try:
            await self.store.games.remember_card(table.id, message_id, card)
        except SaveFailed as error:
            log.warning("%s", error, extra={"game": table.id})

    async def _expire(self, table: TableSession) -> None:
        if table.deadline is not None and table.deadline <= self.clock.now():
            await self.shut(table, "expired")
