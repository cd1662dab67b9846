"""Repository: what all repositories do, each with its own rows."""

from typing import Any

from bot.store.engines.group_commit import Database
from bot.store.engines.unit_of_work import UNIT_SECONDS
from bot.store.query import Query
from bot.store.rows import Fence


class Repository:
    """Rows of one database. Methods raise SaveFailed if it cannot be used, writes with an old fence FenceLost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _first(self, query: Query, **values: Any) -> Any:
        """Returns the first row of a query, None if there is none."""
        return await self._database.read(lambda connection: connection.execute(query, values).fetchone())

    async def _all(self, query: Query, *, seconds: float = UNIT_SECONDS, **values: Any) -> list[Any]:
        """Returns all rows of a query, which may take `seconds`."""
        return await self._database.read(lambda connection: connection.execute(query, values).fetchall(), seconds)

    async def _run(self, query: Query, fence: Fence | None = None, **values: Any) -> int:
        """Runs a statement; returns the number of rows that it has changed."""
        return await self._database.write(lambda connection: connection.execute(query, values).rowcount, fence)
