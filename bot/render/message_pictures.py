"""Pictures in messages: what each shows, and its alt text. Delivery draws a picture just before sending it.

The name and the size of a file do not tell what it shows. Hands are in private messages only.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.pictures.chart_data import GameHistory
from bot.pictures.renderer import PictureRenderer
from bot.render.seat_view import SeatView
from bot.render.texts.alt_texts import chart_alt, chart_legend, hand_alt, role_alt
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine import Game

FILE: Final = "picture.png"
"""The file name of every picture."""

CAPTION_ID: Final = 1_000_000
"""The id of a caption among the components of its message."""


class DrawnPicture(NamedTuple):
    """A picture as a PNG, its alt text, and its caption if that is known only after drawing."""

    png: bytes
    alt: str
    caption: str | None = None


class Picture(ui.MediaGallery[Any]):
    """The place of a picture in a message. `draw` draws it, or raises PictureUnavailable.

    `caption` is the text below it, which is removed together with it. If the caption is known only after drawing,
    this is the longest possible one.
    """

    def __init__(self, draw: Callable[[PictureRenderer], Awaitable[DrawnPicture]], caption: str = "") -> None:
        super().__init__(discord.MediaGalleryItem(f"attachment://{FILE}"))
        self.draw = draw
        self.caption = caption
        self._below: ui.TextDisplay[Any] = ui.TextDisplay(caption, id=CAPTION_ID)
        self.parts: tuple[ui.Item[Any], ...] = (self, self._below) if caption else (self,)

    def describe(self, drawn: DrawnPicture) -> None:
        """Sets the alt text and the caption after the picture was drawn."""
        self.items[0].description = drawn.alt
        if drawn.caption is not None:
            self._below.content = drawn.caption


def hand_picture(view: SeatView) -> Picture | None:
    """Returns the cards that a player looks at and those it has lost; None without cards or without pictures."""
    held, lost, owner = tuple(view.cards), tuple(view.me["lost"]), f"{view.table.id}:{view.seat}"
    if not (view.table.pictures and view.me["alive"] and held):
        return None

    async def draw(renderer: PictureRenderer) -> DrawnPicture:
        return DrawnPicture(await renderer.hand(owner, held, lost), hand_alt(view.labels, held, lost))

    return Picture(draw)


def role_picture(card: str, texts: Texts) -> Picture:
    """Returns the card of a role or of a special copy."""

    async def draw(renderer: PictureRenderer) -> DrawnPicture:
        return DrawnPicture(await renderer.role(card), role_alt(Phrases(texts, ()), card))

    return Picture(draw)


def chart_picture(view: TableView) -> Picture | None:
    """Returns the chart of a finished game: coins, lives and lies, turn by turn; None without pictures."""
    record = view.record
    if not view.pictures or record is None:
        return None

    async def draw(renderer: PictureRenderer) -> DrawnPicture:
        # Runs in a thread, because replaying a long game takes longer than a click may wait.
        history = await asyncio.to_thread(_history, record)
        exposed = {lie.is_exposed for lie in history.lies}
        legend = chart_legend(view.phrases, len(view.seats), lies=False in exposed, caught=True in exposed)
        return DrawnPicture(await renderer.chart(history), chart_alt(view.labels, history), legend)

    return Picture(draw, chart_legend(view.phrases, len(view.seats)))


def _history(record: Mapping[str, Any]) -> GameHistory:
    return GameHistory.of(Game.replay(record))
