"""Messages with a picture: it is drawn before they are sent, and left out where Discord refuses it.

Emojis that Discord refuses are left out, too.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord

from bot.delivery.error_codes import INVALID, NO_PERMISSION, TOO_LARGE, UNKNOWN_EMOJI
from bot.pictures.renderer import PictureRenderer, PictureUnavailable
from bot.render.controls import Component, Layout, without_emojis
from bot.render.icons import mark_icons_outdated
from bot.render.message_pictures import FILE, Picture
from bot.store import SaveFailed
from bot.tables.member_preferences import MemberPreferences

T = TypeVar("T")

DRAWING_SECONDS: Final = 0.4
"""Seconds that a message waits for its picture, at most: a click must be answered within 3 seconds."""


async def draw_picture(message: Layout, renderer: PictureRenderer | None) -> bytes | None:
    """Draws the picture of a message and returns it as a PNG to send with the message.

    Returns None if the message has no picture, and if there is no renderer or it takes too long; then the picture
    is removed from the message.
    """
    picture = picture_of(message)
    if picture is not None:
        try:
            if renderer is not None:
                async with asyncio.timeout(DRAWING_SECONDS):
                    drawn = await picture.draw(renderer)
                picture.describe(drawn)
                return drawn.png
        except (PictureUnavailable, TimeoutError):
            pass
        without_picture(message)
    return None


async def draw_for_member(
    interaction: discord.Interaction[Any],
    message: Layout,
    preferences: MemberPreferences,
    renderer: PictureRenderer | None,
) -> bytes | None:
    """Draws the picture of a private response if its member wants pictures; returns it as a PNG, or None.

    Removes the emojis, too, if the member has switched pictures off.
    """
    try:
        wanted = (await preferences.get(interaction.user.id)).pictures
    except SaveFailed:
        wanted = True
    if not wanted:
        without_emojis(message)
    may_attach = wanted and interaction.app_permissions.attach_files
    return await draw_picture(message, renderer if may_attach else None)


async def send_with_text_fallback(
    send: Callable[[Layout, list[discord.File]], Awaitable[T]], view: Layout, png: bytes | None
) -> T:
    """Sends a message with its picture, if it has one.

    If the bot may not attach files, sends it again without the picture; if Discord does not know one of the
    emojis, without all emojis. Raises discord.HTTPException.
    """
    try:
        return await send(view, _files(png))
    except discord.HTTPException as error:
        if png is not None and (error.code == NO_PERMISSION or error.status == TOO_LARGE):
            return await send_with_text_fallback(send, without_picture(view), None)
        if not _refuses_emoji(error):
            raise
        mark_icons_outdated()
    return await send(without_emojis(view), _files(png))


def without_picture(message: Layout) -> Layout:
    """Removes the picture and its caption from a message. Returns the message."""
    message.parts[:] = [part for part in message.parts if isinstance(part, dict)]
    return message


def picture_of(message: Layout) -> Picture | None:
    """Returns the picture of a message, None if it has none."""
    return next((part for part in message.parts if isinstance(part, Picture)), None)


def look_of(message: Layout) -> list[Component]:
    """Returns what a message shows, for comparison, without the picture, which never changes."""
    return [{"accent_color": message.colour}, *(part for part in message.parts if isinstance(part, dict))]


def _files(png: bytes | None) -> list[discord.File]:
    """Returns the files to send with a message, for one request; none without a picture."""
    return [] if png is None else [discord.File(io.BytesIO(png), FILE)]


def _refuses_emoji(error: discord.HTTPException) -> bool:
    # Only the text of the error names the invalid field, by its path, as in `components.0.emoji.id`.
    return error.code == UNKNOWN_EMOJI or (error.code == INVALID and "emoji" in error.text.lower())
