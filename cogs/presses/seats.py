"""Presses that take a seat back or give it up, and the one that lets a paused game go on."""

from bot.render.panels.steps import text_panel
from bot.tables.refusals import NotHost
from cogs.common.checks import may_resume
from cogs.presses.click import Click


async def come_back(click: Click) -> None:
    """I am back: the seat is its owner's again."""
    table = await click.table()
    async with click.interaction.client.renderer.acknowledging(table) as board:
        await click.tables.play.come_back(table, click.user_id)
        await click.settle(table, board, click.words("done-came-back"))


async def resume(click: Click) -> None:
    """Resume: the host or a moderator lets a paused game go on."""
    table = await click.table()
    if not may_resume(click.interaction, table):
        raise NotHost
    async with click.interaction.client.renderer.acknowledging(table) as board:
        await click.tables.moderation.resume(table)
        await click.settle(table, board, click.words("done-resumed"))


async def resign(click: Click) -> None:
    """Resign was confirmed."""
    table = await click.table()
    await click.tables.play.resign(table, click.user_id)
    await click.show(text_panel(click.words("done-resigned")))


async def stay(click: Click) -> None:
    """Back was pressed where resigning was asked about."""
    await click.show(text_panel(click.words("done-not-resigned")))
