"""discord.py keeps nothing of the cards and panels that the bot has sent: memory would grow with every click."""

import gc

from discord import ui

from tests.cogs.court import Court


async def test_no_card_or_panel_is_kept_once_it_is_sent(court: Court) -> None:
    await court.play("Ana", "Ben")
    for name in ("Ana", "Ben"):
        await court.click(name, "My hand")
        await court.slash(name, "coup rules")
    await court.slash("Ana", "coup-config show")
    gc.collect()
    assert not [kept for kept in gc.get_objects() if isinstance(kept, ui.LayoutView)]
