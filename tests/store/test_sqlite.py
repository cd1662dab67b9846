"""SQLite: group commits, and files that are broken, full, locked, too new or fail while closing."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from bot.store import BrokenDatabase, SaveFailed, Store
from bot.store import migrations as migrating
from bot.store.engines.database import CommitUnknown, Connection
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.repositories.guilds import Guilds, RemovedGuilds
from tests.harness.damaged_file import create_damaged_file
from tests.harness.databases import locked
from tests.harness.full_disk import no_file_over
from tests.store.rows import first_version

pytestmark = pytest.mark.slow


def put(key: str):
    def unit(connection: Connection) -> str:
        connection.driver.execute("INSERT INTO meta (key, value) VALUES (?, 'x')", (key,))
        return key

    return unit


def keys(connection: Connection) -> list[str]:
    return [row["key"] for row in connection.driver.execute("SELECT key FROM meta ORDER BY key")]


async def test_units_that_arrive_during_a_transaction_share_the_next_one(tmp_path: Path) -> None:
    database = await SqliteDatabase.open(tmp_path / "a.sqlite3")
    spoken: list[str] = []
    await database.write(lambda connection: connection.driver.set_trace_callback(spoken.append))
    assert await asyncio.gather(*(database.write(put(f"{n:02}")) for n in range(20))) == [
        f"{n:02}" for n in range(20)
    ]
    await database.write(lambda connection: connection.driver.set_trace_callback(None))
    assert sum(statement == "COMMIT" for statement in spoken) == 3  # one is that of the unit that listens
    assert len(await database.read(keys)) == 20
    await database.close()


async def test_many_servers_keep_other_reads_waiting_no_longer_than_one(tmp_path: Path) -> None:
    database = await SqliteDatabase.open(tmp_path / "a.sqlite3")
    spoken: list[str] = []
    await database.read(lambda connection: connection.driver.set_trace_callback(spoken.append))
    counts: list[int] = []
    for servers in (1, 30):
        for guild_id in range(1, servers + 1):
            await Guilds(database).change(guild_id, pace="slow")
        spoken.clear()
        assert await RemovedGuilds(database).known() == {*range(1, servers + 1)}
        counts.append(len(spoken))
    assert counts[0] == counts[1]  # each statement is a round trip to PostgreSQL
    await database.read(lambda connection: connection.driver.set_trace_callback(None))
    await database.close()


async def test_a_full_disk_refuses_only_what_does_not_fit(tmp_path: Path) -> None:
    database = await SqliteDatabase.open(tmp_path / "a.sqlite3")

    def fill(connection: Connection) -> None:
        pages = connection.driver.execute("PRAGMA page_count").fetchone()[0]
        connection.driver.execute(f"PRAGMA max_page_count = {pages}")

    def big(connection: Connection) -> None:
        connection.driver.execute("INSERT INTO meta (key, value) VALUES ('big', ?)", ("x" * 100_000,))

    await database.write(fill)
    small, large, last = await asyncio.gather(
        database.write(put("a")), database.write(big), database.write(put("b")), return_exceptions=True
    )
    assert (small, last) == ("a", "b")
    assert isinstance(large, SaveFailed)
    assert "full" in str(large)
    assert await database.read(keys) == ["a", "b"]
    await database.close()


@pytest.mark.parametrize(
    "content", [b"this is no database, only some text" * 200, b"SQLite format 3\x00" + b"\xff" * 4096]
)
async def test_a_file_that_is_not_a_database_is_named_and_not_changed(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_bytes(content)
    with pytest.raises(BrokenDatabase, match=r"a\.sqlite3.*left as it is"):
        await Store.open(path)
    assert path.read_bytes() == content


async def test_a_damaged_page_is_found_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    create_damaged_file(path)
    async with await Store.open(path) as store:
        with pytest.raises(BrokenDatabase, match="broken"):
            await store.database.check()
        assert await store.meta.get("a") is None, "what is not damaged can be used"


async def test_a_damaged_database_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    create_damaged_file(path, before_migration=15)
    content = path.read_bytes()
    with pytest.raises(BrokenDatabase, match="broken"):
        await Store.open(path)
    assert path.read_bytes() == content


async def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BrokenDatabase, match="must be able to write it"):
        await Store.open(tmp_path / "file" / "a.sqlite3")


async def test_a_folder_that_cannot_be_written_is_not_called_a_broken_database(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite3-wal").mkdir()  # root may write to any folder
    with pytest.raises(BrokenDatabase, match="into its folder"):
        await Store.open(tmp_path / "a.sqlite3")


async def test_a_database_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 4000")
    with pytest.raises(BrokenDatabase, match="newer"):
        await Store.open(path)


async def test_a_migration_is_applied_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite3"
    async with await Store.open(path) as store:
        await store.meta.put("a", "1")
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in migrating.FOLDER.glob("*.sql"):
        (folder / file.name).write_text(file.read_text())
    monkeypatch.setattr(migrating, "FOLDER", folder)
    following = folder / "9000_more.sql"
    following.write_text("CREATE TABLE more (a);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(BrokenDatabase):
        await Store.open(path)
    following.write_text(
        "-- a comment; with a semicolon\nCREATE TABLE more (a);\nINSERT INTO more VALUES ('x;y');\n"
    )
    async with await Store.open(path) as store:
        assert await store.meta.get("a") == "1"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (9000,)


async def test_a_locked_database_refuses_writes_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes do not wait for each other, and none takes effect later."""
    async with await Store.open(tmp_path / "a.sqlite3") as store:
        loop = asyncio.get_running_loop()

        async def write(number: int) -> float:
            await asyncio.sleep(number * 0.01)  # the writes arrive one after another
            began = loop.time()
            with pytest.raises(SaveFailed, match="locked"):
                await store.database.write(put(f"{number:02}"))
            return loop.time() - began

        with locked(tmp_path / "a.sqlite3"), monkeypatch.context() as soon:
            soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.3)
            waits = asyncio.gather(*(write(number) for number in range(40)))
            assert await store.meta.get("nothing") is None  # reads do not wait for the writes
            assert not waits.done()
            assert max(await waits) < 10.0  # if each waited for the one before, they would take 12 s
        await store.meta.put("later", "1")
        assert await store.database.read(keys) == ["later"]


