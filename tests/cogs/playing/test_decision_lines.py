"""A decision by a command or a click is one line in the log, with the interaction's id."""

import json
import logging

import discord
import pytest

from bot.ops.logs import JsonLines
from bot.tables.table import Table
from tests.harness.discord import SimGuild


async def test_a_decision_is_one_log_line(guild: SimGuild, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bot.ops.logs")
    caplog.handler.setFormatter(JsonLines())
    interactions = list[int]()

    async def heard(interaction: discord.Interaction) -> None:
        interactions.append(interaction.id)

    guild.bot.add_listener(heard, "on_interaction")
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    await guild.click("Ben", "Block as Captain")
    lines = [json.loads(line) for line in caplog.text.splitlines() if "Decided" in line]
    assert [line.pop("interaction") for line in lines] == interactions
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
