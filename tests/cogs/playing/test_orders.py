"""Standing orders on Discord: given and dropped in My hand, and what their owner reads of them."""

from typing import Any

import pytest

from bot.render.custom_id import CustomId
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause
from tests.cogs.playing.orders import dealt, four, give, orders_of
from tests.cogs.positions import player, set_up
from tests.cogs.settings_form import submit_form
from tests.harness.discord import NAMES, SimGuild, controls, labels, said, shown
from tests.harness.tables import change_seat

EVERYTHING = "Allow everything that is not aimed at you"
CHOSEN = "Players may allow ahead of time."


def edits(guild: SimGuild) -> list[str]:
    """The methods of the bot's requests about the channel."""
    return [entry.method for entry in guild.env.http_requests if entry.path.startswith("/channels")]


def offered(message: Any) -> list[str]:
    """The labels of the orders that a panel offers."""
    return [
        option["label"]
        for part in controls(message)
        if part["type"] == 3 and part["placeholder"].startswith("Allow ahead")
        for option in part["options"]
    ]


async def test_the_hand_offers_orders_for_the_roles_in_play(guild: SimGuild) -> None:
    await four(guild)
    hand = (await guild.click("Ben", "My hand")).response
    roles = ("Ambassador", "Assassin", "Captain", "Contessa", "Duke")
    unless = [f"Allow everything unless somebody claims {role}" for role in roles]
    assert offered(hand) == [EVERYTHING, f"{EVERYTHING}, every round", *unless, "Never block foreign aid"]


async def test_an_order_that_was_given_is_not_offered_again(guild: SimGuild) -> None:
    await four(guild)
    assert EVERYTHING not in offered(await give(guild, "Ben"))


async def test_a_game_without_foreign_aid_has_no_order_about_it(guild: SimGuild) -> None:
    pool = ["banker", "director", "guerrilla", "lawyer", "priest"]
    players = [player(name, hand=("banker", "lawyer")) for name in NAMES[:3]]
    await set_up(guild, orders=True, ruleset="g54", pool=pool, players=players)
    assert "Never block foreign aid" not in offered((await guild.click("Ben", "My hand")).response)


async def test_a_member_who_is_away_is_offered_no_orders(guild: SimGuild) -> None:
    change_seat(await four(guild), 1, away=True)
    assert not offered((await guild.click("Ben", "My hand")).response)
    await guild.slash("Ben", "coup join")
    assert offered((await guild.click("Ben", "My hand")).response)


async def test_orders_are_shown_to_their_owner_alone_and_dropped_by_one_button(guild: SimGuild) -> None:
    await four(guild)
    before = edits(guild)
    await give(guild, "Ben", "foreign_aid")
    given = "**Until your next turn:** Never block foreign aid · Allow everything unless somebody claims Duke"
    assert given in shown(await give(guild, "Ben", "unless:duke"))
    panel = await guild.click("Ben", "My hand")
    assert given in said(panel)
    assert "You still answer what is aimed at you" in said(panel)
    assert "**Until" not in said(await guild.click("Cleo", "My hand"))
    assert said(await guild.click("Ben", "Drop my orders", panel.response)).startswith("Dropped.")
    assert "Until your next turn:" not in said(await guild.click("Ben", "My hand"))
    assert edits(guild) == before, "the table message stays as it is"


async def test_an_order_for_every_round_says_how_long_it_lasts(guild: SimGuild) -> None:
    await four(guild)
    panel = shown(await give(guild, "Ben", "every_round"))
    assert (
        f"**Until you lose a card or run out of time:** {EVERYTHING}\n-# You still answer blocks of your action"
        in panel
    )
    assert "Until your next turn:" not in panel


