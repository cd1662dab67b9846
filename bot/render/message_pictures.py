"""Pictures in messages: what each shows, and its alt text. Delivery loads the files just before sending them.

A card whose emoji Discord has is shown by the emoji's address, so that no file is sent.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import discord

from bot.pictures.art import art_name
from bot.pictures.files import role_card_name
from bot.pictures.source import PictureSource
from bot.render.icons import NO_ICONS, Icons
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.stats.game_history import GameHistory
from engine.catalogue import ROLES, plain

MAX_PICTURES: Final = 10
"""Discord's limit for a gallery, and for the files of a message."""
ALT_TEXT_CHARACTERS: Final = 1024  # Discord's limit

_GALLERY: Final = discord.ComponentType.media_gallery.value
_TEXT: Final = discord.ComponentType.text_display.value


def file_name(number: int) -> str:
    """Returns the name of a message's file number `number`, which does not tell what the picture shows."""
    return f"picture-{number}.png"


class Illustrated(NamedTuple):
    """A text of a message with a small picture beside it: the address of the picture, and its alt text."""

    text: str
    address: str
    alt: str


@dataclass(frozen=True)
class Picture:
    """Pictures in a message, each by its address and alt text; `caption` is the text below them.

    `load` returns the PNG files to send with the message, by number, or raises PictureUnavailable. It is None if
    Discord has all pictures, so that no file is sent.
    """

    items: Sequence[tuple[str, str]]
    load: Callable[[PictureSource], Awaitable[list[bytes]]] | None = None
    caption: str = ""

    def components(self) -> list[dict[str, Any]]:
        """Returns the components as Discord's API describes them."""
        items = [
            {"media": {"url": address}, "description": alt or None, "spoiler": False}
            for address, alt in self.items
        ]
        gallery = {"type": _GALLERY, "items": items}
        return [gallery, {"type": _TEXT, "content": self.caption}] if self.caption else [gallery]


def card_pictures(cards: Iterable[tuple[str, str]], icons: Icons) -> Picture:
    """Returns pictures of cards, each given by the name of its art and its alt text."""
    files: list[str] = []  # the names of the cards without an emoji
    items: list[tuple[str, str]] = []
    for name, alt in cards:
        emoji = icons.emoji(name)
        if emoji is None:
            items.append((_file_address(len(files)), alt))
            files.append(name)
        else:
            items.append((emoji.url, alt))

    async def load(source: PictureSource) -> list[bytes]:
        return [await source.read(name) for name in files]

    return Picture(items, load if files else None)


def rating_picture(points: Sequence[float], texts: Texts) -> Picture:
    """Returns the curve of a member's ratings, in points and oldest first."""
    shown = {"first": points[0], "last": points[-1], "least": min(points), "most": max(points)}
    alt = texts("rating-alt", games=len(points), **{name: str(round(value)) for name, value in shown.items()})

    async def load(source: PictureSource) -> list[bytes]:
        return [await source.rating_curve(points)]

    return Picture([(_file_address(0), alt)], load)


def hand_picture(view: SeatView) -> Picture | None:
    """Returns the cards that a player looks at and those it has lost; None without cards or without pictures."""
    held, lost = view.cards, view.me["lost"]
    if not (view.table.pictures and view.me["alive"] and held):
        return None
    role = view.labels.role
    cards = [(art_name(card, "_card"), role(card)) for card in held]
    cards += [(art_name(card, "_lost"), view.texts("hand-lost", cards=role(card))) for card in lost]
    return card_pictures(cards[:MAX_PICTURES], view.icons)


def beside_card(text: str, card: str | None, view: TableView) -> str | Illustrated:
    """Returns a text with the emoji of a card as a picture beside it; the text alone if there is no such emoji."""
    emoji = None if card is None else view.icons.emoji(art_name(card, "_card"))
    if card is None or emoji is None:
        return text
    return Illustrated(text, emoji.url, view.labels.role(card))


def role_picture(card: str, texts: Texts) -> Picture:
    """Returns the card of a role or of a special copy."""
    return card_pictures([(role_card_name(card), role_alt(Phrases(texts), card))], NO_ICONS)


def chart_picture(view: TableView) -> Picture | None:
    """Returns the chart of a finished game; None without pictures, or if the rules of now cannot replay it."""
    history = view.history
    if history is None or not view.pictures:
        return None
    told, caught = len(history.bluffs), len(history.caught)
    caption = chart_legend(view.phrases, len(view.seats), lies=told > caught, caught=caught > 0)

    async def load(source: PictureSource) -> list[bytes]:
        return [await source.chart(history)]

    return Picture([(_file_address(0), chart_alt(view.labels, history))], load, caption)


def _file_address(number: int) -> str:
    return f"attachment://{file_name(number)}"


def role_alt(phrases: Phrases, card: str) -> str:
    """Returns the alt text of a role's card. `phrases` are those for labels."""
    category = phrases.texts(f"category-{ROLES[plain(card)].category}")
    return phrases.texts("picture-role", role=phrases.role(card), category=category)


def chart_alt(phrases: Phrases, history: GameHistory) -> str:
    """Returns the alt text of a game's chart: how each seat ended, and its lies."""
    texts = phrases.texts
    lanes = [texts("picture-chart", turns=history.turns)]
    for seat, coins in enumerate(history.coins):
        out = history.elimination_turn(seat)
        if seat in history.winners:
            end = texts("picture-chart-won")
        else:
            end = texts("picture-chart-out", turns=history.turns if out is None else out)
        told, caught = (sum(c.seat == seat for c in claims) for claims in (history.bluffs, history.caught))
        lies = texts("picture-chart-lies", told=told, caught=caught)
        lanes.append(
            texts(
                "picture-chart-seat", name=phrases.label(seat), end=end, coins=phrases.coins(max(coins)), lies=lies
            )
        )
    return " ".join(lanes)[:ALT_TEXT_CHARACTERS]


def chart_legend(phrases: Phrases, seats: int, *, lies: bool = True, caught: bool = True) -> str:
    """Returns the small print under a chart that explains its marks: the player of each lane, the marks of lies.

    `lies` and `caught` say whether the chart marks lies that nobody exposed, and exposed ones.
    """
    texts, icons = phrases.texts, phrases.icons
    lanes = [
        f"{icons.text(f'mark_{seat + 1}') or texts(f'mark-{seat + 1}') + ' '}{phrases.title(seat)}"
        for seat in range(seats)
    ]
    signs = [texts("picture-chart-lines")]
    for is_shown, art, mark, word in (
        (lies, "lie", "mark-lie", "picture-chart-lie"),
        (caught, "caught", "mark-caught", "picture-chart-caught"),
    ):
        if is_shown:
            signs.append((icons.text(art) or f"{texts(mark)} ") + texts(word))
    return f"-# {' · '.join(lanes)}\n-# {' · '.join(signs)}"
