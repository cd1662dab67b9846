"""Slash commands are registered with the entry point that Discord adds, and a refusal does not end the bot."""

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.command_sync import SYNCING
from bot.doctor.examination import examine
from bot.settings import Settings
from sandbox.driver import Sandbox
from tests.harness.processes.bot import Bot, running, serving

pytestmark = pytest.mark.slow

PUT = "PUT /applications/{application_id}/commands 200"
ENTRY_POINT: dict[str, Any] = {
    "name": "Launch",
    "name_localizations": {"de": "Starten"},
    "description": "",
    "handler": 1,
    "contexts": [0, 1],
    "integration_types": [0, 1],
    "default_member_permissions": "32",
    "nsfw": True,
}
"""The command that Discord adds; the operator may have changed its name and description."""


def registered(sandbox: Sandbox) -> dict[str, Any]:
    """The registered commands by name."""
    assert sandbox.server is not None
    return {command["name"]: command for command in sandbox.server.commands.all(None)}


def forget_what_was_synced(database: Path) -> None:
    """Makes the commands differ from those last synced, as an update of the program does."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE meta SET value = 'of an earlier version' WHERE key = ?", (SYNCING,))


@asynccontextmanager
async def started(sandbox: Sandbox, database: Path) -> AsyncGenerator[Bot]:
    """The bot, connected with its commands registered; at the end it has left."""
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        yield bot
    await sandbox.offline()


async def diagnosis(database: Path) -> list[str]:
    """Returns what the doctor reports about the commands."""
    given: Any = {"coup_database": database, "_env_file": None}
    return [found.sentence async for found in examine(Settings(**given)) if found.about == "commands"]


async def test_an_update_leaves_the_entry_point_as_it_is(sandbox: Sandbox, database: Path) -> None:
    async with started(sandbox, database) as bot:
        assert await bot.end() == 0
    entry_point = await sandbox.enable_activities(**ENTRY_POINT)
    await sandbox.clear_requests()
    for change, synced in (("an update", 1), ("none", 1)):
        if change == "an update":
            forget_what_was_synced(database)
        async with started(sandbox, database) as bot:
            assert await bot.end() == 0
            assert ("commands were synced" in bot.log) is (change != "none")
            assert "WARNING" not in bot.log
        assert registered(sandbox).keys() == {
            "coup",
            "coup-stats",
            "coup-config",
            "coup-privacy",
            "Coup stats",
            "Launch",
        }
        assert registered(sandbox)["Launch"] == entry_point
        assert (await sandbox.requests())[PUT] == synced


async def test_commands_are_registered_without_asking_for_those_that_were(
    sandbox: Sandbox, database: Path
) -> None:
    await sandbox.fault("GET /applications/*/commands", status=404, times=9)
    async with started(sandbox, database):
        assert "coup" in registered(sandbox)


async def test_a_member_who_opens_the_activity_is_told_where_to_play(sandbox: Sandbox, database: Path) -> None:
    await sandbox.enable_activities(handler=1)
    async with serving(sandbox, database) as bot:
        ana = await sandbox.member("Ana")
        reply = await ana.launch()
        assert "/coup new" in reply.text
        assert reply.message is not None
        assert reply.message.ephemeral
        assert (await ana.slash("coup new")).text
        assert await bot.end() == 0
        assert "Traceback" not in bot.log
        assert "ERROR" not in bot.log


REFUSALS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"route": "PUT /applications/*/commands", "status": 400, "code": 50240, "times": 9}, "error code: 50240"),
    ({"route": "PUT /applications/*/commands", "status": 404, "code": 10002}, "error code: 10002"),
    ({"route": "PUT /applications/*/commands", "drop": "before", "times": 9}, "Server disconnected"),
)
"""Faults of the requests that register commands, each with what the log says of it."""


async def test_the_bot_still_plays_after_discord_refuses_its_commands(sandbox: Sandbox, database: Path) -> None:
    async with started(sandbox, database):
        pass
    forget_what_was_synced(database)
    ana = await sandbox.member("Ana")
    for fault, reason in REFUSALS:
        await sandbox.fault(**fault)
        async with started(sandbox, database) as bot:
            assert (await ana.slash("coup new")).text
            assert await bot.end() == 0
            assert "WARNING bot.command_sync: Discord did not register the slash commands" in bot.log
            assert reason in bot.log
            assert "Traceback" not in bot.log
        [sentence] = await diagnosis(database)
        assert reason in sentence
        assert "`python -m bot sync`" in sentence
        await sandbox.clear_faults()
    async with running(sandbox, database) as bot:
        await bot.says("commands were synced")
    assert await diagnosis(database) == []


@pytest.mark.parametrize("where", [[], ["--guild", "1"]])
async def test_sync_reports_a_refusal_in_one_sentence(sandbox: Sandbox, database: Path, where: list[str]) -> None:
    if not where:
        await sandbox.fault("PUT /applications/*/commands", status=400, code=50035, message="Not like this.")
    async with running(sandbox, database, "sync", *where) as bot:
        assert await bot.ended() == 1
        [line] = [line for line in bot.log.splitlines() if "INFO" not in line]
        assert line.startswith("Discord did not register the slash commands (")
    if not where:
        assert await diagnosis(database) != []
        async with running(sandbox, database, "sync") as bot:
            assert await bot.ended() == 0
        assert await diagnosis(database) == []
