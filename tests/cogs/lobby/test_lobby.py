"""Lobbies as members use them: opening, joining, settings, AI seats, starting, closing, refusals."""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.store.engines import database
from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.transition import Change
from tests.cogs.settings_form import open_form, submit_form
from tests.harness.databases import locked
from tests.harness.discord import SimGuild, controls, host_menu, labels, said, shown

pytestmark = pytest.mark.slow
LABEL_ON_A_PHONE = 32
"""The letters of a chosen option that fit a form on a phone."""


async def test_a_table_can_be_opened_filled_and_started_by_buttons(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", style="chronicle")
    assert "Players: 1 of 6" in shown(guild.live_message)
    assert "Nobody is here" not in shown(guild.live_message)
    await guild.click("Ben", "Join")
    assert "1. **Ana** · host\n2. **Ben**" in shown(guild.live_message)
    await guild.click("Ana", "Add medium AI")
    assert re.search(r"\*\*Iris\*\* \([a-z-]+, medium AI\)", shown(guild.live_message))
    menu = await host_menu(guild)
    await guild.click("Ana", "Remove Iris", menu)
    await guild.click("Ben", "Leave")
    assert "Ben" not in shown(guild.live_message)
    await guild.click("Ben", "Join")
    lobby = guild.live_message
    await guild.click("Ana", "Start")
    assert "Turn 1" in shown(guild.live_message)
    started = next(message for message in guild.channel.history() if message.id == lobby.id)
    assert "Players: 2 of 6" in shown(started)
    assert not controls(started)


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


async def test_a_member_who_joins_a_full_table_replaces_the_last_ai(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic", seats=6)
    assert "you take the seat of **Mila** (AI)" in shown(guild.live_message)
    assert said(await guild.slash("Ben", "coup join")) == "You joined the table and took the seat of Mila."
    assert "6. **Ben**" in shown(guild.live_message)
    for name in ("Cleo", "Dov"):
        await guild.click(name, "Join")
    assert [seat.name for seat in guild.table.state.seats] == ["Ana", "Iris", "Jonas", "Dov", "Cleo", "Ben"]


async def test_one_click_plays_against_ai_and_a_second_is_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    (again,) = [part["custom_id"] for part in controls(guild.live_message) if ":solo:" in part["custom_id"]]
    begun = await guild.click("Ana", "Play against 3 AI players")
    assert "### Your hand" in said(begun)
    assert not controls(begun.response)
    assert "Turn 1" in shown(guild.live_message)
    assert said(await guild.forge_click("Ana", again)) == "The game has already started."
    assert "`/coup resign` gives it up" in said(await guild.slash("Ana", "coup leave"))
    table = guild.table
    assert (table.state.status, len(table.state.seats)) == (Status.PLAYING, 4)


async def test_a_lobby_refuses_wrong_requests_with_the_reason(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    for name, command, sentence in (
        ("Ben", "coup new", "A table is open in this channel. Take a seat."),
        ("Ana", "coup join", "You already have a seat at this table"),
        ("Ben", "coup leave", "You have no seat at this table"),
        ("Ben", "coup start", "Only Ana (host) can do that."),
        ("Ana", "coup start", "at least 2 players"),
        ("Ana", "coup hand", "The game has not started yet."),
        ("Ana", "coup log", "The game has not started yet."),
    ):
        assert sentence in said(await guild.slash(name, command)), command
    assert len(guild.table.state.seats) == 1


async def test_a_second_table_in_a_channel_leads_to_the_first(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    second = await guild.slash("Ben", "coup new", ruleset="g54")
    assert labels(second.response)[0] == "Join"
    await guild.click("Ben", "Join", second.response)
    await guild.click("Ana", "Start")
    third = await guild.slash("Cleo", "coup new")
    assert said(third).startswith("This channel already has a table.\n")
    assert "You can watch this game. Join the next one, or open a table in another channel." in said(third)
    assert said(await guild.slash("Cleo", "coup join")).startswith("You are not in this game, but you can watch.")


async def test_impossible_tables_are_refused_with_the_reason(guild: SimGuild) -> None:
    for settings, sentence in (
        ({"ruleset": "classic", "pool": "beginners"}, "Only Rebellion G54"),
        ({"pool": "banker, dukes"}, "no role called “dukes”"),
        (
            {"pool": "banker, farmer, guerrilla, priest, lawyer"},
            "A pool needs 1 Finance, 1 Communications, 1 Force and 2 Special interest, "
            "unless you choose the option “Any five roles”.",
        ),
        ({"pool": "banker, farmer"}, "A pool needs 5 different roles."),
        ({"pool": "banker, writer, judge, priest, duke"}, "There is no role “Duke” in Rebellion G54."),
        (
            {"ruleset": "classic", "options": "examine=owner"},
            "The option “Inquisitor: who picks the card” works only together with "
            "“Inquisitor instead of Ambassador”.",
        ),
        (
            {"ruleset": "mcguire", "options": "teams"},
            "There is no option “Teams of two (4 or 6 players)” in McGuire's house rules.",
        ),
        ({"options": "teams, open_hands"}, "Open hands do not work with teams"),
        ({"ruleset": "g54", "pool": "financier, director, guerrilla, judge, lawyer"}, "no role “Financier” in"),
        ({"ruleset": "g54", "pool": "banker, social_media, guerrilla, judge, lawyer"}, "no role “Social media”"),
        ({"ruleset": "g54", "pool": "duke, director, guerrilla, judge, lawyer"}, "no role “Duke” in Rebellion"),
        ({"ruleset": "anarchy", "pool": "duke, director, guerrilla, judge, lawyer"}, "no role “Duke” in Anarchy"),
        ({"ruleset": "anarchy", "pool": "banker, financier, guerrilla, judge, lawyer"}, "1 Communications"),
        ({"ruleset": "anarchy", "options": "advanced"}, "no option “With advanced roles” in Anarchy"),
        ({"ruleset": "anarchy", "pool": "wild"}, "Anarchy has no balanced, wild or quick pool"),
        ({"ruleset": "anarchy", "seats": 10}, "For Anarchy you need 2 to 6 players"),
        ({"ruleset": "reformation", "options": "teams"}, "in Reformation"),
        ({"ruleset": "reformation", "pool": "duke"}, "Only Rebellion G54 and Anarchy use pools"),
    ):
        assert sentence in said(await guild.slash("Ana", "coup new", **settings)), settings
    assert await guild.bot.tables.at(guild.channel.id) is None


async def test_an_unused_lobby_closes(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    lobby = guild.live_message
    await guild.env.advance_time(1801)
    closed = next(message for message in guild.channel.history() if message.id == lobby.id)
    assert "This table is closed" in shown(closed)
    assert "did not start in time" in shown(closed)
    assert not controls(closed)


async def test_a_lobby_that_everyone_has_left_says_so(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", seats=2)
    lobby = guild.live_message
    await guild.click("Ana", "Leave")
    closed = next(message for message in guild.channel.history() if message.id == lobby.id)
    assert "Nobody is left at this table." in shown(closed)


@pytest.mark.parametrize("style", ["live", "chronicle", "thread"])
async def test_the_hand_dealt_to_the_host_has_no_link_to_the_lobby(guild: SimGuild, style: str) -> None:
    await guild.play("Ana", "Ben", "Cleo", style=style)
    assert guild.started is not None
    assert "Your hand" in said(guild.started)
    assert "To the table" not in said(guild.started)
    if style != "thread":  # its commands work only there
        assert "To the table" in said(await guild.slash("Ana", "coup hand"))


async def test_a_form_changes_the_settings(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    assert "Only Ana (host) can do that." in said(await guild.click("Ben", "Host's menu"))
    assert "Only Ana (host) can do that." in said(await guild.forge_click("Ben", f"coup:1:set:{guild.table.id}:0"))
    _, fields = await open_form(guild)
    chosen = [option["label"] for field in fields.values() for option in field["options"] if option["default"]]
    assert max(map(len, chosen)) <= LABEL_ON_A_PHONE, chosen
    rulesets = {option["value"]: option.get("description") for option in fields["options"]["options"]}
    assert rulesets["inquisitor"] == "Classic, Short rules and Reformation"
    assert not rulesets["talk"], "every ruleset has it"
    options = ["inquisitor", "open_hands", "resigns"]
    changed = await submit_form(guild, options=options, pace=["slow"], style=["chronicle"])
    assert "The settings have changed." in shown(changed.response)
    assert guild.table.state.options == {"inquisitor": True}
    assert "Roles: Assassin, Captain, Contessa, Duke and Inquisitor" in shown(guild.live_message)
    assert "Ambassador**" not in said(await guild.click("Ben", "Rules"))
    assert guild.table.state.open_hands
    assert guild.table.state.resigns
    assert "Open hands: players who are out see all cards." in shown(guild.live_message)
    assert "3 minutes a turn" in shown(guild.live_message)
    assert "Style: a message for each turn" in shown(guild.live_message)
    assert "Nothing has changed." in shown((await submit_form(guild)).response)


async def test_options_are_offered_only_where_they_have_an_effect(guild: SimGuild) -> None:
    ana, channel = guild["Ana"], guild.channel
    offered = await ana.autocomplete(channel, "coup new", "options", "", ruleset="g54")
    assert {choice["value"] for choice in offered} >= {"advanced", "writer_keeps=false"}
    assert "teams" not in {choice["value"] for choice in offered}
    offered = await ana.autocomplete(channel, "coup new", "options", "teams in", ruleset="classic")
    assert [choice["value"] for choice in offered] == ["teams inquisitor", "teams examine=owner", "teams resigns"]
    offered = await ana.autocomplete(channel, "coup new", "pool", "banker, dir")
    assert [choice["value"] for choice in offered] == ["banker, director"]


async def test_missing_permissions_in_the_channel_are_named(guild: SimGuild) -> None:
    silent = guild.discord_guild.create_text_channel(
        "silent", overwrites={guild.discord_guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await guild["Ana"].slash(silent, "coup new")
    assert "ask a moderator to give me Send Messages" in said(result)
