"""McGuire's vengeance: a player eliminated by a coup still chooses whom to assassinate."""

import pytest

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import ask_of, change, game_of


@pytest.fixture
async def table(guild: SimGuild) -> Table:
    """Ana's coup has turned up Ben's last card, the special Assassin; eliminated players may see all hands."""
    fallen = player("Ben", hand=("assassin*",), lost=["duke"])
    table = await set_up(guild, ruleset="mcguire", players=[player("Ana", 7), fallen, player("Cleo")])
    change(table, ruleset="mcguire", open_hands=True)
    await guild.slash("Ana", "coup act", action="coup", target="Ben")
    assert not game_of(table).is_playing(1)
    return table


async def test_an_eliminated_player_takes_vengeance_before_seeing_any_hands(guild: SimGuild, table: Table) -> None:
    panel = (await guild.click("Ben", "Choose")).response
    assert "** has " not in shown(panel)
    label = next(part["label"] for part in controls(panel) if "Cleo" in part.get("label", ""))
    await guild.click("Ben", label, panel)
    assert ask_of(table).prompt == "respond"
    assert "You are out of this game" in said(await guild.slash("Ben", "coup answer", answer="pass"))


async def test_an_eliminated_player_takes_vengeance_by_a_command(guild: SimGuild, table: Table) -> None:
    offered = await guild["Ben"].autocomplete(guild.channel, "coup answer", "answer", "")
    answer = next(choice["value"] for choice in offered if "Cleo" in choice["name"])
    await guild.slash("Ben", "coup answer", answer=answer, sure=True)
    assert "takes vengeance on **Cleo**. Block?" in shown(guild.live_message)
