"""The larger card of a role, with pictograms of what it does (the lines of `data/art/pictograms.toml`)."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.pictures.art import (
    ART_NAMES,
    BACKGROUNDS,
    FOLDER,
    GOLD,
    INK,
    UNITS,
    background_of,
    document,
    drawing_at,
    emblem,
    name_lettering,
)
from engine.catalogue import ROLES, plain

_WIDTH: Final = 220
_HEIGHT: Final = 308
_PANEL_GAP: Final = 16

_PIXELS_PER_UNIT: Final = 0.75  # Discord shows no higher resolution, and drawing one takes longer
_PANEL_WIDTH: Final = 510
_PANEL_COLOUR: Final = "#2a2c33"
_MARGIN: Final = 26
_MAX_PICTOGRAM_SCALE: Final = 1.5
_MEDALLION: Final = (15.0, 62.0, 190 / 128)  # the background on the card: left, top, scale
_STAR: Final = "M180 14l8 16 18 3-13 13 3 18-16-8-16 8 3-18-13-13 18-3z"
_SIZE: Final = 64
_LINE_HEIGHT: Final = 92
_GAP: Final = 14
_COIN_STEP: Final = 30  # the distance from one coin of a pile to the next
_SIGN: Final = 34


def role_card(card: str) -> str:
    """Returns a role's or special copy's card with pictograms of what it does as SVG. Raises KeyError."""
    drawn, width, height = _pictograms(card)
    if not drawn:
        return document(_WIDTH, _HEIGHT, _face(card), _PIXELS_PER_UNIT)
    left, panel = _WIDTH + _PANEL_GAP, f'width="{_PANEL_WIDTH}" height="{_HEIGHT}" rx="24" fill="{_PANEL_COLOUR}"'
    scale = min(_MAX_PICTOGRAM_SCALE, (_PANEL_WIDTH - 2 * _MARGIN) / width, (_HEIGHT - 2 * _MARGIN) / height)
    x, y = left + (_PANEL_WIDTH - scale * width) / 2, (_HEIGHT - scale * height) / 2
    return document(
        left + _PANEL_WIDTH,
        _HEIGHT,
        f'{_face(card)}<rect x="{left}" {panel}/>'
        f'<g transform="translate({x:g} {y:g}) scale({scale:.4g})">{drawn}</g>',
        _PIXELS_PER_UNIT,
    )


def _face(card: str) -> str:
    """Returns a card face up, from (0, 0) to (_WIDTH, _HEIGHT). Raises KeyError."""
    role = plain(card)
    background = background_of(role) or BACKGROUNDS[ROLES[role].category]
    left, top, scale = _MEDALLION
    x, y, size = background.place
    return (
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="24" fill="{background.edge}"/>'
        f'<rect x="9" y="9" width="{_WIDTH - 18}" height="{_HEIGHT - 18}" rx="17" fill="{background.colour}"/>'
        f'<path d="{background.shape}" fill="{background.edge}" fill-opacity=".25" '
        f'transform="translate({left} {top}) scale({scale:.4g})"/>'
        + f'<path d="M9 262H{_WIDTH - 9}V282Q{_WIDTH - 9} 299 {_WIDTH - 26} 299H26Q9 299 9 282Z" fill="{INK}"/>'
        + name_lettering(role, _WIDTH / 2, 280.5, _WIDTH - 44, 28)
        + (f'<path d="{_STAR}" fill="{GOLD}"/>' if card != role else "")
        + drawing_at(role, left + x * scale, top + y * scale, size * scale, background.colour)
        + drawing_at(role, 24, 24, 36, background.colour)
    )


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, Sequence[str]]:
    return tomllib.loads((FOLDER / "pictograms.toml").read_text(encoding="utf-8"))


def _pictograms(card: str) -> tuple[str, float, float]:
    """Returns the pictograms of a card's role, their width and height; an empty drawing if the file has none."""
    drawn, widest = "", 0.0
    lines = _lines().get(plain(card), ())
    for number, line in enumerate(lines):
        x = 0.0
        for word in line.split():
            piece, width = _piece(word, x)
            drawn += f'<g transform="translate(0 {number * _LINE_HEIGHT})">{piece}</g>'
            x += width + _GAP
        widest = max(widest, x - _GAP)
    return drawn, widest, len(lines) * _LINE_HEIGHT - (_LINE_HEIGHT - _SIZE) if lines else 0.0


def _piece(word: str, x: float) -> tuple[str, float]:
    """Returns a pictogram at a place, and its width."""
    if word.lstrip("+-").isdecimal():
        return _coins(word, x)
    if word not in ART_NAMES:
        return drawing_at(f"signs/{word}", x, 0, _SIZE, _PANEL_COLOUR), _SIZE
    return f'<g transform="translate({x:g} 0) scale({_SIZE / UNITS})">{emblem(word)}</g>', _SIZE


def _coins(word: str, x: float) -> tuple[str, float]:
    drawn, left, coins = "", x, abs(int(word))
    if not word.isdecimal():
        sign = "signs/plus" if word[0] == "+" else "signs/minus"
        drawn = drawing_at(sign, x, (_SIZE - _SIGN) / 2, _SIGN, _PANEL_COLOUR)
        left += _SIGN + 4
    for number in range(coins):
        drawn += drawing_at("coin", left + number * _COIN_STEP, 0, _SIZE, _PANEL_COLOUR)
    return drawn, left + (coins - 1) * _COIN_STEP + _SIZE - x
