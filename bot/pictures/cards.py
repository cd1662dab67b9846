"""Pictures of cards: a hand in rows, and one role."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.pictures.art import BACKGROUNDS, GOLD, document, drawing_at
from bot.pictures.pictograms import BACKGROUND_COLOUR, pictograms
from engine.catalogue import ROLES, plain

WIDTH: Final = 220
HEIGHT: Final = 308
GAP: Final = 16

_PIXELS_PER_UNIT: Final = 0.75  # Discord shows no higher resolution, and drawing one takes longer
_SMALL_PIXELS_PER_UNIT: Final = 0.5  # for more than one row of cards
_PICTOGRAMS_WIDTH: Final = 510
_MARGIN: Final = 26
_MAX_PICTOGRAM_SCALE: Final = 1.5
_CARDS_PER_ROW: Final = 4  # more would be too small on a phone
_LOST_COLOUR, _LOST_EDGE, _CROSS_COLOUR = "#5b5d66", "#8b8d96", "#f2555a"
_MEDALLION: Final = (15.0, 59.0, 190 / 128)  # the background on the card: left, top, scale
_STAR: Final = "M180 14l8 16 18 3-13 13 3 18-16-8-16 8 3-18-13-13 18-3z"


def face(card: str, *, lost: bool = False) -> str:
    """Returns a card face up, from (0, 0) to (WIDTH, HEIGHT); grey with a cross if it is lost. Raises KeyError."""
    role = plain(card)
    background = BACKGROUNDS[ROLES[role].category]
    if lost:
        background = replace(background, colour=_LOST_COLOUR, edge=_LOST_EDGE)
    left, top, scale = _MEDALLION
    x, y, size = background.place
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="{background.edge}"/>'
        f'<rect x="9" y="9" width="{WIDTH - 18}" height="{HEIGHT - 18}" rx="17" fill="{background.colour}"/>'
        f'<path d="{background.shape}" fill="{background.edge}" fill-opacity=".25" '
        f'transform="translate({left} {top}) scale({scale:.4g})"/>'
        + (f'<path d="M30 30L190 278M190 30L30 278" stroke="{_CROSS_COLOUR}" stroke-width="14"/>' if lost else "")
        + (f'<path d="{_STAR}" fill="{GOLD}"/>' if card != role else "")
        + drawing_at(role, left + x * scale, top + y * scale, size * scale, background.colour)
        + drawing_at(role, 24, 24, 36, background.colour)
    )


def hand(held: Sequence[str], lost: Sequence[str]) -> str:
    """Returns a hand as an SVG document: the cards held, then those lost. Raises KeyError for an unknown card."""
    faces = [face(card) for card in held] + [face(card, lost=True) for card in lost]
    columns = max(1, min(_CARDS_PER_ROW, len(faces)))
    rows = max(1, -(-len(faces) // columns))
    across, down = WIDTH + GAP, HEIGHT + GAP
    laid = "".join(
        f'<g transform="translate({number % columns * across} {number // columns * down})">{drawn}</g>'
        for number, drawn in enumerate(faces)
    )
    scale = _PIXELS_PER_UNIT if rows == 1 else _SMALL_PIXELS_PER_UNIT
    return document(columns * across - GAP, rows * down - GAP, laid, scale)


def role(name: str) -> str:
    """Returns a role's card with pictograms of what it does, as an SVG document.

    Raises KeyError for an unknown card.
    """
    drawn, width, height = pictograms(name)
    if not drawn:
        return document(WIDTH, HEIGHT, face(name), _PIXELS_PER_UNIT)
    left, panel = WIDTH + GAP, f'width="{_PICTOGRAMS_WIDTH}" height="{HEIGHT}" rx="24" fill="{BACKGROUND_COLOUR}"'
    scale = min(_MAX_PICTOGRAM_SCALE, (_PICTOGRAMS_WIDTH - 2 * _MARGIN) / width, (HEIGHT - 2 * _MARGIN) / height)
    x, y = left + (_PICTOGRAMS_WIDTH - scale * width) / 2, (HEIGHT - scale * height) / 2
    return document(
        left + _PICTOGRAMS_WIDTH,
        HEIGHT,
        f'{face(name)}<rect x="{left}" {panel}/>'
        f'<g transform="translate({x:g} {y:g}) scale({scale:.4g})">{drawn}</g>',
        _PIXELS_PER_UNIT,
    )
