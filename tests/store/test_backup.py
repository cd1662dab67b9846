"""Backups: always whole, of every row, kept in number, and put back without losing what they replace."""

import signal
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from bot.refusals import OperatorError
from bot.store import BrokenDatabase, Store
from bot.store.address import Address, parse
from bot.store.backup import BackupPlan, ScheduledBackups, backup, backup_plan, restore
from bot.store.engines.sqlite import open_file
from bot.store.migrations import newest_version
from tests.harness.damaged_file import create_damaged_file
from tests.harness.full_disk import no_file_over
from tests.harness.migrations import undo_migrations
from tests.harness.processes.postgresql_server import Server
from tests.store.rows import lobby
from tests.store.test_database_copy import content

DAILY = BackupPlan(timedelta(days=1), kept=2)
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def save(file: Path, value: str) -> None:
    """Stores a value in a database, which is created if it is missing."""
    with closing(open_file(file)) as driver:
        driver.execute("INSERT INTO meta (key, value) VALUES ('a', ?)", (value,))


def saved_in(file: Path) -> str:
    """Returns the value stored in a database."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT value FROM meta WHERE key = 'a'").fetchone()[0]


def version_of(file: Path) -> int:
    """Returns the number of the last migration applied to a database."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a value and many pages."""
    file = tmp_path / "coup.sqlite3"
    save(file, "new")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO audit (guild_id, at, user_id, action, detail)"
            " SELECT 1, 1, 1, 'pace', hex(zeroblob(500000)) FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]')"
        )
        connection.commit()
    return file


async def test_a_backup_is_made_while_the_database_is_in_use(address: Address, tmp_path: Path) -> None:
    async with await Store.open(address) as store:
        await store.meta.put("a", "1")
        game_id = await store.games.add(lobby())
        backup(address, tmp_path / "copy.sqlite3")
    copy = await Store.open(tmp_path / "copy.sqlite3")
    assert await copy.meta.get("a") == "1"
    assert await copy.games.get(game_id) is not None
    await copy.close()
    kept = content(tmp_path / "copy.sqlite3")
    with pytest.raises(OperatorError, match="exists already"):
        backup(address, tmp_path / "copy.sqlite3")
    assert content(tmp_path / "copy.sqlite3") == kept


def test_what_is_written_during_a_backup_does_not_hold_it_up(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as writer:

        def write() -> None:
            writer.execute("UPDATE meta SET value = 'newer' WHERE key = 'a'")
            writer.commit()

        backup(database, tmp_path / "copy.sqlite3", write)
    assert saved_in(tmp_path / "copy.sqlite3") == "new"
    assert saved_in(database) == "newer"


def test_a_failed_backup_leaves_no_file(server: Server, tmp_path: Path) -> None:
    wrong = parse(server.url.replace("opensesame", "wrong"))
    with pytest.raises(BrokenDatabase, match="password"):
        backup(wrong, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def _back_up_until_killed(database: Path, started: Connection) -> None:
    def halt() -> None:
        started.send("a part is written")
        time.sleep(600)

    ScheduledBackups(database, DAILY, lambda: NOW + timedelta(hours=1)).make(halt)


@pytest.mark.slow
def test_a_kill_during_a_backup_leaves_only_whole_files(database: Path) -> None:
    clock = Clock()
    backups = ScheduledBackups(database, DAILY, clock)
    earlier = backups.make()
    before = content(earlier)
    hears, started = get_context("spawn").Pipe(duplex=False)
    process = get_context("spawn").Process(target=_back_up_until_killed, args=(database, started))
    process.start()
    assert hears.poll(60)
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert backups.files() == [earlier]
    assert content(earlier) == before
    assert list(backups.folder.glob("*.part")), "it was killed before it wrote anything"
    clock.now += timedelta(days=1)
    newest = backups.make()
    assert sorted(backups.folder.iterdir()) == [earlier, newest]
    assert content(newest) == content(database)


def test_a_full_disk_leaves_the_earlier_backups(database: Path, tmp_path: Path) -> None:
    clock = Clock()
    backups = ScheduledBackups(database, BackupPlan(timedelta(days=1), kept=1), clock)
    earlier = backups.make()
    clock.now += timedelta(days=1)
    with no_file_over(1_000_000), pytest.raises(OperatorError):
        backups.make()
    assert list(backups.folder.iterdir()) == [earlier]
    assert backups.due_in() == timedelta()
    replaced = tmp_path / "other.sqlite3"
    save(replaced, "other")
    with no_file_over(1_000_000), pytest.raises(OperatorError):
        restore(earlier, replaced)
    assert saved_in(replaced) == "other"


def test_a_leftover_that_cannot_be_removed_is_no_reason_to_make_no_backups(database: Path) -> None:
    backups = ScheduledBackups(database, DAILY, Clock())
    leftover = backups.folder / "coup-20261101T000000Z.sqlite3.part"
    leftover.mkdir(parents=True)  # as if the folder belonged to somebody else, which disturbs no tests run by root
    assert content(backups.make()) == content(database)
    assert leftover.exists()


def test_damage_is_no_reason_to_remove_whole_backups(tmp_path: Path) -> None:
    damaged, clock = tmp_path / "coup.sqlite3", Clock()
    create_damaged_file(damaged)
    backups = ScheduledBackups(damaged, DAILY, clock)
    backups.folder.mkdir()
    earlier = [backups.folder / f"coup-2026112{day}T120000Z.sqlite3" for day in (0, 1)]
    for file in earlier:
        file.touch()
    with pytest.raises(OperatorError, match=r"coup\.sqlite3 could not be copied"):
        backups.make()
    assert backups.files() == earlier


def test_the_newest_backups_are_kept_and_other_files_left_alone(database: Path) -> None:
    clock = Clock()
    backups = ScheduledBackups(database, DAILY, clock)
    assert backups.due_in() == timedelta()
    backups.folder.mkdir()
    others = {
        backups.folder / name
        for name in ("mine.sqlite3", "coup-of-mine.sqlite3", "other-20200101T000000Z.sqlite3")
    }
    for file in others:
        file.touch()
    made: list[Path] = []
    for _ in range(3):
        made.append(backups.make())
        assert backups.due_in() == timedelta(days=1)
        clock.now += timedelta(days=1)
        assert backups.due_in() == timedelta()
    assert backups.files() == made[-2:]
    assert set(backups.folder.iterdir()) == others | set(made[-2:])
    clock.now -= timedelta(days=30)
    assert backups.due_in() == timedelta(), "backups from the future say nothing about when the last was made"
    newest = backups.make()
    assert backups.files() == [made[-1], newest], "a backup made after the clock was set back is the newest"
    assert backups.due_in() == timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "hours", "kept"), [("hourly,48", 1, 48), ("daily,7", 24, 7), ("weekly,1", 168, 1)]
)
def test_a_schedule_says_how_often_and_how_many(text: str, hours: int, kept: int) -> None:
    assert backup_plan(text) == BackupPlan(timedelta(hours=hours), kept)


