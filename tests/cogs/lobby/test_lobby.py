"""Lobbies as members use them: opening, joining, settings, AI seats, starting, closing, refusals."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.store.engines import database
from bot.tables.table import Table
from bot.tables.transitions.transition import Change
from tests.cogs.settings_form import open_form
from tests.harness.databases import locked
from tests.harness.discord import SimGuild, controls, host_menu, said, shown

pytestmark = pytest.mark.slow
LABEL_ON_A_PHONE = 32
"""The letters of a chosen option that fit a form on a phone."""


@pytest.mark.parametrize("style", ["live", "chronicle"])
async def test_a_rematch_against_ai_players_alone_begins_at_once(guild: SimGuild, style: str) -> None:
    end = await _lost_alone(guild, style)
    hand = (await guild["Ana"].click(end, label="Rematch")).response
    assert "### Your hand" in shown(hand)
    await guild.env.settle()
    assert "Turn 1" in shown(guild.live_message)
    assert "already started" in said(await guild["Ana"].click(end, label="Rematch"))


async def test_a_rematch_that_is_opened_and_cannot_begin_is_a_lobby(
    guild: SimGuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = await _lost_alone(guild)
    with ExitStack() as stack:

        def lock(table: Table, _: Change) -> None:
            if table.state.rematch_of is not None:
                stack.enter_context(locked(tmp_path / "coup.sqlite3"))
                stack.enter_context(monkeypatch.context()).setattr(database, "UNIT_SECONDS", 0.2)

        guild.bot.tables.listeners.append(lock)
        assert "### A table of Coup" in said(await guild["Ana"].click(end, label="Rematch"))
        guild.bot.tables.listeners.remove(lock)
    await guild.env.advance_time(60)  # the bot has tried again to post the message
    await guild.click("Ana", "Start")
    assert "Turn 1" in shown(guild.live_message)


async def _lost_alone(guild: SimGuild, style: str = "live") -> Any:
    """Returns the message of a game that Ana has lost against AI players."""
    await guild.slash("Ana", "coup new", style=style)
    await guild.click("Ana", "Play against 3 AI players")
    await guild.slash("Ana", "coup resign", sure=True)
    while await guild.bot.tables.at(guild.channel.id) is not None:
        await guild.env.advance_time(60)
    return guild.channel.history()[-1]


async def test_the_host_chooses_how_an_ai_plays_and_the_table_shows_it(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    menu = await host_menu(guild)
    assert "Strikes back at the player who last hurt it." in [
        option.get("description") for part in controls(menu) for option in part.get("options", ())
    ]
    menu = await guild.select("Ana", menu, ["medium"], "Add an AI")
    (drawn,) = re.findall(r"\*\*Iris\*\* \(([a-z-]+), medium AI\)", shown(guild.live_message))
    assert f"Iris ({drawn}, medium AI) joined." in shown(menu)
    await guild.click("Ana", "Start")
    assert f"**Iris** ({drawn}, medium AI)" in said(await guild.click("Ana", "What can I do?"))
    refused = await guild.forge_click("Ana", f"coup:1:addai:{guild.table.id}:0", "medium.sly")
    assert "You cannot choose that" in said(refused)


async def test_missing_permissions_in_the_channel_are_named(guild: SimGuild) -> None:
    silent = guild.discord_guild.create_text_channel(
        "silent", overwrites={guild.discord_guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await guild["Ana"].slash(silent, "coup new")
    assert "ask a moderator to give me Send Messages" in said(result)


async def test_the_form_of_settings_fits_a_phone_and_says_where_an_option_counts(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    _, fields = await open_form(guild)
    chosen = [option["label"] for field in fields.values() for option in field["options"] if option["default"]]
    assert max(map(len, chosen)) <= LABEL_ON_A_PHONE, chosen
    rulesets = {option["value"]: option.get("description") for option in fields["options"]["options"]}
    assert rulesets["inquisitor"] == "Classic, Short rules and Reformation"
    assert not rulesets["talk"], "every ruleset has it"
