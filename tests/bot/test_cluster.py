"""Processes that share a database and one bot's shards: a process that ends, hangs or stops is replaced."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import psycopg
import pytest

from bot.command_sync import SYNCING
from bot.store import Store
from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import Message, Sandbox
from sandbox.driver.member import DrivenMember
from tests.harness.begun_games import get_direct_messages
from tests.harness.processes.bot import Bot, running
from tests.harness.processes.forked_process import SOONER_SESSIONS
from tests.harness.processes.postgresql_server import Server, postgresql_address, until_somebody_waits
from tests.harness.waiting import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow


class TwoProcesses:
    """A bot of two processes on four shards, with a server on each; `bots[k]` normally owns shards k and k + 2."""

    def __init__(self, sandbox: Sandbox, guilds: list[str], bots: list[Bot]) -> None:
        self.sandbox = sandbox
        self.guilds = guilds
        self.bots = bots

    async def member(self, name: str, shard: int) -> DrivenMember:
        """A member on the server of a shard, who sees the bot's commands there."""
        member = await self.sandbox.member(name, guild=self.guilds[shard])
        await member.until(lambda: member.online and member.commands, what="the bot")
        return member


def is_to_act(member: DrivenMember, message: Message) -> bool:
    """Whether a table message asks this member for an action."""
    return re.search(rf"(?:<@{member.id}>|\*\*{member.name}\*\*), choose an action", message.text) is not None


@pytest.fixture
async def cluster(server: Server) -> AsyncIterator[TwoProcesses]:
    url = server.schema()
    async with Sandbox.start(shards=4, guilds=4, max_concurrency=4) as sandbox, AsyncExitStack() as stack:
        await sandbox.respond_within(TIMEOUT_SECONDS)  # longer than Discord's 3 s, for a busy machine
        bots = [
            await stack.enter_async_context(running(sandbox, url, constants=SOONER_SESSIONS, COUP_CLUSTER=place))
            for place in ("1/2", "2/2")
        ]
        for shard in range(4):
            await bots[shard % 2].says(f"Shard {shard} is served from here")
        guilds = sorted((await sandbox.state())["guilds"], key=lambda guild: guild["shard"])
        yield TwoProcesses(sandbox, [guild["name"] for guild in guilds], bots)
        assert not any("Traceback" in bot.log for bot in bots), "\n".join(bot.log for bot in bots)


async def test_no_click_is_lost_when_a_process_stops(cluster: TwoProcesses) -> None:
    for shard in range(4):
        assert "A table of Coup" in (await (await cluster.member("Ana", shard)).slash("coup new")).text
    ana, ben = await cluster.member("Ana", 1), await cluster.member("Ben", 1)
    await get_direct_messages(ben)
    await ben.click("Join")
    await ana.click("Start")
    if is_to_act(ana, await ben.sees("Turn 1")):
        await ana.slash("coup act", action="income")
    await ben.until(lambda: ben.dms()[-1].selects, what="the turn, by DM")
    # Direct messages arrive on shard 0, whose process does not own the table.
    assert "Income" in (await ben.select(None, "Income", message=ben.dms()[-1])).text

    cleo, leaving = await cluster.member("Cleo", 3), cluster.bots[1].process

    async def click() -> None:
        """Joins and leaves; every click must get a response."""
        while leaving.returncode is None:
            await cleo.click("Join")
            await cleo.click("Leave")

    clicking = asyncio.create_task(click())
    assert await cluster.bots[1].end() == 0
    await clicking
    assert "Cleo" in (await cleo.click("Join")).text
    assert "You" in (await ben.slash("coup hand")).text


async def test_a_process_replaced_while_it_hangs_does_nothing_when_it_wakes(cluster: TwoProcesses) -> None:
    ana, ben, cleo = [await cluster.member(name, 1) for name in ("Ana", "Ben", "Cleo")]
    cleo.channel = "quiet"
    await ana.slash("coup new", pace="slow")
    await ben.click("Join")
    await cleo.slash("coup new")
    first, second = cluster.bots
    taken = first.log.count("Shard 1 is served from here")
    await cluster.sandbox.fault("POST /channels/*/messages", status=429, retry_after=3.0)
    await ana.click("Start")
    while not any("/messages 429" in request for request in await cluster.sandbox.requests()):
        pass
    second.process.send_signal(signal.SIGSTOP)  # the process that will post the message again
    await first.says("Shard 1 is served from here", times=taken + 1)
    await ana.sees("Turn 1")
    await cluster.sandbox.advance(NONCE_SECONDS)
    await cleo.click("Host's menu")
    await cleo.click("Close the table")  # the stopped process gets this click too, when it continues
    second.process.send_signal(signal.SIGCONT)
    await second.says("Shard 1 is served by another process")
    actor = ana if is_to_act(ana, await ana.sees("Turn 1")) else ben
    assert "Income" in (await actor.slash("coup act", action="income")).text
    await ana.sees("Turn 2")
    await ana.until(lambda: len([one for one in ana.messages() if one.buttons]) == 1, what="one live card")
    await ana.until(lambda: len([one for one in ana.messages() if "Turn " in one.text]) == 1, what="no old card")


async def test_a_start_with_a_refused_token_leaves_no_process_behind(server: Server) -> None:
    url = server.schema()
    async with Sandbox.start(token="another") as sandbox:
        for _ in range(3):  # repeated, because a start only sometimes ends while a lease is being renewed
            async with running(sandbox, url) as bot:
                assert await bot.ended() == 1
                assert "does not accept DISCORD_TOKEN" in bot.log
                assert "Traceback" not in bot.log
            with psycopg.connect(url) as connection:
                assert connection.execute("SELECT name FROM processes").fetchall() == []


async def test_sync_waits_for_another_process_that_is_syncing(server: Server) -> None:
    url = server.schema()
    address = postgresql_address(url)
    async with Sandbox.start() as sandbox, AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(address))
        async with store.database.exclusive(SYNCING):
            bot = await stack.enter_async_context(running(sandbox, url, "sync"))
            await asyncio.to_thread(until_somebody_waits, address)
            assert not any("PUT" in request for request in await sandbox.requests())
        assert await bot.ended() == 0, bot.log
        assert any("PUT" in request for request in await sandbox.requests())
