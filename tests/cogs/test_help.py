"""/coup help: the next step for a member in each situation, and buttons for it."""

import discord

from tests.harness.discord import SimGuild, labels, shown


async def test_help_names_the_permission_that_is_missing(guild: SimGuild) -> None:
    silent = guild.discord_guild.create_text_channel(
        "silent", overwrites={guild.discord_guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    message = (await guild["Dov"].slash(silent, "coup help")).response
    assert message is not None
    assert "Ask a moderator to give me Send Messages in this channel" in shown(message)
    assert "Open a table" not in labels(message)
