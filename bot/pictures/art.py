"""The art: an SVG of everything that is shown as an emoji, composed of a drawing on a background."""

import hashlib
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from bot.pictures.lettering import HEIGHT, lettering, width_of
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
_SPECIAL, _FACE, _LOST = "_special", "_card", "_lost"
ICON: Final = "icon"
"""The bot's own icon, which is not an emoji."""

Form = Literal["", "_card", "_lost"]
"""How a card is shown: as a small emblem, as a card with its name, or as such a card that is lost."""


def art_name(card: str, form: Form = "") -> str:
    """Returns the name of a card's art: a role's id, `<role>_special` for its copy `<role>*`, then the form."""
    return plain(card) + (_SPECIAL if card.endswith("*") else "") + form


_CARDS: Final = [card for card in (*ROLES, *SPECIAL_COPIES.values()) if plain(card) in _DRAWINGS]
ART_NAMES: Final = tuple(
    sorted(
        {name for name in _DRAWINGS if name != ICON and "/" not in name}
        | {art_name(card, form) for card in _CARDS for form in get_args(Form)}
    )
)
"""The names of all emojis: cards face up in each form, `card` face down, `coin`, tokens, marks, the mat."""


class Drawing(NamedTuple):
    """A drawing: its content, its size in units, and the colour of its background if that is its own."""

    content: str
    units: float
    colour: str | None


@lru_cache(maxsize=256)
def read_drawing(name: str) -> Drawing:
    """Returns a file of `data/art` (or `signs/..` there). Raises KeyError.

    A file is a square SVG, 100 units wide if it has a background, 128 if it has none. Its attribute `color` is the
    colour of the background.
    """
    if name not in _DRAWINGS:
        raise KeyError(name)
    root, _, rest = (FOLDER / f"{name}.svg").read_text(encoding="utf-8").partition(">")
    width = re.search(r'viewBox="0 0 (\d+) \1"', root)
    if width is None:
        raise ValueError(f"{name}.svg is no square")
    colour = re.search(r' color="(#[0-9a-f]{6})"', root)
    return Drawing(rest.rpartition("</svg>")[0], float(width[1]), colour and colour[1])


def drawing_at(name: str, x: float, y: float, size: float, colour: str) -> str:
    """Returns a drawing in ink at a place; `colour` is that of the background, which shows through its holes.

    Returns an empty text for a role without art. Raises KeyError for any other name without art.
    """
    if name not in _DRAWINGS and name in ROLES:
        return ""
    drawing = read_drawing(name)
    place = f"translate({x:g} {y:g}) scale({size / drawing.units:.4g})"
    return f'<g fill="{INK}" color="{colour}" transform="{place}">{drawing.content}</g>'


def background_of(name: str) -> Background | None:
    """Returns the background of a drawing, for a role in its own colour; None if it has none."""
    role = ROLES.get(name)
    background = BACKGROUNDS.get(role.category if role else name.partition("_")[0])
    if background is None or name not in _DRAWINGS:
        return background
    return replace(background, colour=read_drawing(name).colour or background.colour)


def emblem(name: str) -> str:
    """Returns the complete art of an emoji or the icon, in 128 x 128 units. Raises KeyError for other names."""
    drawing = name.removesuffix(_LOST).removesuffix(_FACE).removesuffix(_SPECIAL)
    background = background_of(drawing)
    if background is None:
        return drawing_at(name, 0, 0, UNITS, "#000")
    star = _STAR if _SPECIAL in name else ""
    if name.endswith(_FACE):
        return _face(drawing, background, star)
    if name.endswith(_LOST):
        return _face(drawing, replace(background, colour=_LOST_COLOUR, edge=_LOST_EDGE), star + _CROSS)
    return _background_svg(background) + drawing_at(drawing, *background.place, background.colour) + star


def svg(name: str, size: int = EMOJI_PIXELS) -> str:
    """Returns the art of an emoji or the icon as an SVG document of `size` pixels. Raises KeyError."""
    return document(UNITS, UNITS, emblem(name), size / UNITS)


_LOST_COLOUR, _LOST_EDGE = "#5b5d66", "#8b8d96"
_CROSS: Final = (
    '<path d="M30 14L98 82M98 14L30 82" stroke="#f2555a" stroke-width="11" stroke-linecap="round" opacity=".85"/>'
)
_NAME_INK: Final = "#1e1f24"
_LINE_CHARACTERS: Final = 12
"""Longer names take two lines."""
_STAR: Final = (
    f'<path d="M102 2l8.5 16.6 18.5 2.9-13.3 13.2 3 18.5-16.7-8.5-16.7 8.5 3-18.5L75 21.5l18.5-2.9z" '
    f'fill="{GOLD}" stroke="#3a0c1c" stroke-width="5" stroke-linejoin="round" '
    'transform="translate(28 2) scale(.76)"/>'
)


def _face(role: str, background: Background, over: str) -> str:
    """Returns a card face up with the role's drawing and, below it, its name; `over` is drawn over the drawing."""
    return (
        f'<rect width="128" height="128" rx="16" fill="{background.edge}"/>'
        f'<rect x="4" y="4" width="120" height="120" rx="12" fill="{background.colour}"/>'
        f'<path d="M4 90H124V112Q124 124 112 124H16Q4 124 4 112Z" fill="{INK}"/>'
        + drawing_at(role, 25, 8, 77, background.colour)
        + over
        + name_lettering(role, 64, 107, 112, 26)
    )


def name_lettering(role: str, x: float, y: float, width: float, height: float) -> str:
    """Returns a role's name as on its card, in one or two lines around (x, y) that fit a width and a height.

    The name is the role's id in capitals, which is its English name: emojis are the same for all members.
    """
    name = role.replace("_", " ").upper()
    lines = name.split() if len(name) > _LINE_CHARACTERS else [name]
    room = height / (HEIGHT * len(lines) + (len(lines) - 1) * HEIGHT / 2)
    scale = min(room, *(width / (width_of(line) + 3) for line in lines), 1.2)
    step = HEIGHT * 1.5 * scale
    top = y - (step * (len(lines) - 1) + HEIGHT * scale) / 2
    return "".join(
        lettering(line, x, top + number * step, scale, _NAME_INK, 3) for number, line in enumerate(lines)
    )


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

    Returns an empty text for invalid art. Raises KeyError for a name without art.
    """
    try:
        source = f"{RENDERER_VERSION} {EMOJI_PIXELS} {svg(name)}"
    except (OSError, ValueError):
        return ""
    number, word = int.from_bytes(hashlib.sha256(source.encode()).digest()), ""
    for letters in (CONSONANTS, VOWELS) * 3:
        number, place = divmod(number, len(letters))
        word += letters[place]
    return word
