"""The responses to `/coup-config` with one setting: how it is now, or all settings with their controls."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

from bot.render.panels.settings import setting_text
from cogs.common.interaction import Interaction, member_texts, server_of
from cogs.common.responses import reply, reply_with_panel
from cogs.common.services.settings import server_settings_of, set_server_switch

T = TypeVar("T")


async def set_or_show(
    interaction: Interaction,
    name: str,
    value: T | None,
    change: Callable[[Interaction, T], Awaitable[None]],
    page: Literal["tables", "moderation"] = "tables",
) -> None:
    """Changes a setting and says how it is now; without a value, shows the page of settings that has it."""
    if value is None:
        await reply_with_panel(interaction, await server_settings_of(interaction, page))
        return
    await change(interaction, value)
    await reply_with_settings(interaction, name)


async def switch_or_show(
    interaction: Interaction, name: str, switch: str | None, page: Literal["tables", "moderation"] = "tables"
) -> None:
    """Switches one of `SERVER_SWITCHES`, or `calls` (see `set_or_show`)."""
    await set_or_show(
        interaction, name, switch, lambda where, value: set_server_switch(where, name, on=value == "on"), page
    )


async def reply_with_settings(interaction: Interaction, *names: str) -> None:
    """Says how some settings are now."""
    settings, texts = await server_of(interaction).settings(), member_texts(interaction)
    await reply(interaction, "\n".join(setting_text(name, settings, texts) for name in names))