async def test_a_database_locked_for_a_moment_loses_nothing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.sqlite3") as store:
        with locked(tmp_path / "a.sqlite3"):
            writes = asyncio.gather(*(store.database.write(put(f"{number:02}")) for number in range(5)))
            await asyncio.sleep(0.3)  # the writes wait, and then the lock is released
        await writes
        assert len(await store.database.read(keys)) == 5


def full_disk(_: Path) -> AbstractContextManager[None]:
    """No file can grow beyond its first page."""
    return no_file_over(4096)


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Makes the open database unwritable, as when its file system becomes read-only."""
    opened = [int(link.name) for link in Path("/proc/self/fd").iterdir() if Path(os.path.realpath(link)) == path]
    assert opened
    descriptor = os.open(path, os.O_RDONLY)
    for number in opened:
        os.dup2(descriptor, number)
    os.close(descriptor)
    yield


async def test_if_the_disk_fails_during_a_commit_its_outcome_is_unknown(tmp_path: Path) -> None:
    """A restart may find the transaction in the write-ahead log, and the next one overwrites it."""
    path = tmp_path / "a.sqlite3"
    async with await Store.open(path) as store:
        await store.meta.put("a", "1")
        with full_disk(path), pytest.raises(CommitUnknown):
            await store.meta.put("a", "2")
        with full_disk(path):
            writes = (store.meta.put(f"{number}", "x") for number in range(3))
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [CommitUnknown] * 3
        assert await store.meta.get("a") == "1"
        await store.meta.put("b", "1")
        assert await store.database.read(keys) == ["a", "b"]


@pytest.mark.parametrize("trouble", [full_disk, read_only])
async def test_closing_succeeds_even_if_the_log_cannot_be_merged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trouble: Callable[[Path], AbstractContextManager[None]]
) -> None:
    """The process can end, and the next start finds all data."""
    path = tmp_path / "a.sqlite3"
    store = await Store.open(path)
    for number in range(50):
        await store.meta.put(f"{number:02}", "x" * 2000)
    with trouble(path):
        await store.close()
    assert "write-ahead log" in caplog.text
    async with await Store.open(path) as store:
        assert len(await store.database.read(keys)) == 50


async def test_two_processes_that_start_together_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    first_version(path)
    first, second = await asyncio.gather(Store.open(path), Store.open(path))
    assert set(await first.guilds.pools(77)) == set(await second.guilds.pools(77)) == {"Calm", "Ärger"}
    await first.close()
    await second.close()


async def test_a_file_without_a_write_ahead_log_opens_when_another_program_unlocks_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE its_own (number INTEGER)")
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(0.1, other.rollback)
        store = await Store.open(path)
    await store.close()


async def test_a_file_in_use_is_not_called_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.engines.sqlite.OPEN_SECONDS", 0.1)
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BrokenDatabase, match="is in use") as refusal:
            await Store.open(path)
    assert "broken" not in str(refusal.value)


async def test_pools_whose_names_differ_only_in_case_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    first_version(path, "INSERT INTO pools VALUES (77, 'ärger', '[\"spy\"]')")
    async with await Store.open(path) as store:
        pools = await store.guilds.pools(77)
        assert len(pools) == 3
        assert pools["Ärger"][0] == "farmer"
        assert ("spy",) in pools.values()
