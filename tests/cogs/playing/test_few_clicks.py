"""How few clicks a choice takes: one for each decision, and one more where the last card is at stake."""

from typing import Any

import pytest

from bot.tables.state import OpenQuestion
from engine import Game
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import ask_of, change, tell


async def test_a_bluffer_with_one_card_claims_and_concedes_with_one_click_each(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain",)), player("Ben"), player("Cleo")])
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    panel = (await guild.click("Ana", "Choose")).response
    assert labels(panel) == ["Concede: you lose your last card"]
    await guild.click("Ana", "Concede: you lose your last card", panel)
    assert "Turn 2" in shown(guild.live_message)


async def test_who_asks_what_to_do_can_answer_at_once(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke",)), player("Ben"), player("Cleo")])
    panel = (await guild.click("Ana", "What can I do?")).response
    told = await guild.select("Ana", panel, ["tax"])
    assert "You chose: Tax" in shown(told)
    panel = (await guild.click("Ben", "What can I do?")).response
    assert labels(panel) == ["Challenge", "Allow", "Rules"]
    await guild.click("Ben", "Challenge", panel)
    assert "**Ben** challenges you" in shown(guild.live_message)
    panel = (await guild.click("Ana", "What can I do?")).response
    assert labels(panel) == ["Show Duke: Ben loses a card", "Concede: you lose your last card", "Rules"]
    assert labels((await guild.click("Cleo", "What can I do?")).response) == ["Rules"], "she is not asked"


async def test_one_of_two_equal_cards_is_lost_with_one_click(guild: SimGuild) -> None:
    await set_up(
        guild,
        players=[player("Ana", 7, ("captain", "contessa")), player("Ben", hand=("duke", "duke")), player("Cleo")],
    )
    panel = await guild.select("Ana", guild.live_message, ["coup.1"])
    await guild.click("Ana", "Coup Ben", panel)
    assert "**Ben** lost" not in shown(guild.live_message), "that would betray that both cards are equal"
    panel = (await guild.click("Ben", "Choose")).response
    assert labels(panel) == ["Lose Duke"]
    await guild.click("Ben", "Lose Duke", panel)
    assert "**Ben** loses Duke" in shown(guild.live_message)


async def test_a_last_card_is_lost_without_a_click(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 7), player("Ben", hand=("duke",)), player("Cleo")])
    panel = await guild.select("Ana", guild.live_message, ["coup.1"])
    await guild.click("Ana", "Coup Ben", panel)
    assert "Turn 2" in shown(guild.live_message)


async def test_an_action_is_chosen_together_with_its_target(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 3), player("Ben", 1, ("duke",)), player("Cleo", 4)])
    (actions,) = (part for part in controls(guild.live_message) if part["type"] == 3)
    assert actions["placeholder"] == "Choose an action · Ana"
    offered = {option["label"]: option["description"] for option in actions["options"]}
    assert list(offered)[-2:] == ["Steal from Ben (Captain)", "Steal from Cleo (Captain)"]
    assert offered["Steal from Ben (Captain)"] == "1 coin, 1 card · Take up to 2 coins."
    await guild.select("Ana", guild.live_message, ["steal.2"])
    assert "steal from **Cleo**" in shown(guild.live_message)


@pytest.mark.parametrize(
    ("label", "position"),
    [
        ("Embezzle (no Duke)", {"ruleset": "reformation", "reserve": 4}),
        (
            "Financier",
            {"ruleset": "anarchy", "bank": 4, "pool": ["financier", "director", "judge", "priest", "lawyer"]},
        ),
    ],
)
async def test_an_action_on_a_pile_tells_its_coins(guild: SimGuild, label: str, position: dict[str, Any]) -> None:
    hand = ("captain",) if position["ruleset"] == "reformation" else ("judge",)
    await set_up(guild, players=[player(name, 2, hand) for name in ("Ana", "Ben")], **position)
    (actions,) = (part for part in controls(guild.live_message) if part["type"] == 3)
    offered = {option["label"]: option["description"] for option in actions["options"]}
    assert offered[label].startswith("4 coins · Take all coins")


async def test_a_conversion_says_what_it_costs_with_this_player(guild: SimGuild) -> None:
    await set_up(guild, ruleset="reformation", players=[player("Ana"), player("Ben", 1)])
    (actions,) = (part for part in controls(guild.live_message) if part["type"] == 3)
    offered = {option["label"]: option["description"] for option in actions["options"]}
    assert offered["Convert Ana"] == "Pay 1 coin to change your own allegiance."
    assert offered["Convert Ben"] == "1 coin, 2 cards · Pay 2 coins to change their allegiance."