async def test_a_click_in_the_quiet_time_changes_nothing_that_anybody_sees(guild: SimGuild) -> None:
    await four(guild)
    await guild.slash("Ana", "coup act", action="tax")
    before = shown(guild.live_message)
    guild.env.http_requests.clear()
    for name, label in (("Ben", "Allow"), ("Dov", "Challenge")):
        assert (await guild.click(name, label)).deferred
        assert said(await guild.click(name, "Allow")).startswith("You already answered.")
    assert (shown(guild.live_message), edits(guild)) == (before, [])
    assert "not asked" not in said(await guild.click("Cleo", "What can I do?"))
    assert "for you" not in said(await guild.click("Ben", "What can I do?"))
    assert "Waiting for **Cleo** and **Dov**" in said(await guild.slash("Ben", "coup help"))
    await guild.env.advance_time(5)
    assert "**Cleo**" in before
    assert edits(guild) == ["PATCH"]
    assert "Still to answer: **Cleo**" in shown(guild.live_message)


async def test_allow_until_my_turn_allows_now_and_by_an_order_until_the_turn(guild: SimGuild) -> None:
    table = await four(guild)
    await guild.slash("Ana", "coup act", action="tax")
    before = edits(guild)
    assert (await guild.click("Ben", "Allow until my turn")).deferred
    assert edits(guild) == before, "nobody else sees it in the quiet time"
    assert f"**Until your next turn:** {EVERYTHING}" in said(await guild.click("Ben", "My hand"))
    await guild.env.advance_time(5)
    assert "Still to answer: **Cleo** and **Dov**" in shown(guild.live_message)
    await guild.click("Cleo", "Allow until my turn")
    assert "Still to answer: **Dov**" in shown(guild.live_message)
    await guild.click("Dov", "Allow")
    assert [seat.orders for seat in table.state.seats] == [(), (), ("everything",), ()], "Ben's turn has begun"
    await guild.slash("Ben", "coup act", action="tax")
    await guild.env.advance_time(5)
    assert "Still to answer: **Ana** and **Dov**" in shown(guild.live_message)


async def test_a_first_press_of_allow_until_my_turn_brings_the_hand_with_the_order(guild: SimGuild) -> None:
    await dealt(guild)
    await guild.slash("Ana", "coup act", action="tax")
    hand = said(await guild.click("Ben", "Allow until my turn"))
    assert "You chose: Allow. You have " in hand
    assert f"**Until your next turn:** {EVERYTHING}" in hand
    assert "You still answer" not in hand, "My hand says that"
    assert "You still answer" in said(await guild.click("Ben", "My hand"))


async def test_a_first_press_that_begins_the_own_turn_leaves_the_table_the_only_select(guild: SimGuild) -> None:
    await dealt(guild)
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(5)
    for name in ("Cleo", "Dov"):
        assert controls((await guild.click(name, "Allow")).response), "orders"
    hand = (await guild.click("Ben", "Allow")).response
    assert "You have " in shown(hand)
    assert not controls(hand), "Ben is to choose an action, on the table message above"
    assert "Turn 2" in shown(guild.live_message)


@pytest.mark.parametrize("left", [2, 3])
async def test_of_two_players_left_none_is_offered_to_allow_until_a_turn(guild: SimGuild, left: int) -> None:
    players = [player(name, 3, ("captain",) if place < left else ()) for place, name in enumerate(NAMES)]
    await set_up(guild, orders=True, players=players)
    await guild.slash("Ana", "coup act", action="tax")
    assert "Allow" in labels(guild.live_message)
    assert ("Allow until my turn" in labels(guild.live_message)) == (left > 2), "the next turn is theirs"


async def test_allow_until_my_turn_is_confirmed_if_it_may_cost_the_last_card(guild: SimGuild) -> None:
    hands = (("assassin", "duke"), ("captain",), ("captain", "captain"))
    players = [player(name, 3, hand) for name, hand in zip(NAMES, hands, strict=False)]
    table = await set_up(guild, orders=True, players=players)
    await guild.slash("Ana", "coup act", action="assassinate", target="Ben")
    asked = await guild.click("Ben", "Allow until my turn")
    assert "Last card!" in said(asked)
    assert not table.state.early_answers
    assert orders_of(table, guild, "Ben") == ()
    confirmed = await guild.click("Ben", "Allow until my turn", asked.response)
    assert "You chose: Allow." in said(confirmed)
    assert f"**Until your next turn:** {EVERYTHING}" in said(confirmed)
    assert orders_of(table, guild, "Ben") == ("everything",)


