"""DuePoller: asks the database what is due soon, sets the alarms for it, and lets idle tables go."""

import logging
from collections.abc import Collection
from typing import Final

from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.tables.shell.shell import Shell

log = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds between two looks at the database."""
AHEAD: Final = 60.0
"""Seconds: alarms are set for what is due so soon. More than two looks may fail before one is missed."""
RETRY: Final = 5.0
"""Seconds after which a look that failed is repeated."""


class DuePoller:
    """Sets the alarms of all tables, loaded or not, but for those `being_restored`, which are loaded anyway.

    A table that is loaded sets its own alarm whenever it changes (see `TableCache.remember`). No table is loaded
    before its alarm rings.
    """

    def __init__(self, shell: Shell, being_restored: Collection[int]) -> None:
        self._shell = shell
        self._being_restored = being_restored
        self._background = BackgroundTasks()

    def start(self) -> None:
        """Starts to look, at once and then again and again."""
        self._background.run(self._run())

    async def stop(self) -> None:
        """Looks no more."""
        await self._background.close()

    async def look(self) -> None:
        """Sets the alarms of what is due soon, and forgets idle tables. Raises SaveFailed."""
        shell = self._shell
        for found in await shell.store.agenda.due(shell.clock.now() + AHEAD):
            if found.game_id in self._being_restored or not shell.ownership.holds(found.guild_id):
                continue
            table = shell.cache.get(found.game_id)
            shell.alarms.set(found.game_id, found.due if table is None else table.wakes_at())
        live = await shell.store.agenda.live_by_guild()
        shell.live = sum(tables for guild_id, tables in live.items() if shell.ownership.holds(guild_id))
        shell.cache.forget_idle()

    async def _run(self) -> None:
        clock = self._shell.clock
        while True:
            pause = EVERY
            try:
                await self.look()
            except SaveFailed as error:
                log.warning("Deadlines could not be read: %s", error)
                pause = RETRY
            except Exception:  # the clock goes on, whatever is wrong with one look at it
                log.exception("The deadlines were not looked at")
                pause = RETRY
            await clock.sleep_until(clock.now() + pause)
