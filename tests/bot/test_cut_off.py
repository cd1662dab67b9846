"""A process that reaches its database but not Discord: another process, which can, serves its tables."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.gateway.reachability import REPORT_SECONDS
from sandbox.driver import DriverError, Sandbox
from tests.harness.processes.bot import running
from tests.harness.processes.forked_process import SOONER_SESSIONS
from tests.harness.processes.postgresql_server import Server
from tests.harness.processes.proxied_bot import FAULTS, ProxiedBot
from tests.harness.waiting import eventually

pytestmark = pytest.mark.slow

UNABLE_SECONDS, ABLE_SECONDS = 2.0, 2.0
CONSTANTS = SOONER_SESSIONS | {
    "bot.gateway.reachability.UNABLE_SECONDS": UNABLE_SECONDS,
    "bot.gateway.reachability.ABLE_SECONDS": ABLE_SECONDS,
    "bot.gateway.reachability.QUIET_SECONDS": 0.5,
    "bot.gateway.reachability.ALONE_QUIET_SECONDS": 0.5,
}
"""Shortened durations: outside tests they are 15, 30, 3 and 30 seconds."""


async def test_others_serve_the_tables_of_a_process_cut_off_from_discord(server: Server) -> None:
    url = server.schema()
    async with (
        Sandbox.start(shards=2, guilds=2, max_concurrency=2) as sandbox,
        ProxiedBot.running(sandbox, url, constants=CONSTANTS, COUP_CLUSTER="1/2") as first,
        AsyncExitStack() as stack,
    ):
        await first.bot.says("Shard 1 is served from here")  # then no other process receives shard 0
        second = await stack.enter_async_context(running(sandbox, url, constants=CONSTANTS, COUP_CLUSTER="2/2"))
        await second.says("Shard 1 is served from here")
        guilds = sorted((await sandbox.state())["guilds"], key=lambda guild: guild["shard"])
        ana = await sandbox.member("Ana", guild=guilds[0]["name"])
        await ana.until(lambda: ana.online and ana.commands, what="the bot")

        async def answered() -> bool:
            try:
                return bool((await ana.slash("coup new")).text)
            except DriverError:
                return False

        await eventually(lambda: is_(first, "ready"))
        now = asyncio.get_running_loop().time
        for times, fault in enumerate(("REST silent", "gateway silent"), 1):
            cut_at = now()
            FAULTS[fault](first)
            await eventually(lambda: is_(first, "not connected"))
            await eventually(answered)
            assert now() - cut_at > UNABLE_SECONDS
            await second.says("Shard 0 is served from here", times=times)
            await first.bot.says("Shard 0 is served by another process", times=times)
            opened_at = now()
            first.open()
            await eventually(lambda: is_(first, "spare"))
            await eventually(lambda: is_(first, "ready"))
            assert now() - opened_at > ABLE_SECONDS - REPORT_SECONDS
        assert "Traceback" not in first.bot.log + second.log


async def is_(bot: ProxiedBot, status: str) -> bool:
    return await bot.status() == status


async def test_one_process_alone_is_ready_only_while_it_reaches_discord(tmp_path: Path) -> None:
    async with (
        Sandbox.start() as sandbox,
        ProxiedBot.running(sandbox, tmp_path / "coup.sqlite3", constants=CONSTANTS) as bot,
    ):
        await sandbox.ready("coup")
        await eventually(lambda: is_(bot, "ready"))
        for fault in ("gateway refused", "REST silent"):
            FAULTS[fault](bot)
            await eventually(lambda: is_(bot, "not connected"))
            bot.open()
            await eventually(lambda: is_(bot, "ready"))


async def test_a_bot_started_while_discord_is_silent_connects_once_it_is_back(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, ProxiedBot.running(sandbox, tmp_path / "first.sqlite3") as bot:
        FAULTS["REST silent"](bot)
        addresses: dict[str, Any] = {
            "DISCORD_API_URL": bot.discord.url(sandbox.api_url),
            "DISCORD_GATEWAY_URL": bot.discord.url(sandbox.gateway_url),
        }
        async with running(sandbox, tmp_path / "coup.sqlite3", **addresses) as late:
            await late.says("Discord cannot be reached")
            await asyncio.sleep(5)  # long enough for a second attempt to fail
            bot.open()
            await late.says("has connected to Gateway")
