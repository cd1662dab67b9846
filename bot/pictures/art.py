"""The art: an SVG for everything that is shown as an emoji, composed of a ground and the drawing upon it."""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from data import ROOT
from engine.catalogue import ROLES, SPECIAL_COPIES, plain

FOLDER: Final = ROOT / "art"
INK: Final = "#fff8ea"
GOLD: Final = "#ffcf5c"
EMOJI_SIZE: Final = 128
"""Width and height of an emoji in pixels."""

UNITS: Final = 128
"""Width and height of a ground, and of what is whole by itself."""

CONSONANTS: Final = "lmnrstv"
VOWELS: Final = "aeiou"
"""What the syllables at the end of an emoji's name are made of."""

_RENDERING: Final = "1"
"""Raise it when emojis come out otherwise though no art has changed."""


@dataclass(frozen=True)
class Ground:
    """What a drawing stands on: a shape (an SVG path in 128 x 128 units) with its colour, and one for the edge.

    `place` is where a drawing of 100 x 100 units lies on it: x, y and size.
    """

    shape: str
    colour: str
    edge: str
    place: tuple[float, float, float] = (20, 20, 88)


_ROUND: Final = "M64 4A60 60 0 1 1 64 124A60 60 0 1 1 64 4Z"

GROUNDS: Final = {
    "classic": Ground("M30 4H98Q124 4 124 30V98Q124 124 98 124H30Q4 124 4 98V30Q4 4 30 4Z", "#8f1d45", "#f0c35a"),
    "finance": Ground(
        "M44 4H84Q92 4 98 10L118 30Q124 36 124 44V84Q124 92 118 98L98 118Q92 124 84 124H44Q36 124 30 118"
        "L10 98Q4 92 4 84V44Q4 36 10 30L30 10Q36 4 44 4Z",
        "#16744a",
        "#bfe8a8",
    ),
    "communications": Ground(
        "M28 6H100Q124 6 124 30V80Q124 104 100 104H66L40 124Q36 126 36 121V104H28Q4 104 4 80V30Q4 6 28 6Z",
        "#1c5fb4",
        "#a5d4ff",
        (21, 12, 86),
    ),
    "force": Ground(
        "M18 4H110Q124 4 124 18V60Q124 104 69 123Q64 125 59 123Q4 104 4 60V18Q4 4 18 4Z",
        "#b8330f",
        "#ffc199",
        (22, 13, 84),
    ),
    "special_interest": Ground(_ROUND, "#6a3fa6", "#dbc3ff", (23, 22, 82)),
    "token": Ground(_ROUND, "#2e3440", "#ffcf5c", (22, 22, 84)),
    "mat": Ground("M14 4H114Q124 4 124 14V114Q124 124 114 124H14Q4 124 4 114V14Q4 4 14 4Z", "#11605f", "#9fe3d6"),
}
"""The ground of each category of roles, of tokens and of McGuire's mat. Each has a shape of its own."""


_DRAWN: Final = frozenset(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg"))
ICON: Final = "icon"
"""The bot's own icon, which is no emoji."""

ART_NAMES: Final = tuple(
    sorted(
        {what for what in _DRAWN if what != ICON and "/" not in what}
        | {f"{plain(copy)}_special" for copy in SPECIAL_COPIES.values() if plain(copy) in _DRAWN}
    )
)
"""All that is an emoji: roles by id, special copies as `<role>_special`, `card`, `coin`, tokens and the mat."""


def art_name(card: str) -> str:
    """The name of a card's art: a role's id, or `<role>_special` for the special copy `<role>*`."""
    return f"{plain(card)}_special" if card.endswith("*") else card


@lru_cache(maxsize=256)
def drawing(what: str) -> tuple[str, float]:
    """What a file of `data/art` (or `signs/..` there) draws, and how large it is in units. Raises KeyError.

    A file is a square SVG, 100 units wide if it is to lie on a ground, 128 if it is whole by itself.
    """
    if what not in _DRAWN:
        raise KeyError(what)
    root, _, rest = (FOLDER / f"{what}.svg").read_text(encoding="utf-8").partition(">")
    width = re.search(r'viewBox="0 0 (\d+) \1"', root)
    if width is None:
        raise ValueError(f"{what}.svg is no square")
    return rest.rpartition("</svg>")[0], float(width[1])


def placed(what: str, x: float, y: float, size: float, colour: str) -> str:
    """A drawing at a place, in ink; `colour` is that of the ground, which shows where the drawing is cut out.

    Returns nothing for a role without art. Raises KeyError for anything else that is not drawn.
    """
    if what not in _DRAWN and what in ROLES:
        return ""
    drawn, units = drawing(what)
    scale = size / units
    return f'<g fill="{INK}" color="{colour}" transform="translate({x:g} {y:g}) scale({scale:.4g})">{drawn}</g>'


def ground_of(what: str) -> Ground | None:
    """What a drawing stands on; None if it is whole by itself."""
    role = ROLES.get(what.removesuffix("_special"))
    return GROUNDS.get(role.category if role else what.partition("_")[0])


def emblem(what: str) -> str:
    """The whole art of an emoji or of the icon, in 128 x 128 units. Raises KeyError for what is not drawn."""
    ground = ground_of(what)
    if ground is None:
        return placed(what, 0, 0, UNITS, "#000")
    drawn = on_ground(ground) + placed(what.removesuffix("_special"), *ground.place, ground.colour)
    return drawn + (_STAR if what.endswith("_special") else "")


def svg(what: str, size: int = EMOJI_SIZE) -> str:
    """The same as an SVG document of `size` pixels. Raises KeyError."""
    return document(UNITS, UNITS, emblem(what), size / UNITS)


_STAR: Final = (
    f'<path d="M102 2l8.5 16.6 18.5 2.9-13.3 13.2 3 18.5-16.7-8.5-16.7 8.5 3-18.5L75 21.5l18.5-2.9z" '
    f'fill="{GOLD}" stroke="#3a0c1c" stroke-width="5" stroke-linejoin="round" '
    'transform="translate(28 2) scale(.76)"/>'
)


def on_ground(ground: Ground) -> str:
    """A ground, drawn in 128 x 128 units."""
    return (
        f'<path d="{ground.shape}" fill="{ground.edge}"/>'
        f'<path d="{ground.shape}" fill="{ground.colour}" transform="translate(6.4 6.4) scale(.9)"/>'
    )


def document(width: float, height: float, inner: str, scale: float = 1) -> str:
    """An SVG document of so many units, `scale` pixels each."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{inner}</svg>'
    )


@lru_cache(maxsize=256)
def fingerprint(what: str) -> str:
    """Three syllables that change when an emoji's picture does: a screen reader says them as it says a word.

    Raises KeyError for what there is no art of.
    """
    made = f"{_RENDERING} {EMOJI_SIZE} {svg(what)}"
    number, word = int.from_bytes(hashlib.sha256(made.encode()).digest()), ""
    for letters in (CONSONANTS, VOWELS) * 3:
        number, place = divmod(number, len(letters))
        word += letters[place]
    return word
