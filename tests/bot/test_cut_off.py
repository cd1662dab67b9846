"""A process that reaches its database, but not Discord: another one that can serves its tables."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sandbox.driver import Sandbox
from sandbox.driver.slash_command import DriverError
from tests.harness.postgresql_server import Server
from tests.harness.processes import running
from tests.harness.proxied_bot import FAULTS, ProxiedBot

pytestmark = [pytest.mark.xdist_group("postgresql"), pytest.mark.slow]

TAKEOVER_SECONDS = 30.0
NOTICED_SECONDS = 5.0
ABLE_SECONDS = 30.0
BUSY_SECONDS = 3.0
"""What a busy machine adds."""
AGAIN_SECONDS = 0.25


async def until(condition: Callable[[], Awaitable[bool]], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - as below
            await asyncio.sleep(AGAIN_SECONDS)  # nothing tells


@pytest.mark.parametrize("fault", FAULTS)
async def test_others_serve_the_tables_of_a_process_that_cannot_reach_discord(server: Server, fault: str) -> None:
    url = server.schema()
    async with (
        Sandbox.start(shards=2, guilds=2, max_concurrency=1, identify_seconds=5.0) as sandbox,
        ProxiedBot.running(sandbox, url, COUP_CLUSTER="1/2") as first,
        AsyncExitStack() as stack,
    ):
        await first.bot.says("Shard 1 is served from here")  # so that no other hears of shard 0
        second = await stack.enter_async_context(running(sandbox, url, COUP_CLUSTER="2/2"))
        await second.says("Shard 1 is served from here")
        guilds = sorted((await sandbox.state())["guilds"], key=lambda guild: guild["shard"])
        ana = await sandbox.member("Ana", guild=guilds[0]["name"])
        await ana.until(lambda: ana.online and ana.commands, what="the bot")
        await until(lambda: is_(first, "ready"), 10)
        began = asyncio.get_running_loop().time()
        FAULTS[fault](first)
        await until(lambda: is_(first, "not connected"), 10)

        async def answered() -> bool:
            try:
                return bool((await ana.slash("coup new")).text)
            except DriverError:
                return False

        await until(answered, TAKEOVER_SECONDS + BUSY_SECONDS)
        assert asyncio.get_running_loop().time() - began > 15
        await second.says("Shard 0 is served from here")
        await first.bot.says("Shard 0 is served by another process")
        restored = asyncio.get_running_loop().time()
        first.open()
        await until(lambda: is_(first, "spare"), NOTICED_SECONDS + BUSY_SECONDS)
        await until(lambda: is_(first, "ready"), ABLE_SECONDS + BUSY_SECONDS)
        assert asyncio.get_running_loop().time() - restored > 29
        assert "Traceback" not in first.bot.log + second.log


async def is_(bot: ProxiedBot, status: str) -> bool:
    return await bot.status() == status


async def test_nothing_moves_while_no_process_reaches_discord(server: Server) -> None:
    url = server.schema()
    async with (
        Sandbox.start(shards=2, guilds=2, max_concurrency=2) as sandbox,
        ProxiedBot.running(sandbox, url, COUP_CLUSTER="1/2") as first,
        AsyncExitStack() as stack,
    ):
        await first.bot.says("Shard 1 is served from here")
        second = await stack.enter_async_context(ProxiedBot.running(sandbox, url, COUP_CLUSTER="2/2"))
        await first.bot.says("Shard 1 is served by another process")
        await second.bot.says("Shard 1 is served from here")
        both = (first, second)
        served = [bot.bot.log.count("is served") for bot in both]
        for bot in both:
            bot.discord.cut()
            bot.discord.gateway.cut()
        await asyncio.sleep(25)  # the outage
        for bot in both:
            assert await bot.status() == "not connected"
            bot.open()
        for bot in both:
            await until(lambda bot=bot: is_(bot, "ready"), NOTICED_SECONDS + BUSY_SECONDS)
        assert [bot.bot.log.count("is served") for bot in both] == served


@pytest.mark.parametrize("fault", FAULTS)
async def test_one_process_alone_is_ready_only_while_it_reaches_discord(tmp_path: Path, fault: str) -> None:
    async with Sandbox.start() as sandbox, ProxiedBot.running(sandbox, tmp_path / "coup.sqlite3") as bot:
        await bot.bot.says("Ready on")
        await until(lambda: is_(bot, "ready"), 5)
        FAULTS[fault](bot)
        await until(lambda: is_(bot, "not connected"), 10)
        bot.open()
        await until(lambda: is_(bot, "ready"), NOTICED_SECONDS + BUSY_SECONDS)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.startswith("REST")])
async def test_a_bot_that_started_without_discord_notices_soon_that_it_is_back(tmp_path: Path, fault: str) -> None:
    async with Sandbox.start() as sandbox, ProxiedBot.running(sandbox, tmp_path / "first.sqlite3") as bot:
        FAULTS[fault](bot)
        addresses = {
            "DISCORD_API_URL": bot.discord.url(sandbox.api_url),
            "DISCORD_GATEWAY_URL": bot.discord.url(sandbox.gateway_url),
        }
        async with running(sandbox, tmp_path / "coup.sqlite3", **addresses) as late:
            await late.says("Discord cannot be reached")
            await asyncio.sleep(10)  # in which pauses grow
            bot.open()
            async with asyncio.timeout(NOTICED_SECONDS + BUSY_SECONDS):
                await late.says("has connected to Gateway")
