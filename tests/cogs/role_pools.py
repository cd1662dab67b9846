"""Role pools, as the moderator Ana puts them together."""

from typing import Any

from tests.harness.discord import SimGuild, controls


async def choose_roles(guild: SimGuild, panel: Any, *roles: str) -> Any:
    """Ana chooses roles in a pool's panel, category by category. Returns the panel with them."""
    for part in controls(panel):
        chosen = [option["value"] for option in part.get("options", ()) if option["value"] in roles]
        if chosen:
            panel = (await guild["Ana"].select(panel, chosen, custom_id=part["custom_id"])).response
    return panel
