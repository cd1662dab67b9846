"""Hostile names, pool names and typed texts: with anything in them, they show as plain text on one line."""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.render.names import NAME_LIMIT, TYPED_LIMIT, cleaned, distinct, escaped, typed

HOSTILE = (
    "<#123456789012345678>",
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<t:0:R>",
    "</coup new:1>",
    "<:coin:123456789012345678>",
    "<id:customize>",
    "@everyone",
    "@here",
    "@\u200beveryone",
    "\u202eeveryone\u2066",
    "https://evil.example/x",
    "discord.gg/evil",
    "[free](https://evil.example)",
    "**bold** __under__ ~~gone~~ ||hid||",
    "`code` ```block```",
    "# heading",
    "> quote\n- item\n-# small",
    "back\\slash\\",
    "\u200b\u200d\u2060",
    "\u3164",
    "",
    "\ud800",
    "ﷺ" * 32,
    "\u0300" * 500,
)
"""Names that try to be more than a name; shared by the tests of every place where members' texts come back."""

_ESCAPE = re.compile(r"\\[^0-9A-Za-z\s]")
_LIVE_MARKUP = re.compile(r"[\\*_~|`<>#\[\]@]|://|discord\.gg|^(?:-|\d+\.) ")
_MENTION = re.compile(r"<[@#/:]|<a?:|<t:|<id:|@(?:everyone|here)")
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def assert_harmless(text: str) -> None:
    """That a text a member chose, as `escaped` made it ready for markdown, is nothing but visible text."""
    assert not _LIVE_MARKUP.search(_ESCAPE.sub("", text)), text
    assert not _MENTION.search(text), text  # Discord's servers look for these without reading backslashes
    assert_visible(text)


def assert_visible(text: str) -> None:
    """That a text is one line with something to see, and no character that hides or turns others round."""
    assert text.strip()
    assert not [sign for sign in text if unicodedata.category(sign) in _UNSEEN and sign != "\u200d"], ascii(text)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_hostile_name_is_more_than_a_name(name: str) -> None:
    assert_harmless(escaped(name))
    assert_visible(cleaned(name))


@settings(max_examples=300)
@given(st.text(max_size=80) | st.lists(st.sampled_from(HOSTILE), max_size=4).map("".join))
@example("a" * 32)
def test_any_text_becomes_one_visible_line_within_its_limit(text: str) -> None:
    for limit, shown in ((NAME_LIMIT, cleaned(text)), (TYPED_LIMIT, cleaned(text, TYPED_LIMIT))):
        assert_visible(shown)
        assert len(shown) <= limit
        assert cleaned(shown, limit) == shown
        shown.encode()
    assert_harmless(escaped(text))
    assert_harmless(typed(text))


@settings(max_examples=200)
@given(st.lists(st.text("ab\u200b ", max_size=3), max_size=6))
def test_players_who_would_look_the_same_are_numbered(names: list[str]) -> None:
    shown = distinct(tuple(names))
    assert len(set(shown)) == len(names)
    assert all(len(name) <= NAME_LIMIT for name in shown)


def test_ordinary_names_are_shown_as_they_are() -> None:
    for name in ("Ana", "O'Brien", "Zoë & Søren", "日本語", "משתמש", "👩‍🚀 Eva", "A" * 32):
        assert cleaned(name) == escaped(name) == name
    assert typed("x" * 4000) == "x" * 59 + "…"
