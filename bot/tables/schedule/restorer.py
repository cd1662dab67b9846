"""Restorer: loads the urgent tables when a process begins to serve them."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from bot.refusals import Refusal
from bot.store.repositories.agenda import DueTable
from bot.store.rows import Status
from bot.tables.shell.shell import Shell
from bot.tables.transitions.transition import Change, ChangeKind

log = logging.getLogger(__name__)

DUE_SECONDS: Final = 60.0
"""Tables where something is due within this time are restored."""
CHANGED_SECONDS: Final = 900.0
"""Tables that changed within this time are restored, because their messages may be outdated."""
RETRY_SECONDS: Final = 5.0
"""The time before a table that could not be read is tried again."""


class Restorer:
    """Loads tables after a restart, or after another process has served them.

    Only urgent tables are restored; any other is loaded when it is used, or when something is due there.
    `waiting` are the ids of the tables that are not restored yet.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._tasks: dict[int | None, asyncio.Task[None]] = {}
        self.waiting: set[int] = set()

    async def restore(self, shard: int | None = None) -> None:
        """Starts to restore the urgent tables of a shard, of all shards if it is None. Raises SaveFailed.

        Each table is published as soon as it is loaded. Other tasks may run between two tables, so that a click
        waits for one at most.
        """
        shell = self._shell
        shell.serve(shard)
        urgent = await shell.store.agenda.urgent(shell.clock.now(), DUE_SECONDS, CHANGED_SECONDS)
        mine = [found for found in urgent if shard in (None, shell.ownership.shard_of(found.guild_id))]
        self.waiting.update(found.game_id for found in mine)
        self._tasks[shard] = asyncio.create_task(self._restore_all(mine))

    async def done(self) -> None:
        """Returns when every urgent table has been restored."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self, shard: int | None = None) -> None:
        """Stops restoring the tables of a shard, of all shards if it is None."""
        tasks = [task for of, task in self._tasks.items() if shard in (None, of)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _restore_all(self, tables: Sequence[DueTable]) -> None:
        try:
            for found in tables:
                await self._restore_one(found.game_id)
                self.waiting.discard(found.game_id)
                await asyncio.sleep(0)  # lets other tasks run
        finally:
            self.waiting.difference_update(found.game_id for found in tables)

    async def _restore_one(self, game_id: int) -> None:
        while True:
            try:
                table = await self._shell.get(game_id)
            # The lease may have run out; `stop` is called if another process acquires it.
            except Refusal as refusal:
                log.warning("A table was not restored yet: %s", refusal, extra={"game": game_id})
                await self._shell.clock.sleep_until(self._shell.clock.now() + RETRY_SECONDS)
                continue
            except Exception as error:  # a row that cannot be read must not keep others from being restored
                log.error("A table cannot be read: %s", type(error).__name__, extra={"game": game_id})  # noqa: TRY400 - a traceback may hold hands
                return
            break
        # A table that was set aside is published already; of a finished one, only the result may be left.
        if (
            table is not None
            and table.state.status is not Status.SET_ASIDE
            and (table.state.game or not table.state.has_ended)
        ):
            self._shell.publish(table, Change(ChangeKind.RESTORED))
