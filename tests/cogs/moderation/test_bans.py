"""Bans, and the private lists of members to avoid: what they prevent, when they end, and who learns of them."""

from typing import Any

import pytest

from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow

HOUR, DAY = 3600.0, 86400.0


async def ban(guild: SimGuild, name: str, **options: Any) -> str:
    """Ana bans a member. Returns the bot's response."""
    return said(await guild.slash("Ana", "coup-config ban", member=guild[name], **options))


async def test_a_bot_needs_no_ban(guild: SimGuild) -> None:
    bot = guild.env.create_user("Helper", bot=True)
    guild.members["Helper"] = guild.discord_guild.add_member(bot)
    assert "Bots do not play" in await ban(guild, "Helper")


async def test_many_bans_are_shown_in_pages(guild: SimGuild) -> None:
    for number in range(20):
        name = f"Guest {number}"
        guild.members[name] = guild.discord_guild.add_member(guild.env.create_user(name))
        await ban(guild, name)
    bans = (await guild.slash("Ana", "coup-config unban")).response
    assert shown(bans).count("for ever") == 8
    last = await guild.click("Ana", "Newer", (await guild.click("Ana", "Newer", bans)).response)
    assert "Page 3 of 3" in said(last)
    (select,) = (part for part in controls(last.response) if part["type"] == 3)
    assert len(select["options"]) == said(last).count("for ever") == 4
