"""Fixtures of the tests of moderation."""

import pytest

from tests.harness.discord import SimGuild


@pytest.fixture(autouse=True)
async def _anyone_may_try(guild: SimGuild) -> None:
    """Lets Ben use the commands of moderators, as a server may; the bot must check his rights itself."""
    for command in await guild.bot.tree.fetch_commands():
        guild.discord_guild.set_command_permissions(command, {guild["Ben"]: True})
