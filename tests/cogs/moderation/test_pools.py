"""`/coup-config pool`: moderators make, change and delete role pools."""

from typing import Any

import pytest

from tests.cogs.role_pools import choose_roles
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


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
