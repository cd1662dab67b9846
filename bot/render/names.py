"""Texts that members chose (their names, names of pools, what they typed), made harmless before they are shown.

A label (button, menu, autocomplete) shows characters as they are: `cleaned` is enough. In running text Discord
reads markup, mentions, times, commands and links: there a member's text must be `escaped`.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
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

_MARK: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_PILED_MARKS: Final = re.compile(f"({_MARK}{{2}}){_MARK}+")
"""More diacritics on one letter than any language has: they would run over the lines above and below."""

_MARKUP: Final = re.compile(r"[\\*_~|`<>#\-\[\]():/.]")
"""The signs that emphasis, code, quotes, lists, links, mentions, times and commands are made of."""


@lru_cache(maxsize=4096)
def cleaned(text: str, limit: int = NAME_LIMIT) -> str:
    """A member's text as one line of visible characters, at most `limit` of them; "?" if none is left."""
    shown = _INVISIBLE.sub("", text[: 8 * limit])
    shown = _STRAY_JOINER.sub("", shown)
    shown = _PILED_MARKS.sub(r"\1", unicodedata.normalize("NFC", shown))
    shown = " ".join(shown.split())
    return shown if len(shown) <= limit and shown else f"{shown[: limit - 1]}…" if shown else _NAMELESS


@lru_cache(maxsize=4096)
def escaped(text: str, limit: int = NAME_LIMIT) -> str:
    """`cleaned`, and such that Discord reads nothing in it as markup, mention, time, command or link.

    The length limit is on the characters shown, not on the backslashes between them.
    """
    # Discord looks for @everyone before it reads backslashes, hence another character for @.
    return _MARKUP.sub(r"\\\g<0>", cleaned(text, limit)).replace("@", "\uff20")


def pool_title(name: str) -> str:
    """The name of a pool in running text; a moderator chose it."""
    return escaped(name, _POOL_NAME_LIMIT)


def typed(text: str) -> str:
    """What a member typed, as a refusal may repeat it: escaped, and at most 60 characters of it."""
    return escaped(text, TYPED_LIMIT)


@lru_cache(maxsize=1024)
def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The cleaned names of one table, numbered where two players would look the same."""
    shown: list[str] = []
    for name in map(cleaned, names):
        label, number = name, 1
        while label in shown:
            number += 1
            label = f"{name[: NAME_LIMIT - 4]} ({number})"
        shown.append(label)
    return tuple(shown)
