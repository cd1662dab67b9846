"""The private list of members to avoid: joining warns its owner, and nobody else learns of it."""

from typing import Any

import pytest

from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


async def avoid(guild: SimGuild, name: str, *others: str) -> Any:
    """A member chooses whom to avoid. Returns the panel of settings."""
    panel = (await guild.slash(name, "coup settings")).response
    return await guild.choose(name, panel, "Choose members to avoid", *(guild[other] for other in others))


async def test_a_member_edits_the_own_list_in_the_settings(guild: SimGuild) -> None:
    panel = await avoid(guild, "Ben", "Ana", "Cleo")
    assert f"<@{guild['Ana'].id}> and <@{guild['Cleo'].id}>" in shown(panel)
    assert panel.ephemeral
    (select,) = (part for part in controls(panel) if part["type"] == 5)
    assert {each["id"] for each in select["default_values"]} == {str(guild[name].id) for name in ("Ana", "Cleo")}
    assert "rather not sit with: nobody" in shown(await avoid(guild, "Ben"))
    assert "rather not sit with: nobody" in shown(await avoid(guild, "Ben", "Ben")), "nobody avoids himself"
    assert "rather not sit with: nobody" in said(await guild.slash("Cleo", "coup settings"))


@pytest.mark.parametrize("by_command", [True, False])
async def test_joining_a_table_with_an_avoided_member_asks_first(guild: SimGuild, by_command: bool) -> None:
    await guild.slash("Cleo", "coup new")
    await avoid(guild, "Ben", "Cleo")
    before = shown(guild.live_message)
    asked = await (guild.slash("Ben", "coup join") if by_command else guild.click("Ben", "Join"))
    assert asked.response is not None
    assert asked.response.ephemeral
    assert "At this table: Cleo." in said(asked)
    assert shown(guild.live_message) == before
    assert "Nothing has changed" in said(await guild.click("Ben", "Back", asked.response))
    asked = await guild.click("Ben", "Join")
    assert "You joined the table" in said(await guild.click("Ben", "Join anyway", asked.response))
    await guild.env.advance_time(2)
    assert "2. **Ben**" in shown(guild.live_message)
    assert "already have a seat" in said(await guild.click("Ben", "Join")), "who sits there is not asked again"


async def test_those_who_are_avoided_are_asked_nothing(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new")
    await avoid(guild, "Cleo", "Ben")
    await guild.click("Ben", "Join")
    assert "2. **Ben**" in shown(guild.live_message)


async def test_a_closed_lobby_is_refused_without_a_question(guild: SimGuild) -> None:
    await guild.play("Cleo", "Dov")
    await avoid(guild, "Ben", "Cleo")
    assert "You are not in this game" in said(await guild.slash("Ben", "coup join"))


async def test_a_rematch_with_an_avoided_member_asks_first(guild: SimGuild) -> None:
    table = await guild.play("Ben", "Cleo")
    await avoid(guild, "Ben", "Cleo")
    await guild.slash(table.state.seats[table.state.owing()[0]].name, "coup resign", sure=True)
    ended = guild.channel.history()[-1]
    asked = await guild["Ben"].click(ended, label="Rematch")
    assert "At this table: Cleo." in said(asked)
    assert "The rematch is in" in said(await guild.click("Ben", "Join anyway", asked.response))
    assert guild.table.state.host_id == guild["Ben"].id
    await guild["Cleo"].click(ended, label="Rematch")
    assert all(seat.ready for seat in guild.table.state.seats)
