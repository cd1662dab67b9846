"""The art: an SVG of everything that is shown as an emoji, composed of a drawing on a background."""

import hashlib
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from data import ROOT
from engine.catalogue import ROLES, SPECIAL_COPIES, plain

FOLDER: Final = ROOT / "art"
INK: Final = "#fff8ea"
GOLD: Final = "#ffcf5c"
EMOJI_PIXELS: Final = 128
"""Width and height of an emoji."""

UNITS: Final = 128
"""Width and height of a background, and of a drawing without one."""

CONSONANTS: Final = "lmnrstv"
VOWELS: Final = "aeiou"
"""The letters of the syllables that an emoji's name ends with."""

RENDERER_VERSION: Final = "1"
"""Raise this number when pictures are drawn differently although no art has changed."""


@dataclass(frozen=True)
class Background:
    """The background of a drawing: an SVG path in 128 x 128 units, its colour, and the colour of its edge.

    `place` says where the drawing (100 x 100 units) is put on the background: x, y and size.
    """

    shape: str
    colour: str
    edge: str
    place: tuple[float, float, float] = (20, 20, 88)


_ROUND: Final = "M64 4A60 60 0 1 1 64 124A60 60 0 1 1 64 4Z"

BACKGROUNDS: Final = {
    "classic": Background(
        "M30 4H98Q124 4 124 30V98Q124 124 98 124H30Q4 124 4 98V30Q4 4 30 4Z", "#8f1d45", "#f0c35a"
    ),
    "finance": Background(
        "M44 4H84Q92 4 98 10L118 30Q124 36 124 44V84Q124 92 118 98L98 118Q92 124 84 124H44Q36 124 30 118"
        "L10 98Q4 92 4 84V44Q4 36 10 30L30 10Q36 4 44 4Z",
        "#16744a",
        "#bfe8a8",
    ),
    "communications": Background(
        "M28 6H100Q124 6 124 30V80Q124 104 100 104H66L40 124Q36 126 36 121V104H28Q4 104 4 80V30Q4 6 28 6Z",
        "#1c5fb4",
        "#a5d4ff",
        (21, 12, 86),
    ),
    "force": Background(
        "M18 4H110Q124 4 124 18V60Q124 104 69 123Q64 125 59 123Q4 104 4 60V18Q4 4 18 4Z",
        "#b8330f",
        "#ffc199",
        (22, 13, 84),
    ),
    "special_interest": Background(_ROUND, "#6a3fa6", "#dbc3ff", (23, 22, 82)),
    "token": Background(_ROUND, "#2e3440", "#ffcf5c", (22, 22, 84)),
    "mat": Background(
        "M14 4H114Q124 4 124 14V114Q124 124 114 124H14Q4 124 4 114V14Q4 4 14 4Z", "#11605f", "#9fe3d6"
    ),
}
"""The backgrounds of the categories of roles, of tokens and of McGuire's mat, each with its own shape."""

