"""discord.py keeps no messages and panels that the bot has sent; otherwise memory would grow with every click."""

import gc

import pytest
from discord import ui

from tests.harness.discord import SimGuild


def in_memory() -> int:
    """The number of messages and panels in memory, among them those of the tables as they are now."""
    gc.collect()
    return sum(isinstance(kept, ui.LayoutView) for kept in gc.get_objects())


@pytest.mark.usefixtures("quick_collection")
async def test_no_message_or_panel_is_kept_in_memory_once_sent(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    before = in_memory()
    for name in ("Ana", "Ben"):
        await guild.click(name, "My hand")
        await guild.slash(name, "coup rules")
    await guild.slash("Ana", "coup-config show")
    assert in_memory() == before
