"""discord.py keeps no messages and panels that the bot has sent; otherwise memory would grow with every click."""

import gc

from discord import ui

from tests.harness.discord import SimGuild


async def test_no_message_or_panel_is_kept_in_memory_once_sent(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    for name in ("Ana", "Ben"):
        await guild.click(name, "My hand")
        await guild.slash(name, "coup rules")
    await guild.slash("Ana", "coup-config show")
    gc.collect()
    assert not [kept for kept in gc.get_objects() if isinstance(kept, ui.LayoutView)]
