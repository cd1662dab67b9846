"""Lobbies as members use them: opening, joining, settings, AI seats, starting, closing, refusals."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.store.engines import database
from bot.tables.table import Table
from bot.tables.transitions.transition import Change
from tests.cogs.settings_form import open_form
from tests.harness.databases import locked
from tests.harness.discord import SimGuild, said, shown

pytestmark = pytest.mark.slow
LABEL_ON_A_PHONE = 32
"""The letters of a chosen option that fit a form on a phone."""


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


async def test_the_form_of_settings_fits_a_phone_and_says_where_an_option_counts(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    _, fields = await open_form(guild)
    chosen = [option["label"] for field in fields.values() for option in field["options"] if option["default"]]
    assert max(map(len, chosen)) <= LABEL_ON_A_PHONE, chosen
    rulesets = {option["value"]: option.get("description") for option in fields["options"]["options"]}
    assert rulesets["inquisitor"] == "Classic, Short rules and Reformation"
    assert not rulesets["talk"], "every ruleset has it"
