"""`/coup-config pool`: moderators make, change and delete role pools."""

from typing import Any

import pytest

from tests.cogs.role_pools import choose_roles
from tests.harness.discord import SimGuild, controls, labels, said, shown

pytestmark = pytest.mark.slow


async def test_a_pool_can_be_created_saved_and_used(guild: SimGuild) -> None:
    result = await guild.slash("Ana", "coup-config pool create", name="Hard times")
    panel: Any = result.response
    assert "Choose five different roles" in shown(panel)
    assert "Not complete yet" not in shown(panel), "nothing is chosen yet"
    panel = await choose_roles(guild, panel, "farmer", "writer", "judge", "lawyer", "priest")
    assert "Chosen: Farmer" in shown(panel)
    assert "Choose five different roles" not in shown(panel)
    assert "1 advanced role" in shown(panel)
    saved = await guild.click("Ana", "Save", panel)
    assert "The pool Hard times is saved" in said(saved)
    assert "Hard times: Farmer, Judge" in said(await guild.slash("Ana", "coup-config pool show"))
    await guild.slash("Ana", "coup-config pool default", name="hard times")
    await guild.slash("Cleo", "coup new", ruleset="g54")
    assert "Farmer, Judge, Lawyer, Priest and Writer" in shown(guild.live_message)
    await guild.click("Cleo", "Close the table", (await guild.click("Cleo", "Host's menu")).response)
    assert "Hard times" in said(await guild.slash("Ana", "coup-config show"))
    cleared = said(await guild.slash("Ana", "coup-config pool default"))
    assert "draw five roles by category" in cleared
    await guild.slash("Cleo", "coup new", ruleset="g54")
    assert "Farmer" not in shown(guild.live_message)
    await guild.slash("Ana", "coup-config pool default", name="hard times")
    asked = (await guild.slash("Ana", "coup-config pool delete", name="hard times")).response
    assert "Delete the pool Hard times (Farmer," in shown(asked)
    assert "Only a moderator" in said(await guild.forge_click("Ben", "coup:1:pooldrop:0:0:Hard times"))
    gone = said(await guild.click("Ana", "Delete the pool", asked))
    assert "The pool Hard times is deleted. New tables of Rebellion G54 and Anarchy draw five roles" in gone
    assert "none yet. `/coup-config pool create`" in said(await guild.slash("Ana", "coup-config pool show"))


async def test_a_pool_of_anarchy_may_have_its_roles_and_social_media(guild: SimGuild) -> None:
    name = f"Riot {'x' * 35}"  # the longest name, and the longest ids of controls
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name=name)).response
    assert "Financier" not in shown(panel)
    assert "Social media" not in shown(panel)
    panel = (await guild.click("Ana", "For Anarchy", panel)).response
    panel = await choose_roles(
        guild, panel, "financier", "director", "social_media", "anarchist", "arms_dealer", "socialist"
    )
    assert "4 advanced roles" in shown(panel)
    assert f"The pool {name} is saved" in said(await guild.click("Ana", "Save", panel))
    edited: Any = (await guild.slash("Ana", "coup-config pool edit", name=name)).response
    assert f"Pool for Anarchy: {name}" in shown(edited)
    without: Any = (await guild.click("Ana", "For Rebellion G54", edited)).response
    assert "Chosen: Director." in shown(without)
    await guild.slash("Ana", "coup-config pool default", name=name)
    await guild.slash("Cleo", "coup new", ruleset="g54")
    assert guild.table.state.pool is None, "the pool is for another ruleset"
    await guild.click("Cleo", "Close the table", (await guild.click("Cleo", "Host's menu")).response)
    await guild.slash("Cleo", "coup new", ruleset="anarchy")
    assert "social_media" in (guild.table.state.pool or ())


async def test_a_pool_of_anarchy_is_refused_in_other_rulesets_and_not_offered_there(guild: SimGuild) -> None:
    pool = ("anarchist", "arms_dealer", "director", "financier", "social_media", "socialist")
    await guild.bot.store.guilds.save_pool(guild.discord_guild.id, "Riot", pool)
    refused = said(await guild.slash("Cleo", "coup new", ruleset="g54", pool="Riot"))
    assert "There is no role “Anarchist” in Rebellion G54" in refused
    for ruleset, is_offered in (("g54", False), ("anarchy", True)):
        offered = await guild["Cleo"].autocomplete(guild.channel, "coup new", "pool", "Riot", ruleset=ruleset)
        assert [choice["value"] for choice in offered] == ["Riot"] * is_offered
    await guild.slash("Cleo", "coup new", pool="riot")
    assert guild.table.state.ruleset == "anarchy", "the pool says what is played"


