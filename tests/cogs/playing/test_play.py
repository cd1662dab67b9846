"""Clicks and commands in a running game: their effects, and the line that each decision has in the log."""

import json
import logging
from typing import Any

import pytest

from bot.ops.logs import JsonLines
from bot.store.rows import Style
from bot.tables.table import Table
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import change

pytestmark = pytest.mark.slow


async def test_action_completions_are_for_the_player_whose_turn_it_is(guild: SimGuild, table: Table) -> None:
    async def offered(name: str) -> list[str]:
        found = await guild[name].autocomplete(guild.channel, "coup act", "action", "")
        return [choice["value"] for choice in found]

    assert "income" in await offered("Ana")
    assert await offered("Ben") == []
    await guild.slash("Ana", "coup act", action="tax")
    assert await offered("Ben") == []  # Ben is asked for an answer, not for an action


async def test_private_choices_are_made_in_a_panel(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    assert "show the Duke or concede" in shown(guild.live_message)
    panel: Any = (await guild.click("Ana", "My hand")).response
    assert panel.ephemeral
    assert "**Ben** challenges your Duke. Show it or concede?" in shown(panel)
    assert [part.get("label") for part in controls(panel)] == [
        "Show Duke: Ben loses a card",
        "Concede: you lose a card",
    ]
    done = (await guild.click("Ana", "Show Duke: Ben loses a card", panel)).response
    assert done is not None
    assert "You chose: Show Duke." in shown(done)
    assert "**Ana** shows the Duke" in shown(guild.live_message)
    assert "Only Ben can answer now." in said(await guild.click("Cleo", "Choose"))
    panel = (await guild.click("Ben", "Choose")).response
    assert [part["custom_id"].split(":")[-1] for part in controls(panel)] == ["lose.c0", "lose.c1"]
    await guild.click("Ben", "Lose Contessa", panel)
    assert "lost Contessa" in shown(guild.live_message)


async def test_a_decision_is_one_log_line(guild: SimGuild, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bot.ops.logs")
    caplog.handler.setFormatter(JsonLines())
    acted = await guild.slash("Ana", "coup act", action="steal", target="Ben")
    blocked = await guild.click("Ben", "Block as Captain")
    lines = [json.loads(line) for line in caplog.text.splitlines() if "Decided" in line]
    assert [line.pop("interaction") for line in lines] == [acted._interaction.id, blocked._interaction.id]
    assert all(0 < line.pop("ms") < 10_000 and line.pop("at") for line in lines)
    same = {
        "level": "INFO",
        "logger": "bot.ops.logs",
        "message": "Decided",
        "guild": guild.discord_guild.id,
        "game": table.id,
        "cause": "player",
    }
    assert lines == [same | {"seat": 0, "question": 0}, same | {"seat": 1, "question": 1}]


async def test_a_second_answer_and_a_stale_click_get_different_refusals(guild: SimGuild, table: Table) -> None:
    change(table, style=Style.CHRONICLE)
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    old = guild.live_message
    panel = (await guild.click("Ben", "My hand")).response
    await guild.click("Ben", "Allow")
    assert "You already answered" in said(await guild.click("Ben", "Challenge"))
    await guild.click("Ben", "Challenge", panel)
    (panel,) = (each for each in guild.channel.history(viewer=guild["Ben"]) if each.id == getattr(panel, "id", 0))
    assert "You already answered. Waiting for **Cleo**." in shown(panel)
    await guild.click("Cleo", "Allow")
    assert guild.live_message.id != old.id
    stale = next(part["custom_id"] for part in controls(old) if part.get("label") == "Challenge")
    frozen = next(message for message in guild.channel.history() if message.id == old.id)
    assert not controls(frozen)
    before = table.state.decisions
    assert said(await guild.forge_click("Cleo", stale, message=frozen)) == "That moment has passed."
    assert table.state.decisions == before
    assert not controls(next(message for message in guild.channel.history() if message.id == old.id))
