"""The call list: joining and leaving it, quiet hours, and calls to a lobby."""

import asyncio
from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.moderation.pages import close_lobby, moderation_page
from tests.harness.discord import SimGuild, controls, labels, said, shown

pytestmark = pytest.mark.slow

HOUR = 3600.0


async def list_members(guild: SimGuild, *names: str) -> None:
    """Members put themselves on the call list."""
    for name in names:
        await guild.click(name, "Call me", (await guild.slash(name, "coup call")).response)


async def call(guild: SimGuild, host: str) -> str:
    """The host of the lobby calls members. Returns the bot's response."""
    return said(await guild.click(host, "Call players", (await guild.slash(host, "coup call")).response))


def offers_call(result: InteractionResult) -> bool:
    """Whether a panel has the button that calls members."""
    return "Call players" in labels(result.response)


def calls(guild: SimGuild) -> list[Any]:
    """The calls in the channel."""
    return [message for message in guild.channel.history() if "is looking for players" in shown(message)]


async def test_a_host_calls_the_members_of_the_list_in_one_message(guild: SimGuild) -> None:
    await list_members(guild, "Ben", "Cleo")
    assert "Call players" not in str(controls((await guild.slash("Ana", "coup call")).response))
    await guild.slash("Ana", "coup new", ruleset="mcguire")
    assert "You can call again" in await call(guild, "Ana")
    (message,) = calls(guild)
    assert sorted(guild.pinged(message)) == ["Ben", "Cleo"]
    assert "McGuire's house rules, 1 of" in shown(message)
    assert f"/{guild.live_message.id}" in shown(message), "it leads to the table"
    await guild["Ben"].click(message, label="Join")
    assert [seat.name for seat in guild.table.state.seats] == ["Ana", "Ben"]


