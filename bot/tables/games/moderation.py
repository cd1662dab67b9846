"""Moderation: what is done to a table from outside: pausing, going on, ending."""

from bot.store.rows import Status
from bot.tables.games.pausing import check_not_paused, pause, resume
from bot.tables.games.play import Play
from bot.tables.refusals.games import NotRunning
from bot.tables.registry import Registry
from bot.tables.session import TableSession


class Moderation:
    """What moderators, and channels that go away, do to a table. Who may do it is the caller's business."""

    def __init__(self, registry: Registry, play: Play) -> None:
        self._registry = registry
        self._play = play

    async def pause(self, table: TableSession, cause: str) -> None:
        """Stops the clock, e.g. where the channel cannot be reached; a lobby or lesson closes. Raises Refusal."""
        async with self._registry.holding(table):
            if table.status is Status.LOBBY or (table.practice and table.status is Status.PLAYING):
                await self._registry.close(table, cause)
            elif table.status is not Status.PLAYING:
                raise NotRunning
            else:
                self._play.show_held(table)
                if table.status is Status.PLAYING:
                    await pause(self._registry, table, cause)

    async def resume(self, table: TableSession) -> None:
        """Goes on, unless everybody is away: then only a player can go on. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            if table.awaits_members:
                check_not_paused(table)
            await resume(self._registry, table)

    async def end(self, table: TableSession, cause: str = "moderator", *, by: int | None = None) -> None:
        """Ends a game without a winner, or closes a lobby; `by` is the moderator's id. Raises Refusal."""
        async with self._registry.holding(table):
            if table.ended:
                raise NotRunning
            self._play.show_held(table)
            if not table.ended:
                await self._registry.close(table, cause, by)
