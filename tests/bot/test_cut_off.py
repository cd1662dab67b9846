"""A process that reaches its database but not Discord: another process, which can, serves its tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.gateway.reachability import REPORT_SECONDS
from sandbox.driver import DriverError, Sandbox
from tests.harness.begun_games import begun, live
from tests.harness.processes.bot import Bot, running, unused_port
from tests.harness.processes.forked_process import SOONER_SESSIONS
from tests.harness.processes.postgresql_server import Server
from tests.harness.processes.tcp_proxy import DiscordProxy
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
SOON = {"bot.gateway.reachability.ANSWER_SECONDS": 0.5}
"""The bot waits half a second for an answer of Discord, instead of 3.5."""


@dataclass
class ProxiedBot:
    """A bot, its proxy to Discord, and its operator's port."""

    bot: Bot
    discord: DiscordProxy
    operator: aiohttp.ClientSession

    async def has(self, health: str) -> bool:
        """Whether the operator's port reports this health."""
        async with self.operator.get("/healthz") as response:
            body = await response.json()
            assert (response.status == 200) is (body["status"] in ("ready", "spare"))
            return body["status"] == health


@asynccontextmanager
async def proxied(sandbox: Sandbox, database: Path | str, **variables: str) -> AsyncIterator[ProxiedBot]:
    """Runs the bot behind a proxy to the sandbox."""
    port = unused_port()
    async with (
        DiscordProxy.to(sandbox.page_url) as discord,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as operator,
        running(
            sandbox, database, constants=CONSTANTS, COUP_HTTP=f"127.0.0.1:{port}",
            **discord.addresses(sandbox), **variables,
        ) as bot,
    ):  # fmt: skip
        try:
            yield ProxiedBot(bot, discord, operator)
        finally:
            discord.open()


async def test_others_serve_the_tables_of_a_process_cut_off_from_discord(server: Server) -> None:
    url = server.schema()
    async with (
        Sandbox.start(shards=2, guilds=2, max_concurrency=2) as sandbox,
        proxied(sandbox, url, COUP_CLUSTER="1/2") as first,
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

        await eventually(lambda: first.has("ready"))
        now = asyncio.get_running_loop().time
        for times, route in enumerate(first.discord.routes, 1):
            cut_at = now()
            route.silence()
            await eventually(lambda: first.has("not connected"))
            await eventually(answered)
            assert now() - cut_at > UNABLE_SECONDS
            await second.says("Shard 0 is served from here", times=times)
            await first.bot.says("Shard 0 is served by another process", times=times)
            opened_at = now()
            route.open()
            await eventually(lambda: first.has("spare"))
            await eventually(lambda: first.has("ready"))
            assert now() - opened_at > ABLE_SECONDS - REPORT_SECONDS
        assert "Traceback" not in first.bot.log + second.log


async def test_one_process_alone_is_ready_only_while_it_reaches_discord(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, proxied(sandbox, tmp_path / "coup.sqlite3") as alone:
        await sandbox.ready("coup")
        await eventually(lambda: alone.has("ready"))
        for fault in (alone.discord.gateway.cut, alone.discord.silence):
            fault()
            await eventually(lambda: alone.has("not connected"))
            alone.discord.open()
            await eventually(lambda: alone.has("ready"))


async def test_no_time_runs_out_while_no_click_can_arrive(tmp_path: Path) -> None:
    async with (
        Sandbox.start(limits=False) as sandbox,
        proxied(sandbox, tmp_path / "coup.sqlite3", COUP_PACE="10/10") as alone,
    ):
        await sandbox.ready("coup")
        active, _ = await begun(sandbox, pace="")
        (message,) = live(active)
        alone.discord.gateway.cut()
        await active.until(lambda: active.seen[message.id].text != message.text, what="more time")
        assert "Turn 1" in active.seen[message.id].text
        assert len(live(active)) == 1
        alone.discord.open()
        await eventually(lambda: alone.has("ready"))
        assert "You chose: Income" in (await active.slash("coup act", action="income")).text


@pytest.mark.parametrize("command", ["doctor", "sync"])
async def test_a_command_gives_up_soon_while_discord_is_silent(tmp_path: Path, command: str) -> None:
    async with Sandbox.start() as sandbox, DiscordProxy.to(sandbox.page_url) as discord:
        discord.silence()
        addresses = discord.addresses(sandbox)
        async with running(sandbox, tmp_path / "coup.sqlite3", command, constants=SOON, **addresses) as bot:
            assert await bot.ended() == 1
            assert "Traceback" not in bot.log
            assert command == "doctor" or "Discord cannot be reached (no answer)" in bot.log


async def test_a_bot_started_while_discord_is_silent_connects_once_it_is_back(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, DiscordProxy.to(sandbox.page_url) as discord:
        discord.silence()
        addresses = discord.addresses(sandbox)
        async with running(sandbox, tmp_path / "coup.sqlite3", constants=SOON, **addresses) as bot:
            await bot.says("Discord cannot be reached")

            async def has_failed_twice() -> bool:
                return len(discord.writers) > 4  # two of each try, to and from Discord; none is read meanwhile

            await eventually(has_failed_twice)
            discord.open()
            await bot.says("has connected to Gateway")
