"""Controls that ask the adviser: Hint in a lesson, Coach after a game."""

from cogs.clicks.click import Click
from cogs.common.services.advice import coach_for, show_hint


async def hint(click: Click) -> None:
    """Handles Hint: shows the learner what an adviser would do now, beside the hand."""
    await show_hint(click.interaction, await click.table(), click.show)


async def coach(click: Click) -> None:
    """Handles Coach: shows a player where an adviser would have decided otherwise."""
    await click.show(await coach_for(click.interaction, await click.table()))
