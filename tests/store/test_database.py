"""The database: group commit, migrations, files that are broken, full or too new."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import BrokenDatabase, SaveFailed, Store
from bot.store import migrations as migrating
from bot.store.backup import CannotBackup, backup
from bot.store.database import Database
from bot.store.rows import GameRow, Seat


def put(key: str):
    def unit(connection: sqlite3.Connection) -> str:
        connection.execute("INSERT INTO meta (key, value) VALUES (?, 'x')", (key,))
        return key

    return unit


def keys(connection: sqlite3.Connection) -> list[str]:
    return [row["key"] for row in connection.execute("SELECT key FROM meta ORDER BY key")]


async def test_units_that_arrive_together_share_a_transaction(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.sqlite3")
    spoken: list[str] = []
    await database.read(lambda connection: connection.set_trace_callback(spoken.append))
    assert await asyncio.gather(*(database.write(put(f"{n:02}")) for n in range(20))) == [
        f"{n:02}" for n in range(20)
    ]
    await database.read(lambda connection: connection.set_trace_callback(None))
    assert sum(statement == "COMMIT" for statement in spoken) <= 2
    assert len(await database.read(keys)) == 20
    await database.close()


async def test_a_failing_unit_does_not_spoil_the_others(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.sqlite3")

    def half_done(connection: sqlite3.Connection) -> None:
        put("half")(connection)
        raise LookupError("half way")

    outcomes = await asyncio.gather(
        database.write(put("a")), database.write(half_done), database.write(put("b")), return_exceptions=True
    )
    assert outcomes[0] == "a"
    assert isinstance(outcomes[1], LookupError)
    assert outcomes[2] == "b"
    assert await database.read(keys) == ["a", "b"]
    await database.close()


async def test_a_full_disk_refuses_what_does_not_fit_and_nothing_else(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.sqlite3")

    def fill(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def big(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES ('big', ?)", ("x" * 100_000,))

    await database.read(fill)
    small, large, last = await asyncio.gather(
        database.write(put("a")), database.write(big), database.write(put("b")), return_exceptions=True
    )
    assert (small, last) == ("a", "b")
    assert isinstance(large, SaveFailed)
    assert "full" in str(large)
    assert await database.read(keys) == ["a", "b"]
    await database.close()


async def test_who_waits_may_be_cancelled_and_the_unit_is_still_done_once(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.sqlite3")
    waiting = asyncio.create_task(database.write(put("a")))
    await asyncio.sleep(0)
    waiting.cancel()
    await database.write(put("b"))
    assert await database.read(keys) == ["a", "b"]
    await database.close()


async def test_after_closing_nothing_is_taken(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "a.sqlite3")
    await database.close()
    with pytest.raises(SaveFailed):
        await database.write(put("a"))
    with pytest.raises(SaveFailed):
        await database.read(keys)


@pytest.mark.parametrize(
    "content", [b"this is no database, only some text" * 200, b"SQLite format 3\x00" + b"\xff" * 4096]
)
async def test_a_file_that_is_no_database_is_named_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_bytes(content)
    with pytest.raises(BrokenDatabase, match=r"a\.sqlite3.*left as it is"):
        await Store.open(path)
    assert path.read_bytes() == content


async def test_a_damaged_database_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    store = await Store.open(path)
    for number in range(300):
        await store.meta.put(f"key {number}", "value" * 20)
    await store.close()
    content = bytearray(path.read_bytes())
    middle = 4096 * 3
    content[middle : middle + 8192] = b"\x5a" * 8192
    path.write_bytes(content)
    with pytest.raises(BrokenDatabase, match="broken"):
        await Store.open(path)
    assert path.read_bytes() == content


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BrokenDatabase, match="cannot be opened"):
        await Store.open(tmp_path / "file" / "a.sqlite3")


async def test_a_database_of_a_newer_program_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 4000")
    with pytest.raises(BrokenDatabase, match="newer"):
        await Store.open(path)


async def test_a_migration_is_applied_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite3"
    store = await Store.open(path)
    await store.meta.put("a", "1")
    await store.close()
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
    store = await Store.open(path)
    assert await store.meta.get("a") == "1"
    assert await store.database.read(migrating.version) == 9000
    await store.close()


async def test_a_backup_is_made_while_the_database_is_in_use(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "a.sqlite3")
    await store.meta.put("a", "1")
    backup(tmp_path / "a.sqlite3", tmp_path / "copy.sqlite3")
    await store.close()
    copy = await Store.open(tmp_path / "copy.sqlite3")
    assert await copy.meta.get("a") == "1"
    await copy.close()
    with pytest.raises(CannotBackup, match="exists already"):
        backup(tmp_path / "a.sqlite3", tmp_path / "copy.sqlite3")
    with pytest.raises(CannotBackup, match="no database"):
        backup(tmp_path / "none.sqlite3", tmp_path / "other.sqlite3")


async def test_guilds_players_and_audit_are_remembered(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "a.sqlite3")
    assert (await store.guilds.settings(1)).pace is None
    await store.guilds.change(1, pace="slow")
    assert (await store.guilds.change(1, pool="Calm")).pace == "slow"
    await store.guilds.save_pool(1, "Calm", ("banker", "director"))
    await store.guilds.save_pool(1, "calm", ("spy", "director"))
    assert await store.guilds.pools(1) == {"calm": ("spy", "director")}
    assert await store.guilds.delete_pool(1, "CALM")
    assert not await store.guilds.delete_pool(1, "calm")
    assert (await store.guilds.settings(1)).pool is None
    assert (await store.players.get(5)).ping
    assert (await store.players.change(5, dm=True)).dm
    assert (await store.players.get(5)).dm
    await store.close()


async def test_what_delivery_notes_is_not_undone_by_a_change_of_the_lobby(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "a.sqlite3")
    row = GameRow(
        id=0, guild_id=1, channel_id=2, host_id=3, locale="en", ruleset="classic", options={}, pool=None,
        pace="normal", server_seed=b"seed", opened_at=1.0, asked_at=1.0, deadline=None, seats=[Seat(3, "Ana")],
    )  # fmt: skip
    row.id = await store.games.add(row)
    await store.games.remember_card(row.id, 10, "lobby")
    await store.games.intend_card(row.id, "turn:1")
    await store.games.remember_reminder(row.id, 11)
    await store.games.save(replace(row, pace="slow", start={"first": "Ana"}))
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.message_id, kept.card, kept.intent, kept.reminder_id) == (10, "lobby", "turn:1", 11)
    assert (kept.pace, kept.start) == ("slow", {"first": "Ana"})
    await store.games.remember_card(row.id, 12, "turn:1")
    await store.games.remember_reminder(row.id, None)
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.message_id, kept.intent, kept.reminder_id) == (12, None, None)
    await store.close()
