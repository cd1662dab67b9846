"""Pictures of messages: what is to be drawn for one, and its alt text. Who sends the message has it drawn.

The file's name and its size in the message say nothing: what somebody holds stands in private messages alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.pictures.game_history import GameHistory
from bot.pictures.renderer import PictureRenderer
from bot.render.seat_view import SeatView
from bot.render.texts.alt import chart_alt, chart_legend, hand_alt, role_alt
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine import Game

FILE: Final = "picture.png"
"""The name of every picture's file."""


CAPTION_ID: Final = 1_000_000
"""The id of a caption among the parts of its message."""


class DrawnPicture(NamedTuple):
    """A picture as a PNG, what it shows in words, and the caption that fits it, if that is known only now."""

    png: bytes
    alt: str
    caption: str | None = None


class Picture(ui.MediaGallery[Any]):
    """The place of a picture in a message; `draw` draws it, or raises PictureUnavailable.

    `caption` is text that stands below it, and goes where it goes; the longest, if drawing tells which it is.
    """

    def __init__(self, draw: Callable[[PictureRenderer], Awaitable[DrawnPicture]], caption: str = "") -> None:
        super().__init__(discord.MediaGalleryItem(f"attachment://{FILE}"))
        self.draw = draw
        self.caption = caption
        self._below: ui.TextDisplay[Any] = ui.TextDisplay(caption, id=CAPTION_ID)
        self.parts: tuple[ui.Item[Any], ...] = (self, self._below) if caption else (self,)

    def describe(self, drawn: DrawnPicture) -> None:
        """Sets the alt text and the caption."""
        self.items[0].description = drawn.alt
        if drawn.caption is not None:
            self._below.content = drawn.caption


def hand_picture(view: SeatView) -> Picture | None:
    """The cards that a player looks at and those it has lost; None where there are none, or no pictures."""
    held, lost, owner = tuple(view.cards), tuple(view.me["lost"]), f"{view.table.id}:{view.seat}"
    if not (view.table.pictures and view.me["alive"] and held):
        return None

    async def draw(studio: PictureRenderer) -> DrawnPicture:
        return DrawnPicture(await studio.hand(owner, held, lost), hand_alt(view.labels, held, lost))

    return Picture(draw)


def role_picture(card: str, texts: Texts) -> Picture:
    """The card of a role, or of a special copy."""

    async def draw(studio: PictureRenderer) -> DrawnPicture:
        return DrawnPicture(await studio.role(card), role_alt(Phrases(texts, ()), card))

    return Picture(draw)


def chart_picture(view: TableView) -> Picture | None:
    """The course of a finished game: coins and lives over the turns, and the lies; None without pictures."""
    record = view.record
    if not view.pictures or record is None:
        return None

    async def draw(studio: PictureRenderer) -> DrawnPicture:
        # In a thread: to play a long game again takes longer than anybody's click is to wait.
        course = await asyncio.to_thread(_course, record)
        signs = {lie.caught for lie in course.lies}
        legend = chart_legend(view.phrases, len(view.seats), lies=False in signs, caught=True in signs)
        return DrawnPicture(await studio.chart(course), chart_alt(view.labels, course), legend)

    return Picture(draw, chart_legend(view.phrases, len(view.seats)))


def _course(record: Mapping[str, Any]) -> GameHistory:
    return GameHistory.of(Game.replay(record))
