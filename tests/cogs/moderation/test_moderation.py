"""Moderation: rights, pages of bans, pools, calls that take long, and changes in the same moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.render.texts import catalogue
from bot.tables.shell import beginning_of
from bot.tables.table import Table
from bot.tables.transitions import lobby
from tests.cogs.role_pools import choose_roles
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.waiting import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
async def _anyone_may_try(guild: SimGuild) -> None:
    """Lets Ben use the commands of moderators, as a server may; the bot must check his rights itself."""
    for command in await guild.bot.tree.fetch_commands():
        guild.discord_guild.set_command_permissions(command, {guild["Ben"]: True})


async def moderation_page(guild: SimGuild, name: str = "Ana") -> Any:
    """The page of a server's settings for moderation."""
    panel = (await guild.slash(name, "coup-config show")).response
    return (await guild.click(name, "Moderation", panel)).response


async def ban(guild: SimGuild, name: str, **options: Any) -> str:
    """Ana bans a member. Returns the bot's response."""
    return said(await guild.slash("Ana", "coup-config ban", member=guild[name], **options))


async def test_a_bot_needs_no_ban(guild: SimGuild) -> None:
    bot = guild.env.create_user("Helper", bot=True)
    guild.members["Helper"] = guild.discord_guild.add_member(bot)
    assert "Bots do not play" in await ban(guild, "Helper")


async def test_many_bans_are_shown_in_pages(guild: SimGuild) -> None:
    for number in range(20):
        name = f"Guest {number}"
        guild.members[name] = guild.discord_guild.add_member(guild.env.create_user(name))
        await ban(guild, name)
    bans = (await guild.slash("Ana", "coup-config unban")).response
    assert shown(bans).count("for ever") == 8
    last = await guild.click("Ana", "Newer", (await guild.click("Ana", "Newer", bans)).response)
    assert "Page 3 of 3" in said(last)
    (select,) = (part for part in controls(last.response) if part["type"] == 3)
    assert len(select["options"]) == said(last).count("for ever") == 4


