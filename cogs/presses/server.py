"""Controls by which moderators configure their server."""

from bot.render.panels.steps import text_panel
from bot.tables.refusals import NotOpen
from cogs.common.checks import check_moderator
from cogs.common.opening import set_usual_ai
from cogs.presses.click import Click
from engine.ai import KINDS


async def choose_usual_ai(click: Click) -> None:
    """Handles the select of `/coup-config ai`: sets the kind of new AI seats."""
    check_moderator(click.interaction)
    if len(click.values) != 1 or click.values[0] not in KINDS:
        raise NotOpen
    await click.show(text_panel(await set_usual_ai(click.interaction, click.values[0])))
