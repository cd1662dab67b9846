"""Clicks and commands that a running game refuses, each with the sentence that says why."""

import pytest

from bot.store.rows import Style
from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import change

pytestmark = pytest.mark.slow


async def test_a_second_answer_and_a_stale_click_get_different_refusals(guild: SimGuild, table: Table) -> None:
    change(table, style=Style.CHRONICLE)
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    old = guild.live_message
    panel = (await guild.click("Ben", "My hand")).response
    await guild.click("Ben", "Allow")
    assert "You already answered" in said(await guild.click("Ben", "Challenge"))
    await guild.click("Ben", "Challenge", panel)
    (panel,) = (each for each in guild.channel.history(viewer=guild["Ben"]) if each.id == getattr(panel, "id", 0))
    assert "You already answered. Waiting for **Cleo**." in shown(panel)
    await guild.click("Cleo", "Allow")
    assert guild.live_message.id != old.id
    stale = next(part["custom_id"] for part in controls(old) if part.get("label") == "Challenge")
    frozen = next(message for message in guild.channel.history() if message.id == old.id)
    assert not controls(frozen)
    before = table.state.decisions
    assert said(await guild.forge_click("Cleo", stale, message=frozen)) == "That moment has passed."
    assert table.state.decisions == before
    assert not controls(next(message for message in guild.channel.history() if message.id == old.id))


async def test_the_refusal_of_a_protected_target_names_the_rule(guild: SimGuild) -> None:
    pool = ["banker", "director", "guerrilla", "peacekeeper", "foreign_consular"]
    names, hand = ("Ana", "Ben", "Cleo", "Dov"), ("banker", "director")
    await set_up(
        guild,
        ruleset="g54",
        pool=pool,
        options={"free_pool": True, "advanced": True},
        players=[
            player(name, 8, hand if name in ("Ana", "Ben") else ("guerrilla", "peacekeeper")) for name in names
        ],
        tokens={"peacekeeping": "Ben", "treaty": ["Ana", "Cleo"]},
    )
    hand_shown = said(await guild.slash("Ana", "coup hand"))
    for target, rule in (("Ben", "Peacekeeping"), ("Cleo", "treaty")):
        refusal = said(await guild.slash("Ana", "coup act", action="guerrilla", target=target))
        assert rule in refusal
        assert refusal in hand_shown
    own = await guild.slash("Ana", "coup act", action="guerrilla", target="Ana")
    assert said(own) == "You cannot target yourself."
    signed = said(await guild.slash("Ana", "coup act", action="foreign_consular", recipient="Dov"))
    assert "You chose: Foreign Consular with Dov." in signed
