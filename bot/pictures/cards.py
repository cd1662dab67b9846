"""Pictures of cards: a hand in rows, and one role."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.pictures.art import GOLD, GROUNDS, document, placed
from bot.pictures.pictograms import GROUND, deeds
from engine.catalogue import ROLES, plain

WIDTH: Final = 220
HEIGHT: Final = 308
GAP: Final = 16

_SCALE: Final = 0.75  # pixels a unit: more of them take longer to draw, and Discord shows no more
_BESIDE: Final = 510  # width of what a role does, beside its card
_MARGIN: Final = 26
_LARGEST: Final = 1.5  # by which pictograms are enlarged where they are few
_SMALL: Final = 0.5  # the same for more than a row
_ROW: Final = 4  # cards side by side; more would be too small on a phone
_LOST_GROUND, _LOST_EDGE, _STRUCK = "#5b5d66", "#8b8d96", "#f2555a"
_MEDALLION: Final = (15.0, 59.0, 190 / 128)  # a ground on the card: left, top, scale
_STAR: Final = "M180 14l8 16 18 3-13 13 3 18-16-8-16 8 3-18-13-13 18-3z"


def face(card: str, *, lost: bool = False) -> str:
    """A card face up, from (0, 0) to (WIDTH, HEIGHT); grey, on a cross, if it is lost. Raises KeyError."""
    role = plain(card)
    ground = GROUNDS[ROLES[role].category]
    if lost:
        ground = replace(ground, colour=_LOST_GROUND, edge=_LOST_EDGE)
    left, top, scale = _MEDALLION
    x, y, size = ground.place
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="{ground.edge}"/>'
        f'<rect x="9" y="9" width="{WIDTH - 18}" height="{HEIGHT - 18}" rx="17" fill="{ground.colour}"/>'
        f'<path d="{ground.shape}" fill="{ground.edge}" fill-opacity=".25" '
        f'transform="translate({left} {top}) scale({scale:.4g})"/>'
        + (f'<path d="M30 30L190 278M190 30L30 278" stroke="{_STRUCK}" stroke-width="14"/>' if lost else "")
        + (f'<path d="{_STAR}" fill="{GOLD}"/>' if card != role else "")
        + placed(role, left + x * scale, top + y * scale, size * scale, ground.colour)
        + placed(role, 24, 24, 36, ground.colour)
    )


def hand(held: Sequence[str], lost: Sequence[str]) -> str:
    """A hand as an SVG document: the cards held, then those lost. Raises KeyError for what is no card."""
    faces = [face(card) for card in held] + [face(card, lost=True) for card in lost]
    columns = max(1, min(_ROW, len(faces)))
    rows = max(1, -(-len(faces) // columns))
    across, down = WIDTH + GAP, HEIGHT + GAP
    laid = "".join(
        f'<g transform="translate({number % columns * across} {number // columns * down})">{drawn}</g>'
        for number, drawn in enumerate(faces)
    )
    scale = _SCALE if rows == 1 else _SMALL
    return document(columns * across - GAP, rows * down - GAP, laid, scale)


def role(name: str) -> str:
    """A role's card with what it does in pictograms, as an SVG document. Raises KeyError for what is no card."""
    drawn, width, height = deeds(name)
    if not drawn:
        return document(WIDTH, HEIGHT, face(name), _SCALE)
    left = WIDTH + GAP
    scale = min(_LARGEST, (_BESIDE - 2 * _MARGIN) / width, (HEIGHT - 2 * _MARGIN) / height)
    x, y = left + (_BESIDE - scale * width) / 2, (HEIGHT - scale * height) / 2
    return document(
        left + _BESIDE,
        HEIGHT,
        f'{face(name)}<rect x="{left}" width="{_BESIDE}" height="{HEIGHT}" rx="24" fill="{GROUND}"/>'
        f'<g transform="translate({x:g} {y:g}) scale({scale:.4g})">{drawn}</g>',
        _SCALE,
    )
