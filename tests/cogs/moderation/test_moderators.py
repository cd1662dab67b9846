"""Moderators set their role, the channels, the number of games and the rules of new tables, and skip waits."""

from typing import Any

import pytest
from discord import Permissions

from tests.cogs.moderation.pages import close_lobby, moderation_page
from tests.harness.discord import SimGuild, controls, labels, said, shown

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


async def test_a_role_that_everybody_has_cannot_be_the_moderator_role(guild: SimGuild) -> None:
    everyone = guild.discord_guild.default_role
    assert "cannot be the moderator role" in said(
        await guild.slash("Ana", "coup-config moderator-role", role=everyone)
    )
    role = guild.discord_guild.create_role("court guard", permissions=Permissions.none())
    page = await guild.choose("Ana", await moderation_page(guild), "Choose a moderator role", role)
    assert f"or <@&{role.id}>" in shown(page)
    page = await guild.choose("Ana", page, "Choose a moderator role")
    assert "Moderators are members with Manage Server." in shown(page)


async def test_a_game_outside_the_allowed_channels_is_refused_and_told_where(guild: SimGuild) -> None:
    other = guild.discord_guild.create_text_channel("general")
    answer = said(await guild.slash("Ana", "coup-config channels", allow=guild.channel))
    assert f"Games may run in <#{guild.channel.id}>" in answer
    refused = said(await guild["Cleo"].slash(other, "coup new"))
    assert f"not allowed in this channel. Play in <#{guild.channel.id}>" in refused
    await guild.slash("Cleo", "coup new")
    await close_lobby(guild, "Cleo")
    page = await guild.choose("Ana", await moderation_page(guild), "Choose channels", other, guild.channel)
    assert f"<#{other.id}>" in shown(page)
    assert "The table" not in said(await guild["Cleo"].slash(other, "coup new"))
    gone = said(await guild.slash("Ana", "coup-config channels", remove=other))
    assert f"<#{other.id}>" not in gone
    assert "set where games may run" in said(await guild.slash("Ana", "coup-config show"))
    everywhere = await guild.choose("Ana", await moderation_page(guild), "Choose channels")
    assert "Games may run in every channel" in shown(everywhere)


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


async def test_a_server_limits_its_lobbies_and_games_together(guild: SimGuild) -> None:
    others = [guild.discord_guild.create_text_channel(name) for name in ("one", "two")]
    assert "At most 2 tables" in said(await guild.slash("Ana", "coup-config channels", most=2))
    await guild.play("Cleo", "Dov")
    await guild["Dov"].slash(others[0], "coup new")
    refused = said(await guild["Ben"].slash(others[1], "coup new"))
    assert "allows 2 tables at once" in refused
    await guild.slash("Ben", "coup learn")
    assert guild.table.state.practice, "a lesson is no table"
    page = await guild.select("Ana", await moderation_page(guild), ["3"], "Change how many")
    assert "At most 3 tables" in shown(page)
    assert "Players: 1 of 6" in said(await guild["Ben"].slash(others[1], "coup new"))
    assert "Any number of tables" in said(await guild.slash("Ana", "coup-config channels", most=0))


async def test_moderators_set_the_rules_of_new_tables(guild: SimGuild) -> None:
    assert "Rules of new tables: McGuire" in said(
        await guild.slash("Ana", "coup-config ruleset", ruleset="mcguire")
    )
    await guild.slash("Cleo", "coup new")
    assert guild.table.state.ruleset == "mcguire"
    await close_lobby(guild, "Cleo")
    await guild.slash("Cleo", "coup new", ruleset="classic")
    assert guild.table.state.ruleset == "classic"
    await close_lobby(guild, "Cleo")
    panel = (await guild.slash("Ana", "coup-config ruleset")).response
    panel = await guild.select("Ana", panel, ["g54"], "Change the rules")
    assert "Rules of new tables: Rebellion G54" in shown(panel)
    await guild.click("Cleo", "Open a table", (await guild.slash("Cleo", "coup help")).response)
    assert (guild.table.state.ruleset, guild.table.state.pool) == ("g54", None)
    await close_lobby(guild, "Cleo")
    await guild.bot.store.guilds.save_pool(
        guild.discord_guild.id, "Hard times", ("banker", "director", "judge", "lawyer", "priest")
    )
    await guild.slash("Ana", "coup-config pool default", name="hard times")
    await guild.click("Cleo", "Open a table", (await guild.slash("Cleo", "coup help")).response)
    assert guild.table.state.pool == ("banker", "director", "judge", "lawyer", "priest")


async def test_moderators_end_the_game_from_the_moderation_page(guild: SimGuild) -> None:
    assert "No table in this channel" in shown(await moderation_page(guild))
    table = await guild.play("Cleo", "Dov")
    asked = (await guild.click("Ana", "End the game", await moderation_page(guild))).response
    assert "End this game for everyone?" in shown(asked)
    await guild.click("Ana", "End the game", asked)
    assert table.state.has_ended


async def test_a_lobby_on_the_moderation_page_can_be_closed_and_has_no_wait_to_skip(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new")
    page = await moderation_page(guild)
    assert "In this channel: Classic, waiting for players." in shown(page)
    assert "Skip the wait" not in labels(page)
    asked = (await guild.click("Ana", "Close the table", page)).response
    assert said(await guild.click("Ana", "Close the table", asked)).strip() == "The table is closed."


async def test_only_moderators_may_use_the_controls_of_moderation(guild: SimGuild) -> None:
    await guild.play("Cleo", "Dov")
    page = await moderation_page(guild)
    for part in controls(page):
        refused = await guild.forge_click("Ben", part["custom_id"], message=page)
        assert "Only a moderator" in said(refused), part["custom_id"]


async def test_a_moderator_skips_the_wait_for_a_player(guild: SimGuild) -> None:
    assert "no table in this channel" in said(await guild.slash("Ana", "coup-config skip"))
    table = await guild.play("Cleo", "Dov")
    first = table.state.seats[table.state.owing()[0]].name
    until = int(table.state.asked_at + 30)
    refused = said(await guild.slash("Ana", "coup-config skip"))
    assert f"{first} can still answer. You can skip the wait <t:{until}" in refused
    assert "Only a moderator" in said(await guild.slash("Ben", "coup-config skip"))
    await guild.env.advance_time(31)
    assert f"You skipped the wait for {first}." in said(await guild.slash("Ana", "coup-config skip"))
    second = table.state.seats[table.state.owing()[0]].name
    assert second != first
    assert f"skipped a wait in <#{guild.channel.id}>" in said(await guild.slash("Ana", "coup-config audit"))
    again = said(await guild.slash("Ana", "coup-config skip"))
    assert f"{second} can still answer" in again, "the next player is not skipped by the same press"
    await guild.env.advance_time(31)
    page = await moderation_page(guild)
    assert f"You skipped the wait for {second}." in said(await guild.click("Ana", "Skip the wait", page))
    assert "did not answer" in shown(guild.live_message) or "time" in shown(guild.live_message)
