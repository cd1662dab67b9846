"""Which clicks are asked about first: those that may put the player out, in any edition, and no others."""

from typing import Any

import pytest

from tests.cogs.court import Court, said, shown
from tests.cogs.playing.positions import player, set_up

BOSS = ["crime_boss", "banker", "director", "guerrilla", "peacekeeper"]
OUT = "be out of the game"


async def demand(court: Court, coins: int) -> Any:
    """Ana demands a ransom of Cleo, who has one card and so many coins."""
    players = [
        player("Ana", 5, ("crime_boss", "banker")),
        player("Ben", 2, ("banker", "director")),
        player("Cleo", coins, ("guerrilla",)),
    ]
    await set_up(court, ruleset="g54", pool=BOSS, players=players)
    await court.slash("Ana", "coup act", action="crime_boss", target="Cleo")


async def test_who_cannot_pay_a_crime_boss_is_asked_before_allowing_it(court: Court) -> None:
    await demand(court, 1)
    asked = (await court.click("Cleo", "Allow")).response
    assert OUT in shown(asked)
    await court.click("Cleo", "Back", asked)
    assert "Still to answer: **Ben** and **Cleo**" in shown(court.card)


async def test_who_can_pay_a_crime_boss_allows_it_at_once_and_is_asked_before_refusing(court: Court) -> None:
    await demand(court, 2)
    assert OUT not in said(await court.click("Cleo", "Allow"))
    await court.click("Ben", "Allow")
    panel = (await court.click("Cleo", "Choose")).response
    assert OUT in shown((await court.click("Cleo", "Refuse: put a life at stake", panel)).response)


@pytest.mark.parametrize(("hand", "asked"), [(("duke", "captain"), True), (("contessa", "captain"), False)])
async def test_a_bluffed_contessa_may_cost_two_cards(court: Court, hand: tuple[str, ...], asked: bool) -> None:
    await set_up(court, players=[player("Ana", 3, ("duke", "duke")), player("Ben", 2, hand)])
    await court.slash("Ana", "coup act", action="assassinate", target="Ben")
    told = said(await court.click("Ben", "Block as Contessa"))
    assert ("may lose all your cards" in told) is asked


@pytest.mark.parametrize(("coins", "asked"), [(4, True), (5, False)])
async def test_who_can_pay_for_the_last_card_concedes_at_once(court: Court, coins: int, asked: bool) -> None:
    players = [player("Ana", coins, ("captain",)), player("Ben"), player("Cleo")]
    await set_up(court, ruleset="mcguire", players=players)
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    panel = (await court.click("Ana", "Choose")).response
    assert (OUT in said(await court.click("Ana", "Concede: you lose a card", panel))) is asked


async def test_a_bluffed_action_takes_no_longer_than_a_true_one(court: Court) -> None:
    await set_up(court, players=[player("Ana", 2, ("duke",)), player("Ben"), player("Cleo")])
    await court.select("Ana", court.card, ["exchange"])
    assert "claims Ambassador" in shown(court.card)
