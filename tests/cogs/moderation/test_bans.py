"""Bans, and the private lists of members to avoid: what they prevent, when they end, and who learns of them."""

from typing import Any

import pytest

from tests.cogs.moderation.pages import moderation_page
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow

HOUR, DAY = 3600.0, 86400.0


async def ban(guild: SimGuild, name: str, **options: Any) -> str:
    """Ana bans a member. Returns the bot's response."""
    return said(await guild.slash("Ana", "coup-config ban", member=guild[name], **options))


async def test_the_time_of_a_ban_is_read(guild: SimGuild) -> None:
    for time, seconds in (("12h", DAY / 2), ("3 days", 3 * DAY), ("2w", 14 * DAY), ("1 day", DAY)):
        assert f"until <t:{int(guild.bot.clock.now() + seconds)}:f>" in await ban(guild, "Ben", time=time)


async def test_a_form_asks_whom_to_ban_for_how_long_and_why(guild: SimGuild) -> None:
    for opens in ("the command", "the button"):
        if opens == "the command":
            form = await guild.slash("Ana", "coup-config ban")
        else:
            form = await guild.click("Ana", "Ban a member", await moderation_page(guild))
        assert form.modal is not None
        sent = await guild["Ana"].submit_modal(form, {"member": [guild["Dov"]], "time": ["7d"], "reason": "late"})
        assert "**Dov**" in said(sent)
        assert "Reason: late" in said(sent)
    assert "banned you from games on this server until" in said(await guild.slash("Dov", "coup new"))


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
