"""The responses to `/coup-config` with one setting: how it is now, or all settings with their controls."""

from bot.render.panels.settings import setting_text
from bot.tables.settings.server_settings import MODERATION_SWITCHES
from cogs.common.interaction import Interaction, member_texts, server_settings
from cogs.common.responses import reply, reply_with_panel
from cogs.common.services.settings import server_settings_of, set_setting


async def set_or_show(interaction: Interaction, name: str, value: str | None) -> None:
    """Sets a setting (see `set_setting`) and says how it is now.

    Without a value, shows the page of settings that has it. Raises Refusal.
    """
    if value is None:
        page = "moderation" if name in MODERATION_SWITCHES else "tables"
        await reply_with_panel(interaction, await server_settings_of(interaction, page))
        return
    await set_setting(interaction, name, value)
    await reply_with_settings(interaction, name)


async def reply_with_settings(interaction: Interaction, *names: str) -> None:
    """Says how some settings are now."""
    settings, texts = await server_settings(interaction), member_texts(interaction)
    await reply(interaction, "\n".join(setting_text(name, settings, texts) for name in names))
