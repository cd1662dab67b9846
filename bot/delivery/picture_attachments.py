"""Messages with pictures: the files are loaded just before a message is sent.

Pictures and emojis that Discord refuses are left out.
"""

import io
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar

import discord

from bot.delivery.requests import INVALID, NO_PERMISSION, TOO_LARGE, UNKNOWN_EMOJI
from bot.pictures.source import PictureSource, PictureUnavailable
from bot.render.controls import Layout, has_thumbnails, without_emojis, without_thumbnails
from bot.render.icons import mark_icons_outdated
from bot.render.message_pictures import file_name

T = TypeVar("T")
Send: TypeAlias = Callable[[Layout, list[discord.File]], Awaitable[T]]
"""Sends a message with its files. Raises discord.HTTPException."""


async def load_files(message: Layout, source: PictureSource | None, *, may_attach: bool = True) -> list[bytes]:
    """Returns the PNG files to send with a message.

    If they cannot be loaded, or there is no source, removes the pictures from the message.
    """
    load = None if message.picture is None else message.picture.load
    if source is not None and load is None:
        return []
    if source is not None and load is not None and may_attach:
        with suppress(PictureUnavailable):
            return await load(source)
    message.picture = None
    return []


async def send_with_text_fallback(send: Send[T], view: Layout, files: Sequence[bytes]) -> T:
    """Sends a message with its files; returns what `send` returns.

    If the bot may not attach files, or Discord refuses a picture's address, sends it again without pictures; if
    Discord does not know one of the emojis, without all emojis. Raises discord.HTTPException.
    """
    try:
        return await send(view, _attachments(files))
    except discord.HTTPException as error:
        refuses_files = bool(files) and (error.code == NO_PERMISSION or error.status == TOO_LARGE)
        if refuses_files:
            view.picture = None
            return await send_with_text_fallback(send, view, [])
        if _refuses(error, "media") and (view.picture is not None or has_thumbnails(view)):
            view.picture = None
            return await send_with_text_fallback(send, without_thumbnails(view), [])
        if error.code != UNKNOWN_EMOJI and not _refuses(error, "emoji"):
            raise
        mark_icons_outdated()
    return await send(without_emojis(view), _attachments(files))


def _attachments(files: Sequence[bytes]) -> list[discord.File]:
    """Returns the files to send with a message, for one request."""
    return [discord.File(io.BytesIO(png), file_name(number)) for number, png in enumerate(files)]


def _refuses(error: discord.HTTPException, field: str) -> bool:
    # Only the text of the error names the invalid field, by its path, as in `components.0.emoji.id`.
    return error.code == INVALID and field in error.text.lower()
