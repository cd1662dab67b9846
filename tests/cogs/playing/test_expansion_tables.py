"""Reformation and Anarchy tables have orders, More time, log and Coach, and survive late clicks and restarts."""

from typing import Any

import pytest

from tests.cogs.playing.test_expansion_refusals import ANARCHY, BOMB, EMBEZZLE, GIFTS, REFORMATION
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild, forget_tables, said, shown
from tests.harness.tables import game_of

pytestmark = pytest.mark.slow

EVERYTHING = "everything"


async def give_orders(guild: SimGuild, **orders: str) -> None:
    """Members look at their hands; those who are named give an order there."""
    await guild.show_hands(*NAMES)
    for name, order in orders.items():
        hand = (await guild.click(name, "My hand")).response
        await guild.select(name, hand, [order], "Let questions pass")


async def test_orders_let_an_embezzlement_pass(guild: SimGuild) -> None:
    table = await set_up(guild, orders=True, **REFORMATION)
    await give_orders(guild, Ben=EVERYTHING, Cleo="unless:duke", Dov=EVERYTHING)
    await guild.slash("Ana", "coup act", **EMBEZZLE)
    assert "claims to have no Duke" in shown(guild.live_message)
    await guild.env.advance_time(5)
    assert game_of(table).view(None)["players"][0]["coins"] == 4
    assert "➤ **Ben**" in shown(guild.live_message)


async def test_an_order_never_answers_for_the_player_before_whom_the_bomb_lies(guild: SimGuild) -> None:
    await set_up(guild, orders=True, **ANARCHY)
    await give_orders(guild, Ben=EVERYTHING, Cleo=EVERYTHING, Dov=EVERYTHING)
    await guild.slash("Ana", "coup act", **BOMB)
    await guild.env.advance_time(5)
    assert "Still to answer: **Ben**." in shown(guild.live_message)


@pytest.mark.parametrize(("position", "declared"), [(REFORMATION, EMBEZZLE), (ANARCHY, GIFTS)])
async def test_more_time_and_a_late_click(
    guild: SimGuild, position: dict[str, Any], declared: dict[str, str]
) -> None:
    table = await set_up(guild, **position)
    await guild.show_hands(*NAMES)
    await guild.slash("Ana", "coup act", **declared)
    question = f"{game_of(table).question}.{table.state.question_id}"
    await guild.click("Ben", "More time")
    assert "**Ben** took more time." in shown(guild.live_message)
    for seat in table.state.awaited():
        await guild.click(NAMES[seat], "Allow")
    before = table.state.decisions, shown(guild.live_message)
    late = await guild.forge_click("Cleo", f"coup:1:answer:{table.id}:{question}:challenge")
    assert said(late) == "That moment has passed."
    assert (table.state.decisions, shown(guild.live_message)) == before


async def convert(guild: SimGuild) -> tuple[str, str]:
    """The first player of a new game of Reformation converts; returns the player and the new allegiance."""
    game = (await guild.play(*NAMES, ruleset="reformation", pace="correspondence")).state.game
    assert game is not None
    me = game.view(None)["turn"]
    side = {player["name"]: player["allegiance"] for player in game.view(None)["players"]}[me]
    await guild.slash(me, "coup act", action="convert", target=me)
    return me, {"loyalist": "Reformist", "reformist": "Loyalist"}[side]


async def test_a_game_goes_on_after_a_restart(guild: SimGuild) -> None:
    me, allegiance = await convert(guild)
    told = f"**{me}** changed to {allegiance}."
    assert told in shown(guild.live_message)
    message = guild.live_message
    await forget_tables(guild)
    assert f"You are a {allegiance}." in said(await guild.click(me, "My hand", message))
    assert told in said(await guild.click(me, "Log", message))


@pytest.mark.parametrize("position", [REFORMATION, ANARCHY])
async def test_a_finished_game_has_its_log_and_coach(guild: SimGuild, position: dict[str, Any]) -> None:
    role = position["players"][0]["hand"][0]
    players = [player("Ana", 8, (role,)), player("Ben", 2, (role,))]
    await set_up(guild, **(position | {"players": players, "tokens": {}}))
    await guild.slash("Ana", "coup act", action="coup", target="Ben")
    end = next(message for message in guild.channel.history() if "wins" in shown(message))
    assert "**Ana** launched a coup against **Ben**" in said(await guild["Cleo"].click(end, label="Log"))
    assert "No choice cost you" in said(await guild["Ana"].click(end, label="Coach"))


async def test_the_message_says_when_allegiances_bind_nobody(guild: SimGuild) -> None:
    players = [player(name, 2, ("captain",), allegiance="loyalist") for name in NAMES]
    await set_up(guild, **(REFORMATION | {"players": players}))
    told = "All players left are Loyalist, so anybody may target anybody."
    assert told in shown(guild.live_message)
    await guild.slash("Ana", "coup act", action="convert", target="Ben")
    assert told not in shown(guild.live_message)
    assert "**Ana** converted **Ben** to Reformist." in shown(guild.live_message)
