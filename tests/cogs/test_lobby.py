"""Lobbies as members meet them: opening, joining, settings, AI seats, starting, closing, and what is refused."""

import re
from typing import Any

import discord
import pytest

from bot.store.rows import Status
from bot.tables.lobbies import MOST_OF_MEMBER
from tests.cogs.court import Court, controls, host_menu, said, shown


async def test_a_table_is_opened_filled_and_started_by_buttons(court: Court) -> None:
    await court.slash("Ana", "coup new", style="chronicle")
    assert "Seated: 1 of 6" in shown(court.card)
    assert "Nobody sits here" not in shown(court.card)
    await court.click("Ben", "Join")
    assert "1. **Ana** · host\n2. **Ben**" in shown(court.card)
    await court.click("Ana", "Add medium AI")
    assert re.search(r"\*\*Iris\*\* \([a-z-]+, medium AI\)", shown(court.card))
    menu = await host_menu(court)
    await court.click("Ana", "Remove Iris", menu)
    await court.click("Ben", "Leave")
    assert "Ben" not in shown(court.card)
    await court.click("Ben", "Join")
    lobby = court.card
    await court.click("Ana", "Start")
    assert "Turn 1" in shown(court.card)
    started = next(message for message in court.channel.history() if message.id == lobby.id)
    assert "Seated: 2 of 6" in shown(started)
    assert not controls(started)


async def test_the_host_chooses_how_an_ai_plays_and_the_table_says_it(court: Court) -> None:
    await court.slash("Ana", "coup new")
    asked = await court.select("Ana", await host_menu(court), ["easy"], "Add an AI")
    assert "Add an AI: Easy" in shown(asked)
    assert "Turns on whoever last did it harm." in [
        option["description"] for part in controls(asked) for option in part.get("options", ())
    ]
    await court.select("Ana", asked, ["vengeful"], "Its temperament")
    assert "**Iris** (vengeful, easy AI)" in shown(court.card)
    asked = await court.select("Ana", await host_menu(court), ["medium"], "Add an AI")
    await court.select("Ana", asked, ["chance"], "Its temperament")
    (drawn,) = re.findall(r"\*\*Jonas\*\* \(([a-z-]+), medium AI\)", shown(court.card))
    assert drawn != "vengeful"
    await court.click("Ana", "Start")
    assert f"**Jonas** ({drawn}, medium AI)" in shown(court.card)
    refused = await court.forge_press("Ana", f"coup:1:temper:{court.table.id}:0:medium", "sly")
    assert "not open to you" in said(refused)


async def test_who_joins_a_full_table_takes_the_seat_of_the_last_ai(court: Court) -> None:
    await court.slash("Ana", "coup new", ruleset="classic", seats=6)
    assert "whoever joins takes the seat of **Mila** (AI)" in shown(court.card)
    assert said(await court.slash("Ben", "coup join")) == "You sit at the table, in the place of Mila."
    assert "6. **Ben**" in shown(court.card)
    for name in ("Cleo", "Dov"):
        await court.click(name, "Join")
    assert [seat.name for seat in court.table.seats] == ["Ana", "Iris", "Jonas", "Dov", "Cleo", "Ben"]


async def test_the_lobby_tells_how_the_game_begins(court: Court) -> None:
    await court.slash("Ana", "coup new")
    general, two = (
        "To start with: 2 cards and 2 coins each.",
        "To start with, if only two play: 1 card and 2 coins each.",
    )
    assert f"{general}\n{two}" in shown(court.card)
    assert "Who starts: chance decides." in shown(court.card)
    await court.click("Ana", "Leave")
    await court.slash("Ana", "coup new", options="teams")
    for name in ("Ben", "Cleo"):
        await court.click(name, "Join")
    assert "if only two play" not in shown(court.card)
    assert "team 1" not in shown(court.card)
    await court.click("Dov", "Join")
    assert "1. **Ana** · host · team 1\n2. **Ben** · team 2\n3. **Cleo** · team 1\n4. **Dov** · team 2" in shown(
        court.card
    )