def test_a_restored_backup_replaces_the_database_which_is_kept(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup(database, copy)
    before = content(copy)
    kill_with_open_log = sqlite3.connect(database)
    kill_with_open_log.execute("UPDATE meta SET value = 'newest' WHERE key = 'a'")
    kill_with_open_log.commit()
    kept = restore(copy, database)
    kill_with_open_log.close()
    assert content(database) == before
    assert kept is not None
    assert saved_in(kept) == "newest"
    assert saved_in(copy) == "new", "the backup remains"
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    old, database = tmp_path / "old.sqlite3", tmp_path / "coup.sqlite3"
    save(old, "of an earlier version")
    with closing(sqlite3.connect(old)) as driver:
        undo_migrations(driver, 16)
    assert restore(old, database) is None
    assert saved_in(database) == "of an earlier version"
    assert version_of(database) == newest_version("sqlite")
    assert version_of(old) == 16, "the backup remains as it was"


def test_a_backup_that_cannot_be_amended_replaces_nothing(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup(database, copy)
    before = content(database)

    def fail(restored: Path) -> None:
        assert content(restored) == before
        raise OperatorError("what was deleted later cannot be deleted again")

    with pytest.raises(OperatorError, match="deleted later"):
        restore(copy, database, fail)
    assert content(database) == before
    assert sorted(tmp_path.iterdir()) == [copy, database]


def test_what_is_no_whole_backup_replaces_nothing(database: Path, tmp_path: Path) -> None:
    newer, damaged, text, empty = (tmp_path / name for name in ("newer", "damaged", "text", "empty"))
    save(newer, "a")
    with closing(sqlite3.connect(newer)) as driver:
        driver.execute("PRAGMA user_version = 9999")
    create_damaged_file(damaged)
    text.write_text("no database, but long enough to look like one " * 40)
    empty.touch()
    before = content(database)
    for file, said in (
        (tmp_path / "none", "There is no backup"),
        (database, "the database itself"),
        (newer, "newer version"),
        (damaged, "could not be copied"),
        (text, "is no backup of the bot"),
        (empty, "is no backup of the bot"),
    ):
        with pytest.raises(OperatorError, match=said):
            restore(file, database)
        assert content(database) == before
    assert not list(tmp_path.glob("coup.sqlite3?*"))


def test_a_damaged_database_is_kept_when_a_backup_replaces_it(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup(database, copy)
    database.write_bytes(b"damaged" * 1000)
    log = database.with_name("coup.sqlite3-wal")
    log.write_bytes(b"of the damaged one")
    kept = restore(copy, database)
    assert content(database) == content(copy)
    assert kept is not None
    assert kept.read_bytes() == b"damaged" * 1000
    assert not log.exists()
