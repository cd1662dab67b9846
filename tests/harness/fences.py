"""Harness: what a process believes about its right to write games, and how another process takes that."""

import asyncio

from bot.cluster import Membership
from bot.refusals import NotOwnedHere
from bot.store import Store
from bot.store.engines.database import Connection
from bot.store.query import Query
from bot.store.rows import Fence

_RAISE = Query(
    "INSERT INTO fences (owner, number) VALUES (:owner, 1)"
    " ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number"
)


class OneShard(Membership):
    """The membership of a process with one shard, which the process believes to own while it is `held`."""

    def __init__(self, fence: Fence | None = None, *, held: bool = True) -> None:
        super().__init__()
        self.held = held
        self.asked_in_vain = asyncio.Event()
        self._fence = fence

    def owns(self, guild_id: int) -> bool:
        return self.held

    def fence(self, guild_id: int) -> Fence | None:
        if not self.held:
            self.asked_in_vain.set()
            raise NotOwnedHere(guild_id)
        return self._fence

    def report_lost_fence(self, guild_id: int) -> None:
        self.held = False


async def issue_fence(store: Store, owner: str) -> Fence:
    """Returns a new fence for an owner; every write with an earlier one is refused from now on."""

    def unit(connection: Connection) -> int:
        return connection.execute(_RAISE, {"owner": owner}).fetchall()[0]["number"]

    return Fence(owner, await store.database.write(unit))
