"""Changes the settings of members and servers, for commands and for their panels."""

from typing import Any, Final

import discord

from bot.delivery.error_codes import DMS_CLOSED
from bot.delivery.picture_attachments import send_with_text_fallback
from bot.render.messages.lobby import pace_text
from bot.render.panels.hand import hand_panel
from bot.render.panels.host import usual_ai_text
from bot.render.seat_view import SeatView
from bot.tables.pace import PACES
from bot.tables.pace import pace as pace_of
from bot.tables.refusals import Refusal
from cogs.common.audit import record_action
from cogs.common.interaction import Interaction, channel_table, member_texts, server_of
from cogs.common.option_texts import read_style
from cogs.common.responses import load_panel_files

PREFERENCES: Final = ("dm", "ping", "pictures")
"""What members switch on or off for themselves."""

SERVER_SWITCHES: Final = ("pictures", "talk")
"""The settings that moderators switch on or off for their server."""

AFK: Final = ("ai", "resign")
"""The effects on a seat whose member lets the time run out too often: an AI plays for it, or it resigns."""


async def set_preference(interaction: Interaction, name: str, *, on: bool) -> str:
    """Switches one of `PREFERENCES` on or off for the member. Returns the text of the response.

    Switching copies by DM on sends a DM at once, which shows whether the member accepts DMs.
    """
    texts, preferences = member_texts(interaction), interaction.client.tables.preferences
    if name == "dm" and on:
        await interaction.response.defer(ephemeral=True)
        arrived = await _send_copy(interaction)
        await preferences.change(interaction.user.id, dm=True, dms_closed=not arrived)
        return texts("done-dm-on" if arrived else "done-dm-closed")
    changed: dict[str, Any] = {name: on}
    await preferences.change(interaction.user.id, **changed)
    return texts(f"done-{name}-{'on' if on else 'off'}")


async def _send_copy(interaction: Interaction) -> bool:
    """Sends the member a DM, with the hand if there is one. Returns whether the member accepts DMs."""
    table = await channel_table(interaction)
    seat = None if table is None or table.state.game is None else table.state.seat_of(interaction.user.id)
    try:
        if table is not None and seat is not None:
            panel = hand_panel(SeatView.of(table, seat, interaction.locale.value))
            files = await load_panel_files(interaction, panel)
            await send_with_text_fallback(
                lambda shown, attached: interaction.user.send(view=shown, files=attached), panel, files
            )
        else:
            await interaction.user.send(member_texts(interaction)("done-dm-on"))
    except discord.HTTPException as error:
        if error.code != DMS_CLOSED:
            raise
        return False
    return True


async def set_pace(interaction: Interaction, pace: str) -> str:
    """Sets the pace of the server's new tables. Returns the text of the response. Raises Refusal."""
    texts = member_texts(interaction)
    chosen = next((name for name in PACES if texts(f"pace-{name}").casefold() == pace.casefold()), pace)
    try:
        pace_of(chosen)
    except ValueError as error:
        raise Refusal("bad-pace", given=pace) from error
    await server_of(interaction).change(pace=chosen)
    await record_action(interaction, "pace", pace_text(chosen, texts))
    return texts("config-pace-set", pace=pace_text(chosen, texts))


async def set_style(interaction: Interaction, style: str) -> str:
    """Sets the style of the server's new tables. Returns the text of the response. Raises Refusal."""
    texts, chosen = member_texts(interaction), read_style(style)
    name = texts(f"style-{chosen}-full")
    await server_of(interaction).change(style=chosen)
    await record_action(interaction, "style", name)
    return texts("config-style-set", style=name)


async def set_server_switch(interaction: Interaction, name: str, *, on: bool) -> str:
    """Switches one of `SERVER_SWITCHES` on or off for the server's new tables.

    Returns the text of the response.
    """
    texts = member_texts(interaction)
    changed: dict[str, Any] = {name: on}
    await server_of(interaction).change(**changed)
    value = texts("choice-on" if on else "choice-off")
    await record_action(interaction, name, value)
    return texts(f"config-{name}", switch=value)


async def set_afk(interaction: Interaction, seat: str) -> str:
    """Sets what happens to absent members (one of `AFK`) at new tables. Returns the text of the response.

    Raises Refusal.
    """
    if seat not in AFK:
        raise Refusal("not-understood", given=seat)
    texts = member_texts(interaction)
    await server_of(interaction).change(resigns=seat == "resign")
    await record_action(interaction, "afk", texts(f"afk-{seat}"))
    return texts(f"config-afk-{seat}")


async def set_usual_ai(interaction: Interaction, kind: str) -> str:
    """Sets the kind of new AI seats of a server. Returns the text of the response."""
    texts = member_texts(interaction)
    await server_of(interaction).change(ai=kind)
    await record_action(interaction, "ai", texts(f"ai-kind-{kind}"))
    return usual_ai_text(texts, kind)
