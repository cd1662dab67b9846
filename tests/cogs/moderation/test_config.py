"""`/coup-config`: settings, ending games, and the log of moderators' actions."""

import asyncio
from typing import Any

import pytest

from bot.store.repositories.audit import Entry
from bot.store.rows import Status
from bot.tables.shell import beginning_of
from bot.tables.table import Table
from bot.tables.transitions import lobby
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.waiting import eventually

pytestmark = pytest.mark.slow


async def test_settings_count_for_new_tables_unless_their_host_chooses_otherwise(guild: SimGuild) -> None:
    for setting, value, told in (
        ("pace", {"pace": "90/30"}, "1 minute 30 seconds a turn, 30 seconds an answer"),
        ("style", {"style": "thread"}, "Style of new tables: Thread"),
        ("ai", {"kind": "strong"}, "New AI players: Strong."),
        ("afk", {"seat": "resign"}, "Three missed answers in a row: the player resigns."),
        ("talk", {"switch": "off"}, "Table talk of AI players at new tables: Off."),
    ):
        assert told in said(await guild.slash("Ana", f"coup-config {setting}", **value))
        assert told in said(await guild.slash("Ana", "coup-config show")), "afterwards too"
    log = said(await guild.slash("Ana", "coup-config audit"))
    for change in (
        "the pace of new tables: 1 minute 30 seconds",
        "the style of new tables: Thread",
        "the new AI players: Strong",
        "what three missed answers do: The player resigns",
        "table talk at new tables: Off",
    ):
        assert f"set {change}" in log
    for typed, value in (("three", "resigns=false"), ("talk", "talk")):
        offered = await guild["Cleo"].autocomplete(guild.channel, "coup new", "options", typed)
        assert [choice["value"] for choice in offered] == [value]

    lobby_lines = (
        "1 minute 30 seconds a turn",
        "Style: a thread for each game",
        ", strong AI)",
        "Three missed answers in a row: the player resigns",
        "AI players keep quiet.",
    )
    await guild.slash("Cleo", "coup new", seats=2)
    await guild.click("Cleo", "Add strong AI")
    assert [line for line in lobby_lines if line not in shown(guild.live_message)] == []
    await guild.slash("Cleo", "coup leave")
    await guild.slash("Cleo", "coup new", pace="slow", style="chronicle", options="resigns=false talk")
    await guild.click("Cleo", "Add strong AI")
    assert [line for line in lobby_lines if line in shown(guild.live_message)] == [", strong AI)"]


async def test_a_pace_may_be_of_days_and_must_be_one(guild: SimGuild) -> None:
    assert "7 days a turn, 1 day 1 hour an answer" in said(
        await guild.slash("Ana", "coup-config pace", pace="604800/90000")
    )
    assert "“lazy” is not a pace" in said(await guild.slash("Ana", "coup-config pace", pace="lazy"))


async def test_a_moderator_can_end_a_game(guild: SimGuild) -> None:
    assert "no table in this channel" in said(await guild.slash("Ana", "coup-config end"))
    table = await guild.play("Cleo", "Dov")
    old = guild.live_message
    asked = (await guild.slash("Ana", "coup-config end")).response
    assert "Classic, with **Cleo** and **Dov**" in shown(asked)
    assert "Nothing has changed" in said(await guild.click("Ana", "Back", asked))
    assert "Only a moderator" in said(await guild.forge_click("Ben", f"coup:1:end:{table.id}:0"))
    assert table.state.is_running
    assert "has ended" in said(await end(guild))
    assert table.state.status is Status.CLOSED
    assert not [part for message in guild.channel.history() if message.id == old.id for part in controls(message)]
    ended = next(message for message in guild.channel.history() if "This game was ended" in shown(message))
    assert f"<@{guild.users['Ana'].id}> ended it on turn 1" in shown(ended)
    assert not guild.pinged(ended)
    assert "Nothing has happened" in said(await guild["Ben"].click(ended, label="Log"))
    assert "Nothing has happened" in said(await guild.slash("Ben", "coup log"))
    record = (await guild["Ben"].click(ended, label="Record")).response
    assert record is not None
    assert [file.filename.split(".")[1] for file in record.attachments] == ["html", "json"]
    assert "**Rematch** opens a table" in said(await guild.slash("Cleo", "coup help"))
    assert "You did not play" in said(await guild["Ben"].click(ended, label="Rematch"))
    await guild["Dov"].click(ended, label="Rematch")
    await guild.click("Cleo", "Join")
    assert guild.table.state.names == ("Cleo", "Dov")
    assert guild.table.state.is_running


async def end(guild: SimGuild, **where: Any) -> Any:
    """Ana ends the game or lobby in the channel, and confirms."""
    asked = (await guild.slash("Ana", "coup-config end", **where)).response
    return await guild.click("Ana", next(part["label"] for part in controls(asked)), asked)


async def test_a_moderator_who_wants_no_pings_is_not_mentioned(guild: SimGuild) -> None:
    await guild.switch("Ana", "Turn pings off")
    await guild.play("Cleo", "Dov")
    await end(guild)
    assert "A moderator ended it on turn 1" in shown(guild.channel.history()[-1])
    assert "· Ana ended the game in" in said(await guild.slash("Ana", "coup-config show"))
    await guild.play("Ana", "Dov")
    await end(guild)
    assert "**Ana** ended it on turn 1" in shown(guild.channel.history()[-1])


