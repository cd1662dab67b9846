"""Games of Reformation and Anarchy, and vengeance in those of McGuire: what is theirs alone."""

from typing import Any

import pytest

from bot.tables.table import Table
from tests.cogs.playing.orders import give, orders_of
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild, said, shown
from tests.harness.tables import change, game_of

pytestmark = pytest.mark.slow

REFORMATION: dict[str, Any] = {
    "ruleset": "reformation",
    "reserve": 3,
    # Ana and Cleo are loyalists, Ben and Dov reformists.
    "players": [player(name, 1 if name == "Ana" else 2, ("captain", "duke")) for name in NAMES],
    "options": {"free_deck": True},
}


async def proved(guild: SimGuild, table: Table, name: str) -> str:
    """Returns the response to a click on a control to show a card that no message has."""
    custom_id = f"coup:1:answer:{table.id}:{game_of(table).question}.{table.state.question_id}:prove"
    return said(await guild.forge_click(name, custom_id))


async def test_an_embezzler_with_a_duke_can_only_concede(guild: SimGuild) -> None:
    table = await set_up(guild, **REFORMATION)
    await guild.slash("Ana", "coup act", action="embezzle")
    await guild.slash("Ben", "coup answer", answer="challenge")
    for answer in (
        said(await guild.slash("Ana", "coup answer", answer="Show all cards")),
        await proved(guild, table, "Ana"),
    ):
        assert "Your Duke proves you wrong: you can only concede." in answer
    assert "Only Ana can answer now" in await proved(guild, table, "Ben")
    assert table.state.decisions == 2


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


async def test_those_alone_who_may_block_are_offered_to_allow_until_their_turn(guild: SimGuild) -> None:
    table = await set_up(guild, orders=True, **REFORMATION)
    await guild.slash("Ana", "coup act", action="foreign_aid")
    await guild.click("Ben", "Allow until my turn · Ben and Dov")
    assert orders_of(table, guild, "Ben") == ("everything",)
    refused = said(await guild.click("Cleo", "Allow until my turn · Ben and Dov"))
    assert refused == "Only Ben and Dov can answer now."


@pytest.fixture
async def table(guild: SimGuild) -> Table:
    """Ana's coup has turned up Ben's last card, the special Assassin; eliminated players may see all hands."""
    fallen = player("Ben", hand=("assassin*",), lost=["duke"])
    table = await set_up(guild, ruleset="mcguire", players=[player("Ana", 7), fallen, player("Cleo")])
    change(table, ruleset="mcguire", open_hands=True)
    await guild.slash("Ana", "coup act", action="coup", target="Ben")
    assert not game_of(table).is_playing(1)
    return table
