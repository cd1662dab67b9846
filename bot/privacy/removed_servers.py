"""Servers that have removed the bot: their data is deleted after 30 days, unless the bot returns.

A server that Discord cannot reach for a while has not removed the bot: Discord still names it.
"""

import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.refusals import NotOwnedHere
from bot.store import SaveFailed
from bot.store.engines.database import FenceLost
from bot.tables.service import Tables

log = logging.getLogger(__name__)

KEPT_SECONDS: Final = 30 * 86400.0
"""The data of a server is kept for this time after it has removed the bot."""
SWEEP_SECONDS: Final = 3600.0


class RemovedServers:
    """Notes which servers have removed the bot, and deletes their data in the end."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._removed = tables.store.removed_guilds

    async def note(self, guild_id: int) -> None:
        """Notes that a server has removed the bot."""
        try:
            await self._removed.note(guild_id, self._tables.clock.now())
        except SaveFailed as error:  # `compare` notes it at the next start
            log.warning(
                "It was not stored that a server has removed the bot: %s", error, extra={"guild": guild_id}
            )

    async def forget(self, guild_id: int) -> None:
        """Notes that the bot is on a server."""
        try:
            await self._removed.forget(guild_id)
        except SaveFailed as error:  # `compare` notes it at the next start
            log.warning("It was not stored that the bot has returned: %s", error, extra={"guild": guild_id})

    async def compare(self, shard: int, named: Collection[int], is_present: Callable[[int], bool]) -> None:
        """Notes which servers of a shard have removed the bot, or returned, while no process was connected.

        `named` are all servers that Discord has named for the shard, reachable or not. `is_present` returns
        whether the bot is on a server now: it may join one, or be removed from one, during the comparison.
        """
        shard_of = self._tables.membership.shard_of
        try:
            removed = await self._removed.all()
            for guild_id in await self._removed.known():
                is_gone = shard_of(guild_id) == shard and guild_id not in named and not is_present(guild_id)
                if is_gone and guild_id not in removed:
                    await self.note(guild_id)
        except SaveFailed as error:
            log.warning("Servers were not compared with those stored: %s", error)
            return
        for guild_id in removed:
            if is_present(guild_id):
                await self.forget(guild_id)

    async def sweep(self) -> None:
        """Deletes the data of each server of this process whose time is over. Raises SaveFailed."""
        tables, before = self._tables, self._tables.clock.now() - KEPT_SECONDS
        for guild_id, removed_at in (await self._removed.all()).items():
            if removed_at > before or not tables.membership.owns(guild_id):
                continue
            tables.cache.release(lambda other, gone=guild_id: other == gone)
            try:
                if await self._removed.delete(guild_id, fence=tables.membership.fence(guild_id)):
                    log.info("The data of a server that removed the bot was deleted", extra={"guild": guild_id})
            except (NotOwnedHere, FenceLost):  # another process serves it since
                pass
            except SaveFailed as error:  # the others must not wait for one in a damaged page
                log.warning("The data of a server was not deleted yet: %s", error, extra={"guild": guild_id})
