"""Controls of the panels with settings, of members and of servers."""

from bot.render.panels.settings import NO_POOL, pool_name_form
from bot.tables.refusals import Refusal
from bot.tables.settings.member_preferences import PREFERENCES
from bot.tables.settings.server_settings import SERVER_SWITCHES
from cogs.clicks.click import Click
from cogs.common.checks import check_moderator
from cogs.common.services.settings import (
    preferences_of,
    server_settings_of,
    set_afk,
    set_default_pool,
    set_pace,
    set_preference,
    set_server_switch,
    set_style,
    set_usual_ai,
)


async def prefer(click: Click) -> None:
    """Handles the buttons of a member's preferences."""
    name, on = _switch(click)
    if name not in PREFERENCES:
        raise Refusal("not-open")
    await set_preference(click.interaction, name, on=on)
    panel = await preferences_of(click.interaction)
    if click.interaction.response.is_done():
        await click.interaction.edit_original_response(view=panel)
    else:
        await click.show(panel)


async def switch(click: Click) -> None:
    """Handles the buttons of a server's settings that are on or off."""
    check_moderator(click.interaction)
    name, on = _switch(click)
    if name not in SERVER_SWITCHES:
        raise Refusal("not-open")
    await set_server_switch(click.interaction, name, on=on)
    await click.show(await server_settings_of(click.interaction))


async def choose(click: Click) -> None:
    """Handles the selects of a server's settings."""
    check_moderator(click.interaction)
    if len(click.values) != 1:
        raise Refusal("not-open")
    (value,) = click.values
    match click.custom_id.arg:
        case "pace":
            await set_pace(click.interaction, value)
        case "style":
            await set_style(click.interaction, value)
        case "afk":
            await set_afk(click.interaction, value)
        case "ai" | "":  # the select of earlier versions for the kind of AI seats names no setting
            await set_usual_ai(click.interaction, value)
        case "pool":
            await set_default_pool(click.interaction, None if value == NO_POOL else value)
        case _:
            raise Refusal("not-open")
    await click.show(await server_settings_of(click.interaction))


async def ask_for_pool_name(click: Click) -> None:
    """Handles the button that makes a pool: opens the form that asks for its name."""
    check_moderator(click.interaction)
    await click.interaction.response.send_modal(pool_name_form(click.texts))


def _switch(click: Click) -> tuple[str, bool]:
    name, _, value = click.custom_id.arg.partition(".")
    if value not in ("on", "off"):
        raise Refusal("not-open")
    return name, value == "on"
