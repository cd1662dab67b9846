"""The process over real sockets: connecting, syncing, stopping, being killed, its operator and its backups."""

import os
import signal
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.pictures.art import ART_NAMES
from bot.store.backup import ScheduledBackups, backup_plan
from sandbox.driver import Sandbox
from sandbox.server import Server
from tests.harness.damaged_file import create_damaged_file
from tests.harness.processes.bot import running, serving, unused_port
from tests.harness.processes.forked_process import ROOT

pytestmark = pytest.mark.slow


async def test_commands_are_synced_once_and_a_stop_is_clean(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox:
        for start in range(2):
            async with running(sandbox, tmp_path / "coup.sqlite3") as bot:
                await bot.says("has connected to Gateway")
                assert await bot.end() == 0
                assert "Traceback" not in bot.log
                assert ("commands were synced" in bot.log) is (start == 0)
                assert "made-up" not in bot.log
        assert not (tmp_path / "coup.sqlite3-wal").exists()


async def test_a_bot_that_starts_before_discord_waits_for_it_and_its_operator_sees_metrics(tmp_path: Path) -> None:
    port, own_port = unused_port(), unused_port()
    server = Server()
    async with (
        Sandbox.connect(f"http://127.0.0.1:{port}") as sandbox,
        running(sandbox, tmp_path / "coup.sqlite3", COUP_HTTP=f"127.0.0.1:{own_port}") as bot,
        aiohttp.ClientSession(f"http://127.0.0.1:{own_port}") as session,
    ):
        await bot.says("Discord cannot be reached")
        async with session.get("/livez") as answer:
            assert answer.status == 200
        async with session.get("/healthz") as answer:
            assert answer.status == 503
        await server.start("127.0.0.1", port)
        try:
            await sandbox.ready("coup")
            await (await sandbox.member("Ana")).slash("coup new")
            async with session.get("/metrics") as answer:
                metrics = await answer.text()
            assert "coup_live_tables 1.0" in metrics
            assert 'coup_acknowledge_seconds_bucket{le="+Inf"} 1.0' in metrics
            assert await bot.end() == 0
        finally:
            await server.stop()


async def test_the_gateway_that_the_operator_names_is_used(tmp_path: Path) -> None:
    nobody = f"ws://127.0.0.1:{unused_port()}/"
    async with (
        Sandbox.start() as sandbox,
        running(sandbox, tmp_path / "coup.sqlite3", DISCORD_GATEWAY_URL=nobody) as bot,
    ):
        await bot.says("Attempting a reconnect of shard 0")


async def test_a_damaged_database_is_reported_while_the_bot_serves(tmp_path: Path) -> None:
    file = tmp_path / "coup.sqlite3"
    create_damaged_file(file)
    async with Sandbox.start() as sandbox, running(sandbox, file) as bot:
        await bot.says("coup.sqlite3 is broken")
        assert "Ready on" in bot.log
        assert await bot.end() == 0


def relative(file: Path) -> Path:
    """The file's path relative to the bot's working directory."""
    return Path(os.path.relpath(file, ROOT))


async def test_a_second_process_over_a_sqlite_file_is_refused(tmp_path: Path) -> None:
    file, link = tmp_path / "coup.sqlite3", tmp_path / "link.sqlite3"
    link.symlink_to(file)
    async with Sandbox.start() as sandbox:
        # Its worker process may live longer than the bot.
        async with running(sandbox, file, COUP_PICTURES="on") as bot:
            await bot.says("has connected to Gateway")
            async with running(sandbox, relative(link)) as second:
                assert await second.ended() == 1
                assert "Another process runs the bot over the database" in second.log
                assert "logging in" not in second.log
            for command in (("doctor",), ("sync",), ("backup", str(tmp_path / "backup.sqlite3"))):
                async with running(sandbox, file, *command) as other:
                    assert await other.ended() == 0, other.log
            assert await bot.end(kill=True) == -signal.SIGKILL
        async with running(sandbox, file) as bot:
            await bot.says("has connected to Gateway")
            assert await bot.end() == 0


async def test_shards_that_wait_to_identify_do_not_count_as_connected(tmp_path: Path) -> None:
    async with Sandbox.start(shards=4) as sandbox, running(sandbox, tmp_path / "coup.sqlite3") as bot:
        await bot.says("is served from here")
        assert sandbox.server is not None
        # At most one session has started and another is starting.
        assert len(sandbox.server.gateway.connections) <= 2


@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_the_bot_ends_when_discord_refuses_it_instead_of_using_up_its_sessions(
    code: int, tmp_path: Path
) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3") as bot:
        await bot.says("has connected to Gateway")
        await sandbox.drop_gateway(code=4009)  # the session has timed out
        await bot.says("has successfully RESUMED")
        await sandbox.drop_gateway(code=code)
        assert await bot.ended() == 1
        await bot.says(f"ended the connection for good (code {code})")
        assert "Traceback" not in bot.log


async def test_an_operator_port_already_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with (
            Sandbox.start() as sandbox,
            running(sandbox, tmp_path / "coup.sqlite3", COUP_HTTP=f"127.0.0.1:{port}") as bot,
        ):
            assert await bot.ended() == 1
            await bot.says(f"COUP_HTTP 127.0.0.1:{port} cannot be used")


async def test_sync_and_doctor_connect_to_discord(tmp_path: Path, pictures: Path) -> None:
    (tmp_path / "pictures").symlink_to(pictures)
    async with Sandbox.start(limits=False) as sandbox:
        for command, code in (("doctor", 1), ("sync", 0), ("doctor", 0)):
            # The doctor would say that the variable of the tests is no setting.
            given = sandbox, tmp_path / "coup.sqlite3", command
            async with running(*given, COUP_PICTURES="on", COUP_TEST_POSTGRES="") as bot:
                assert await bot.ended() == code, bot.log
                assert "Traceback" not in bot.log
                assert (f"{len(ART_NAMES)} emojis were uploaded" in bot.log) is (command == "sync")
        assert any("PUT" in request and "commands" in request for request in await sandbox.requests())


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
            [backup] = ScheduledBackups(database, backup_plan("daily,7")).files()
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
