"""Copies from SQLite to PostgreSQL and back, and the operator's commands for copies and backups."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.refusals import OperatorError
from bot.store import BrokenDatabase, Store
from bot.store.address import Address, parse
from bot.store.backup import backup
from bot.store.database_copy import copy_database
from bot.store.rebuild import rebuild_statistics
from bot.store.repositories.deletions import Deletion
from bot.store.repositories.server_rules import Ban
from bot.store.rows import DirectMessage
from bot.tables.games import statistics_of
from tests.harness.damaged_file import create_damaged_file
from tests.harness.fences import issue_fence
from tests.harness.processes.bot import Bot
from tests.harness.processes.forked_process import ROOT, Fork
from tests.harness.processes.postgresql_server import PASSWORD, Server
from tests.store.rows import added, first_version, lobby


def content(path: Path) -> dict[str, list[list[tuple[str, object]]]]:
    """Every row of every table of a file, except the list of deletions, which is not copied."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " AND name <> 'kept_deletions'"
        )
        return {
            name: sorted(
                (sorted(dict(row).items()) for row in connection.execute(f"SELECT * FROM {name}")), key=repr
            )
            for (name,) in tables.fetchall()
        }


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A database file with a row in every table."""
    return first_version(tmp_path / "full.sqlite3")


async def test_a_copy_has_every_row_and_can_be_copied_back(full: Path, address: Address, tmp_path: Path) -> None:
    async with await Store.open(full) as store:
        await issue_fence(store, "shard 0")
        await store.direct_messages.save(DirectMessage(1, 2**62, 0, 3, 4, 5, 6.5, 7.5))
        await store.bans.add(1, Ban(8, "Ben", 6.5, None, "", 7))
        await store.avoided.replace(1, 8, {9})
        await store.call_list.add(1, 8)
        await store.deletions.ask([Deletion(5, -5, 1.0), Deletion(6, -6, 1.0)])
        await store.deletions.finish(Deletion(6, -6, 1.0), "00" * 32)
        await store.removed_guilds.note(7, 1.0)
    rebuild_statistics(full, statistics_of)
    counts = copy_database(full, address)
    before = content(full)
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert min(counts.values()) > 0
    back = tmp_path / "back.sqlite3"
    copy_database(address, back)
    assert content(back) == before
    async with await Store.open(address) as copied:
        assert await copied.games.add(lobby(5, server_seed=b"new")) > 28  # the highest id in the copied file


async def test_a_target_that_is_not_empty_is_not_changed(full: Path, address: Address) -> None:
    async with await Store.open(address) as store:
        await store.meta.put("a", "1")
    with pytest.raises(OperatorError, match="not empty"):
        copy_database(full, address)
    async with await Store.open(address) as store:
        assert await store.meta.get("a") == "1"
        assert await store.agenda.live_by_guild() == {}


async def test_a_copy_that_fails_half_way_leaves_the_target_empty(full: Path, address: Address) -> None:
    """The second of two live tables in one channel breaks a unique index of the target."""
    store = await Store.open(full)
    await store.close()
    # Two live tables in a channel, which only a damaged schema allows.
    with closing(sqlite3.connect(full)) as connection:
        connection.execute("DROP INDEX one_table_a_channel")
        connection.execute("UPDATE games SET channel_id = 1")
        connection.commit()
    with pytest.raises(OperatorError, match=r"The database .* failed"):
        copy_database(full, address)
    async with await Store.open(address) as store:
        assert await store.agenda.live_by_guild() == {}
        assert await store.meta.get("commands") is None


def test_a_damaged_file_is_not_copied_as_if_it_were_whole(tmp_path: Path) -> None:
    damaged, copy = tmp_path / "damaged.sqlite3", tmp_path / "copy.sqlite3"
    create_damaged_file(damaged)
    with pytest.raises(BrokenDatabase, match=r"damaged.sqlite3 is broken"):
        copy_database(damaged, copy)
    assert not copy.exists()


def test_a_missing_database_is_named(tmp_path: Path) -> None:
    for attempt in (
        lambda: backup(tmp_path / "none.sqlite3", tmp_path / "other.sqlite3"),
        lambda: copy_database(tmp_path / "none.sqlite3", tmp_path / "other.sqlite3"),
    ):
        with pytest.raises(OperatorError, match=r"no database .*none\.sqlite3"):
            attempt()
    assert not (tmp_path / "none.sqlite3").exists()


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


@pytest.mark.slow
async def test_an_unusable_address_is_refused_in_a_sentence(tmp_path: Path) -> None:
    wrong = "postgresql://coup:verysecret@127.0.0.1:none/coup"
    for arguments in (("copy-database", wrong, str(tmp_path / "a.sqlite3")), ("doctor",)):
        code, said = await bot(wrong if arguments == ("doctor",) else "", *arguments)
        assert code == 1
        assert "postgresql://user:password@host:port/database" in said
        assert "verysecret" not in said
        assert "Traceback" not in said
