"""The whole examination: the database, then Discord."""

from collections.abc import AsyncIterator
from pathlib import Path

from bot.ops.doctor.discord import examine_discord
from bot.ops.doctor.finding import Finding
from bot.settings import Settings
from bot.store import BrokenDatabase, Store


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check: database and its server, then token, gateway, clock and permissions."""
    try:
        if not isinstance(settings.coup_database, Path):
            # Imported here, so that a bot with a SQLite file does not load the PostgreSQL driver.
            from bot.ops.doctor.postgresql import examine_server  # noqa: PLC0415

            for finding in await examine_server(settings.coup_database):
                yield finding
        store = await Store.open(settings.coup_database)
    except BrokenDatabase as error:
        yield Finding(False, "database", str(error))
    else:
        await store.close()
        yield Finding(True, "database", f"{settings.coup_database} is sound and up to date.")
    async for finding in examine_discord(settings):
        yield finding
