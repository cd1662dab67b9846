"""Reformation and Anarchy tables have orders, More time, log and Coach, and survive late clicks and restarts."""

import pytest

from tests.cogs.playing.orders import give
from tests.cogs.playing.test_expansion_refusals import REFORMATION
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild, said, shown
from tests.harness.tables import game_of

pytestmark = pytest.mark.slow


async def test_orders_let_an_embezzlement_pass(guild: SimGuild) -> None:
    table = await set_up(guild, orders=True, **REFORMATION)
    await guild.show_hands(*NAMES)
    for name, order in (("Ben", "everything"), ("Cleo", "unless:duke"), ("Dov", "everything")):
        await give(guild, name, order)
    await guild.slash("Ana", "coup act", action="embezzle")
    assert "claims to have no Duke" in shown(guild.live_message)
    await guild.env.advance_time(5)
    assert game_of(table).view(None)["players"][0]["coins"] == 4
    assert "➤ **Ben**" in shown(guild.live_message)


async def test_the_message_says_when_allegiances_bind_nobody(guild: SimGuild) -> None:
    players = [player(name, 2, ("captain",), allegiance="loyalist") for name in NAMES]
    await set_up(guild, **(REFORMATION | {"players": players}))
    told = "All players left are Loyalist, so anybody may target anybody."
    assert told in shown(guild.live_message)
    await guild.slash("Ana", "coup act", action="convert", target="Ben")
    assert told not in shown(guild.live_message)
    assert "**Ana** converted **Ben** to Reformist." in shown(guild.live_message)


async def test_the_coins_of_one_player_are_told_once_and_the_bomb_has_one_owner(guild: SimGuild) -> None:
    pool = ["plantation_owner", "reporter", "anarchist", "peacekeeper", "lawyer"]
    players = [player("Ana", 2, ("lawyer", "reporter")), player("Ben", 3, ("lawyer", "reporter"))]
    await set_up(guild, ruleset="anarchy", pool=pool, players=players)
    await guild.slash("Ana", "coup act", action="plantation_owner")
    await guild.click("Ben", "Allow")
    await guild.slash("Ben", "coup act", action="anarchist", target="Ana")
    log = said(await guild.slash("Cleo", "coup log"))
    assert "**Ana** took 2 coins." in log.replace("\n", " ")
    assert "took 1 coin" not in log
    await guild.click("Ana", "Claim nothing: lose a card")
    await guild.click("Ana", "Lose Lawyer", (await guild.click("Ana", "Choose")).response)
    told = shown(guild.live_message)
    assert "Bomb of **Ben**." in told
    assert "The Bomb of **Ana**" not in told


async def test_a_lobby_with_chosen_roles_does_not_say_which_may_be_chosen(guild: SimGuild) -> None:
    pool = "banker, farmer, spy, speculator, capitalist"
    await guild.slash("Ana", "coup new", ruleset="g54", pool=pool, options="free_pool advanced")
    assert "Roles: Banker, Capitalist" in shown(guild.live_message)
    assert "Any five roles" not in shown(guild.live_message)
    assert "advanced" not in shown(guild.live_message)