async def test_a_call_that_takes_long_is_told_in_the_panel_that_was_pressed(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def says_late(*_: object) -> bool:
        await asyncio.sleep(9)  # by the simulated clock: the test does not wait
        return False

    monkeypatch.setattr("cogs.common.context.MAX_DELAY_SECONDS", 0.5)
    monkeypatch.setattr("cogs.common.services.preferences.has_left", says_late)
    await guild.click("Ben", "Call me", (await guild.slash("Ben", "coup call")).response)
    await guild.slash("Ana", "coup new")
    panel: Any = (await guild.slash("Ana", "coup call")).response
    assert (await guild.click("Ana", "Call players", panel)).deferred
    await guild.env.advance_time(2)
    seen = [each for each in guild.channel.history(viewer=guild["Ana"]) if "You can call again" in shown(each)]
    assert [each.id for each in seen] == [panel.id]


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


async def test_the_log_says_values_in_the_language_of_its_reader(
    guild: SimGuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await guild.slash("Ana", "coup-config style", style="thread")
    await guild.slash("Ana", "coup-config talk", switch="off")
    await ban(guild, "Ben", reason="Lärm")
    (tmp_path / "en").symlink_to(catalogue._FOLDER / "en")
    (tmp_path / "en-US").mkdir()  # the language of all members here
    words = (
        "style-thread = Strang\nchoice-off = aus\nban-ever = für immer\nban-detail = { $end }, Grund: { $reason }"
    )
    (tmp_path / "en-US" / "a.ftl").write_text(words)
    monkeypatch.setattr(catalogue, "_FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "_TEXTS", {})
    catalogue.locales.cache_clear()
    try:
        log = said(await guild.slash("Ana", "coup-config audit"))
    finally:
        catalogue.locales.cache_clear()
        catalogue._language.cache_clear()
    assert "set the style of new tables: Strang" in log
    assert "set table talk at new tables: aus" in log
    assert "from games für immer, Grund: Lärm" in log


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


async def test_members_with_the_moderator_role_are_moderators_until_it_is_deleted(guild: SimGuild) -> None:
    role = guild.discord_guild.create_role("court guard")
    guild.members["Eve"] = guild.discord_guild.add_member(guild.env.create_user("Eve"), roles=[role])
    for command in await guild.bot.tree.fetch_commands():
        guild.discord_guild.set_command_permissions(command, {guild["Eve"]: True, guild["Ben"]: True})
    assert "Only a moderator" in said(await guild.slash("Eve", "coup-config show"))
    answer = said(await guild.slash("Ana", "coup-config moderator-role", role=role))
    assert f"members with Manage Server or <@&{role.id}>" in answer
    assert "Integrations" in answer, "otherwise Discord does not show them the commands"
    page = await moderation_page(guild, "Eve")
    assert f"Moderators are members with Manage Server or <@&{role.id}>" in shown(page)
    refused = await guild["Eve"].select(page, [], custom_id=_role_select(page)["custom_id"])
    assert "Only members with Manage Server" in said(refused), "a moderator makes nobody else a moderator"
    assert "Normal" in said(await guild.slash("Eve", "coup-config pace", pace="normal"))
    assert "Only a moderator" in said(await guild.slash("Ben", "coup-config show"))
    guild.env.backend.delete_role(guild.discord_guild.id, role.id)
    await guild.env.settle()
    assert "Only a moderator" in said(await guild.slash("Eve", "coup-config show"))
    assert "Only a moderator" in said(await guild.forge_click("Eve", "coup:1:bans:0:0", message=page))
    assert "Moderators are members with Manage Server." in shown(await moderation_page(guild))


def _role_select(page: Any) -> dict[str, Any]:
    return next(part for part in controls(page) if part["type"] == 6)


async def test_a_thread_counts_as_its_channel(guild: SimGuild) -> None:
    other = guild.discord_guild.create_text_channel("general")
    await guild.slash("Ana", "coup-config channels", allow=guild.channel)
    inside, outside = await open_thread(guild, guild.channel), await open_thread(guild, other)
    assert "not allowed in this channel" in said(await guild["Cleo"].slash(outside, "coup new"))
    assert "Players: 1 of 6" in said(await guild["Cleo"].slash(inside, "coup new"))


async def open_thread(guild: SimGuild, channel: Any) -> Any:
    """Somebody opens a thread in a channel."""
    thread = guild.env.backend.create_thread(channel.id, "an evening", guild["Ana"].id)
    await guild.env.settle()
    return next(each for each in channel.threads if each.id == thread.id)


async def test_only_moderators_may_use_the_controls_of_moderation(guild: SimGuild) -> None:
    await guild.play("Cleo", "Dov")
    page = await moderation_page(guild)
    for part in controls(page):
        refused = await guild.forge_click("Ben", part["custom_id"], message=page)
        assert "Only a moderator" in said(refused), part["custom_id"]


async def test_a_pool_with_too_many_of_a_category_is_not_saved(guild: SimGuild) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Rich")).response
    panel = await choose_roles(guild, panel, "writer", "judge", "lawyer", "priest")
    finance = next(
        part["custom_id"] for part in controls(panel) if part.get("placeholder", "").startswith("Finance")
    )
    panel = (await guild.forge_click("Ana", finance, "banker", "farmer", message=panel)).response
    assert "Finance (2 of 1)" in shown(panel)
    forged = await guild.forge_click("Ana", "coup:1:poolsave:0:0:strict-g54.Rich", message=panel)
    assert "is not complete yet" in said(forged)
    assert await guild.bot.store.guilds.pools(guild.discord_guild.id) == {}


async def test_roles_chosen_from_any_category_are_shown_when_the_rule_of_categories_is_kept_again(
    guild: SimGuild,
) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Free")).response
    panel = (await guild.click("Ana", "Allow any five", panel)).response
    panel = await guild.select("Ana", panel, ["general", "guerrilla", "judge"], "Force")
    panel = (await guild.click("Ana", "Keep to the categories", panel)).response
    assert "Force (3 of 1)" in shown(panel)
    for part in controls(panel):  # Discord refuses others
        assert sum(option["default"] for option in part.get("options", ())) <= part.get("max_values", 0)
