"""After a restore, what was deleted since the backup is deleted again; what is newer than a deletion stays."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.privacy.deletion import ask_again, delete_again
from bot.privacy.ledger import Ledger, LedgerFile
from bot.store import Store
from bot.store.database_copy import copy_database
from bot.store.repositories.server_rules import Ban
from tests.harness.processes.postgresql_server import Server
from tests.harness.tables import GUILD, Harness, ManualClock
from tests.privacy.stored import ANA, BEN, CLEO, DOV, deletions_of, dump, traces


async def play_once(harness: Harness) -> None:
    await harness.play_out(await harness.play(ANA, BEN, CLEO))


async def test_an_older_backup_loses_the_member_again(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness)
    running = await harness.play(ANA, BEN)
    backup = tmp_path / "backup.sqlite3"
    copy_database(harness.address, backup)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    assert running.state.seats[0].user_id != ANA.user_id
    async with await Store.open(backup) as restored:
        assert traces(await dump(restored), ANA)
        ledger = Ledger(restored, tmp_path / "coup.deletions")
        assert await delete_again(restored, ledger) == 1
        rows = await dump(restored)
        assert (traces(rows, ANA), bool(traces(rows, BEN))) == ([], True)
        await ask_again(restored, ledger)
        assert not await restored.deletions.pending(), "it is done"


async def test_a_backup_made_after_the_deletion_keeps_what_is_newer(harness: Harness, tmp_path: Path) -> None:
    await play_once(harness)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    harness.clock.advance(60.0)
    await play_once(harness)
    backup = tmp_path / "backup.sqlite3"
    copy_database(harness.address, backup)
    async with await Store.open(backup) as restored:
        before = await dump(restored)
        assert await delete_again(restored, Ledger(restored, tmp_path / "coup.deletions")) == 0
        assert await dump(restored) == before


async def test_a_damaged_game_in_a_backup_does_not_hold_up_other_deletions(
    harness: Harness, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play_once(harness)
    await harness.tables.preferences.change(DOV.user_id, ping=False)
    backup = tmp_path / "backup.sqlite3"
    copy_database(harness.address, backup)
    for person in (ANA, DOV):
        await deletions_of(harness, tmp_path).ask(person.user_id)
    async with await Store.open(backup) as restored:
        await restored.database.write(
            lambda connection: connection.driver.execute("UPDATE results SET record = '{}'")
        )
        assert await delete_again(restored, Ledger(restored, tmp_path / "coup.deletions")) == 1
        assert "A deletion failed" in caplog.text
        assert traces(await dump(restored), DOV) == []
        assert [each.user_id for each in await restored.deletions.pending()] == [ANA.user_id], (
            "the bot tries it again"
        )


async def test_a_ban_alone_is_enough_to_find_the_member(harness: Harness, tmp_path: Path) -> None:
    await harness.store.bans.add(GUILD, Ban(ANA.user_id, ANA.name, 1.0, None, "rude", BEN.user_id))
    backup = tmp_path / "backup.sqlite3"
    copy_database(harness.address, backup)
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    async with await Store.open(backup) as restored:
        assert await delete_again(restored, Ledger(restored, tmp_path / "coup.deletions")) == 1
        assert traces(await dump(restored), ANA) == ["bans.user_id"], "the ban needs it until it ends"


async def test_a_new_postgresql_database_gets_the_list_from_the_file(server: Server, tmp_path: Path) -> None:
    async with Harness(server.address(), ManualClock()) as harness:
        await play_once(harness)
        backup, fresh = tmp_path / "backup.sqlite3", server.address()
        copy_database(harness.address, backup)
        await deletions_of(harness, tmp_path).ask(ANA.user_id)
        copy_database(backup, fresh)
        async with await Store.open(fresh) as restored:
            ledger = Ledger(restored, tmp_path / "coup.deletions")
            assert await delete_again(restored, ledger) == 1
            assert traces(await dump(restored), ANA) == []
            assert LedgerFile(tmp_path / "coup.deletions").entries() == await ledger.entries()


def test_a_line_that_a_kill_cut_off_is_written_again(tmp_path: Path) -> None:
    file = LedgerFile(tmp_path / "coup.deletions")
    key = file.key("0a" * 32)
    file.add({("digest", 1.0)})
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + whole[: len(whole) // 3])
    file.add({("digest", 2.0)})
    assert file.entries() == {("digest", 1.0), ("digest", 2.0)}
    assert file.key("0b" * 32) == key


def test_processes_that_share_the_file_agree_on_its_key_and_lose_no_entry(tmp_path: Path) -> None:
    for number in range(8):
        path = tmp_path / str(number)

        def use(process: int, path: Path = path) -> str:
            file = LedgerFile(path)
            key = file.key(f"{process:02}")
            file.add({(str(process), 1.0)})
            return key

        with ThreadPoolExecutor(8) as processes:
            keys = {*processes.map(use, range(8))}
        assert keys == {LedgerFile(path).key("")}
        assert LedgerFile(path).entries() == {(str(process), 1.0) for process in range(8)}


async def test_machines_that_start_together_agree_on_the_key(server: Server, tmp_path: Path) -> None:
    address = server.address()
    stores = [await Store.open(address) for _ in range(4)]
    for number in range(10):
        ledgers = [Ledger(store, tmp_path / f"{number}-{at}.deletions") for at, store in enumerate(stores)]
        hashes = await asyncio.gather(*(ledger.digest(ANA.user_id) for ledger in ledgers))
        assert hashes == [await ledgers[0].digest(ANA.user_id)] * len(stores)
        await stores[0].database.write(lambda connection: connection.driver.execute("DELETE FROM kept_deletions"))
    for store in stores:
        await store.close()


async def test_a_machine_that_joins_later_keeps_the_same_list_in_its_file(server: Server, tmp_path: Path) -> None:
    async with await Store.open(server.address()) as store:
        first, second = (Ledger(store, tmp_path / name) for name in ("first.deletions", "second.deletions"))
        await first.add((await first.digest(ANA.user_id), 1.0))
        await second.add((await second.digest(BEN.user_id), 2.0))
        kept = await first.entries()
        assert len(kept) == 2
        assert LedgerFile(tmp_path / "first.deletions").entries() == kept
        assert LedgerFile(tmp_path / "second.deletions").entries() == kept
