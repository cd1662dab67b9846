"""`/coup-config`: what moderators set, the pools they put together, and the list of what they did."""

from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.games.ai_decisions import STAND_IN
from tests.cogs.court import Court, controls, said, shown


@pytest.fixture(autouse=True)
async def _anyone_may_try(court: Court) -> None:
    """Grants Ben these commands, as a server may; the bot has to check permissions itself."""
    for command in await court.bot.tree.fetch_commands():
        court.guild.set_command_permissions(command, {court["Ben"]: True})


async def test_only_moderators_may(court: Court) -> None:
    assert "Only a moderator" in said(await court.slash("Ben", "coup-config show"))
    assert "Only a moderator" in said(await court.slash("Ben", "coup-config pool show"))


async def test_the_pace_of_new_tables(court: Court) -> None:
    assert "Slow (3 minutes" in said(await court.slash("Ana", "coup-config pace", pace="slow"))
    assert "1 minute 30 seconds a turn" in said(await court.slash("Ana", "coup-config pace", pace="90/30"))
    assert "“lazy” is no pace" in said(await court.slash("Ana", "coup-config pace", pace="lazy"))
    assert "1 minute 30 seconds a turn, 30 seconds an answer" in said(await court.slash("Ana", "coup-config show"))
    await court.slash("Ana", "coup new")
    assert "1 minute 30 seconds a turn" in shown(court.card)
    assert "7 days a turn, 1 day 1 hour an answer" in said(
        await court.slash("Ana", "coup-config pace", pace="604800/90000")
    )


async def test_the_style_of_new_tables(court: Court) -> None:
    assert "Style of new tables: Live" in said(await court.slash("Ana", "coup-config show"))
    assert "Style of new tables: Thread" in said(await court.slash("Ana", "coup-config style", style="thread"))
    assert "set the style of new tables: Thread" in said(await court.slash("Ana", "coup-config show"))
    await court.slash("Ana", "coup new")
    assert "Style: Thread" in shown(court.card)
    await court.click("Ana", "Cancel the table", (await court.click("Ana", "Host's menu")).response)
    await court.slash("Ana", "coup new", style="chronicle")
    assert "Style: Chronicle" in shown(court.card)


async def test_how_well_new_ai_seats_play(court: Court) -> None:
    assert "New AI seats: Medium." in said(await court.slash("Ana", "coup-config show"))
    choice = (await court.slash("Ana", "coup-config ai")).response
    assert "New AI seats: Medium." in shown(choice)
    chosen = await court.select("Ana", choice, ["easy"])
    assert "New AI seats: Easy." in shown(chosen)
    assert "set the kind of new AI seats: Easy" in said(await court.slash("Ana", "coup-config show"))
    await court.slash("Cleo", "coup new", seats=2)
    await court.click("Cleo", "Add easy AI")
    assert [seat.ai for seat in court.table.state.seats] == [None, "easy", "easy"]
    assert "New AI seats: Strong." in said(await court.slash("Ana", "coup-config ai", kind="strong"))
    await court.slash("Cleo", "coup leave")
    await court.slash("Cleo", "coup new")
    await court.click("Cleo", "Add strong AI")
    assert ", strong AI)" in shown(court.card)
    assert "Only a moderator" in said(await court.forge_press("Ben", "coup:1:aikind:0:0", "easy"))


async def test_what_becomes_of_seats_whose_player_is_away(court: Court) -> None:
    assert f"a {STAND_IN} AI plays for the seat" in said(await court.slash("Ana", "coup-config show"))
    asked = (await court.slash("Ana", "coup-config afk")).response
    assert "the player resigns" in shown(await court.select("Ana", asked, ["resign"]))
    shown_now = said(await court.slash("Ana", "coup-config show"))
    assert "Three timeouts in a row at new tables: the player resigns." in shown_now
    assert "set what three timeouts in a row do at new tables: It resigns" in shown_now
    await court.slash("Cleo", "coup new")
    assert "Three timeouts in a row: the player resigns" in shown(court.card)
    assert court.table.state.resigns
    offered = await court["Cleo"].autocomplete(court.channel, "coup new", "options", "three")
    assert [choice["value"] for choice in offered] == ["resigns=false"]
    await court.slash("Cleo", "coup leave")
    await court.slash("Cleo", "coup new", options="resigns=false")
    assert not court.table.state.resigns, "at this table alone"
    assert f"a {STAND_IN} AI plays" in said(await court.slash("Ana", "coup-config afk", seat="ai"))


