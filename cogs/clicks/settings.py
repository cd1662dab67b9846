"""Controls of the panels with settings, of members and of servers, and the button that deletes a member's data."""

from bot.refusals import Refusal
from bot.render.controls import layout
from bot.render.panels.settings import MAX_AVOIDED, PAGES, pool_name_form
from bot.tables.settings import PREFERENCES, SWITCHES
from cogs.clicks.click import Click, number
from cogs.common.services.settings import set_preference, set_setting, show_preferences, show_settings


async def prefer(click: Click) -> None:
    """Handles the buttons of a member's preferences."""
    name, value = _switch(click)
    if name not in PREFERENCES or value not in ("on", "off"):
        raise Refusal("not-open")
    await set_preference(click, name, on=value == "on")
    await show_preferences(click)


async def switch(click: Click) -> None:
    """Handles the buttons of a server's settings that are on or off."""
    name, value = _switch(click)
    await set_setting(click, name, value)
    await show_settings(click, SWITCHES.get(name, "tables"))


async def choose(click: Click) -> None:
    """Handles the selects of a server's settings; those of channels and roles may be cleared."""
    name = click.custom_id.arg
    await set_setting(click, name, *(str(number(each)) if each.isdecimal() else each for each in click.values))
    is_of_moderation = name in ("channels", "most_tables", "moderator_role_id")
    await show_settings(click, "moderation" if is_of_moderation else "tables")


async def show_page(click: Click) -> None:
    """Handles the buttons to the pages of a server's settings."""
    if click.custom_id.arg not in PAGES:
        raise Refusal("not-open")
    await show_settings(click, click.custom_id.arg)


async def avoid(click: Click) -> None:
    """Handles the select of the members whom a member would rather not sit with on this server."""
    if not click.guild_id or len(click.values) > MAX_AVOIDED:
        raise Refusal("not-open")
    avoided = {number(value) for value in click.values} - {click.user_id}
    await click.store.avoided.replace(click.guild_id, click.user_id, avoided)
    await show_preferences(click)


async def ask_for_pool_name(click: Click) -> None:
    """Handles the button that makes a pool: opens the form that asks for its name."""
    await click.interaction.response.send_modal(pool_name_form(click.texts))


def _switch(click: Click) -> tuple[str, str]:
    name, _, value = click.custom_id.arg.partition(".")
    return name, value


async def erase(click: Click) -> None:
    """Handles Delete my data. The response stores nothing about the member again."""
    interaction = click.interaction
    is_finished = await click.defer_if_slow(click.client.deletions.ask(click.user_id), in_new_message=False)
    panel = layout(click.texts("privacy-deleted" if is_finished else "privacy-deleting"))
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel)
    else:
        await interaction.response.edit_message(view=panel)
