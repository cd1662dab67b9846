"""The operator's commands copy-database, backup and doctor, on both engines."""

import asyncio
import os
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.address import parse
from tests.harness.processes.bot import Bot
from tests.harness.processes.forked_process import ROOT, Fork
from tests.harness.processes.postgresql_server import PASSWORD, Server
from tests.store.rows import added, lobby

pytestmark = pytest.mark.slow


async def bot(database: str, *arguments: str) -> tuple[int, str]:
    """Runs `python -m bot`; returns its exit code and its output."""
    environment = {**os.environ, "COUP_DATABASE": database, "DISCORD_TOKEN": ""}
    process = Bot(await Fork.start(arguments, environment, ROOT, printing=True))
    return await process.ended(), process.log


async def test_a_sqlite_database_can_be_moved_to_postgresql_and_backed_up(server: Server, tmp_path: Path) -> None:
    old, url = tmp_path / "old.sqlite3", server.schema()
    async with await Store.open(old) as store:
        row = await added(store, lobby())
    code, said = await bot(str(old), "copy-database", str(old), url)
    assert (code, PASSWORD in said) == (0, False)
    assert "games 1," in said
    (code, examined), (backed_up, _) = await asyncio.gather(
        bot(url, "doctor"), bot(url, "backup", str(tmp_path / "backup.sqlite3"))
    )
    assert f"ok  database: {parse(url)} is sound and up to date." in examined
    assert PASSWORD not in said + examined
    assert backed_up == 0
    async with await Store.open(tmp_path / "backup.sqlite3") as kept:
        assert await kept.games.get(row.id) == row


async def test_an_unusable_address_is_refused_in_a_sentence(tmp_path: Path) -> None:
    wrong = "postgresql://coup:verysecret@127.0.0.1:none/coup"
    for arguments in (("copy-database", wrong, str(tmp_path / "a.sqlite3")), ("doctor",)):
        code, said = await bot(wrong if arguments == ("doctor",) else "", *arguments)
        assert code == 1
        assert "postgresql://user:password@host:port/database" in said
        assert "verysecret" not in said
        assert "Traceback" not in said
