"""Pictures in messages: what each shows, and its alt text. Delivery loads the files just before sending them.

A card whose emoji Discord has is shown by the emoji's address, so that no file is sent. Only private messages show
hands.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.pictures.art import art_name
from bot.pictures.chart_data import GameHistory
from bot.pictures.files import role_card_name
from bot.pictures.source import PictureSource
from bot.render.icons import NO_ICONS, Icons
from bot.render.seat_view import SeatView
from bot.render.texts.alt_texts import chart_alt, chart_legend, hand_alt, role_alt
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from engine import Game

MAX_PICTURES: Final = 10
"""Discord's limit for a gallery, and for the files of a message."""

CAPTION_ID: Final = 1_000_000
"""The id of a caption among the components of its message."""


def file_name(number: int) -> str:
    """Returns the name of a message's file number `number`, which does not tell what the picture shows."""
    return f"picture-{number}.png"


class Picture(ui.MediaGallery[Any]):
    """The place of pictures in a message; `caption` is the text below, which is removed together with them."""

    def __init__(self, items: Sequence[discord.MediaGalleryItem], *, needs_files: bool, caption: str = "") -> None:
        super().__init__(*items)
        self.needs_files = needs_files
        """Whether files must be sent with the message."""
        self.caption = caption
        self._below: ui.TextDisplay[Any] = ui.TextDisplay(caption, id=CAPTION_ID)
        self.parts: tuple[ui.Item[Any], ...] = (self, self._below) if caption else (self,)

    async def load(self, source: PictureSource) -> list[bytes]:
        """Returns the files to send with the message, PNGs, by number. Raises PictureUnavailable."""
        raise NotImplementedError


class CardPictures(Picture):
    """Pictures of cards, each given by the name of its art and its alt text."""

    def __init__(self, cards: Sequence[tuple[str, str]], icons: Icons) -> None:
        self._files: list[str] = []  # the names of the cards without an emoji
        items: list[discord.MediaGalleryItem] = []
        for name, alt in cards:
            emoji = icons.emoji(name)
            if emoji is None:
                address = f"attachment://{file_name(len(self._files))}"
                self._files.append(name)
            else:
                address = emoji.url
            items.append(discord.MediaGalleryItem(address, description=alt))
        super().__init__(items, needs_files=bool(self._files))

    async def load(self, source: PictureSource) -> list[bytes]:
        """Returns the pictures of the cards without an emoji. Raises PictureUnavailable."""
        return [await source.read(name) for name in self._files]


class ChartPicture(Picture):
    """The chart of a finished game. Alt text and final caption are known only when it is drawn."""

    def __init__(self, view: TableView, record: Mapping[str, Any]) -> None:
        # Until then the caption is the longest possible one.
        super().__init__(
            [discord.MediaGalleryItem(f"attachment://{file_name(0)}")],
            needs_files=True,
            caption=chart_legend(view.phrases, len(view.seats)),
        )
        self._table_view = view
        self._record = record

    async def load(self, source: PictureSource) -> list[bytes]:
        """Draws the chart. Raises PictureUnavailable."""
        view = self._table_view
        # Runs in a thread, because replaying a long game takes longer than a click may wait.
        history = await asyncio.to_thread(_history, self._record)
        png = await source.chart(history)
        exposed = {lie.is_exposed for lie in history.lies}
        self.items[0].description = chart_alt(view.labels, history)
        self._below.content = chart_legend(
            view.phrases, len(view.seats), lies=False in exposed, caught=True in exposed
        )
        return [png]


def hand_picture(view: SeatView) -> Picture | None:
    """Returns the cards that a player looks at and those it has lost; None without cards or without pictures."""
    held, lost = view.cards, view.me["lost"]
    if not (view.table.pictures and view.me["alive"] and held):
        return None
    cards = [(art_name(card), hand_alt(view.labels, (card,), ())) for card in held]
    cards += [(art_name(card, lost=True), hand_alt(view.labels, (), (card,))) for card in lost]
    return CardPictures(cards[:MAX_PICTURES], view.icons)


def role_picture(card: str, texts: Texts) -> Picture:
    """Returns the card of a role or of a special copy."""
    return CardPictures([(role_card_name(card), role_alt(Phrases(texts, ()), card))], NO_ICONS)


def chart_picture(view: TableView) -> Picture | None:
    """Returns the chart of a finished game: coins, lives and lies, turn by turn; None without pictures."""
    return ChartPicture(view, view.record) if view.pictures and view.record is not None else None


def _history(record: Mapping[str, Any]) -> GameHistory:
    return GameHistory.of(Game.replay(record))
