"""Moderators set their role, the channels, the number of games and the rules of new tables, and skip waits."""

from typing import Any

import pytest

from tests.cogs.moderation.pages import moderation_page
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


async def test_members_with_the_moderator_role_are_moderators_until_it_is_deleted(guild: SimGuild) -> None:
    role = guild.discord_guild.create_role("court guard")
    guild.members["Eve"] = guild.discord_guild.add_member(guild.env.create_user("Eve"), roles=[role])
    for command in await guild.bot.tree.fetch_commands():
        guild.discord_guild.set_command_permissions(command, {guild["Eve"]: True, guild["Ben"]: True})
    assert "Only a moderator" in said(await guild.slash("Eve", "coup-config show"))
    answer = said(await guild.slash("Ana", "coup-config moderator-role", role=role))
    assert f"members with Manage Server or <@&{role.id}>" in answer
    assert "Integrations" in answer, "otherwise Discord does not show them the commands"
    page = await moderation_page(guild, "Eve")
    assert "set the moderator role" in shown(page)
    refused = await guild["Eve"].select(page, [], custom_id=_role_select(page)["custom_id"])
    assert "Only members with Manage Server" in said(refused), "a moderator makes nobody else a moderator"
    assert "Normal" in said(await guild.slash("Eve", "coup-config pace", pace="normal"))
    assert "Only a moderator" in said(await guild.slash("Ben", "coup-config show"))
    guild.env.backend.delete_role(guild.discord_guild.id, role.id)
    await guild.env.settle()
    assert "Only a moderator" in said(await guild.slash("Eve", "coup-config show"))
    assert "Only a moderator" in said(await guild.forge_click("Eve", "coup:1:bans:0:0", message=page))
    assert "Moderators are members with Manage Server." in shown(await moderation_page(guild))


def _role_select(page: Any) -> dict[str, Any]:
    return next(part for part in controls(page) if part["type"] == 6)


async def test_a_thread_counts_as_its_channel(guild: SimGuild) -> None:
    other = guild.discord_guild.create_text_channel("general")
    await guild.slash("Ana", "coup-config channels", allow=guild.channel)
    inside, outside = await open_thread(guild, guild.channel), await open_thread(guild, other)
    assert "not allowed in this channel" in said(await guild["Cleo"].slash(outside, "coup new"))
    assert "Players: 1 of 6" in said(await guild["Cleo"].slash(inside, "coup new"))


async def open_thread(guild: SimGuild, channel: Any) -> Any:
    """Somebody opens a thread in a channel."""
    thread = guild.env.backend.create_thread(channel.id, "an evening", guild["Ana"].id)
    await guild.env.settle()
    return next(each for each in channel.threads if each.id == thread.id)


async def test_only_moderators_may_use_the_controls_of_moderation(guild: SimGuild) -> None:
    await guild.play("Cleo", "Dov")
    page = await moderation_page(guild)
    for part in controls(page):
        refused = await guild.forge_click("Ben", part["custom_id"], message=page)
        assert "Only a moderator" in said(refused), part["custom_id"]
