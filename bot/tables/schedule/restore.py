"""Restorer: what a process that starts to serve must look at comes back from the store, the most urgent first."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from bot.store.repositories.agenda import DueTable
from bot.store.rows import Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.refusals import Refusal
from bot.tables.shell.shell import Shell

log = logging.getLogger(__name__)

SOON: Final = 60.0  # seconds: tables where something is due so soon are restored
LATELY: Final = 900.0  # seconds: tables that changed so lately are restored, as their card may lag behind
RETRY: Final = 5.0  # seconds before a table that could not be read is tried again


class Restorer:
    """What brings tables back after a restart, or after another process has changed them.

    Only urgent tables are restored; any other comes back when somebody uses it, or when something is due there.
    `waiting` are the ids of those that are still to be restored.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._tasks: dict[int | None, asyncio.Task[None]] = {}
        self.waiting: set[int] = set()

    async def restore(self, shard: int | None = None) -> None:
        """Starts to bring back the urgent tables of a shard, of all if it is None. Raises SaveFailed.

        Each is published as soon as it is loaded. Between two of them everybody else gets a turn, so that no click
        waits for more than one.
        """
        shell = self._shell
        shell.serve(shard)
        urgent = await shell.store.agenda.urgent(shell.clock.now(), SOON, LATELY)
        mine = [found for found in urgent if shard in (None, shell.ownership.shard_of(found.guild_id))]
        self.waiting.update(found.game_id for found in mine)
        self._tasks[shard] = asyncio.create_task(self._bring_back(mine))

    async def done(self) -> None:
        """Returns when every urgent table has been restored."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self, shard: int | None = None) -> None:
        """Restores no more tables of a shard, of any if it is None."""
        tasks = [task for of, task in self._tasks.items() if shard in (None, of)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _bring_back(self, tables: Sequence[DueTable]) -> None:
        try:
            for found in tables:
                await self._bring_one_back(found.game_id)
                self.waiting.discard(found.game_id)
                await asyncio.sleep(0)  # others have their turn
        finally:
            self.waiting.difference_update(found.game_id for found in tables)

    async def _bring_one_back(self, game_id: int) -> None:
        while True:
            try:
                table = await self._shell.get(game_id)
            except Refusal as refusal:  # also where the lease has run out; where another has it, this is stopped
                log.warning("A table was not restored yet: %s", refusal, extra={"game": game_id})
                await self._shell.clock.sleep_until(self._shell.clock.now() + RETRY)
                continue
            except Exception as error:  # a row that cannot be read must keep no other from coming back
                log.error("A table cannot be read: %s", type(error).__name__, extra={"game": game_id})  # noqa: TRY400 - a traceback may hold hands
                return
            break
        # One that was set aside has been published as that; one that is over may have no more than its result.
        if (
            table is not None
            and table.state.status is not Status.SET_ASIDE
            and (table.state.game or not table.state.has_ended)
        ):
            self._shell.publish(table, Change(ChangeKind.RESTORED))
