"""Guilds of a bot: it is removed and added again, a guild is deleted or has an outage."""

import asyncio

import discord
import pytest

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import refusal
from tests.sandbox.demo_bot import DemoBot, running


def happened(bot: discord.Client, event: str) -> "asyncio.Future[discord.Guild]":
    """The guild of the next event of this kind."""
    assert bot.is_ready(), "until then, discord.py reports no such events"
    return asyncio.ensure_future(bot.wait_for(event))


async def test_a_bot_is_removed_from_a_guild_and_added_again(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo panel")
    channel = bot.get_partial_messageable(int(ana.channels["coup"]))
    await bot.wait_until_ready()
    removed = happened(bot, "guild_remove")
    await sandbox.remove_bot()
    assert (await removed).name == "The Court"
    await ana.until(lambda: not ana.commands)
    with pytest.raises(DriverError, match="no longer in this server"):
        await ana.click("Form")
    assert await refusal(channel.send("x")) == 50001
    assert await refusal(bot.fetch_guild((await removed).id)) == 10004
    added = happened(bot, "guild_join")
    await sandbox.add_bot()
    assert (await added).name == "The Court"
    await ana.until(lambda: ana.commands)
    await ana.slash("demo echo", text="back")


async def test_a_new_guild_comes_with_the_bots_permissions(bot: DemoBot, sandbox: Sandbox):
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["hall", "den"], bot=False)
    assert (await sandbox.state())["guilds"][1]["members"].keys() == {"Ben"}
    await sandbox.deny("hall", "send_messages")
    await bot.wait_until_ready()
    joined = happened(bot, "guild_join")
    await sandbox.add_bot(guild="Elsewhere")
    guild = await joined
    hall, den = guild.text_channels
    assert guild.system_channel == hall
    assert not hall.permissions_for(guild.me).send_messages
    assert den.permissions_for(guild.me).send_messages
    await den.send("hello")
    await (await sandbox.member("Ben", guild="Elsewhere")).sees("hello", channel="den")
    updated = asyncio.ensure_future(bot.wait_for("guild_update"))
    await sandbox.set_system_channel("den", guild="Elsewhere")
    assert (await updated)[1].system_channel == den
    await sandbox.delete_channel("den")
    await bot.wait_for("guild_update", check=lambda _, after: after.system_channel is None)


async def test_an_outage_is_not_a_removal(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await bot.wait_until_ready()
    began = happened(bot, "guild_unavailable")
    await sandbox.outage()
    assert (await began).unavailable
    ended = happened(bot, "guild_available")
    await sandbox.outage(on=False)
    assert (await ended).name == "The Court"
    assert (await ana.slash("demo echo", text="x")).text == "x"


async def test_a_bot_that_connects_in_an_outage_gets_the_guild_afterwards(sandbox: Sandbox):
    await sandbox.outage()
    bot = DemoBot()
    async with running(bot, sandbox):
        await sandbox.ready("demo")
        await bot.wait_until_ready()
        [guild] = bot.guilds
        assert guild.unavailable
        available = happened(bot, "guild_available")
        await sandbox.outage(on=False)
        assert not (await available).unavailable


async def test_a_guild_or_channel_deleted_while_offline_is_missing_afterwards(sandbox: Sandbox, ana: DrivenMember):
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["den"])
    channels = [guild["channels"] for guild in (await sandbox.state())["guilds"]]
    await sandbox.delete_guild("Elsewhere")
    await sandbox.delete_channel("quiet")
    bot = DemoBot()
    async with running(bot, sandbox):
        await sandbox.ready("demo")
        assert [guild.name for guild in bot.guilds] == ["The Court"]
        for place in (channels[0]["quiet"], channels[1]["den"]):
            assert await refusal(bot.get_partial_messageable(int(place)).send("x")) == 10003


async def test_a_guild_is_deleted_while_the_bot_is_connected(bot: DemoBot, sandbox: Sandbox):
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["den"])
    ben = await sandbox.member("Ben", guild="Elsewhere")
    await ben.until(lambda: ben.commands)
    reply = await ben.slash("demo panel")
    assert reply.message
    await bot.wait_until_ready()
    deleted = happened(bot, "guild_remove")
    await sandbox.delete_guild("Elsewhere")
    assert (await deleted).name == "Elsewhere"
    assert await refusal(bot.heard[-1].edit_original_response(content="x")) == 10008
    with pytest.raises(ValueError, match="last guild"):
        await sandbox.delete_guild()
