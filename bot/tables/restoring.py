"""Restoring: at the start of the process every live table comes back from the store."""

import logging
from typing import Final

from bot.store.rows import Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.games.replay import rebuild
from bot.tables.registry import Registry
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

GRACE: Final = 30.0  # seconds that a question gets after a restart at least, or its whole time if that is less
LATELY: Final = 900.0  # seconds: tables ended for less are shown once more, should their last card be missing


class Restoring:
    """What brings tables back after a restart, or after another process has changed them."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._restored: list[TableSession] = []

    async def restore(self) -> None:
        """Loads every live table, and those that ended lately; publishes nothing yet. Raises SaveFailed."""
        registry = self._registry
        now = registry.clock.now()
        for row in await registry.store.games.live(ended_since=now - LATELY):
            table = await registry.load(row)
            if table.status in (Status.LOBBY, Status.PLAYING) and table.deadline is not None:
                table.deadline = max(table.deadline, now + min(GRACE, table.whole_time()))
            registry.remember(table)
            if table.status is not Status.OVER or table.game is not None:
                self._restored.append(table)

    def begin(self) -> None:
        """Starts the clock, and publishes every restored table."""
        restored, self._restored = self._restored, []
        for table in restored:
            aside = table.status is Status.SET_ASIDE
            self._registry.publish(table, Change(ChangeKind.SET_ASIDE if aside else ChangeKind.RESTORED))
        self._registry.alarms.start()

    async def reload(self, table: TableSession) -> None:
        """Brings a table up to what another process has written meanwhile. Raises SaveFailed."""
        games = self._registry.store.games
        row = await games.get(table.id)
        if row is None:
            return
        log.warning("Another process has decided in this game", extra={"game": table.id})
        newer = rebuild(row, await games.decisions(row.id), await games.result(row.id))
        table.take_row(newer.row())
        table.game, table.latest, table.result = newer.game, newer.latest, newer.result
        table.story, table.answered = newer.story, newer.answered
        table.held = None
        self._registry.schedule_ai(table)
        self._registry.publish(table, Change(ChangeKind.RESTORED))