async def test_a_lobby_that_a_moderator_closes_says_so(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new")
    old = guild.live_message
    await end(guild)
    (closed,) = [message for message in guild.channel.history() if message.id == old.id]
    assert f"<@{guild.users['Ana'].id}> closed it" in shown(closed)
    log = said(await guild.slash("Ana", "coup-config audit", kind="games"))
    assert f"closed the table in <#{guild.channel.id}> before a game started" in log


async def test_closing_a_lobby_asks_again_if_its_game_has_started(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new", seats=2)
    asked: Any = (await guild.slash("Ana", "coup-config end")).response
    await guild.click("Cleo", "Start")
    table = guild.table
    again = await guild.click("Ana", "Close the table", asked)
    assert table.state.is_running
    assert again.response is not None
    assert "End this game for everyone?" in shown(again.response)
    await guild.click("Ana", "End the game", again.response)
    assert table.state.status is Status.CLOSED
    late = await guild.forge_click("Ana", f"coup:1:end:{table.id}:0:game", message=asked)
    assert said(late).strip() == "No game is running at this table."


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


async def test_moderators_see_what_moderators_did(guild: SimGuild) -> None:
    assert "moderators did" not in said(await guild.slash("Ana", "coup-config show"))
    await guild.slash("Ana", "coup-config pace", pace="slow")
    await guild.slash("Ana", "coup-config pace", pace="lazy")
    await guild.play("Cleo", "Dov")
    await end(guild)
    answer = said(await guild.slash("Ana", "coup-config show"))
    *_, newest, oldest = answer.split("\n")
    assert f"<@{guild.users['Ana'].id}> ended the game in <#{guild.channel.id}>" in newest
    assert "set the pace of new tables: Slow" in oldest
    assert "lazy" not in answer


async def test_each_setting_is_shown_with_its_control(guild: SimGuild) -> None:
    await guild.bot.store.guilds.save_pool(guild.discord_guild.id, "Hard times", ("banker",) * 5)
    panel = (await guild.slash("Ana", "coup-config show")).response
    for before, placeholder, value, after in (
        ("Pace of new tables: Normal", "Change the pace", "slow", "Pace of new tables: Slow"),
        ("Style of new tables: Live", "Change the style", "chronicle", "Style of new tables: Chronicle"),
        ("New AI players: Medium", "Change the AI players", "easy", "New AI players: Easy"),
        ("a medium AI plays", "After three missed answers", "resign", "the player resigns"),
        ("draw five roles", "Change the pool", "Hard times", "use the pool Hard times"),
        ("use the pool Hard times", "Change the pool", "=drawn", "draw five roles"),
    ):
        assert before in shown(panel)
        panel = await guild.select("Ana", panel, [value], placeholder)
        assert after in shown(panel)
    for name, button in (
        ("Pictures and emojis at new tables", "Turn pictures off"),
        ("Table talk of AI players at new tables", "Turn table talk off"),
    ):
        assert f"{name}: On" in shown(panel)
        panel = (await guild.click("Ana", button, panel)).response
        assert f"{name}: Off" in shown(panel)
    settings = await guild.bot.store.guilds.settings(guild.discord_guild.id)
    assert (settings.pace, settings.style, settings.ai, settings.resigns) == ("slow", "chronicle", "easy", True)
    assert (settings.pool, settings.pictures) == (None, False)
    assert (await guild.click("Ana", "Create a pool", panel)).modal is not None
    assert "Hard times: " in said(await guild.click("Ana", "See all pools", panel))


async def test_a_command_without_a_value_shows_all_settings(guild: SimGuild) -> None:
    for setting in ("pace", "style", "ai", "afk", "talk", "pictures"):
        assert "### Coup on this server" in said(await guild.slash("Ana", f"coup-config {setting}")), setting


async def test_only_moderators_may_use_the_settings(guild: SimGuild) -> None:
    for command in ("show", "pool show"):
        assert "Only a moderator" in said(await guild.slash("Ben", f"coup-config {command}"))
    panel = (await guild.slash("Ana", "coup-config show")).response
    for part in controls(panel):
        value = [part["options"][-1]["value"]] if part["type"] == 3 else []
        refused = await guild.forge_click("Ben", part["custom_id"], *value, message=panel)
        assert "Only a moderator" in said(refused), part["custom_id"]


async def test_one_panel_shows_and_switches_a_members_preferences(guild: SimGuild) -> None:
    panel = (await guild.slash("Ben", "coup settings")).response
    assert panel is not None
    for name, word, first in (
        ("Direct messages", "direct messages", "On"),
        ("Pings", "pings", "Off"),
        ("Pictures", "pictures", "Off"),
    ):
        for state in (first, "Off" if first == "On" else "On"):
            assert f"**{name}: {state}**" not in shown(panel)
            await guild.click("Ben", f"Turn {word} {state.lower()}", panel)
            panel = next(each for each in guild.channel.history(viewer=guild["Ben"]) if each.id == panel.id)
            assert f"**{name}: {state}**" in shown(panel)
    await guild.click("Ben", "Turn pings off", panel)
    player = await guild.bot.store.players.get(guild.users["Ben"].id)
    assert (player.dm, player.ping, player.pictures) == (False, False, True)


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
