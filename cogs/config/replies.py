"""The responses to `/coup-config` with one setting: how it is now, or all settings with their controls."""

from bot.render.panels.settings import setting_text
from bot.tables.settings.server_settings import MODERATION_SWITCHES
from cogs.common.interaction import Interaction, member_texts, server_of
from cogs.common.responses import reply, reply_with_panel
from cogs.common.services.settings import SETTERS, server_settings_of, set_server_switch


async def set_or_show(interaction: Interaction, name: str, value: str | None) -> None:
    """Sets one of `SETTERS`, or switches a setting on or off, and says how it is now.

    Without a value, shows the page of settings that has it. Raises Refusal.
    """
    if value is None:
        page = "moderation" if name in MODERATION_SWITCHES else "tables"
        await reply_with_panel(interaction, await server_settings_of(interaction, page))
        return
    if name in SETTERS:
        await SETTERS[name](interaction, value)
    else:
        await set_server_switch(interaction, name, on=value == "on")
    await reply_with_settings(interaction, name)


async def reply_with_settings(interaction: Interaction, *names: str) -> None:
    """Says how some settings are now."""
    settings, texts = await server_of(interaction).settings(), member_texts(interaction)
    await reply(interaction, "\n".join(setting_text(name, settings, texts) for name in names))
