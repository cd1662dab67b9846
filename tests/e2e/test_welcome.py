"""The welcome message: sent once when the bot joins a server, in a channel where it may write."""

from pathlib import Path

from sandbox.driver import DrivenMember, Sandbox
from tests.harness.processes.bot import Bot, running

WELCOME = "Coup has come to this server"


def greetings(member: DrivenMember) -> dict[str, int]:
    """The number of welcome messages in each channel that has any."""
    found = {
        channel: sum(WELCOME in each.text for each in member.messages(channel)) for channel in member.channels
    }
    return {channel: times for channel, times in found.items() if times}


async def test_a_server_is_greeted_when_it_is_joined_and_only_then(sandbox: Sandbox, database: Path) -> None:
    await sandbox.add_guild("Elsewhere", members=["Ben"], channels=["hall", "den"])
    ben = await sandbox.member("Ben", guild="Elsewhere")
    async with running(sandbox, database) as bot:
        await bot.says("Ready on")
        await ben.until(lambda: ben.commands, what="commands")
        await sandbox.outage(guild="Elsewhere")
        await sandbox.outage(on=False, guild="Elsewhere")
        assert greetings(ben) == {}  # the bot was on the server already
        await _joins(sandbox, ben, bot)


async def _joins(sandbox: Sandbox, ben: DrivenMember, bot: Bot) -> None:
    await sandbox.remove_bot(guild="Elsewhere")
    await sandbox.add_bot(guild="Elsewhere")
    message = await ben.sees(WELCOME, channel="hall")
    assert not message.ephemeral
    assert "<@" not in message.text
    ben.channel = "hall"
    assert "/coup new" in (await ben.click("Help", message=message)).text
    await ben.click("Open a table", message=message)
    await ben.sees("A table of Coup", channel="hall")

    await sandbox.remove_bot(guild="Elsewhere")
    await sandbox.deny(ben.channels["hall"], "send_messages")
    await sandbox.add_bot(guild="Elsewhere")
    await ben.sees(WELCOME, channel="den")
    await sandbox.remove_bot(guild="Elsewhere")
    await sandbox.deny(ben.channels["den"], "send_messages")
    await sandbox.add_bot(guild="Elsewhere")
    await bot.says("no channel permits a greeting")
    assert greetings(ben) == {"hall": 1, "den": 1}
