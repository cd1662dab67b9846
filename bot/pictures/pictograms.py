"""Pictograms of what a role does, drawn from the lines of `data/art/pictograms.toml`."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.pictures.art import ART_NAMES, FOLDER, UNITS, drawing_at, emblem
from engine.catalogue import plain

_SIZE: Final = 64
_LINE_HEIGHT: Final = 92
_GAP: Final = 14
_COIN_STEP: Final = 30  # the distance from one coin of a pile to the next
_SIGN: Final = 34
BACKGROUND_COLOUR: Final = "#2a2c33"


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, Sequence[str]]:
    return tomllib.loads((FOLDER / "pictograms.toml").read_text(encoding="utf-8"))


def pictograms(card: str) -> tuple[str, float, float]:
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
        return drawing_at(f"signs/{word}", x, 0, _SIZE, BACKGROUND_COLOUR), _SIZE
    return f'<g transform="translate({x:g} 0) scale({_SIZE / UNITS})">{emblem(word)}</g>', _SIZE


def _coins(word: str, x: float) -> tuple[str, float]:
    drawn, left, coins = "", x, abs(int(word))
    if not word.isdecimal():
        sign = "signs/plus" if word[0] == "+" else "signs/minus"
        drawn = drawing_at(sign, x, (_SIZE - _SIGN) / 2, _SIGN, BACKGROUND_COLOUR)
        left += _SIGN + 4
    for number in range(coins):
        drawn += drawing_at("coin", left + number * _COIN_STEP, 0, _SIZE, BACKGROUND_COLOUR)
    return drawn, left + (coins - 1) * _COIN_STEP + _SIZE - x
