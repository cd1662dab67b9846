"""Tests that refusals in Reformation and Anarchy games name the broken rule, by command and by forged click."""

from typing import Any

import pytest

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild, controls, said, shown
from tests.harness.tables import game_of

pytestmark = pytest.mark.slow

REFORMATION: dict[str, Any] = {
    "ruleset": "reformation",
    "reserve": 3,
    # Ana and Cleo are loyalists, Ben and Dov reformists.
    "players": [player(name, 1 if name == "Ana" else 2, ("captain", "duke")) for name in NAMES],
    "options": {"free_deck": True},
}
ANARCHY: dict[str, Any] = {
    "ruleset": "anarchy",
    "pool": ["financier", "director", "anarchist", "peacekeeper", "socialist"],
    "tokens": {"peacekeeping": "Dov"},
    "players": [player(name, 4, ("anarchist", "director")) for name in NAMES],
    "options": {"free_deck": True},
}
AID, EMBEZZLE = {"action": "foreign_aid"}, {"action": "embezzle"}
BOMB, GIFTS = {"action": "anarchist", "target": "Ben"}, {"action": "socialist"}
PRICE = "the price is 2, and you have 1"
ALLY = "has your allegiance, so only Convert can target them"
PROTECTED = "has the Peacekeeping token"
HELD = "already held the Bomb"


async def forged(guild: SimGuild, table: Table, name: str, op: str, arg: str, *values: str) -> str:
    """Returns the response to a click on a control of the open question that no message has."""
    custom_id = f"coup:1:{op}:{table.id}:{game_of(table).question}.{table.state.question_id}"
    return said(await guild.forge_click(name, custom_id + (f":{arg}" if arg else ""), *values))


@pytest.mark.parametrize(
    ("position", "action", "target", "rule"),
    [
        (REFORMATION, "convert", 1, PRICE),
        (REFORMATION, "convert", 2, PRICE),
        (REFORMATION, "steal", 2, ALLY),
        (REFORMATION, "embezzle", 1, "“Ben” does not go with this action"),
        (REFORMATION, "bank", None, "There is no “Bank” in this game"),
        (ANARCHY, "anarchist", 3, PROTECTED),
        (ANARCHY, "anarchist", 0, "you cannot target yourself"),
        (ANARCHY, "income", None, "There is no “Income” in this game"),
        (ANARCHY, "embezzle", None, "There is no “Embezzle"),
    ],
)
async def test_an_action_that_the_expansion_forbids_is_refused_with_the_rule(
    guild: SimGuild, position: dict[str, Any], action: str, target: int | None, rule: str
) -> None:
    table = await set_up(guild, **position)
    before = shown(guild.live_message)
    named = {} if target is None else {"target": NAMES[target]}
    assert rule in said(await guild.slash("Ana", "coup act", action=action, **named))
    value = action if target is None else f"{action}.{target}"
    answer = await forged(guild, table, "Ana", "act", "", value)
    assert rule in answer or rule.partition("”")[2] in answer
    assert (table.state.decisions, shown(guild.live_message)) == (0, before)


@pytest.mark.parametrize(
    ("position", "declared", "name", "typed", "encoded", "rule"),
    [
        (REFORMATION, AID, "Cleo", "Block as Duke", "claim.rduke", "the same allegiance"),
        (REFORMATION, AID, "Ben", "challenge", "challenge", "it claims no role"),
        (REFORMATION, EMBEZZLE, "Ben", "Block as Duke", "claim.rduke", "Nobody can block this"),
        (ANARCHY, BOMB, "Ben", "Hand it to Ana as Anarchist", "claim.t0.ranarchist", HELD),
        (ANARCHY, BOMB, "Ben", "Hand it to Dov as Anarchist", "claim.t3.ranarchist", PROTECTED),
        (ANARCHY, GIFTS, "Dov", "Block as Socialist", "claim.rsocialist", "Only Ben and Cleo can block this"),
    ],
)
async def test_an_answer_that_the_expansion_forbids_is_refused_with_the_rule(
    guild: SimGuild,
    position: dict[str, Any],
    declared: dict[str, str],
    name: str,
    typed: str,
    encoded: str,
    rule: str,
) -> None:
    table = await set_up(guild, **position)
    await guild.slash("Ana", "coup act", **declared)
    before = shown(guild.live_message)
    assert rule in said(await guild.slash(name, "coup answer", answer=typed))
    assert rule in await forged(guild, table, name, "answer", encoded)
    assert (table.state.decisions, shown(guild.live_message)) == (1, before)


async def test_an_embezzler_with_a_duke_can_only_concede(guild: SimGuild) -> None:
    table = await set_up(guild, **REFORMATION)
    await guild.slash("Ana", "coup act", action="embezzle")
    await guild.slash("Ben", "coup answer", answer="challenge")
    for answer in (
        said(await guild.slash("Ana", "coup answer", answer="Show all cards")),
        await forged(guild, table, "Ana", "answer", "prove"),
    ):
        assert "Your Duke proves you wrong: you can only concede." in answer
    assert "Only Ana can answer now" in await forged(guild, table, "Ben", "answer", "prove")
    assert table.state.decisions == 2


async def test_ten_seats_admit_no_eleventh_and_no_ruleset_for_six(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="reformation")
    lobby = guild.table
    for _ in range(9):
        await guild.click("Ana", "Add medium AI")
    full = "Reformation is for up to 10 players"
    assert full in said(await guild.forge_click("Ana", f"coup:1:ai:{lobby.id}:0:honest"))
    for ruleset, least in (("classic", 2), ("short", 3), ("anarchy", 2)):
        fields = {"ruleset": ruleset, "pool": "random", "pace": "normal", "style": "live"}
        parts = [
            {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": name, "values": [value]}}
            for name, value in fields.items()
        ]
        form = {"custom_id": f"coup:1:form:{lobby.id}:0", "components": parts}
        refused = said(await guild.forge("Ana", 5, form, guild.live_message))
        assert f"you need {least} to 6 players" in refused
    assert (lobby.state.ruleset, len(lobby.state.seats)) == ("reformation", 10)
    assert "Join" in {part.get("label") for part in controls(guild.live_message)}, "AI players make room"
