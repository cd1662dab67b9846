"""Skipping a wait, by the command and on the moderation page."""

import pytest

from tests.cogs.moderation.pages import moderation_page
from tests.harness.discord import SimGuild, said, shown

pytestmark = pytest.mark.slow


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