async def test_the_richest_player_reads_what_moving_own_coins_does(guild: SimGuild) -> None:
    pool = ["communist", "banker", "director", "guerrilla", "lawyer"]
    hand = ("banker", "lawyer")
    await set_up(guild, ruleset="g54", pool=pool, players=[player("Ana", 5, hand), player("Ben", 2, hand)])
    (actions,) = (part for part in controls(guild.live_message) if part["type"] == 3)
    offered = {option["label"]: option["description"] for option in actions["options"]}
    moves = "Move up to 3 coins from the richest to the poorest player."
    assert offered["Communist from Ana to Ben"] == f"5 coins, 2 cards · {moves}"


async def test_a_choice_from_before_the_update_still_asks_for_the_target(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo")])
    (action,) = (part["custom_id"] for part in controls(guild.live_message) if part["type"] == 3)
    panel = (await guild.forge_click("Ana", action, "steal")).response
    await guild.click("Ana", "Cleo, 2 coins, 2 cards", panel)
    assert "steal from **Cleo**" in shown(guild.live_message)


async def test_each_of_many_drawn_cards_can_be_kept_with_one_click(guild: SimGuild) -> None:
    pool = ["writer", "banker", "guerrilla", "peacekeeper", "politician"]
    await set_up(
        guild,
        ruleset="g54",
        pool=pool,
        players=[player("Ana", 9, ("writer", "banker")), player("Ben", hand=("banker", "banker"))],
        deck=["guerrilla", "peacekeeper", "politician", "writer", "guerrilla"],
        options={"shuffle": False},
    )
    await guild.slash("Ana", "coup act", action="writer")
    await guild.click("Ben", "Allow")
    panel = (await guild.click("Ana", "Choose")).response
    for _ in range(4):
        panel = (await guild.click("Ana", "Draw another (1 coin)", panel)).response
    panel = (
        (await guild.click("Ana", "Stop drawing", panel)).response if "Stop drawing" in labels(panel) else panel
    )
    assert len([label for label in labels(panel) if label.startswith("Keep ")]) > 10
    await guild.click("Ana", "Keep Peacekeeper and Politician", panel)
    assert "Peacekeeper and Politician · " in said(await guild.slash("Ana", "coup hand"))


async def test_challenging_a_partner_asks_first_and_an_opponent_asks_nothing(guild: SimGuild) -> None:
    cleo, dov = player("Cleo", hand=("contessa", "assassin")), player("Dov", hand=("duke",))
    table = await set_up(guild, options={"teams": True}, players=[player("Ana"), player("Ben"), cleo, dov])
    await guild.slash("Ana", "coup act", action="tax")
    assert "is your partner" in said(await guild.slash("Cleo", "coup answer", answer="challenge"))
    asked = (await guild.click("Cleo", "Challenge")).response
    assert "is your partner. If " in shown(asked)
    assert not table.state.open_question.answered
    await guild.click("Cleo", "Challenge my partner", asked)
    assert table.state.open_question.answered == {2}
    await guild.click("Ben", "Challenge")
    assert "show the Duke or concede" in shown(guild.live_message)


async def test_who_is_not_asked_learns_who_is(guild: SimGuild) -> None:
    await set_up(
        guild, options={"block_challengers": "actor"}, players=[player(name) for name in ("Ana", "Ben", "Cleo")]
    )
    await guild.slash("Ana", "coup act", action="foreign_aid")
    await guild.click("Ben", "Block as Duke")
    await guild.click("Cleo", "Allow")
    assert {"Challenge · Ana", "Allow · Ana"} <= set(labels(guild.live_message))
    assert said(await guild.click("Cleo", "Challenge")) == "Only Ana can challenge this."
    assert said(await guild.click("Cleo", "Allow")) == "Only Ana can answer now."


async def test_a_member_who_plays_alone_gets_no_name_on_controls_and_one_hand_button(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic", seats=2)
    await guild.click("Ana", "Start")
    table = guild.table
    names = table.state.names
    position = {"ruleset": "classic", "turn": "Ana", "players": [player(name) for name in names]}
    game = Game.from_position(position)
    change(table, game=game, open_question=OpenQuestion(), story=((),))
    tell(table, game.table.events)
    guild.bot.dispatcher.message_of(table).show()
    await guild.env.settle()
    (actions,) = (part for part in controls(guild.live_message) if part["type"] == 3)
    assert actions["placeholder"] == "Choose an action"
    await guild.slash("Ana", "coup act", action="exchange")
    while ask_of(table).prompt != "keep":
        await guild.env.advance_time(5)
    await guild.env.settle()
    assert "Choose" in labels(guild.live_message)