async def test_a_private_question_and_the_own_turn_offer_their_answers_alone(guild: SimGuild) -> None:
    await dealt(guild)
    await give(guild, "Ben")
    hand = (await guild.click("Ana", "My hand")).response
    assert [part["placeholder"] for part in controls(hand)] == ["Choose an action"]
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    await guild.env.advance_time(5)
    asked = (await guild.click("Ana", "My hand")).response
    offers = [part.get("label") for part in controls(asked)]
    assert offers == ["Show Duke: Ben loses a card", "Concede: you lose a card"]
    await guild.click("Ana", "Show Duke: Ben loses a card", asked)
    asked = (await guild.click("Ben", "My hand")).response
    assert orders_of(guild.table, guild, "Ben")
    assert "You lose a card. Which one?" in shown(asked)
    assert "Until your next turn" not in shown(asked)


def allow_until_turn(table: Table) -> str:
    """The custom id of Allow until my turn for the open question, whether it is offered or not."""
    state = table.state
    assert state.game is not None
    return str(CustomId("allow", game=table.id, seq=state.game.question, tag=state.question_id))


async def test_a_forged_allow_until_my_turn_is_refused_where_it_is_not_offered(guild: SimGuild) -> None:
    table = await four(guild)
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    await guild.env.advance_time(5)
    await guild.slash("Ana", "coup answer", answer="Show Duke")
    assert "You lose a card. Which one?" in said(await guild.click("Ben", "My hand"))
    assert said(await guild.forge_click("Ben", allow_until_turn(table))) == "You cannot choose that."
    assert orders_of(table, guild, "Ben") == ()


async def test_a_table_without_orders_offers_and_accepts_plain_allow_only(guild: SimGuild) -> None:
    table = await dealt(guild, orders=False)
    await guild.slash("Ana", "coup act", action="tax")
    assert "Allow" in labels(guild.live_message)
    assert "Allow until my turn" not in labels(guild.live_message)
    refused = said(await guild.forge_click("Ben", allow_until_turn(table)))
    assert refused.startswith("Players of this table may not allow ahead of time.")
    assert table.state.seat_of(guild.users["Ben"].id) in table.state.owing()


async def test_more_time_taken_in_the_quiet_time_shows_when_it_is_over(guild: SimGuild) -> None:
    table = await four(guild)
    await guild.slash("Ana", "coup act", action="tax")
    before, deadline = shown(guild.live_message), table.state.deadline
    assert (await guild.click("Ben", "More time")).deferred
    assert said(await guild.click("Ben", "More time")) == "You already took more time in this game."
    assert (shown(guild.live_message), table.state.deadline) == (before, deadline)
    await guild.env.advance_time(5)
    assert "**Ben** took more time." in shown(guild.live_message)
    assert deadline is not None
    assert table.state.deadline is not None
    assert table.state.deadline > deadline + 10
    await guild.click("Ben", "Allow")
    assert "Still to answer: **Cleo** and **Dov**" in shown(guild.live_message)


