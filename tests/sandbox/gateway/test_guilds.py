"""A bot is removed from a server, a server is deleted or has an outage, and a bot returns to what changed."""

import asyncio

import discord
import pytest

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.small_bot import SmallBot, running


def happened(bot: discord.Client, event: str) -> "asyncio.Future[discord.Guild]":
    """The guild of the next event of this kind."""
    assert bot.is_ready(), "until then, discord.py reports no such events"
    return asyncio.ensure_future(bot.wait_for(event, timeout=5))


async def test_a_bot_is_removed_from_a_server_and_added_again(bot: SmallBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo panel")
    channel = bot.get_partial_messageable(int(ana.channels["coup"]))
    await bot.wait_until_ready()
    removed = happened(bot, "guild_remove")
    await sandbox.remove_bot()
    assert (await removed).name == "The Court"
    await ana.until(lambda: not ana.commands)
    with pytest.raises(DriverError, match="no longer in this server"):
        await ana.click("Form")
    with pytest.raises(discord.Forbidden) as hidden:
        await channel.send("x")
    assert hidden.value.code == 50001
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_guild((await removed).id)
    assert unknown.value.code == 10004
    added = happened(bot, "guild_join")
    await sandbox.add_bot()
    assert (await added).name == "The Court"
    await ana.until(lambda: ana.commands)
    await ana.slash("demo echo", text="back")


async def test_a_bot_that_joins_a_server_knows_where_it_may_speak(bot: SmallBot, sandbox: Sandbox):
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
    updated = asyncio.ensure_future(bot.wait_for("guild_update", timeout=5))
    await sandbox.system_channel("den", guild="Elsewhere")
    assert (await updated)[1].system_channel == den
    await sandbox.delete_channel("den")
    await bot.wait_for("guild_update", check=lambda _, after: after.system_channel is None, timeout=5)


async def test_an_outage_is_not_a_removal(bot: SmallBot, sandbox: Sandbox, ana: DrivenMember):
    await bot.wait_until_ready()
    began = happened(bot, "guild_unavailable")
    await sandbox.outage()
    assert (await began).unavailable
    ended = happened(bot, "guild_available")
    await sandbox.outage(on=False)
    assert (await ended).name == "The Court"
    assert (await ana.slash("demo echo", text="x")).text == "x"


async def test_a_bot_that_connects_during_an_outage_gets_the_server_when_it_ends(sandbox: Sandbox):
    await sandbox.outage()
    bot = SmallBot()
    async with running(bot, sandbox):
        await sandbox.ready("demo")
        await bot.wait_until_ready()
        [guild] = bot.guilds
        assert guild.unavailable
        available = happened(bot, "guild_available")
        await sandbox.outage(on=False)
        assert not (await available).unavailable


async def test_a_server_and_a_channel_deleted_while_the_bot_was_away(sandbox: Sandbox, ana: DrivenMember):
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["den"])
    channels = [guild["channels"] for guild in (await sandbox.state())["guilds"]]
    await sandbox.delete_guild(guild="Elsewhere")
    await sandbox.delete_channel("quiet")
    bot = SmallBot()
    async with running(bot, sandbox):
        await sandbox.ready("demo")
        assert [guild.name for guild in bot.guilds] == ["The Court"]
        for place in (channels[0]["quiet"], channels[1]["den"]):
            with pytest.raises(discord.NotFound) as gone:
                await bot.get_partial_messageable(int(place)).send("x")
            assert gone.value.code == 10003


async def test_a_server_is_deleted_under_a_connected_bot(bot: SmallBot, sandbox: Sandbox):
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["den"])
    ben = await sandbox.member("Ben", guild="Elsewhere")
    await ben.until(lambda: ben.commands)
    reply = await ben.slash("demo panel")
    assert reply.message
    await bot.wait_until_ready()
    deleted = happened(bot, "guild_remove")
    await sandbox.delete_guild(guild="Elsewhere")
    assert (await deleted).name == "Elsewhere"
    with pytest.raises(discord.NotFound) as gone:
        await bot.heard[-1].edit_original_response(content="x")
    assert gone.value.code == 10008
    with pytest.raises(ValueError, match="last guild"):
        await sandbox.delete_guild()
