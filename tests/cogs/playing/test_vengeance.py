"""McGuire's vengeance: who falls to a coup is out, and asked all the same whom to take along."""

import pytest

from bot.tables.table import Table
from tests.cogs.court import Court, controls, said, shown
from tests.cogs.playing.positions import player, set_up
from tests.house import change


@pytest.fixture
async def table(court: Court) -> Table:
    """Ana has turned up Ben's last card, the special Assassin; all hands are open to who is out."""
    fallen = player("Ben", hand=("assassin*",), lost=["duke"])
    table = await set_up(court, ruleset="mcguire", players=[player("Ana", 7), fallen, player("Cleo")])
    change(table, ruleset="mcguire", open_hands=True)
    await court.slash("Ana", "coup act", action="coup", target="Ben")
    assert table.state.game is not None
    assert not table.state.game.plays(1)
    return table


async def test_who_is_out_takes_vengeance_by_clicks_without_having_seen_all_hands(
    court: Court, table: Table
) -> None:
    panel = (await court.click("Ben", "Choose")).response
    assert "holds" not in shown(panel)
    label = next(part["label"] for part in controls(panel) if "Cleo" in part.get("label", ""))
    await court.click("Ben", label, panel)
    assert table.state.game is not None
    assert table.state.game.ask is not None
    assert table.state.game.ask.prompt == "respond"
    assert "You are out of this game" in said(await court.slash("Ben", "coup answer", answer="pass"))


async def test_who_is_out_takes_vengeance_by_a_command(court: Court, table: Table) -> None:
    offered = await court["Ben"].autocomplete(court.channel, "coup answer", "answer", "")
    answer = next(choice["value"] for choice in offered if "Cleo" in choice["name"])
    await court.slash("Ben", "coup answer", answer=answer, sure=True)
    assert "Contessa" in shown(court.card)
