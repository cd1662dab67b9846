"""The host of a lobby chooses AI seats, partners, and how many cards two players get."""

from pathlib import Path
from typing import Any

import pytest

from bot.render.view_model import TableView
from bot.tables import ai_players
from bot.tables.state import Person
from bot.tables.transitions.lobby import join
from engine.ai.evaluation.network import networks
from tests.harness.discord import SimGuild, controls, host_menu, labels, said, shown
from tests.harness.simulated_discord import delaying_edit, during_next_response
from tests.harness.tables import game_of


async def test_the_lobby_has_everybodys_buttons_its_menu_the_hosts(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", seats=2)
    labels = [part.get("label") for part in controls(guild.live_message)]
    everybody, two = ["Join", "Leave", "Rules"], ["One card each", "Two cards each"]
    assert labels == [*everybody, "Start", "Add medium AI", "Host's menu", *two]
    menu = await host_menu(guild)
    assert menu.ephemeral
    kinds = next(part for part in controls(menu) if part.get("placeholder") == "Add an AI")
    assert [option["label"] for option in kinds["options"]][:4] == [
        "Easy",
        "Medium",
        "Strong",
        "Easy, even-tempered",
    ]
    menu = await guild.select("Ana", menu, ["strong.wary"], "Add an AI")
    assert "Jonas (wary, strong AI) joined." in shown(menu)
    assert "**Jonas** (wary, strong AI)" in shown(guild.live_message)
    menu = (await guild.click("Ana", "Remove Jonas", menu)).response
    assert "Jonas left." in shown(menu)
    lobby = guild.live_message
    closed = (await guild.click("Ana", "Close the table", menu)).response
    assert closed is not None
    assert "This table is closed" in shown(closed)
    assert not controls(closed)
    (lobby,) = [message for message in guild.channel.history() if message.id == lobby.id]
    assert "**Ana** closed it" in shown(lobby)


async def test_an_open_menu_is_updated_with_its_table(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", seats=6)
    opened = await host_menu(guild)
    assert "Remove Mila" in str(controls(opened)), "the sixth seat's"

    async def menu() -> Any:
        await guild.env.advance_time(2)
        return next(seen for seen in guild.channel.history(viewer=guild["Ana"]) if seen.id == opened.id)

    await guild.click("Ben", "Join")
    assert "Leon" in controls(await menu())[-2]["label"], "Ben has the last AI's seat"
    stale = await guild.forge_click("Ana", f"coup:1:unai:{guild.table.id}:0:Mila", message=opened)
    assert "can no longer be removed" in said(stale)
    assert "Leon" in shown(guild.live_message), "whom the menu did not name when it was clicked"
    await guild.click("Ben", "Leave")
    assert "Add an AI" in str(controls(await menu())), "a seat is free"
    await guild.slash("Ana", "coup start")
    await guild.env.advance_time(2)
    (hand,) = [seen for seen in guild.channel.history(viewer=guild["Ana"]) if seen.flags.ephemeral]
    assert "The game has started.\n### Your hand" in shown(hand), "the menu does not say it too"


async def test_a_new_menu_shows_a_change_made_meanwhile(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.slash("Ana", "coup new", seats=6)
    ben = Person(guild["Ben"].id, "Ben")
    during_next_response(monkeypatch, lambda: guild.bot.tables.run(guild.table, join, ben))
    menu = await host_menu(guild)
    assert "Remove Mila" not in str(controls(menu)), "Ben has her seat"


async def test_a_menu_is_updated_though_an_edit_failed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.slash("Ana", "coup new", seats=6)
    await host_menu(guild)
    with delaying_edit(guild, monkeypatch):
        await guild.click("Ben", "Join")
        menu = await host_menu(guild)  # the older one is deleted
    await guild.env.advance_time(2)
    await guild.click("Ben", "Leave")
    await guild.env.advance_time(2)
    assert "Add an AI" in str(controls(menu)), "a seat is free"


async def test_a_former_host_has_no_menu(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await guild.click("Ben", "Join")
    menu = await host_menu(guild)
    await guild.click("Ana", "Leave")
    menu = next(seen for seen in guild.channel.history(viewer=guild["Ana"]) if seen.id == menu.id)
    assert shown(menu).strip() == "### **Ben** is the host now"
    assert not controls(menu)
    late = await guild.forge_click("Ana", f"coup:1:close:{guild.table.id}:0", message=menu)
    assert said(late).strip() == shown(menu).strip()


async def test_all_texts_say_what_plays_where_strong_seats_cannot(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "New AI players: Strong." in said(await guild.slash("Ana", "coup-config ai", kind="strong"))
    await guild.slash("Ana", "coup new", seats=2)
    assert ", strong AI)" in shown(guild.live_message)
    with monkeypatch.context() as missing:
        missing.setattr(ai_players, "networks", lambda: networks(tmp_path / "strong.json"))
        told = "Its training is missing here, so it plays like Medium."
        assert f"New AI players: Strong. {told}" in said(await guild.slash("Ana", "coup-config show"))
        offered = next(part for part in controls(await host_menu(guild)) if part.get("placeholder") == "Add an AI")
        assert [option["description"] == told for option in offered["options"][:3]] == [False, False, True]
        await guild.click("Ana", "Add strong AI")
        assert ", strong AI)" not in shown(guild.live_message)
        assert shown(guild.live_message).count(", medium AI)") == 2
        await guild.click("Ana", "Start")
        assert said(await guild.click("Ana", "What can I do?")).count(", medium AI)") == 2
    await guild.slash("Ana", "coup table")
    (*_, last) = (TableView.of(guild.table).occupant(seat) for seat in range(3))
    assert ", strong AI)" in last, "whose files are there again plays by them again"


async def test_any_ai_seat_can_be_removed(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", seats=4)
    menu = await host_menu(guild)
    assert [label for label in labels(menu) if label.startswith("Remove")] == [
        "Remove Iris", "Remove Jonas", "Remove Kira",
    ]  # fmt: skip
    menu = (await guild.click("Ana", "Remove Iris", menu)).response
    assert "Iris left." in shown(menu)
    assert [seat.name for seat in guild.table.state.seats] == ["Ana", "Jonas", "Kira"]


async def test_a_lobby_of_two_offers_one_card_or_two_each(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic")
    offered = {"One card each", "Two cards each"}
    assert not offered & set(labels(guild.live_message))
    await guild.click("Ben", "Join")
    assert offered < set(labels(guild.live_message))
    assert "Each player starts with 1 card and 2 coins." in shown(guild.live_message)
    assert said(await guild.click("Ben", "Two cards each")) == "Only Ana (host) can do that."
    await guild.click("Ana", "Two cards each")
    assert "Each player starts with 2 cards and 2 coins. The first player starts with 1 coin." in shown(
        guild.live_message
    )
    assert "two cards each, 1 coin" not in shown(guild.live_message), "said twice"
    green = [part["label"] for part in controls(guild.live_message) if part.get("style") == 3]
    assert "Two cards each" in green
    assert "One card each" not in green
    await guild.click("Ana", "Start")
    assert [len(hand) for hand in game_of(guild.table).table.hands] == [2, 2]


async def test_an_option_may_be_typed_like_one_of_a_command(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="g54", options="advanced:true writer_keeps:false talk=true")
    assert guild.table.state.options == {"advanced": True, "writer_keeps": False}
    assert guild.table.state.talk


async def test_rulesets_with_two_cards_each_offer_no_choice(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="mcguire", seats=2)
    assert "One card each" not in labels(guild.live_message)
    table = guild.table
    told = said(await guild.forge_click("Ana", f"coup:1:deal:{table.id}:0:standard"))
    assert "two_player" not in table.state.options, told
    assert told


async def test_partners_can_be_swapped_before_the_start(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic", options="teams")
    for name in ("Ben", "Cleo", "Dov"):
        await guild.click(name, "Join")
    assert "♥\u00a0**Cleo**" in shown(guild.live_message)
    menu, (ben, cleo) = await host_menu(guild), (str(guild[name].id) for name in ("Ben", "Cleo"))
    menu = await guild.select("Ana", menu, [ben, cleo], "Swap partners")
    assert "Cleo and Ben swapped seats." in shown(menu) or "Ben and Cleo swapped seats." in shown(menu)
    assert "♥\u00a0**Ben**" in shown(guild.live_message)
    assert "♠\u00a0**Cleo**" in shown(guild.live_message)
    await guild.click("Ana", "Start")
    assert game_of(guild.table).view(None)["players"][2]["name"] == "Ben"
    before = guild.table.state.seats
    assert "The game has already started." in said(
        await guild.forge_click("Ana", f"coup:1:swap:{guild.table.id}:0", ben, cleo, message=None)
    )
    assert guild.table.state.seats == before


async def test_swaps_that_are_not_possible_are_refused_with_a_sentence(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic")
    for name in ("Ben", "Cleo", "Dov"):
        await guild.click(name, "Join")
    game, (ben, cleo) = guild.table.id, [str(guild[name].id) for name in ("Ben", "Cleo")]
    seats, swap = guild.table.state.seats, f"coup:1:swap:{game}:0"
    assert said(await guild.forge_click("Ana", swap, ben, cleo)) == "This table plays without teams."
    assert said(await guild.forge_click("Ben", swap, ben, cleo)) == "Only Ana (host) can do that."
    assert guild.table.state.seats == seats


async def test_a_swap_with_somebody_who_left_changes_nothing(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic", options="teams")
    for name in ("Ben", "Cleo", "Dov"):
        await guild.click(name, "Join")
    menu = await host_menu(guild)
    await guild.click("Cleo", "Leave")
    told = await guild.forge_click(
        "Ana", f"coup:1:swap:{guild.table.id}:0", *(str(guild[name].id) for name in ("Ben", "Cleo")), message=menu
    )
    assert "The seats have changed. Choose two players again." in said(told)
    assert [seat.name for seat in guild.table.state.seats] == ["Ana", "Ben", "Dov"]
