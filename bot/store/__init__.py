"""The store: one database, with a repository for each kind of row."""

from pathlib import Path

from bot.store.address import Address
from bot.store.engines.database import BrokenDatabase, Database, SaveFailed
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.repositories.agenda import Agenda
from bot.store.repositories.audit import Audit
from bot.store.repositories.call_list import CallList
from bot.store.repositories.deletions import Deletions
from bot.store.repositories.games import DirectMessages, Games
from bot.store.repositories.guilds import Guilds, RemovedGuilds
from bot.store.repositories.meta import Meta
from bot.store.repositories.players import Avoided, Players
from bot.store.repositories.seasons import Seasons
from bot.store.repositories.server_rules import Bans
from bot.store.repositories.standings import Standings

__all__ = ["BrokenDatabase", "SaveFailed", "Store"]


class Store:
    """The repositories of one database, which the end of an `async with` block closes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.meta = Meta(database)
        self.guilds = Guilds(database)
        self.games = Games(database)
        self.agenda = Agenda(database)
        self.players = Players(database)
        self.standings = Standings(database)
        self.seasons = Seasons(database)
        self.direct_messages = DirectMessages(database)
        self.audit = Audit(database)
        self.bans = Bans(database)
        self.avoided = Avoided(database)
        self.call_list = CallList(database)
        self.deletions = Deletions(database)
        self.removed_guilds = RemovedGuilds(database)

    @classmethod
    async def open(cls, address: Address) -> "Store":
        """Opens or creates a database and migrates it. Raises BrokenDatabase; the database is then unchanged."""
        if isinstance(address, Path):
            return cls(await SqliteDatabase.open(address))
        from bot.store.engines.postgresql import PostgresqlDatabase  # noqa: PLC0415 - its driver is loaded only where it is used

        return cls(await PostgresqlDatabase.open(address))

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Waits for writes under way, and closes the database even if one of them fails."""
        await self.database.close()