async def test_a_game_is_ended(court: Court) -> None:
    assert "no table in this channel" in said(await court.slash("Ana", "coup-config end"))
    table = await court.play("Cleo", "Dov")
    card = court.card
    asked = (await court.slash("Ana", "coup-config end")).response
    assert "Classic, turn 1, with **Cleo** and **Dov**" in shown(asked)
    assert "Nothing has changed" in said(await court.click("Ana", "Back", asked))
    assert "Only a moderator" in said(await court.forge_press("Ben", f"coup:1:end:{table.id}:0"))
    assert table.state.running
    assert "is ended" in said(await end(court))
    assert table.state.status is Status.CLOSED
    assert not [part for message in court.channel.history() if message.id == card.id for part in controls(message)]
    ended = next(message for message in court.channel.history() if "This game was ended" in shown(message))
    assert f"<@{court.users['Ana'].id}> ended it in turn 1" in shown(ended)
    assert not court.pinged(ended)
    assert "Turn 1" in said(await court["Ben"].click(ended, label="Log"))
    assert "Turn 1" in said(await court.slash("Ben", "coup log"))
    assert "no game in this channel" in said(await court.slash("Cleo", "coup rematch"))
    record = (await court["Ben"].click(ended, label="Record")).response
    assert record is not None
    assert record.attachments


async def end(court: Court, **where: Any) -> Any:
    """Ana ends what runs in the channel, and is sure of it."""
    asked = (await court.slash("Ana", "coup-config end", **where)).response
    return await court.click("Ana", next(part["label"] for part in controls(asked)), asked)


async def test_a_lobby_that_a_moderator_closes_says_so(court: Court) -> None:
    await court.slash("Cleo", "coup new")
    card = court.card
    await end(court)
    (closed,) = [message for message in court.channel.history() if message.id == card.id]
    assert f"<@{court.users['Ana'].id}> closed it" in shown(closed)


async def test_who_was_about_to_close_a_lobby_is_asked_about_the_game_that_has_begun(court: Court) -> None:
    await court.slash("Cleo", "coup new", seats=2)
    asked: Any = (await court.slash("Ana", "coup-config end")).response
    await court.click("Cleo", "Start")
    table = court.table
    again = await court.click("Ana", "Close the table", asked)
    assert table.state.running
    assert again.response is not None
    assert "End this game for everybody?" in shown(again.response)
    await court.click("Ana", "End the game", again.response)
    assert table.state.status is Status.CLOSED
    late = await court.forge_press("Ana", f"coup:1:end:{table.id}:0:game", message=asked)
    assert said(late).strip() == "No game is running at this table."


async def test_a_pool_is_put_together_kept_and_used(court: Court) -> None:
    result = await court.slash("Ana", "coup-config pool create", name="Hard times")
    panel: Any = result.response
    for category, roles in (
        ("Finance", ["farmer"]),
        ("Communications", ["writer"]),
        ("Force", ["judge"]),
        ("Special interest", ["lawyer", "priest"]),
    ):
        panel = await court.select("Ana", panel, roles, category)
    assert "Chosen: Farmer" in shown(panel)
    assert "1 advanced role" in shown(panel)
    saved = await court.click("Ana", "Save", panel)
    assert "The pool Hard times is saved" in said(saved)
    assert "Hard times: Farmer, Judge" in said(await court.slash("Ana", "coup-config pool show"))
    await court.slash("Ana", "coup-config pool default", name="hard times")
    await court.slash("Cleo", "coup new", ruleset="g54")
    assert "Farmer, Judge, Lawyer, Priest and Writer" in shown(court.card)
    await court.click("Cleo", "Cancel the table", (await court.click("Cleo", "Host's menu")).response)
    assert "Hard times" in said(await court.slash("Ana", "coup-config show"))
    cleared = said(await court.slash("Ana", "coup-config pool default"))
    assert "draw five roles by category" in cleared
    await court.slash("Cleo", "coup new", ruleset="g54")
    assert "Farmer" not in shown(court.card)
    asked = (await court.slash("Ana", "coup-config pool delete", name="hard times")).response
    assert "Delete the pool Hard times (Farmer," in shown(asked)
    assert "Hard times" in said(await court.slash("Ana", "coup-config pool show"))
    assert "Only a moderator" in said(await court.forge_press("Ben", "coup:1:pooldrop:0:0:Hard times"))
    await court.slash("Ana", "coup-config pool default", name="hard times")
    gone = said(await court.click("Ana", "Delete the pool", asked))
    assert "The pool Hard times is deleted. New tables of Rebellion G54 draw five roles" in gone
    assert "none yet" in said(await court.slash("Ana", "coup-config pool show"))


@pytest.mark.parametrize("name", ["random", "Beginners", "first set for beginners", "Random by category"])
async def test_a_pool_cannot_take_the_name_of_a_built_in_choice(court: Court, name: str) -> None:
    assert "stands for a choice" in said(await court.slash("Ana", "coup-config pool create", name=name))


async def test_an_incomplete_pool_is_not_saved(court: Court) -> None:
    panel: Any = (await court.slash("Ana", "coup-config pool create", name="Few")).response
    assert "0 of 1 Finance" in shown(panel)
    assert "is not complete yet" in said(await court.click("Ana", "Save", panel))
    assert await court.bot.store.guilds.pools(court.guild.id) == {}


