"""All checks in order: the AI seats, the database, then Discord."""

from collections.abc import AsyncIterator
from pathlib import Path

from bot.command_sync import REFUSED
from bot.doctor.discord import examine_discord
from bot.doctor.finding import Finding, failed, passed
from bot.settings import Settings
from bot.store import SaveFailed, Store
from bot.store.address import Address
from bot.store.backup import ScheduledBackups
from bot.tables.ai.players import fault_of_weights


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check."""
    fault = fault_of_weights()
    yield Finding(fault is None, "AI seats", fault or "The weights of strong AI seats are sound.")
    address = settings.coup_database
    refusal: str | None = None
    # A wrong path shows by this, because opening creates the file.
    condition = "new and empty" if isinstance(address, Path) and not address.exists() else "sound and up to date"
    try:
        if isinstance(address, Path):
            refusal = await _refusal(address)
        else:
            from bot.doctor.postgresql import examine_processes, examine_server  # noqa: PLC0415 - loads the driver, which SQLite does not need

            for finding in await examine_server(address):
                yield finding
            refusal = await _refusal(address)
            yield await examine_processes(address, settings.coup_cluster)
        yield passed("database", f"{address} is {condition}.")
    except SaveFailed as error:
        yield failed("database", str(error))
    if isinstance(address, Path) and settings.coup_backups is not None:
        yield _judge_backups(ScheduledBackups(address, settings.coup_backups))
    if refusal:
        yield failed("commands", f"{refusal} `python -m bot sync` tries again.")
    async for finding in examine_discord(settings):
        yield finding


def _judge_backups(backups: ScheduledBackups) -> Finding:
    files = backups.files()
    newest = f"the newest of {len(files)} is {files[-1]}" if files else f"there is none in {backups.folder}"
    if backups.due_in():
        return passed("backups", f"They are made in time; {newest}.")
    return failed("backups", f"One is due, and {newest}: start the bot, and see what its log says.")


async def _refusal(address: Address) -> str | None:
    """Opens and checks a database. Returns why Discord has refused the commands, None if it accepted them.

    The process that was refused has stored the reason; the registered commands do not show it.
    """
    async with await Store.open(address) as store:
        await store.database.check()
        return await store.meta.get(REFUSED)
