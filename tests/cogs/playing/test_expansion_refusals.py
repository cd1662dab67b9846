"""A Reformation game refuses forbidden moves, by command and by forged click."""

from typing import Any

import pytest

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.cogs.settings_form import submit_form
from tests.harness.discord import NAMES, SimGuild, labels, said
from tests.harness.tables import game_of

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


async def test_ten_seats_admit_no_eleventh_and_no_ruleset_for_six(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="reformation")
    lobby = guild.table
    for _ in range(9):
        await guild.click("Ana", "Add medium AI")
    full = "Reformation is for up to 10 players"
    assert full in said(await guild.forge_click("Ana", f"coup:1:ai:{lobby.id}:0:honest"))
    for ruleset, least in (("classic", 2), ("short", 3), ("anarchy", 2)):
        assert f"you need {least} to 6 players" in said(await submit_form(guild, ruleset=[ruleset]))
    assert (lobby.state.ruleset, len(lobby.state.seats)) == ("reformation", 10)
    assert "Join" in labels(guild.live_message), "AI players make room"
    assert "Add medium AI" not in labels(guild.live_message)
