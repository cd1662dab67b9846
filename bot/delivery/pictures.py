"""Drawing the picture of a message before it is sent; nobody waits long for one."""

import asyncio
import io
from typing import Any, Final

import discord
from discord import ui

from bot.pictures.renderer import PictureRenderer, PictureUnavailable
from bot.render.controls import without_emojis
from bot.render.pictures import CAPTION_ID, FILE, Picture
from bot.store import SaveFailed
from bot.store.repositories.players import Players

_GALLERY: Final = discord.ComponentType.media_gallery.value

PATIENCE: Final = 0.4
"""Seconds that a message waits for its picture, and then goes without: a click is to be answered within 3."""


async def illustrated(message: ui.LayoutView, picture_renderer: PictureRenderer | None) -> bytes | None:
    """Has the picture of a message drawn, and returns it as a PNG to be sent with the message.

    Where there is none, or it cannot be drawn in time, or there is no renderer, returns None; the message has no
    place for a picture then.
    """
    for item in message.walk_children():
        if isinstance(item, Picture):
            try:
                if picture_renderer is not None:
                    async with asyncio.timeout(PATIENCE):
                        drawn = await item.draw(picture_renderer)
                    item.describe(drawn)
                    return drawn.png
            except (PictureUnavailable, TimeoutError):
                pass
            without_picture(message)
            break
    return None


async def as_wanted(
    interaction: discord.Interaction[Any],
    message: ui.LayoutView,
    players: Players,
    picture_renderer: PictureRenderer | None,
) -> bytes | None:
    """Makes a private answer to an interaction as its member wants it; returns its picture as a PNG, or None.

    Who has switched pictures off gets words alone, without emojis.
    """
    try:
        wanted = (await players.get(interaction.user.id)).pictures
    except SaveFailed:
        wanted = True
    if not wanted:
        without_emojis(message)
    may_attach = wanted and interaction.app_permissions.attach_files
    return await illustrated(message, picture_renderer if may_attach else None)


def without_picture(message: ui.LayoutView) -> ui.LayoutView:
    """Takes the picture and its caption out of a message. Returns it."""
    for box in message.children:
        if isinstance(box, ui.Container):
            for picture in [item for item in box.children if isinstance(item, Picture)]:
                for part in picture.parts:
                    box.remove_item(part)
    return message


def look_of(message: ui.LayoutView) -> list[dict[str, Any]]:
    """What a card looks like, to be compared: its components but for the picture, which never changes."""
    return [
        {**part, "components": [inner for inner in part.get("components", ()) if not _of_picture(inner)]}
        for part in message.to_components()
    ]


def files(png: bytes | None) -> list[discord.File]:
    """The file to send with a message, which one request uses up; none without a picture."""
    return [] if png is None else [discord.File(io.BytesIO(png), FILE)]


def _of_picture(part: Any) -> bool:
    """Whether a component is a picture or its caption."""
    return part["type"] == _GALLERY or part.get("id") == CAPTION_ID
