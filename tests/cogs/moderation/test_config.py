"""`/coup-config`: settings, ending games, and the log of moderators' actions."""

import asyncio
from typing import Any

import pytest

from bot.tables.shell import beginning_of
from bot.tables.table import Table
from bot.tables.transitions import lobby
from tests.harness.discord import SimGuild, controls, said
from tests.harness.waiting import eventually

pytestmark = pytest.mark.slow


async def end(guild: SimGuild, **where: Any) -> Any:
    """Ana ends the game or lobby in the channel, and confirms."""
    asked = (await guild.slash("Ana", "coup-config end", **where)).response
    return await guild.click("Ana", next(part["label"] for part in controls(asked)), asked)


async def test_closing_a_lobby_ends_no_game_that_starts_in_the_same_moment(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new", seats=2)
    table, tables = guild.table, guild.bot.tables
    asked: Any = (await guild.slash("Ana", "coup-config end")).response
    beginning = await beginning_of(table.state, guild.bot.store)
    async with tables.locked(table):
        ending = asyncio.create_task(guild.click("Ana", "Close the table", asked))
        await eventually(lambda: _waits_for(table))
        await tables.apply(table, lobby.start, guild["Cleo"].id, 1, beginning)
    again = await ending
    assert table.state.is_running
    assert "End this game for everyone?" in said(again)
    assert "nothing yet" in said(await guild.slash("Ana", "coup-config audit")).casefold()


async def _waits_for(table: Table) -> bool:
    """Returns whether a click waits for the lock of a table."""
    return "waiters" in repr(table.lock)


async def test_only_moderators_may_use_the_settings(guild: SimGuild) -> None:
    for command in ("show", "pool show"):
        assert "Only a moderator" in said(await guild.slash("Ben", f"coup-config {command}"))
    panel = (await guild.slash("Ana", "coup-config show")).response
    for part in controls(panel):
        value = [part["options"][-1]["value"]] if part["type"] == 3 else []
        refused = await guild.forge_click("Ben", part["custom_id"], *value, message=panel)
        assert "Only a moderator" in said(refused), part["custom_id"]
