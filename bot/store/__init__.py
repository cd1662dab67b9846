"""What outlives the process: one SQLite file, its migrations, and a small repository for each kind of row."""

from pathlib import Path

from bot.store.audit import Audit
from bot.store.database import BrokenDatabase, Database, SaveFailed
from bot.store.games import Games, StaleWrite
from bot.store.guilds import Guilds
from bot.store.meta import Meta
from bot.store.players import Players

__all__ = ["BrokenDatabase", "SaveFailed", "StaleWrite", "Store"]


class Store:
    """The repositories over one database file."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.meta = Meta(database)
        self.guilds = Guilds(database)
        self.games = Games(database)
        self.players = Players(database)
        self.audit = Audit(database)

    @classmethod
    async def open(cls, path: Path) -> "Store":
        """Opens (or makes) the file and brings it up to date. Raises BrokenDatabase, the file kept as it is."""
        return cls(await Database.open(path))

    async def close(self) -> None:
        """Folds the write-ahead log into the file and closes it."""
        await self.database.close()
