"""Panels of moderators that several tests use."""

from typing import Any

from tests.harness.discord import SimGuild


async def moderation_page(guild: SimGuild, name: str = "Ana") -> Any:
    """The page of a server's settings for moderation."""
    panel = (await guild.slash(name, "coup-config show")).response
    return (await guild.click(name, "Moderation", panel)).response
