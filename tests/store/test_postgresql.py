"""PostgreSQL: a server that is unreachable, comes back, refuses, hangs or is newer; passwords stay secret."""

import asyncio
import logging
import socket
from dataclasses import replace

import psycopg
import pytest

from bot.store import BrokenDatabase, SaveFailed, Store
from bot.store.address import Address, PostgresqlAddress, parse
from tests.harness.databases import until_it_answers
from tests.harness.processes.postgresql_server import PASSWORD, Server, postgresql_address
from tests.harness.processes.tcp_proxy import Proxy
from tests.harness.waiting import eventually
from tests.store.rows import added, playing, step

pytestmark = pytest.mark.slow


@pytest.fixture
def address(url: str) -> PostgresqlAddress:
    return postgresql_address(url)


async def test_a_server_missing_at_the_start_is_named_in_a_sentence() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(BrokenDatabase, match=f"127.0.0.1:{port}/coup cannot be reached") as refusal:
        await Store.open(parse(f"postgresql://coup:verysecret@127.0.0.1:{port}/coup"))
    assert "verysecret" not in str(refusal.value)


async def test_a_refused_password_is_reported_without_showing_it(server: Server) -> None:
    address = parse(server.url.replace(PASSWORD, "verysecret"))
    with pytest.raises(BrokenDatabase, match="does not accept the password of") as refusal:
        await Store.open(address)
    assert refusal.value.__cause__ is None
    for text in (str(refusal.value), repr(refusal.value), repr(address), str(address)):
        assert "verysecret" not in text


async def test_a_database_of_a_newer_version_is_not_changed(url: str, address: Address) -> None:
    await (await Store.open(address)).close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE schema_version SET version = 4000")
    with pytest.raises(BrokenDatabase, match="newer"):
        await Store.open(address)


async def test_a_process_that_reconnects_to_a_newer_schema_writes_nothing(url: str, address: Address) -> None:
    async with await Store.open(address) as store:
        await store.meta.put("a", "1")
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("UPDATE schema_version SET version = version + 1")
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'coup-for-discord' AND pid <> pg_backend_pid()"
            )
            with pytest.raises(SaveFailed, match=r"newer version of this program .* update the program"):
                await store.meta.put("a", "2")
            other.execute("UPDATE schema_version SET version = version - 1")
        assert await until_it_answers(lambda: store.meta.get("a")) == "1"


async def test_processes_that_change_preferences_at_once_keep_both_changes(url: str, address: Address) -> None:
    async with await Store.open(address) as store:
        await store.players.change(5, dm=True)
        with psycopg.connect(url) as other, psycopg.connect(url, autocommit=True) as server:

            async def waits() -> bool:
                return bool(server.execute("SELECT FROM pg_locks WHERE NOT granted").fetchall())

            other.execute("UPDATE players SET dm = 0 WHERE user_id = 5")
            changing = asyncio.create_task(store.players.change(5, ping=False))
            await eventually(waits)
            other.commit()
            await changing
        player = await store.players.get(5)
        assert (player.dm, player.ping) == (False, False)


async def test_processes_that_start_together_migrate_once(address: Address) -> None:
    stores = await asyncio.gather(*(Store.open(address) for _ in range(4)))
    await stores[0].meta.put("a", "1")
    assert [await store.meta.get("a") for store in stores] == ["1"] * 4
    for store in stores:
        await store.close()


async def test_a_restart_loses_nothing(own: Server, address: Address, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with await Store.open(address) as store:
        row = await added(store, playing())
        await store.games.save_decisions(step(row.id, 0, "act income"))
        own.stop()
        with pytest.raises(SaveFailed, match="database"):
            await store.games.save_decisions(step(row.id, 1, "pass"))
        with pytest.raises(SaveFailed):
            await store.games.get(row.id)
        own.start()
        await until_it_answers(lambda: store.games.save_decisions(step(row.id, 1, "act tax")))
        assert [decision.move for decision in await store.games.decisions(row.id)] == ["act income", "act tax"]
        assert "connected again" in caplog.text
        assert PASSWORD not in caplog.text


async def test_a_silent_server_refuses_writes(address: PostgresqlAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()

    async def write(store: Store, number: int) -> float:
        await asyncio.sleep(number * 0.01)  # the writes arrive one after another
        began = loop.time()
        with pytest.raises(SaveFailed):
            await store.meta.put(f"{number}", "x")
        return loop.time() - began

    async with Proxy(address.port) as relay, await Store.open(replace(address, port=relay.port)) as store:
        await store.meta.put("a", "1")
        relay.flowing.clear()
        with monkeypatch.context() as soon:
            soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.3)
            waits = await asyncio.gather(*(write(store, number) for number in range(40)))
        relay.flowing.set()
        assert max(waits) < 10.0  # if each waited for the one before, they would take 12 s
        assert await until_it_answers(lambda: store.meta.get("a")) == "1"
        assert [await store.meta.get(f"{number}") for number in range(40)] == [None] * 40


async def test_a_write_to_a_locked_row_is_refused_alone(url: str, address: Address) -> None:
    async with await Store.open(address) as store:
        await store.meta.put("locked", "1")
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("UPDATE meta SET value = '2' WHERE key = 'locked'")
            first, second = await asyncio.gather(
                store.meta.put("locked", "3"), store.meta.put("free", "1"), return_exceptions=True
            )
            assert isinstance(first, SaveFailed)
            assert second is None
            await other.rollback()
        assert (await store.meta.get("locked"), await store.meta.get("free")) == ("1", "1")


async def test_a_connection_closed_between_two_decisions_has_no_effect(url: str, address: Address) -> None:
    async with await Store.open(address) as store:
        row = await added(store, playing())
        with psycopg.connect(url, autocommit=True) as other:
            for number in range(3):
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'coup-for-discord' AND pid <> pg_backend_pid()"
                )
                await store.games.save_decisions(step(row.id, number, "pass"))
                assert len(await store.games.decisions(row.id)) == number + 1


def test_an_address_is_parsed_fully_and_printed_without_its_password() -> None:
    address = postgresql_address(
        "postgresql://coup:p%40ss%2Fword@db.example:6432/coup%20x?sslmode=require&password=no"
    )
    assert (address.host, address.port, address.user, address.database) == ("db.example", 6432, "coup", "coup x")
    assert address.password == "p@ss/word"
    assert dict(address.parameters) == {"sslmode": "require"}
    assert str(address) == "postgresql://coup@db.example:6432/coup x"
    assert "p@ss" not in repr(address)


@pytest.mark.parametrize(
    "text",
    [
        "mysql://a:verysecret@h/d",
        "postgresql://a:verysecret@h",
        "postgresql://a:verysecret@h:x/d",
        "postgres:///d",
    ],
)
def test_an_unusable_address_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ValueError, match="postgresql://") as refusal:
        parse(text)
    assert "verysecret" not in str(refusal.value)