async def test_the_form_decides_about_orders_and_only_then_the_lobby_says_so(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    for name in ("Ben", "Cleo"):
        await guild.click(name, "Join")
    assert not guild.table.state.allows_orders
    await guild.click("Dov", "Join")
    assert guild.table.state.allows_orders
    assert CHOSEN not in shown(guild.live_message), "it would come and go with Dov"
    await guild.click("Dov", "Leave")
    await submit_form(guild, options=["orders"])
    assert CHOSEN in shown(guild.live_message)
    await submit_form(guild, options=[])
    await guild.click("Dov", "Join")
    assert CHOSEN not in shown(guild.live_message)
    assert not guild.table.state.allows_orders, "the host has said so"


async def test_a_form_that_leaves_the_option_as_it_is_leaves_it_to_those_who_join(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await submit_form(guild, options=["orders"])
    for name, allowed in (("Ben", False), ("Cleo", False), ("Dov", True)):
        await guild.click(name, "Join")
        assert guild.table.state.allows_orders is allowed


@pytest.mark.parametrize(("option", "allowed"), [("orders", True), ("orders=false", False)])
async def test_a_command_decides_about_orders_at_a_new_table(guild: SimGuild, option: str, allowed: bool) -> None:
    await guild.slash("Ana", "coup new", options=option)
    for name in ("Ben", "Cleo", "Dov"):
        await guild.click(name, "Join")
        assert (CHOSEN in shown(guild.live_message)) is allowed


async def test_orders_that_nobody_may_give_are_refused_with_a_sentence(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    for name in ("Ben", "Cleo"):
        await guild.click(name, "Join")
    order = str(CustomId.of_table(guild.table.state, "order"))
    assert "The game has not started yet." in said(await guild.forge_click("Ana", order, "everything"))
    await guild.click("Ana", "Start")
    refused = said(await guild.forge_click("Ana", order, "everything"))
    assert refused.startswith("Players of this table may not allow ahead of time.")
    await guild.bot.tables.end(guild.table)
    table = await four(guild)
    order = str(CustomId.of_table(table.state, "order"))
    finn = guild.env.create_user("Finn")
    guild.members["Finn"] = guild.discord_guild.add_member(finn)
    assert "You are not in this game" in said(await guild.forge_click("Finn", order, "everything"))
    assert said(await guild.forge_click("Ben", order, "unless:jester")) == "That role is not in this game."
    assert said(await guild.forge_click("Ben", order, "whatever")) == "You cannot choose that."
    await guild.forge_click("Ben", order, "everything")
    assert said(await guild.forge_click("Ben", order, "everything")) == "You already gave this order."
    drop = str(CustomId.of_table(table.state, "unorder"))
    await guild.forge_click("Ben", drop)
    assert said(await guild.forge_click("Ben", drop)) == "You have no orders to drop."
    await guild.bot.tables.run(table, pause, "unreachable")
    assert "This table is paused." in said(await guild.forge_click("Ben", order, "everything"))


async def test_an_order_from_a_panel_of_an_earlier_question_counts_from_now_on(guild: SimGuild) -> None:
    table = await four(guild)
    panel = (await guild.click("Cleo", "My hand")).response
    await guild.slash("Ana", "coup act", action="income")
    assert "**Until your next turn:** Allow everything that is not aimed at you" in shown(
        await guild.select("Cleo", panel, ["everything"], "Allow ahead")
    )
    assert table.state.seats[2].orders == ("everything",)
    drop = str(CustomId.of_table(table.state, "unorder"))
    order = str(CustomId.of_table(table.state, "order"))
    await guild.bot.tables.end(table)
    # The panel of the hand is being deleted: with an expired token it would stay, as this one does.
    other = (await guild.slash("Cleo", "coup help")).response
    for custom_id, values in ((order, ["foreign_aid"]), (drop, [])):
        told = said(await guild.forge_click("Cleo", custom_id, *values, message=other))
        assert told == "No game is running at this table."


async def test_a_player_who_is_out_gives_no_orders(guild: SimGuild) -> None:
    table = await four(guild)
    await guild.slash("Dov", "coup resign", sure=True)
    await guild.slash("Ana", "coup act", action="income")
    order = str(CustomId.of_table(table.state, "order"))
    assert said(await guild.forge_click("Dov", order, "everything")) == "You are out of this game."
    assert not offered((await guild.click("Dov", "My hand")).response)
