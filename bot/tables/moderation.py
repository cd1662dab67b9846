"""Moderation: what is done to a table from outside: pausing, going on, ending."""

import logging
from dataclasses import replace

from bot.store.rows import Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.games.play import Play
from bot.tables.refusals import NotPaused, NotRunning
from bot.tables.registry import Registry
from bot.tables.session import TableSession

log = logging.getLogger(__name__)


class Moderation:
    """What moderators, and channels that go away, do to a table. Who may do it is the caller's business."""

    def __init__(self, registry: Registry, play: Play) -> None:
        self._registry = registry
        self._play = play

    async def pause(self, table: TableSession, cause: str) -> None:
        """Stops the clock, e.g. where the channel cannot be reached; a lobby closes instead. Raises Refusal."""
        async with self._registry.holding(table):
            if table.status is Status.LOBBY:
                await self._registry.close(table, cause)
            elif table.status is not Status.PLAYING:
                raise NotRunning
            else:
                self._play.show_held(table)
                if table.status is Status.PLAYING:
                    await self._pause(table, cause)

    async def resume(self, table: TableSession) -> None:
        """Goes on; the question that stands gets its whole time again. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            if table.status is not Status.PAUSED or table.game is None:
                raise NotPaused
            now = self._registry.clock.now()
            deadline = now + table.seconds(table.game)
            again = replace(table.row(), status=Status.PLAYING, asked_at=now, deadline=deadline)
            await self._registry.save(table, again, table.game)
            table.reminded = False
            self._registry.schedule_ai(table)
            self._registry.publish(table, Change(ChangeKind.RESUMED))

    async def end(self, table: TableSession, cause: str = "moderator", *, by: int | None = None) -> None:
        """Ends a game without a winner, or closes a lobby; `by` is the moderator's id. Raises Refusal."""
        async with self._registry.holding(table):
            if table.ended:
                raise NotRunning
            self._play.show_held(table)
            if not table.ended:
                await self._registry.close(table, cause, by)

    async def _pause(self, table: TableSession, cause: str) -> None:
        await self._registry.save(table, replace(table.row(), status=Status.PAUSED, deadline=None))
        table.ai_due = {}
        log.warning("The game is paused: %s", cause, extra={"game": table.id, "guild": table.guild_id})
        self._registry.publish(table, Change(ChangeKind.PAUSED, cause=cause))
