"""DuePoller: reads from the database what is due soon, sets alarms for it, and forgets unused tables."""

from collections.abc import Collection
from typing import Final

from bot.runtime.background import BackgroundTasks, repeat
from bot.tables.shell.shell import Shell

POLL_SECONDS: Final = 60.0
AHEAD_SECONDS: Final = 180.0
"""Alarms are set for what is due within this time. Two polls may fail without missing an alarm."""
RECOUNT_SECONDS: Final = 600.0
"""How often the live tables are counted anew; in between, their number follows what happens in this process."""
RETRY_SECONDS: Final = 5.0
"""The time before a poll that failed is repeated."""


class DuePoller:
    """Sets the alarms of all tables, loaded or not, except those `being_restored`.

    A table that is loaded sets its own alarm whenever it changes (see `TableCache.remember`). No table is loaded
    before its alarm rings.
    """

    def __init__(self, shell: Shell, being_restored: Collection[int]) -> None:
        self._shell = shell
        self._being_restored = being_restored
        self._background = BackgroundTasks()
        self._counted: object = None  # which shards were owned at the last count, and in which period it was

    def start(self) -> None:
        """Starts to poll, at once and then every POLL_SECONDS."""
        clock = self._shell.clock
        self._background.run(repeat(self.poll, clock, POLL_SECONDS, RETRY_SECONDS, "The reading of deadlines"))

    async def stop(self) -> None:
        """Stops polling."""
        await self._background.close()

    async def poll(self) -> None:
        """Sets the alarms of what is due soon, and forgets idle tables. Raises SaveFailed."""
        shell = self._shell
        for found in await shell.store.agenda.due(shell.clock.now() + AHEAD_SECONDS):
            if found.game_id in self._being_restored or not shell.ownership.owns(found.guild_id):
                continue
            table = shell.cache.get(found.game_id)
            shell.alarms.set(found.game_id, found.due if table is None else table.wakes_at())
        counted = shell.ownership.owned_shards, shell.clock.now() // RECOUNT_SECONDS
        if counted != self._counted:
            live = await shell.store.agenda.live_by_guild()
            shell.live = sum(tables for guild_id, tables in live.items() if shell.ownership.owns(guild_id))
            self._counted = counted
        shell.cache.forget_idle()
