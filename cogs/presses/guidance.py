"""Controls of the help panel and of the message of welcome."""

from bot.render.panels.help import help_panel
from cogs.common.helping import open_usual_table, standing_of
from cogs.presses.click import Click


async def show_help(click: Click) -> None:
    """Handles Help: shows the next step to who clicked."""
    await click.show(help_panel(await standing_of(click.interaction)))


async def open_table(click: Click) -> None:
    """Handles Open a table."""
    await open_usual_table(click.interaction)