_DRAWINGS: Final = frozenset(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg"))
_SPECIAL, _LOST = "_special", "_lost"
ICON: Final = "icon"
"""The bot's own icon, which is not an emoji."""


def art_name(card: str, *, lost: bool = False) -> str:
    """Returns the name of a card's art: a role's id, or `<role>_special` for the special copy `<role>*`.

    The name for a lost card ends with `_lost`.
    """
    return plain(card) + (_SPECIAL if card.endswith("*") else "") + (_LOST if lost else "")


_CARDS: Final = [card for card in (*ROLES, *SPECIAL_COPIES.values()) if plain(card) in _DRAWINGS]
ART_NAMES: Final = tuple(
    sorted(
        {name for name in _DRAWINGS if name != ICON and "/" not in name}
        | {art_name(card, lost=lost) for card in _CARDS for lost in (False, True)}
    )
)
"""The names of all emojis: cards face up and lost (see `art_name`), `card` face down, `coin`, tokens, the mat."""


@lru_cache(maxsize=256)
def read_drawing(name: str) -> tuple[str, float]:
    """Returns the content of a file of `data/art` (or `signs/..` there), and its size in units. Raises KeyError.

    A file is a square SVG, 100 units wide if it has a background, 128 if it has none.
    """
    if name not in _DRAWINGS:
        raise KeyError(name)
    root, _, rest = (FOLDER / f"{name}.svg").read_text(encoding="utf-8").partition(">")
    width = re.search(r'viewBox="0 0 (\d+) \1"', root)
    if width is None:
        raise ValueError(f"{name}.svg is no square")
    return rest.rpartition("</svg>")[0], float(width[1])


def drawing_at(name: str, x: float, y: float, size: float, colour: str) -> str:
    """Returns a drawing in ink at a place; `colour` is that of the background, which shows through its holes.

    Returns an empty text for a role without art. Raises KeyError for any other name without art.
    """
    if name not in _DRAWINGS and name in ROLES:
        return ""
    drawn, units = read_drawing(name)
    scale = size / units
    return f'<g fill="{INK}" color="{colour}" transform="translate({x:g} {y:g}) scale({scale:.4g})">{drawn}</g>'


def background_of(name: str) -> Background | None:
    """Returns the background of a drawing; None if it has none."""
    role = ROLES.get(_drawing_of(name))
    background = BACKGROUNDS.get(role.category if role else name.partition("_")[0])
    if background is not None and name.endswith(_LOST):
        return replace(background, colour=_LOST_COLOUR, edge=_LOST_EDGE)
    return background


def emblem(name: str) -> str:
    """Returns the complete art of an emoji or the icon, in 128 x 128 units.

    Raises KeyError for a name without art.
    """
    background = background_of(name)
    if background is None:
        return drawing_at(name, 0, 0, UNITS, "#000")
    drawing = drawing_at(_drawing_of(name), *background.place, background.colour)
    star = _STAR if _SPECIAL in name else ""
    return _background_svg(background) + drawing + star + (_CROSS if name.endswith(_LOST) else "")


def svg(name: str, size: int = EMOJI_PIXELS) -> str:
    """Returns the art of an emoji or the icon as an SVG document of `size` pixels. Raises KeyError."""
    return document(UNITS, UNITS, emblem(name), size / UNITS)


_LOST_COLOUR, _LOST_EDGE = "#5b5d66", "#8b8d96"
_CROSS: Final = (
    '<path d="M24 24L104 104M104 24L24 104" stroke="#f2555a" stroke-width="13" '
    'stroke-linecap="round" opacity=".85"/>'
)
_STAR: Final = (
    f'<path d="M102 2l8.5 16.6 18.5 2.9-13.3 13.2 3 18.5-16.7-8.5-16.7 8.5 3-18.5L75 21.5l18.5-2.9z" '
    f'fill="{GOLD}" stroke="#3a0c1c" stroke-width="5" stroke-linejoin="round" '
    'transform="translate(28 2) scale(.76)"/>'
)


def _drawing_of(name: str) -> str:
    """Returns the name of the drawing that an emoji shows."""
    return name.removesuffix(_LOST).removesuffix(_SPECIAL)


def _background_svg(background: Background) -> str:
    """Returns a background in 128 x 128 units."""
    return (
        f'<path d="{background.shape}" fill="{background.edge}"/>'
        f'<path d="{background.shape}" fill="{background.colour}" transform="translate(6.4 6.4) scale(.9)"/>'
    )


def document(width: float, height: float, inner: str, scale: float = 1) -> str:
    """Returns an SVG document of this size in units, with `scale` pixels for a unit."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    )


@lru_cache(maxsize=256)
def fingerprint(name: str) -> str:
    """Returns a hash of an emoji's picture as three syllables, which a screen reader says like a word.

    Raises KeyError for a name without art.
    """
    source = f"{RENDERER_VERSION} {EMOJI_PIXELS} {svg(name)}"
    number, word = int.from_bytes(hashlib.sha256(source.encode()).digest()), ""
    for letters in (CONSONANTS, VOWELS) * 3:
        number, place = divmod(number, len(letters))
        word += letters[place]
    return word
