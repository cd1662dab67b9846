"""Which clicks must be confirmed: those that may eliminate the player, in any edition, and no others."""

from typing import Any

import pytest

from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, labels, said, shown

BOSS = ["crime_boss", "banker", "director", "guerrilla", "peacekeeper"]
OUT = "Last card!"


async def demand(guild: SimGuild, coins: int) -> Any:
    """Ana demands a ransom from Cleo, who has one card and `coins` coins."""
    players = [
        player("Ana", 5, ("crime_boss", "banker")),
        player("Ben", 2, ("banker", "director")),
        player("Cleo", coins, ("guerrilla",)),
    ]
    await set_up(guild, ruleset="g54", pool=BOSS, players=players)
    await guild.slash("Ana", "coup act", action="crime_boss", target="Cleo")


async def test_a_player_who_cannot_pay_a_crime_boss_confirms_allowing_it(guild: SimGuild) -> None:
    await demand(guild, 1)
    asked = (await guild.click("Cleo", "Allow")).response
    assert OUT in shown(asked)
    await guild.click("Cleo", "Back", asked)
    assert "Still to answer: **Ben** and **Cleo**" in shown(guild.live_message)


async def test_a_player_who_can_pay_a_crime_boss_confirms_only_a_refusal(guild: SimGuild) -> None:
    await demand(guild, 2)
    assert OUT not in said(await guild.click("Cleo", "Allow"))
    await guild.click("Ben", "Allow")
    panel = (await guild.click("Cleo", "Choose")).response
    assert OUT in shown((await guild.click("Cleo", "Refuse: lose a card", panel)).response)


@pytest.mark.parametrize(("hand", "asked"), [(("duke", "captain"), True), (("contessa", "captain"), False)])
async def test_a_bluffed_contessa_may_cost_two_cards(guild: SimGuild, hand: tuple[str, ...], asked: bool) -> None:
    await set_up(guild, players=[player("Ana", 3, ("duke", "duke")), player("Ben", 2, hand)])
    await guild.slash("Ana", "coup act", action="assassinate", target="Ben")
    told = said(await guild.click("Ben", "Block as Contessa"))
    assert ("may lose both cards" in told) is asked


@pytest.mark.parametrize(
    ("coins", "asked", "consequence"),
    [(4, True, "you lose your last card"), (5, False, "lose a card or pay 5 coins")],
)
async def test_who_can_pay_concedes_at_once(guild: SimGuild, coins: int, asked: bool, consequence: str) -> None:
    players = [player("Ana", coins, ("duke",)), player("Ben"), player("Cleo")]
    await set_up(guild, ruleset="mcguire", players=players)
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    panel = (await guild.click("Ana", "Choose")).response
    assert "Show Duke: Ben loses a card" in labels(panel), "who has 3 coins"
    assert (OUT in said(await guild.click("Ana", f"Concede: {consequence}", panel))) is asked