async def test_a_pool_with_too_many_of_a_category_is_not_saved(court: Court) -> None:
    panel: Any = (await court.slash("Ana", "coup-config pool create", name="Rich")).response
    for part in (part for part in controls(panel) if part["type"] == 3):
        category = part["custom_id"].split(".")[1]
        roles = {"finance": ["banker", "farmer"], "communications": ["writer"], "force": ["judge"]}
        data = {"custom_id": part["custom_id"], "component_type": 3, "id": 1}
        values = roles.get(category, ["lawyer", "priest"])
        panel = (await court.forge("Ana", 3, data | {"values": values}, panel)).response
    assert "2 of 1 Finance" in shown(panel)
    assert "is not complete yet" in said(await court.click("Ana", "Save", panel))
    assert await court.bot.store.guilds.pools(court.guild.id) == {}


async def test_a_pool_may_break_the_categories_if_it_says_so(court: Court) -> None:
    panel = (await court.slash("Ana", "coup-config pool create", name="Free")).response
    panel = (await court.click("Ana", "Allow any five", panel)).response
    forces = ["crime_boss", "general", "guerrilla", "judge", "mercenary"]
    panel = await court.select("Ana", panel, forces, "Force")
    assert "is saved" in said(await court.click("Ana", "Save", panel))
    refused = said(await court.slash("Cleo", "coup new", ruleset="classic", pool="free"))
    assert "Only Rebellion G54" in refused
    await court.slash("Cleo", "coup new", pool="free")
    assert court.table.state.options == {"free_pool": True}


@pytest.mark.parametrize("name", [" ", "a/b", "x" * 41])
async def test_bad_names_of_pools(court: Court, name: str) -> None:
    assert "needs a name" in said(await court.slash("Ana", "coup-config pool create", name=name))


async def test_a_pool_that_there_is_not(court: Court) -> None:
    assert "no pool called “nothing”" in said(await court.slash("Ana", "coup-config pool edit", name="nothing"))


async def test_a_pool_cannot_take_the_name_of_a_choice_there_always_is(court: Court) -> None:
    assert "choose another" in said(await court.slash("Ana", "coup-config pool create", name="Random"))


async def test_what_moderators_did_is_shown_to_moderators(court: Court) -> None:
    assert "moderators did" not in said(await court.slash("Ana", "coup-config show"))
    await court.slash("Ana", "coup-config pace", pace="slow")
    await court.slash("Ana", "coup-config pace", pace="lazy")
    await court.play("Cleo", "Dov")
    await end(court)
    answer = said(await court.slash("Ana", "coup-config show"))
    *_, newest, oldest = answer.split("\n")
    assert f"<@{court.users['Ana'].id}> ended the game in <#{court.channel.id}>" in newest
    assert "set the pace of new tables: Slow" in oldest
    assert "lazy" not in answer


async def test_a_setting_left_out_is_asked_for(court: Court) -> None:
    asked = (await court.slash("Ana", "coup-config pace")).response
    assert "Pace of new tables: Normal" in shown(asked)
    assert "Pace of new tables: Slow" in shown(await court.select("Ana", asked, ["slow"]))
    assert "Only a moderator" in said(
        await court.forge_press("Ben", "coup:1:config:0:0:pace", "blitz", message=asked)
    )
    asked = (await court.slash("Ana", "coup-config style")).response
    assert "Style of new tables: Chronicle" in shown(await court.select("Ana", asked, ["chronicle"]))
    asked = (await court.slash("Ana", "coup-config pictures")).response
    assert "Pictures and emojis at new tables: On" in shown(asked)
    assert "new tables: Off" in said(await court.click("Ana", "Off", asked))
    assert "Only a moderator" in said(
        await court.forge_press("Ben", "coup:1:configswitch:0:0:pictures.on", message=asked)
    )
    settings = await court.bot.store.guilds.settings(court.guild.id)
    assert (settings.pace, settings.style, settings.pictures) == ("slow", "chronicle", False)


async def test_the_name_of_a_new_pool_left_out_is_asked_for(court: Court) -> None:
    for name, answer in (("Hard times", "Pool Hard times"), ("a/b", "needs a name")):
        form = await court.slash("Ana", "coup-config pool create")
        assert form.modal is not None
        (field,) = (part["component"]["custom_id"] for part in form.modal["components"])
        assert answer in said(await court["Ana"].submit_modal(form, {field: name}))


async def test_a_preference_left_out_is_asked_for(court: Court) -> None:
    for command, off, on in (
        ("ping", "no longer mentioned", "you are mentioned"),
        ("pictures", "is in words", "as pictures too"),
        ("dm", "No more copies", "you get a copy"),
    ):
        asked = (await court.slash("Ben", f"coup {command}")).response
        assert f": {'Off' if command == 'dm' else 'On'}." in shown(asked)
        assert off in said(await court.click("Ben", "Off", asked))
        asked = (await court.slash("Ben", f"coup {command}")).response
        assert ": Off." in shown(asked)
        assert on in said(await court.click("Ben", "On", asked))
    player = await court.bot.store.players.get(court.users["Ben"].id)
    assert (player.ping, player.pictures, player.dm) == (True, True, True)
