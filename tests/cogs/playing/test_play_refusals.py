"""Clicks and commands that a running game refuses, each with the sentence that says why."""

import pytest

from bot.store.rows import Style
from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import change

pytestmark = pytest.mark.slow


async def test_a_click_without_effect_says_why(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    before = table.state.decisions
    for name, label, sentence in (
        ("Dov", "Challenge", "You are not in this game, but you can watch. `/coup call` pings you"),
        ("Ana", "Challenge", "Your choice is made. Now the others answer."),
        ("Cleo", "Block as Captain · Ben", "Only Ben can block this."),
    ):
        assert sentence in said(await guild.click(name, label)), label
        assert table.state.decisions == before, label
    assert said(await guild.slash("Cleo", "coup answer", answer="Block as Captain")) == "Only Ben can block this."


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


async def test_commands_name_the_argument_that_is_not_understood(guild: SimGuild, table: Table) -> None:
    assert "“tribute” is not a choice now" in said(await guild.slash("Ana", "coup act", action="tribute"))
    told = said(await guild.slash("Ana", "coup answer", answer="pass"))
    assert told == "It is your turn: choose an action with `/coup act`."
    unaffordable = await guild.slash("Ana", "coup act", action="coup")
    # Quotes the label, and not the id that autocomplete fills in.
    assert "“Coup” is not a choice now" in said(unaffordable)
    assert "It is not your turn" in said(await guild.slash("Ben", "coup act", action="income"))
    assert "It is not your turn" in said(await guild.slash("Ben", "coup answer", answer="challenge"))
    await guild.slash("Ana", "coup act", action="tax")
    told = said(await guild.slash("Ben", "coup act", action="income"))
    assert told == "You have a question to answer first: use `/coup answer`."
    assert "“sing” is not a choice now" in said(await guild.slash("Ben", "coup answer", answer="sing"))
    assert "That moment has passed" in said(await guild.slash("Ben", "coup answer", answer="0 pass"))
    assert "You chose: Allow." in said(await guild.slash("Ben", "coup answer", answer="allow"))


async def test_an_answer_to_a_block_that_is_not_understood_is_refused(guild: SimGuild) -> None:
    await set_up(guild, ruleset="mcguire", players=[player("Ana"), player("Ben"), player("Cleo")])
    await guild.slash("Ana", "coup act", action="foreign_aid")
    await guild.slash("Ben", "coup answer", answer="Block as Duke")
    await guild.slash("Cleo", "coup answer", answer="allow")
    for given in ("sing", "Claim Duke", "Claim Contessa"):
        assert f"“{given}” is not a choice now" in said(await guild.slash("Ana", "coup answer", answer=given))


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


async def test_the_refusal_of_an_action_without_coins_names_its_price(guild: SimGuild) -> None:
    hand = ("captain", "duke")
    players = [player("Ana", 1), player("Ben", 2, hand), player("Cleo", 2, hand)]
    await set_up(guild, ruleset="reformation", players=players)
    for given, price in (({"action": "steal", "target": "Cleo"}, None), ({"action": "convert"}, 2)):
        told = said(await guild.slash("Ana", "coup act", **{"target": "Ben", **given}))
        assert ("has your allegiance" in told) is (price is None)
        assert (f"the price is {price}, and you have 1." in told) is (price is not None)
    (act,) = (part["custom_id"] for part in controls(guild.live_message) if part["type"] == 3)
    for value, price in (("convert.1", 2), ("assassinate", 3), ("coup.2", 7)):
        assert f"the price is {price}, and you have 1." in said(await guild.forge_click("Ana", act, value))


async def test_with_ten_coins_the_refusal_names_the_coup(guild: SimGuild) -> None:
    hand = ("captain", "duke")
    await set_up(guild, ruleset="reformation", players=[player("Ana", 10), player("Ben", 2, hand)])
    told = said(await guild.slash("Ana", "coup act", action="income"))
    assert told == "With 10 coins or more you must coup."


async def test_a_partner_cannot_be_a_target(guild: SimGuild) -> None:
    hand = ("captain", "duke")
    await set_up(
        guild,
        options={"teams": True},
        players=[
            player("Ana", 8),
            player("Ben", 2, hand),
            player("Cleo", 2, hand),
            player("Dov", 2, ("contessa",)),
        ],
    )
    assert "Cleo** is your partner" in said(await guild.slash("Ana", "coup act", action="coup", target="Cleo"))


async def test_an_eliminated_player_is_told_so(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", "Cleo")
    await guild.slash("Ben", "coup resign", sure=True)
    for command in ("coup act", "coup answer"):
        assert said(await guild.slash("Ben", command)) == "You are out of this game."
