"""`/coup-config`: settings, ending games, and the log of moderators' actions."""

import asyncio
from typing import Any

import pytest

from bot.store.repositories.audit import Entry
from bot.tables.shell import beginning_of
from bot.tables.table import Table
from bot.tables.transitions import lobby
from tests.harness.discord import SimGuild, controls, said, shown
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


async def fill(guild: SimGuild) -> None:
    """Ana sets 20 paces, and Cleo ends 12 games."""
    for number in range(32):
        name, action = ("Ana", "pace") if number < 20 else ("Cleo", "ended")
        entry = Entry(1000.0 + number, guild[name].id, action, f"number {number}")
        await guild.bot.store.audit.add(guild.discord_guild.id, entry)


async def test_the_log_begins_with_the_newest_page(guild: SimGuild) -> None:
    assert "Nothing yet" in said(await guild.slash("Ana", "coup-config audit"))
    await fill(guild)
    log = (await guild.slash("Ana", "coup-config audit")).response
    assert "Page 4 of 4" in shown(log)
    assert shown(log).index("number 31") < shown(log).index("number 22")
    for _ in range(3):
        log = (await guild.click("Ana", "Older", log)).response
    assert "Page 1 of 4" in shown(log)
    assert "number 0" in shown(log)
    assert "number 2\n" not in shown(log)
    assert "Page 2 of 4" in said(await guild.click("Ana", "Newer", log))
    assert "Page 4 of 4" in said(await guild.forge_click("Ana", "coup:1:audit:0:0:999999.all.", message=log))


async def test_the_log_shows_one_moderator_or_one_kind_of_actions(guild: SimGuild) -> None:
    await fill(guild)
    log = (await guild.slash("Ana", "coup-config audit", kind="games")).response
    assert "Page 2 of 2" in shown(log)
    assert "set the pace" not in shown(log)
    older = (await guild.click("Ana", "Older", log)).response
    assert "Page 1 of 2" in shown(older)
    assert "number 20" in shown(older)
    log = await guild.choose("Ana", older, "Show only one moderator", guild["Ana"])
    assert "Nothing yet" in shown(log), "Ana ended no game"
    log = await guild.select("Ana", log, ["settings"], "Show only some actions")
    assert "number 19" in shown(log)
    log = await guild.choose("Ana", log, "Show only one moderator")
    assert "number 19" in shown(log), "Cleo changed no setting"
    log = (await guild.slash("Ana", "coup-config audit", moderator=guild["Cleo"])).response
    assert "Page 2 of 2" in shown(log)
    assert [part["default_values"] for part in controls(log) if part["type"] == 5] == [
        [{"id": str(guild["Cleo"].id), "type": "user"}]
    ]