async def test_a_member_leaves_the_list_by_one_press_below_a_call(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    await call(guild, "Ana")
    left = await guild["Ben"].click(calls(guild)[0], label="Stop calling me")
    assert left.response is not None
    assert left.response.ephemeral
    assert "You are off the call list" in said(left)
    assert "You are not on the list" in said(await guild.slash("Ben", "coup call"))
    assert "You are not on the call list" in said(
        await guild["Dov"].click(calls(guild)[0], label="Stop calling me")
    )
    await list_members(guild, "Ben")
    panel = (await guild.slash("Ben", "coup call")).response
    assert "You are not on the list" in said(await guild.click("Ben", "Stop calling me", panel))


async def test_a_server_is_called_once_an_hour_and_a_member_once_in_twelve(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    again = f"You can call again <t:{int(guild.bot.clock.now() + HOUR)}:R>"
    assert again in await call(guild, "Ana")
    await list_members(guild, "Cleo")
    assert again in said(await guild.slash("Ana", "coup call"))
    await close_lobby(guild, "Ana")
    await guild.env.advance_time(HOUR)
    await guild.slash("Dov", "coup new")
    await call(guild, "Dov")
    assert guild.pinged(calls(guild)[-1]) == ["Cleo"]
    await close_lobby(guild, "Dov")
    await guild.env.advance_time(HOUR)
    await guild.slash("Dov", "coup new")
    assert "Nobody on the call list can be called now" in await call(guild, "Dov")
    assert len(calls(guild)) == 2


async def test_a_call_repeated_at_once_sends_one_message_and_is_refused_in_a_sentence(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel = (await guild.slash("Ana", "coup call")).response
    own = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Call players")
    answers = [said(await guild.forge_click("Ana", own, message=panel)) for _ in range(8)]
    assert all("You can call again" in answer for answer in answers)
    assert len(calls(guild)) == 1


async def test_a_call_is_offered_only_while_it_is_possible(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    menu = await guild.click("Ana", "Host's menu")
    assert offers_call(menu)
    called = await guild.click("Ana", "Call players", menu.response)
    assert "You can call again" in said(called)
    assert not called.followups
    assert "Host's menu" in said(called)
    await guild.click("Cleo", "Join")
    await guild.env.advance_time(60)
    assert not offers_call(called), "the menu is updated"
    assert not offers_call(await guild.slash("Ana", "coup call"))
    assert not offers_call(await guild.click("Ana", "Host's menu"))
    await close_lobby(guild, "Ana")
    await guild.env.advance_time(HOUR)
    await guild.slash("Ana", "coup new")
    assert offers_call(await guild.click("Ana", "Host's menu"))
    await guild.slash("Ana", "coup-config call", switch="off")
    assert not offers_call(await guild.click("Ana", "Host's menu"))


async def test_members_who_should_not_be_called_are_not(guild: SimGuild) -> None:
    names = ("Ben", "Cleo", "Dov", "Eve", "Finn", "Gil")
    for name in names[3:]:
        guild.members[name] = guild.discord_guild.add_member(guild.env.create_user(name))
    await list_members(guild, *names)
    for owner, other in (("Cleo", "Ana"), ("Ana", "Dov")):
        panel = (await guild.slash(owner, "coup settings")).response
        await guild.choose(owner, panel, "Choose members to avoid", guild[other])
    await guild.slash("Ana", "coup-config ban", member=guild["Eve"])
    await guild.slash("Ana", "coup new")
    await guild.click("Ben", "Join")
    guild.discord_guild.remove_member(guild["Finn"])
    await call(guild, "Ana")
    (message,) = calls(guild)
    assert f"<@{guild['Gil'].id}>" in shown(message)
    for name in names[:-1]:
        assert f"<@{guild[name].id}>" not in shown(message), name


async def test_quiet_hours_are_those_of_the_members_own_clock(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    panel = (await guild.slash("Ben", "coup call")).response
    assert "at any time of day" in shown(panel)
    # It is 00:00 UTC, and so 05:30 on Ben's clock.
    panel = await guild.select("Ben", panel, ["330"], "Your clock")
    panel = await guild.select("Ben", panel, ["22"], "No calls from")
    assert "No calls from 22:00 to 08:00 (UTC+5:30)" in shown(panel)
    await guild.slash("Ana", "coup new")
    assert "not in their quiet hours" in await call(guild, "Ana")
    panel = await guild.select("Ben", panel, ["5"], "No calls until")
    assert "No calls from 22:00 to 05:00" in shown(panel)
    assert "You can call again" in await call(guild, "Ana"), "a call that nobody got does not count"
    panel = await guild.select("Ben", panel, ["22"], "No calls until")
    assert "at any time of day" in shown(panel)
    panel = await guild.select("Ben", panel, ["23"], "No calls from")
    assert "No calls from 23:00 to 08:00" in shown(panel)
    panel = await guild.select("Ben", panel, ["none"], "No calls from")
    assert "at any time of day" in shown(panel)


async def test_moderators_turn_calls_off(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel = (await guild.slash("Ana", "coup call")).response
    assert "call list): Off" in said(await guild.slash("Ana", "coup-config call", switch="off"))
    assert "have turned calls off" in said(await guild.click("Ana", "Call players", panel))
    assert "have turned calls off" in said(await guild.slash("Cleo", "coup call"))
    assert "Call me" not in str(controls((await guild.slash("Cleo", "coup call")).response))
    assert "Stop calling me" in str(controls((await guild.slash("Ben", "coup call")).response))
    page = (await guild.click("Ana", "Turn calls on", await moderation_page(guild))).response
    assert "call list): On" in shown(page)
    assert "You can call again" in said(await guild.click("Ana", "Call players", panel))


async def test_only_the_host_of_an_open_lobby_calls(guild: SimGuild) -> None:
    await list_members(guild, "Ben", "Dov")
    await guild.slash("Ana", "coup new")
    await guild.click("Cleo", "Join")
    panel = (await guild.slash("Ana", "coup call")).response
    (button,) = (part for part in controls(panel) if part.get("label") == "Call players")
    assert "Only Ana (host) can do that." in said(
        await guild.forge_click("Cleo", button["custom_id"], message=panel)
    )
    await guild.click("Ana", "Start")
    assert "already started" in said(await guild.click("Ana", "Call players", panel))
    assert calls(guild) == []


async def test_a_call_that_discord_does_not_confirm_counts_as_made(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    guild.env.inject_error("POST", f"/channels/{guild.channel.id}/messages", status=500, times=1)
    assert "It counts as made, so that nobody is pinged twice" in await call(guild, "Ana")
    assert "You can call again" in said(await guild.slash("Ana", "coup call"))
    assert calls(guild) == []


async def test_a_lobby_that_has_closed_meanwhile_calls_nobody(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel = (await guild.slash("Ana", "coup call")).response
    await close_lobby(guild, "Ana")
    assert "This table is closed" in said(await guild.click("Ana", "Call players", panel))
    assert calls(guild) == []


async def test_a_call_that_takes_long_is_told_in_the_panel_that_was_pressed(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def says_late(*_: object) -> bool:
        await asyncio.sleep(9)  # seconds of the simulated clock, which nobody waits for
        return False

    monkeypatch.setattr("cogs.common.context.MAX_DELAY_SECONDS", 0.5)
    monkeypatch.setattr("cogs.common.services.preferences.has_left", says_late)
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel: Any = (await guild.slash("Ana", "coup call")).response
    assert (await guild.click("Ana", "Call players", panel)).deferred
    await guild.env.advance_time(2)
    seen = [each for each in guild.channel.history(viewer=guild["Ana"]) if "You can call again" in shown(each)]
    assert [each.id for each in seen] == [panel.id]