async def test_a_lobby_with_house_rules_tells_that_the_winner_starts(court: Court) -> None:
    await court.slash("Ana", "coup new", ruleset="mcguire")
    text = shown(court.card)
    assert "To start with: 2 cards and 1 coin each. Whoever starts has 0 coins." in text
    assert "the winner of this channel's last game" in text
    assert "Each game goes the other way round" in text


async def test_one_press_plays_against_ai(court: Court) -> None:
    await court.slash("Ana", "coup new")
    await court.click("Ana", "Play against 3 AI")
    assert len(court.table.seats) == 4
    assert "Turn 1" in shown(court.card)


async def test_a_second_press_changes_nothing_of_the_game_against_ai(court: Court) -> None:
    await court.slash("Ana", "coup new")
    (again,) = [part["custom_id"] for part in controls(court.card) if ":solo:" in part["custom_id"]]
    await court.click("Ana", "Play against 3 AI")
    assert said(await court.forge_press("Ana", again)) == "The game has started already."
    table = court.table
    assert (table.status, len(table.seats)) == (Status.PLAYING, 4)


async def test_the_same_by_slash_commands(court: Court) -> None:
    await court.slash("Ana", "coup new", ruleset="short", pace="blitz")
    assert "20 seconds a turn" in shown(court.card)
    assert said(await court.slash("Ben", "coup join")) == "You sit at the table."
    await court.slash("Cleo", "coup join")
    await court.slash("Dov", "coup join")
    assert said(await court.slash("Dov", "coup leave")) == "You gave up your seat."
    assert "The game has started" in said(await court.slash("Ana", "coup start"))
    assert court.table.status is Status.PLAYING


@pytest.mark.parametrize(
    ("name", "command", "sentence"),
    [
        ("Ben", "coup new", "one game at a time"),
        ("Ana", "coup join", "You sit at this table already"),
        ("Ben", "coup leave", "You do not sit at this table"),
        ("Ben", "coup start", "Only the host"),
        ("Ana", "coup start", "at least 2 players"),
        ("Ana", "coup hand", "No game is running"),
        ("Ana", "coup log", "No game is running"),
    ],
)
async def test_what_a_lobby_refuses(court: Court, name: str, command: str, sentence: str) -> None:
    await court.slash("Ana", "coup new")
    assert sentence in said(await court.slash(name, command))
    assert len(court.table.seats) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"ruleset": "mcguire", "options": "teams"},
            "“Teams of two (4 or 6 players)” is not an option of McGuire's house rules",
        ),
        ({"ruleset": "classic", "pool": "beginners"}, "Only Rebellion G54"),
        ({"pool": "banker, dukes"}, "no role called “dukes”"),
        (
            {"pool": "banker, farmer, guerrilla, priest, lawyer"},
            "That cannot be played: a pool has 1 of Finance, 1 of Communications, 1 of Force and 2 of "
            "Special interest, unless the option “Any five roles may stand together” is chosen.",
        ),
        ({"pool": "banker, farmer"}, "That cannot be played: a pool has 5 different roles."),
        (
            {"pool": "banker, writer, judge, priest, duke"},
            "That cannot be played: “Duke” is no role of Rebellion G54.",
        ),
        (
            {"ruleset": "classic", "options": "examine=owner"},
            "That cannot be played: “Inquisitor: who picks the card shown” goes only together with "
            "“Inquisitor in the Ambassador's place”.",
        ),
        (
            {"ruleset": "mcguire", "options": "teams"},
            "“Teams of two (4 or 6 players)” is not an option of McGuire's house rules.",
        ),
        ({"options": "teams open_hands"}, "Not with teams: who is out would see the hands"),
    ],
)
async def test_impossible_tables_are_refused_with_the_reason(
    court: Court, settings: dict[str, Any], sentence: str
) -> None:
    assert sentence in said(await court.slash("Ana", "coup new", **settings))
    assert await court.bot.tables.at(court.channel.id) is None


