"""Sending a message that Discord may refuse in part: then it is sent again without that part."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord
from discord import ui

from bot.delivery.error_codes import INVALID, NO_PERMISSION, TOO_LARGE, UNKNOWN_EMOJI
from bot.delivery.pictures import attachments, without_picture
from bot.render.controls import without_emojis
from bot.render.icons import mark_icons_outdated

T = TypeVar("T")


async def send_with_text_fallback(
    send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]], view: ui.LayoutView, png: bytes | None
) -> T:
    """Sends a message with its picture (None: it has none), and again without the part that Discord refuses.

    That is the picture where no files may be attached, and all emojis if Discord does not know one of them. Raises
    discord.HTTPException.
    """
    try:
        return await send(view, attachments(png))
    except discord.HTTPException as error:
        if png is not None and (error.code == NO_PERMISSION or error.status == TOO_LARGE):
            return await send_with_text_fallback(send, without_picture(view), None)
        if not _refuses_emoji(error):
            raise
        mark_icons_outdated()
    return await send(without_emojis(view), attachments(png))


def _refuses_emoji(error: discord.HTTPException) -> bool:
    # Only the text of the error names the invalid field, by its path, as in `components.0.emoji.id`.
    return error.code == UNKNOWN_EMOJI or (error.code == INVALID and "emoji" in error.text.lower())
