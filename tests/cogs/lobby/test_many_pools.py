"""Servers with more role pools than a message, a select or a form can show."""

from typing import Any

import pytest

from bot.store.repositories.guilds import MAX_POOLS
from tests.cogs.settings_form import open_form, submit_form
from tests.harness.discord import SimGuild, controls, labels, said, shown

pytestmark = pytest.mark.slow

ROLES = ("banker", "director", "guerrilla", "peacekeeper", "politician")
UNUSUAL = ("farmer", "writer", "judge", "lawyer", "priest")


async def _fill(guild: SimGuild, count: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Saves `count` pools, more than the current limit, as an older database may hold. Returns their names."""
    names = [f"Pool {number:03} of this very patient server" for number in range(count)]
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.repositories.guilds.MAX_POOLS", count + 1)
        for number, name in enumerate(names):
            await guild.bot.store.guilds.save_pool(
                guild.discord_guild.id, name, UNUSUAL if number == count - 1 else ROLES
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
    await _fill(guild, MAX_POOLS, monkeypatch)
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