async def test_a_pool_brings_its_ruleset_and_the_lobby_shows_it(court: Court) -> None:
    await court.slash("Ana", "coup new", pool="beginners", options="advanced")
    assert "Roles: Banker, Director, Guerrilla, Peacekeeper and Politician" in shown(court.card)


async def test_a_lobby_expires_and_closes(court: Court) -> None:
    await court.slash("Ana", "coup new")
    card = court.card
    await court.env.advance_time(1801)
    closed = next(message for message in court.channel.history() if message.id == card.id)
    assert "This table is closed" in shown(closed)
    assert not controls(closed)


async def test_settings_are_changed_in_a_form(court: Court) -> None:
    await court.slash("Ana", "coup new")
    assert "Only the host" in said(await court.click("Ben", "Host's menu"))
    menu = await host_menu(court)
    assert "Only the host" in said(await court.forge_press("Ben", f"coup:1:set:{court.table.id}:0"))
    form = await court.click("Ana", "Settings", menu)
    assert form.modal is not None
    fields = {part["label"]: part["component"]["custom_id"] for part in form.modal["components"]}
    await court["Ana"].submit_modal(
        form,
        {
            fields["Ruleset"]: ["classic"],
            fields["Options"]: ["inquisitor", "open_hands", "resigns"],
            fields["Pace"]: ["slow"],
            fields["In the channel"]: ["chronicle"],
            fields["Roles (Rebellion G54)"]: ["random"],
        },
    )
    assert court.table.options == {"inquisitor": True}
    assert "Roles: Assassin, Captain, Contessa, Duke and Inquisitor" in shown(court.card)
    assert "Ambassador**" not in said(await court.click("Ben", "Rules"))
    assert court.table.open_hands
    assert court.table.resigns
    assert "Inquisitor in the Ambassador's place\nOpen hands: who is out may see all hands" in shown(court.card)
    assert "3 minutes a turn" in shown(court.card)
    assert "Style: Chronicle" in shown(court.card)


async def test_options_are_offered_only_where_they_mean_something(court: Court) -> None:
    ana, channel = court["Ana"], court.channel
    offered = await ana.autocomplete(channel, "coup new", "options", "", ruleset="g54")
    assert {choice["value"] for choice in offered} >= {"advanced", "writer_keeps=false"}
    assert "teams" not in {choice["value"] for choice in offered}
    offered = await ana.autocomplete(channel, "coup new", "options", "teams in", ruleset="classic")
    assert [choice["value"] for choice in offered] == ["teams inquisitor", "teams examine=owner", "teams resigns"]
    offered = await ana.autocomplete(channel, "coup new", "pool", "banker, dir")
    assert [choice["value"] for choice in offered] == ["banker, director"]


async def test_what_is_missing_in_the_channel_is_named(court: Court) -> None:
    silent = court.guild.create_text_channel(
        "silent", overwrites={court.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await court["Ana"].slash(silent, "coup new")
    assert "I still need Send Messages" in said(result)


async def test_discord_py_keeps_nothing_of_the_cards_and_panels(court: Court) -> None:
    await court.play("Ana", "Ben")
    await court.click("Ana", "My hand")
    store = court.bot._connection._view_store
    assert not store._views
    assert not store._synced_message_views
    assert not store._dynamic_items


async def test_what_cannot_be_saved_is_said_in_a_sentence(court: Court) -> None:
    await court.bot.store.database.write(lambda connection: connection.driver.execute("DROP TABLE players"))
    assert "The database does not answer" in said(await court.slash("Ana", "coup ping", switch="off"))


async def test_one_member_hosts_only_so_many_open_tables(court: Court) -> None:
    for number in range(MOST_OF_MEMBER):
        channel = court.guild.create_text_channel(f"table-{number}")
        await court["Ana"].slash(channel, "coup new")
    refused = said(await court.slash("Ana", "coup new"))
    assert f"You have {MOST_OF_MEMBER} open tables already" in refused
    assert not court.channel.history()
    await court.slash("Ben", "coup new")
    assert "A table of Coup" in shown(court.card)
