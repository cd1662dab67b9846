"""The call list: joining and leaving it, quiet hours, and calls to a lobby."""

import asyncio
from typing import Any

import pytest

from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


async def list_members(guild: SimGuild, *names: str) -> None:
    """Members put themselves on the call list."""
    for name in names:
        await guild.click(name, "Call me", (await guild.slash(name, "coup call")).response)


async def call(guild: SimGuild, host: str) -> str:
    """The host of the lobby calls members. Returns the bot's response."""
    return said(await guild.click(host, "Call players", (await guild.slash(host, "coup call")).response))


def calls(guild: SimGuild) -> list[Any]:
    """The calls in the channel."""
    return [message for message in guild.channel.history() if "is looking for players" in shown(message)]


async def test_a_call_repeated_at_once_sends_one_message_and_is_refused_in_a_sentence(guild: SimGuild) -> None:
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel = (await guild.slash("Ana", "coup call")).response
    own = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Call players")
    answers = [said(await guild.forge_click("Ana", own, message=panel)) for _ in range(8)]
    assert all("You can call again" in answer for answer in answers)
    assert len(calls(guild)) == 1


async def test_a_call_that_takes_long_is_told_in_the_panel_that_was_pressed(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def says_late(*_: object) -> bool:
        await asyncio.sleep(9)  # seconds of the simulated clock, which nobody waits for
        return False

    monkeypatch.setattr("cogs.common.context.MAX_DELAY_SECONDS", 0.5)
    monkeypatch.setattr("cogs.common.services.calls.has_left", says_late)
    await list_members(guild, "Ben")
    await guild.slash("Ana", "coup new")
    panel: Any = (await guild.slash("Ana", "coup call")).response
    assert (await guild.click("Ana", "Call players", panel)).deferred
    await guild.env.advance_time(2)
    seen = [each for each in guild.channel.history(viewer=guild["Ana"]) if "You can call again" in shown(each)]
    assert [each.id for each in seen] == [panel.id]
