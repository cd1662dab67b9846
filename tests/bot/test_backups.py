"""The bot backs itself up, and continues from a backup that its operator restores."""

from pathlib import Path

import pytest

from bot.store.backup import ScheduledBackups, schedule
from sandbox.driver import Sandbox
from tests.harness.processes.bot import running, serving

pytestmark = pytest.mark.slow


async def test_the_bot_continues_from_a_backup_that_it_made_by_itself(tmp_path: Path) -> None:
    database = tmp_path / "coup.sqlite3"
    async with Sandbox.start() as sandbox:
        async with serving(sandbox, database) as bot:
            ana = await sandbox.member("Ana")
            await ana.slash("coup new")
            assert await bot.end() == 0
        await sandbox.offline()
        async with serving(sandbox, database, COUP_BACKUPS="daily,7") as bot:
            await bot.says("The database was backed up")
            [backup] = ScheduledBackups(database, schedule("daily,7")).files()
            async with running(sandbox, database, "restore", str(backup)) as refused:
                assert await refused.ended() == 1
                assert "Another process runs the bot over the database" in refused.log
            assert await bot.end(kill=True) != 0
        await sandbox.offline()
        database.unlink()
        async with running(sandbox, database, "restore", str(backup)) as restored:
            assert await restored.ended() == 0, restored.log
        async with serving(sandbox, database, COUP_BACKUPS="daily,7") as bot:
            assert "2 of 6" in (await ana.click("Add medium AI")).text
            assert await bot.end() == 0
            assert "backed up" not in bot.log, "the backup of this day was made before"
