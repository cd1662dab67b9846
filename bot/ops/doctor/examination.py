"""The whole examination: what AI seats need, the database, then Discord."""

from collections.abc import AsyncIterator
from pathlib import Path

from bot.ops.doctor.discord import examine_discord
from bot.ops.doctor.finding import Finding
from bot.settings import Settings
from bot.store import BrokenDatabase, Store
from bot.tables.games.thinking import fault_of_weights


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check: AI seats, database and its server, then what Discord says."""
    fault = fault_of_weights()
    yield Finding(fault is None, "AI seats", fault or "The weights of strong AI seats are sound.")
    address = settings.coup_database
    try:
        if isinstance(address, Path):
            await (await Store.open(address)).close()
        else:
            # Imported here, so that a bot with a SQLite file does not load the PostgreSQL driver.
            from bot.ops.doctor.postgresql import examine_processes, examine_server  # noqa: PLC0415 - its driver is loaded only where it is used

            for finding in await examine_server(address):
                yield finding
            await (await Store.open(address)).close()
            yield await examine_processes(address, settings.coup_cluster)
        yield Finding(True, "database", f"{address} is sound and up to date.")
    except BrokenDatabase as error:
        yield Finding(False, "database", str(error))
    async for finding in examine_discord(settings):
        yield finding
