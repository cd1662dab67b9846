"""Controls that ask the adviser: Hint in a lesson, Coach after a game."""

from cogs.common.answering import reply_with_panel
from cogs.common.services.advising import coach_for, hint_for
from cogs.presses.click import Click


async def hint(click: Click) -> None:
    """Handles Hint: shows the learner what an adviser would do now, beside the hand."""
    table = await click.table()
    panel = await hint_for(click.interaction, table)
    if click.interaction.response.is_done():
        await reply_with_panel(click.interaction, panel)
    else:
        await click.show(panel)


async def coach(click: Click) -> None:
    """Handles Coach, Older and Newer: shows a player where an adviser would have decided otherwise."""
    table = await click.table()
    panel = await coach_for(click.interaction, table, click.page)
    if click.interaction.response.is_done():
        await reply_with_panel(click.interaction, panel)
    else:
        await click.show(panel)
