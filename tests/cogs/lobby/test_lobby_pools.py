"""Pools of a lobby: more than a form can show; and the figures of the laboratory, by which good ones are drawn."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.render.panels.pools import survey_here
from bot.store.repositories.guilds import MAX_POOLS
from engine import ROLES
from engine.editions.g54 import pool_survey as surveys
from engine.editions.g54.pool_survey import KINDS_DRAWN, draw_among_best, survey
from tests.cogs.role_pools import choose_roles
from tests.cogs.settings_form import open_form, submit_form
from tests.harness.discord import SimGuild, controls, labels, said, shown
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
    assert "Force (0 of 1)" in shown(lacking)
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


USUAL = ("banker", "director", "guerrilla", "peacekeeper", "politician")
UNUSUAL = ("farmer", "writer", "judge", "lawyer", "priest")


async def _fill(guild: SimGuild, count: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Saves `count` pools, more than the current limit, as an older database may hold. Returns their names."""
    names = [f"Pool {number:03} of this very patient server" for number in range(count)]
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.repositories.guilds.MAX_POOLS", count + 1)
        for number, name in enumerate(names):
            await guild.bot.store.guilds.save_pool(
                guild.discord_guild.id, name, UNUSUAL if number == count - 1 else USUAL
            )
    return names


async def _offered(guild: SimGuild, count: int) -> Any:
    """The panel with all pools that the host's settings form leads to."""
    _, fields = await open_form(guild)
    assert len(fields["pool"]["options"]) == 25
    more = fields["pool"]["options"][-1]
    assert f"{count - 19} more pools" in more["label"]
    sent = await submit_form(guild, pool=[more["value"]], pace=["slow"])
    assert sent.response is not None
    assert "Which pool?" in shown(sent.response)
    assert guild.table.state.pace == "slow", "everything else in the form is set at once"
    return sent.response


async def test_many_pools_are_listed_in_pages(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 63
    names = await _fill(guild, count, monkeypatch)
    settings = said(await guild.slash("Ana", "coup-config show"))
    assert len(settings) < 4_000
    assert f"and {count - 20} more. `/coup-config pool show`" in settings
    panel: Any = (await guild.slash("Ana", "coup-config pool show")).response
    seen: list[str] = []
    while True:
        assert panel.ephemeral
        seen += [name for name in names if name in shown(panel)]
        if "Newer" not in labels(panel):
            break
        panel = (await guild.click("Ana", "Newer", panel)).response
    assert seen == names
    assert names[0] not in shown(panel)
    back = (await guild.click("Ana", "Older", panel)).response
    assert back is not None
    assert names[-1] not in shown(back)
    older = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Older")
    assert "Only a moderator" in said(await guild.forge_click("Ben", older, message=panel))
    another = said(await guild.slash("Ana", "coup-config pool create", name="Last"))
    assert f"already has {MAX_POOLS} pools" in another


async def test_each_of_many_pools_can_be_chosen(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 400
    names = await _fill(guild, count, monkeypatch)
    await guild.slash("Ana", "coup new", ruleset="g54")
    panel = await _offered(guild, count)
    while names[-1] not in [option["value"] for part in controls(panel) for option in part.get("options", ())]:
        panel = (await guild.click("Ana", "Newer", panel)).response
    assert "Only Ana (host) can do that." in said(
        await guild.forge_click("Ben", f"coup:1:poolset:{guild.table.id}:0", names[0])
    )
    done = await guild.select("Ana", panel, [names[-1]])
    assert "The settings have changed" in shown(done)
    assert guild.table.state.pool == tuple(UNUSUAL)
    assert "Farmer" in shown(guild.live_message)


async def test_pools_deleted_meanwhile_are_refused(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    names = await _fill(guild, 40, monkeypatch)
    await guild.slash("Ana", "coup new", ruleset="g54")
    panel = await _offered(guild, 40)
    for name in names:
        await guild.bot.store.guilds.delete_pool(guild.discord_guild.id, name)
    menu = said(await guild.click("Ana", "Newer", panel))
    assert menu.startswith("You cannot choose that.")
    assert "Host's menu" in menu, "in place of the panel, in which nothing can be chosen any more"


async def test_the_pools_of_a_server_are_limited(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await _fill(guild, MAX_POOLS + 2, monkeypatch)  # an earlier version had no limit: these can still be changed
    assert f"already has {MAX_POOLS} pools" in said(
        await guild.slash("Ana", "coup-config pool create", name="Last")
    )
    panel = (
        await guild.slash("Ana", "coup-config pool edit", name="pool 000 of this very patient server")
    ).response
    save = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Save")
    forged = save.replace("Pool 000 of this very patient server", "One too many")
    assert f"already has {MAX_POOLS} pools" in said(await guild.forge_click("Ana", forged, message=panel))
    assert "is saved" in said(await guild.click("Ana", "Save", panel))


async def test_a_pool_may_be_named_like_a_choice_of_the_form(guild: SimGuild) -> None:
    names = ("table", "more", "current")
    for name in names:
        await guild.bot.store.guilds.save_pool(guild.discord_guild.id, name, UNUSUAL)
    await guild.slash("Ana", "coup new", ruleset="g54")
    for name in names:
        await submit_form(guild, pool=["random"])
        await submit_form(guild, pool=[name])
        assert guild.table.state.pool == tuple(UNUSUAL), name
