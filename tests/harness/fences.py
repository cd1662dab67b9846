"""Harness: takes the right to write games from its owner, as another process would."""

from bot.store import Store
from bot.store.engines.database import Connection
from bot.store.query import Query
from bot.store.rows import Fence

_RAISE = Query(
    "INSERT INTO fences (owner, number) VALUES (:owner, 1)"
    " ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number"
)


async def issue_fence(store: Store, owner: str) -> Fence:
    """Returns a new fence for an owner; every write with an earlier one is refused from now on."""

    def unit(connection: Connection) -> int:
        return connection.execute(_RAISE, {"owner": owner}).fetchall()[0]["number"]

    return Fence(owner, await store.database.write(unit))
