"""The laboratory's figures of pools: shown where a pool is created, and used to draw good pools."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.render.panels.pools import survey_here
from engine import ROLES
from engine.editions.g54 import pool_survey as surveys
from engine.editions.g54.pool_survey import KINDS_DRAWN, draw_among_best, survey
from tests.cogs.role_pools import choose_roles
from tests.cogs.settings_form import open_form, submit_form
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import game_of

pytestmark = pytest.mark.slow

CHOSEN = ("banker", "director", "guerrilla", "peacekeeper", "politician")


async def test_a_pools_figures_are_shown_once_it_is_complete(guild: SimGuild) -> None:
    panel = (await guild.slash("Ana", "coup-config pool create", name="First")).response
    panel = await choose_roles(guild, panel, *CHOSEN[:-2])
    assert "Balance:" not in shown(panel)
    panel = await choose_roles(guild, panel, *CHOSEN[-2:])
    found = survey("g54").figures(CHOSEN)
    assert found is not None
    text = shown(panel)
    assert "a rough estimate" in text
    assert f"about {found.beginners_turns} turns with beginners, {found.turns} with strong players" in text
    share = survey("g54").share_below("balance", found.balance)
    assert f"**Balance:** {'low' if share < 1 / 3 else 'medium' if share < 2 / 3 else 'high'}" in text
    most = max(found.wins, key=lambda role: found.wins[role])
    assert f"**Strongest role:** {most.capitalize()} wins" in text
    await guild.click("Ana", "Save", panel)
    again: Any = (await guild.slash("Ana", "coup-config pool edit", name="first")).response
    assert f"wins {round(100 * found.first)}% of games" in shown(again)
    lacking = await guild.select("Ana", again, [], "Force")
    assert "0 of 1 Force" in shown(lacking)
    assert "Balance:" not in shown(lacking)


async def test_a_pool_of_anarchy_has_figures_too(guild: SimGuild) -> None:
    panel: Any = (await guild.slash("Ana", "coup-config pool create", name="Bombs")).response
    panel = (await guild.click("Ana", "For Anarchy", panel)).response
    chosen = ("financier", "director", "paramilitary", "arms_dealer", "peacekeeper")
    panel = await choose_roles(guild, panel, *chosen)
    found = survey("anarchy").figures(chosen)
    assert found is not None
    assert f"about {found.beginners_turns} turns with beginners, {found.turns} with strong players" in shown(panel)
    joined = await guild.select("Ana", panel, ["director", "social_media"], "Communications")
    assert "No figures: this pool was not measured." in shown(joined)


async def test_a_table_draws_one_of_the_best_pools(guild: SimGuild) -> None:
    kind = "balanced"
    await guild.slash("Ana", "coup new", pool=kind, seats=3)
    assert "a balanced pool of five, drawn at the start" in shown(guild.live_message)
    assert "a balanced pool of five" in said(await guild.click("Ben", "Rules"))
    await guild.click("Ana", "Start")
    game, row = guild.table.state.game, guild.table.state
    assert game is not None
    roles = game.table.edition.roles
    assert roles in survey("g54").best(kind, advanced=False)
    assert not any(ROLES[role].advanced for role in roles)
    assert roles == draw_among_best(bytes.fromhex(row.seed or ""), "g54", kind, advanced=False), (
        "whoever has the seed can draw again"
    )


async def test_advanced_roles_are_drawn_only_if_allowed(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", pool="Wild", options="advanced", seats=2)
    assert guild.table.state.options == {"advanced": True, "drawn_from": "wild"}
    await guild.click("Ana", "Start")
    assert game_of(guild.table).table.edition.roles in survey("g54").best("wild", advanced=True)


async def test_a_rematch_draws_one_of_the_best_pools_again(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", pool="quick", seats=2)
    await guild.click("Ana", "Start")
    await guild.slash("Ana", "coup resign", sure=True)
    while await guild.bot.tables.at(guild.channel.id) is not None:
        await guild.env.advance_time(60)
    await guild.slash("Ana", "coup rematch")
    assert game_of(guild.table).table.edition.roles in survey("g54").best("quick", advanced=False)


async def test_the_settings_form_offers_the_best_pools(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="g54")
    form, fields = await open_form(guild)
    assert set(KINDS_DRAWN) < {option["value"] for option in fields["pool"]["options"]}
    assert "drawn_from" not in str(form.modal), "it is chosen with the roles, not a second time"
    await submit_form(guild, pool=["balanced"], options=["advanced"])
    assert "a balanced pool of five" in shown(guild.live_message)
    _, fields = await open_form(guild)
    assert [option["value"] for option in fields["pool"]["options"] if option.get("default")] == ["balanced"]
    await submit_form(guild, pool=["random"])
    assert "five, drawn by category" in shown(guild.live_message)
    await submit_form(guild, pool=["wild"], ruleset=["classic"], options=[])
    assert "Roles: Ambassador, Assassin" in shown(guild.live_message)
    assert guild.table.state.options == {}


async def test_the_best_pools_are_offered_while_a_pool_is_typed(guild: SimGuild) -> None:
    offered = await guild["Ana"].autocomplete(guild.channel, "coup new", "pool", "")
    assert {choice["value"] for choice in offered} >= {"random", "beginners", *KINDS_DRAWN}
    refused = said(await guild.slash("Ana", "coup new", ruleset="classic", pool="balanced"))
    assert "Only Rebellion G54 and Anarchy use pools" in refused
    assert "There is no option" in said(
        await guild.slash("Ana", "coup new", ruleset="g54", options="drawn_from=wild")
    )


async def test_an_older_pool_with_such_a_name_keeps_it(guild: SimGuild) -> None:
    own = ("farmer", "judge", "lawyer", "priest", "writer")
    await guild.bot.store.guilds.save_pool(guild.discord_guild.id, "Wild", own)
    await guild.slash("Ana", "coup new", pool="wild")
    assert "Farmer, Judge" in shown(guild.live_message)
    _, fields = await open_form(guild)
    values = [option["value"] for option in fields["pool"]["options"]]
    assert "Wild" in values
    assert "wild" not in values


@pytest.fixture
def no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The file pools.json is missing."""
    with monkeypatch.context() as patch:
        patch.setitem(surveys.SURVEYS, "g54", tmp_path / "pools.json")
        survey_here.cache_clear()
        yield
    survey_here.cache_clear()


@pytest.mark.usefixtures("no_figures")
async def test_without_figures_everything_else_works(guild: SimGuild, caplog: pytest.LogCaptureFixture) -> None:
    panel = (await guild.slash("Ana", "coup-config pool create", name="First")).response
    panel = await choose_roles(guild, panel, *CHOSEN)
    assert "No advanced roles" in shown(panel)
    assert "Balance:" not in shown(panel)
    offered = await guild["Ana"].autocomplete(guild.channel, "coup new", "pool", "")
    assert {choice["value"] for choice in offered}.isdisjoint(KINDS_DRAWN)
    refused = said(await guild.slash("Ana", "coup new", pool="balanced"))
    assert "does not know which pools are balanced, wild or quick" in refused
    await guild.slash("Ana", "coup new", ruleset="g54")
    _, fields = await open_form(guild)
    assert {option["value"] for option in fields["pool"]["options"]}.isdisjoint(KINDS_DRAWN)
    warned = [record.message for record in caplog.records if "has no figures of pools" in record.message]
    assert len(warned) == 1
    assert controls(guild.live_message)
