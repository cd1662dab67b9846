"""Choices of a lobby's host: AI seats, partners, and how many cards two players get."""

from tests.harness.discord import SimGuild, controls, host_menu, labels, said, shown
from tests.harness.tables import game_of


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