async def test_the_button_that_opens_a_table_leaves_out_a_default_pool_of_another_ruleset(guild: SimGuild) -> None:
    pool = ("anarchist", "arms_dealer", "director", "financier", "social_media", "socialist")
    await guild.bot.store.guilds.save_pool(guild.discord_guild.id, "Riot", pool)
    await guild.slash("Ana", "coup-config pool default", name="Riot")
    await guild.slash("Ana", "coup-config ruleset", ruleset="g54")
    await guild.click("Cleo", "Open a table", (await guild.slash("Cleo", "coup help")).response)
    assert (guild.table.state.ruleset, guild.table.state.pool) == ("g54", None)


async def test_beginners_of_anarchy_have_a_pool_of_its_simpler_roles(guild: SimGuild) -> None:
    await guild.slash("Cleo", "coup new", ruleset="anarchy", pool="beginners")
    assert {"financier", "paramilitary", "arms_dealer"} < {*(guild.table.state.pool or ())}


async def test_names_that_a_pool_cannot_have_or_does_not_have_are_refused(guild: SimGuild) -> None:
    for why, names in (
        ("already has a choice with that name", ("random", "Beginners", "QUICK")),
        ("'s name has 1 to 40", (" ", "a/b", "x" * 41)),
    ):
        for name in names:
            assert why in said(await guild.slash("Ana", "coup-config pool create", name=name)), name
    assert "no pool called “nothing”" in said(await guild.slash("Ana", "coup-config pool edit", name="nothing"))


async def test_an_incomplete_pool_is_not_saved(guild: SimGuild) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Few")).response
    assert "Save" not in labels(panel)
    panel = await guild.select("Ana", panel, ["judge"], "Force")
    assert "0 of 1 Finance" in shown(panel)
    assert "Save" not in labels(panel), "the panel says what it lacks"
    forged = await guild.forge_click("Ana", "coup:1:poolsave:0:0:strict-g54.Few", message=panel)
    assert "is not complete yet: 0 of 1 Finance" in said(forged)
    assert await guild.bot.store.guilds.pools(guild.discord_guild.id) == {}


async def test_a_pool_with_too_many_of_a_category_is_not_saved(guild: SimGuild) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Rich")).response
    panel = await choose_roles(guild, panel, "writer", "judge", "lawyer", "priest")
    finance = next(
        part["custom_id"] for part in controls(panel) if part.get("placeholder", "").startswith("Finance")
    )
    panel = (await guild.forge_click("Ana", finance, "banker", "farmer", message=panel)).response
    assert "2 of 1 Finance" in shown(panel)
    forged = await guild.forge_click("Ana", "coup:1:poolsave:0:0:strict-g54.Rich", message=panel)
    assert "is not complete yet" in said(forged)
    assert await guild.bot.store.guilds.pools(guild.discord_guild.id) == {}


async def test_a_pool_may_break_the_rule_of_categories_if_it_says_so(guild: SimGuild) -> None:
    panel = (await guild.slash("Ana", "coup-config pool create", name="Free")).response
    panel = (await guild.click("Ana", "Allow any five", panel)).response
    forces = ["crime_boss", "general", "guerrilla", "judge", "mercenary"]
    panel = await guild.select("Ana", panel, forces, "Force")
    assert "2 advanced roles" in shown(panel)
    assert "No figures" in shown(panel)
    assert "is saved" in said(await guild.click("Ana", "Save", panel))
    refused = said(await guild.slash("Cleo", "coup new", ruleset="classic", pool="free"))
    assert "Only Rebellion G54" in refused
    await guild.slash("Cleo", "coup new", pool="free")
    assert guild.table.state.options == {"free_pool": True}


async def test_roles_chosen_from_any_category_are_shown_when_the_rule_of_categories_is_kept_again(
    guild: SimGuild,
) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Free")).response
    panel = (await guild.click("Ana", "Allow any five", panel)).response
    panel = await guild.select("Ana", panel, ["general", "guerrilla", "judge"], "Force")
    panel = (await guild.click("Ana", "Keep to the categories", panel)).response
    assert "3 of 1 Force" in shown(panel)
    for part in controls(panel):  # Discord refuses others
        assert sum(option["default"] for option in part.get("options", ())) <= part.get("max_values", 0)


async def test_a_form_asks_for_the_missing_name_of_a_pool(guild: SimGuild) -> None:
    for name, answer in (("Hard times", "Rebellion G54: Hard times"), ("a/b", "'s name has 1 to 40")):
        form = await guild.slash("Ana", "coup-config pool create")
        assert form.modal is not None
        (field,) = (part["component"]["custom_id"] for part in form.modal["components"])
        assert answer in said(await guild["Ana"].submit_modal(form, {field: name}))
