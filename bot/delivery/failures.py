"""Failures: what Discord's error codes mean for a card, and how a failing request ends at once."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.delivery.pictures import files, without_picture
from bot.render.controls import without_emojis
from bot.render.icons import mark_icons_outdated

T = TypeVar("T")

MESSAGE_GONE: Final = frozenset((10008, 30046))
"""The message was deleted, or may not be edited any more."""
CHANNEL_DELETED: Final = frozenset((10003, 10004))
"""The channel, or its server, does not exist any more."""
ARCHIVED: Final = 50083
"""The thread is archived, and does not allow that."""
TOO_MANY_THREADS: Final = 160006
"""The server has as many active threads as Discord allows."""
NO_ACCESS: Final = frozenset((50001, 50013, 160005, ARCHIVED))
"""The bot may not read or write in the channel, or it is a thread that is locked."""

INVALID: Final = 50035
NO_PERMISSION: Final = 50013
UNKNOWN_EMOJI: Final = 10014
TOO_LARGE: Final = 413
"""The HTTP status of a request whose files are too large."""

_ENDS_AT_ONCE: ContextVar[bool] = ContextVar("ends_at_once", default=False)


@contextmanager
def ending_at_once() -> Generator[None]:
    """Requests made inside raise discord.DiscordServerError at the first answer of 500 or more.

    By itself discord.py would try five times within 25 seconds, and nobody could do anything meanwhile.
    """
    token = _ENDS_AT_ONCE.set(True)
    try:
        yield
    finally:
        _ENDS_AT_ONCE.reset(token)


async def end_at_once(
    _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    """What makes `ending_at_once` work: a listener for the client's `aiohttp.TraceConfig.on_request_end`."""
    if request.response.status >= 500 and _ENDS_AT_ONCE.get():
        raise discord.DiscordServerError(request.response, None)


async def in_words_if_refused(
    send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]], view: ui.LayoutView, png: bytes | None
) -> T:
    """Sends a message with its picture, None if it has none; again without what of it Discord refuses.

    That is the picture where no files may be attached, and all emojis where it does not know one of them.
    """
    try:
        return await send(view, files(png))
    except discord.HTTPException as error:
        if png is not None and (error.code == NO_PERMISSION or error.status == TOO_LARGE):
            return await in_words_if_refused(send, without_picture(view), None)
        if not _refuses_emoji(error):
            raise
        mark_icons_outdated()
    return await send(without_emojis(view), files(png))


def _refuses_emoji(error: discord.HTTPException) -> bool:
    # What is invalid is told in the text alone, by the path of the field, as in `components.0.emoji.id`.
    return error.code == UNKNOWN_EMOJI or (error.code == INVALID and "emoji" in error.text.lower())
