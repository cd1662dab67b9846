"""What a role does, in pictograms: the lines of `data/art/deeds.toml`, drawn."""

import tomllib
from functools import lru_cache
from typing import Final

from bot.pictures.art import ART_NAMES, FOLDER, UNITS, emblem, placed
from engine.catalogue import plain

SIZE: Final = 64
LINE: Final = 92
_GAP: Final = 14
_OVERLAP: Final = 30  # from one coin of a pile to the next
_SIGN: Final = 34
GROUND: Final = "#2a2c33"
"""The colour that pictograms stand on."""


@lru_cache(maxsize=1)
def _lines() -> dict[str, tuple[str, ...]]:
    read = tomllib.loads((FOLDER / "deeds.toml").read_text(encoding="utf-8"))
    return {role: tuple(lines) for role, lines in read.items()}


def deeds(card: str) -> tuple[str, float, float]:
    """What a card's role does: the drawing from (0, 0), its width and its height; nothing if none is listed."""
    drawn, widest = "", 0.0
    lines = _lines().get(plain(card), ())
    for number, line in enumerate(lines):
        x = 0.0
        for word in line.split():
            piece, width = _piece(word, x)
            drawn += f'<g transform="translate(0 {number * LINE})">{piece}</g>'
            x += width + _GAP
        widest = max(widest, x - _GAP)
    return drawn, widest, len(lines) * LINE - (LINE - SIZE) if lines else 0.0


def _piece(word: str, x: float) -> tuple[str, float]:
    """A pictogram at a place, and its width."""
    if word.lstrip("+-").isdecimal():
        return _coins(word, x)
    if word not in ART_NAMES:
        return placed(f"signs/{word}", x, 0, SIZE, GROUND), SIZE
    return f'<g transform="translate({x:g} 0) scale({SIZE / UNITS})">{emblem(word)}</g>', SIZE


def _coins(word: str, x: float) -> tuple[str, float]:
    drawn, left = "", x
    if not word.isdecimal():
        drawn = placed("signs/plus" if word[0] == "+" else "signs/minus", x, (SIZE - _SIGN) / 2, _SIGN, GROUND)
        left += _SIGN + 4
    for number in range(int(word.lstrip("+-"))):
        drawn += placed("coin", left + number * _OVERLAP, 0, SIZE, GROUND)
    return drawn, left + (int(word.lstrip("+-")) - 1) * _OVERLAP + SIZE - x
