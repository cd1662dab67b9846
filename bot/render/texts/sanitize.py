"""Makes texts of members (their names, names of pools, what they typed) harmless before they are shown.

Labels (buttons, menus, autocompletes) show characters as they are: `clean` is enough. In running text Discord
interprets markup, mentions, times, commands and links: a member's text needs `escape` there.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

NAME_CHARACTERS: Final = 32
"""The length to which members' names are cut: Discord's limit for display names."""

TYPED_CHARACTERS: Final = 60
"""The length to which texts that members typed are cut when they are repeated."""

POOL_NAME_CHARACTERS: Final = 40
_NAMELESS: Final = "?"

_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c"
    "\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, lone surrogates, and Unicode's Default_Ignorable_Code_Point except the joiner of emoji."""

_EMOJI: Final = "[\u2640\u2642\u2695-\u27bf\u2b00-\u2bff\U0001f000-\U0001fbff]"
_STRAY_JOINER: Final = re.compile(f"(?<!{_EMOJI})\u200d|\u200d(?!{_EMOJI})")
"""A zero-width joiner that does not join two emoji."""

_MARKS: Final = frozenset(("Mn", "Me"))
"""The Unicode categories of combining marks."""
_MAX_MARKS: Final = 2
"""Combining marks shown on a letter. No language needs more, and more would cover the neighbouring lines."""

_WIDE: Final = frozenset("\u2e3a\u2e3b\U00012219\U0001242b") | {chr(code) for code in range(0xFDF0, 0xFDFE)}
"""Single characters as wide as a whole word."""
_WIDE_COLUMNS: Final = 8

_MARKUP: Final = re.compile(r"[\\*_~|`<>#\-\[\]():/.]")
"""The characters that emphasis, code, quotes, lists, links, mentions, times and commands are made of."""


@lru_cache(maxsize=8192)
def clean(text: str, limit: int = NAME_CHARACTERS) -> str:
    """Returns a member's text as one line of visible characters, at most `limit` of them; "?" if none is left."""
    shown = _INVISIBLE.sub("", text[: 8 * limit])
    shown = _STRAY_JOINER.sub("", shown)
    shown = _limit_marks(unicodedata.normalize("NFC", shown))
    shown = " ".join(shown.split())
    if len(shown) > limit:
        return f"{_STRAY_JOINER.sub('', shown[: limit - 1])}…"
    return shown or _NAMELESS


@lru_cache(maxsize=8192)
def escape(text: str, limit: int = NAME_CHARACTERS) -> str:
    """Returns the cleaned text, escaped so that Discord interprets nothing in it; backslashes are not counted."""
    # Discord looks for @everyone before it reads backslashes, so @ becomes another character.
    return _MARKUP.sub(r"\\\g<0>", clean(text, limit)).replace("@", "\uff20")


def shorten_name(text: str, columns: int = NAME_CHARACTERS) -> str:
    """Returns a member's text as a name: cleaned, and cut to a width in columns; wide characters take several."""
    name = clean(text)
    ends = list(accumulate(map(_width, name)))
    if ends[-1] <= columns:
        return name
    return f"{name[: bisect_right(ends, columns - 1)]}…"


def pool_title(name: str) -> str:
    """Returns the name of a pool, which a moderator chose, in running text."""
    return escape(name, POOL_NAME_CHARACTERS)


def escape_typed(text: str) -> str:
    """Returns what a member typed for use in a refusal: escaped, and cut to 60 characters."""
    return escape(text, TYPED_CHARACTERS)


@lru_cache(maxsize=2048)
def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of a table's players as they are shown; names that would look alike are numbered."""
    shown: list[str] = []
    for name in map(shorten_name, names):
        label, number = name, 1
        while label in shown:
            number += 1
            label = f"{shorten_name(name, NAME_CHARACTERS - 4)} ({number})"
        shown.append(label)
    return tuple(shown)


def _limit_marks(text: str) -> str:
    """Returns a text with at most _MAX_MARKS combining marks on each letter, and none without a letter."""
    if _MARKS.isdisjoint(map(unicodedata.category, text)):
        return text
    kept: list[str] = []
    marks = _MAX_MARKS
    for sign in text:
        if unicodedata.category(sign) in _MARKS:
            marks += 1
        else:
            marks = _MAX_MARKS if sign.isspace() else 0
        if marks <= _MAX_MARKS:
            kept.append(sign)
    return "".join(kept)


def _width(sign: str) -> int:
    """Returns the width of a character in columns, roughly."""
    if sign in _WIDE:
        return _WIDE_COLUMNS
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 0 if unicodedata.combining(sign) else 1
