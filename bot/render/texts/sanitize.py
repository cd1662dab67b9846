"""Texts that members chose (their names, names of pools, what they typed), made harmless before they are shown.

A label (button, menu, autocomplete) shows characters as they are: `cleaned` is enough. In running text Discord
reads markup, mentions, times, commands and links: there a member's text must be `escaped`.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

NAME_LIMIT: Final = 32
"""Characters of a member's name that are shown; Discord's own limit for display names."""

TYPED_LIMIT: Final = 60
"""Characters of a text that a member typed that are ever repeated."""

_POOL_NAME_LIMIT: Final = 40
_NAMELESS: Final = "?"

_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c"
    "\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, lone surrogates, and what Unicode calls Default_Ignorable_Code_Point, less the joiner of emoji."""

_EMOJI: Final = "[\u2640\u2642\u2695-\u27bf\u2b00-\u2bff\U0001f000-\U0001fbff]"
_STRAY_JOINER: Final = re.compile(f"(?<!{_EMOJI})\u200d|\u200d(?!{_EMOJI})")
"""A zero-width joiner that does not join two emoji."""

_MOST_MARKS: Final = 2
"""Diacritics on one letter that are shown: more, which no language needs, would run over the lines beside it."""

_LONG: Final = frozenset("\u2e3a\u2e3b\U00012219\U0001242b") | {chr(code) for code in range(0xFDF0, 0xFDFE)}
"""Single characters as wide as a whole word."""
_LONG_WIDTH: Final = 8

_MARKUP: Final = re.compile(r"[\\*_~|`<>#\-\[\]():/.]")
"""The signs that emphasis, code, quotes, lists, links, mentions, times and commands are made of."""


@lru_cache(maxsize=4096)
def clean(text: str, limit: int = NAME_LIMIT) -> str:
    """A member's text as one line of visible characters, at most `limit` of them; "?" if none is left."""
    shown = _INVISIBLE.sub("", text[: 8 * limit])
    shown = _STRAY_JOINER.sub("", shown)
    shown = _unpiled(unicodedata.normalize("NFC", shown))
    shown = " ".join(shown.split())
    if len(shown) > limit:
        return f"{_STRAY_JOINER.sub('', shown[: limit - 1])}…"
    return shown or _NAMELESS


@lru_cache(maxsize=4096)
def escape(text: str, limit: int = NAME_LIMIT) -> str:
    """`cleaned`, and such that Discord reads nothing in it as markup, mention, time, command or link.

    The length limit is on the characters shown, not on the backslashes between them.
    """
    # Discord looks for @everyone before it reads backslashes, hence another character for @.
    return _MARKUP.sub(r"\\\g<0>", clean(text, limit)).replace("@", "\uff20")


def shorten_name(text: str, columns: int = NAME_LIMIT) -> str:
    """A member's text as a name: cleaned, and cut to so many columns, of which wide characters take several."""
    name = clean(text)
    ends = list(accumulate(map(_width, name)))
    if ends[-1] <= columns:
        return name
    return f"{name[: bisect_right(ends, columns - 1)]}…"


def pool_title(name: str) -> str:
    """The name of a pool in running text; a moderator chose it."""
    return escape(name, _POOL_NAME_LIMIT)


def escape_typed(text: str) -> str:
    """What a member typed, as a refusal may repeat it: escaped, and at most 60 characters of it."""
    return escape(text, TYPED_LIMIT)


@lru_cache(maxsize=1024)
def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of one table as they are shown, numbered where two players would look the same."""
    shown: list[str] = []
    for name in map(shorten_name, names):
        label, number = name, 1
        while label in shown:
            number += 1
            label = f"{shorten_name(name, NAME_LIMIT - 4)} ({number})"
        shown.append(label)
    return tuple(shown)


def _unpiled(text: str) -> str:
    """A text with at most _MOST_MARKS combining marks on each letter, and none without a letter."""
    kept: list[str] = []
    marks = _MOST_MARKS
    for sign in text:
        if unicodedata.category(sign) in ("Mn", "Me"):
            marks += 1
        else:
            marks = _MOST_MARKS if sign.isspace() else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def _width(sign: str) -> int:
    """How many columns a character takes, roughly."""
    if sign in _LONG:
        return _LONG_WIDTH
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 0 if unicodedata.combining(sign) else 1
