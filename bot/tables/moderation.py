"""Moderation: what is done to a game from outside: pausing, going on, ending."""

import logging

from bot.store.rows import Status
from bot.tables.errors import TableError
from bot.tables.play import Play
from bot.tables.table import Change, ChangeKind, TableSession

log = logging.getLogger(__name__)


class Moderation(Play):
    """What moderators, and channels that go away, do to a game. Who may do it is the caller's business."""

    async def pause(self, table: TableSession, cause: str) -> None:
        """Stops the clock, e.g. where the channel cannot be reached; a lobby closes instead. Raises TableError."""
        async with table.lock:
            if table.status is Status.LOBBY:
                await self.shut(table, cause)
            elif table.status is not Status.PLAYING:
                raise TableError("not-running")
            else:
                self._show_held(table)
                if table.status is Status.PLAYING:
                    await self.change(table, status=Status.PAUSED, deadline=None)
                    table.ai_due = {}
                    log.warning("The game is paused: %s", cause, extra={"game": table.id, "guild": table.guild_id})
                    self.tell(table, Change(ChangeKind.PAUSED, cause=cause))

    async def resume(self, table: TableSession) -> None:
        """Goes on; the question that stands gets its whole time again. Raises TableError."""
        self.check_open()
        async with table.lock:
            if table.status is not Status.PAUSED or table.game is None:
                raise TableError("not-paused")
            now = self.clock.now()
            await self.change(table, status=Status.PLAYING, asked_at=now, deadline=now + table.seconds(table.game))
            table.half_told = False
            self.schedule_ai(table)
            self.tell(table, Change(ChangeKind.RESUMED))

    async def end(self, table: TableSession, cause: str = "moderator") -> None:
        """Ends a game without a winner, or closes a lobby. Raises TableError."""
        async with table.lock:
            if table.ended:
                raise TableError("not-running")
            self._show_held(table)
            if table.ended:
                return
            await self.shut(table, cause)
