"""Controls of the panels that ask for a setting's new value."""

from bot.render.panels.decision_steps import text_panel
from bot.tables.refusals import Refusal
from cogs.clicks.click import Click
from cogs.common.checks import check_moderator
from cogs.common.services.settings import (
    PREFERENCES,
    SERVER_SWITCHES,
    set_afk,
    set_pace,
    set_preference,
    set_server_switch,
    set_style,
    set_usual_ai,
)
from engine.ai import LEVELS


async def prefer(click: Click) -> None:
    """Handles On and Off of a member's preference."""
    name, on = _switch(click)
    if name not in PREFERENCES:
        raise Refusal("not-open")
    await _answer(click, await set_preference(click.interaction, name, on=on))


async def switch(click: Click) -> None:
    """Handles On and Off of a server's setting."""
    check_moderator(click.interaction)
    name, on = _switch(click)
    if name not in SERVER_SWITCHES:
        raise Refusal("not-open")
    await _answer(click, await set_server_switch(click.interaction, name, on=on))


async def choose(click: Click) -> None:
    """Handles the select of a server's pace or style, or of what happens after three timeouts."""
    check_moderator(click.interaction)
    change = {"pace": set_pace, "style": set_style, "afk": set_afk}.get(click.custom_id.arg)
    if change is None or len(click.values) != 1:
        raise Refusal("not-open")
    await _answer(click, await change(click.interaction, click.values[0]))


async def choose_usual_ai(click: Click) -> None:
    """Handles the select of `/coup-config ai`: sets the kind of new AI seats."""
    check_moderator(click.interaction)
    if len(click.values) != 1 or click.values[0] not in LEVELS:
        raise Refusal("not-open")
    await _answer(click, await set_usual_ai(click.interaction, click.values[0]))


async def _answer(click: Click, text: str) -> None:
    if click.interaction.response.is_done():
        await click.interaction.edit_original_response(view=text_panel(text))
    else:
        await click.show(text_panel(text))


def _switch(click: Click) -> tuple[str, bool]:
    name, _, value = click.custom_id.arg.partition(".")
    if value not in ("on", "off"):
        raise Refusal("not-open")
    return name, value == "on"
