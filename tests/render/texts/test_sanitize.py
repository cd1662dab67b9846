"""Hostile names, pool names and typed texts are shown as plain text on one line."""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.render.texts.sanitize import (
    NAME_CHARACTERS,
    TYPED_CHARACTERS,
    clean,
    distinct_names,
    escape,
    escape_typed,
    shorten_name,
)

pytestmark = pytest.mark.slow

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
"""Names with markup, mentions or invisible characters, for all tests of places that show members' texts."""

FRAGMENTS = st.sampled_from(HOSTILE) | st.one_of(
    st.from_regex(r"\A<(?:@[!&]?|#|t:|/[a-z]{1,9}:|a?:\w{1,9}:|id:)[0-9]{1,40}(?::[RtTdDfF])?>\Z"),
    st.text("\u200b\u200d\u2060\u202a\u202e\u2066\u2069\u061c\ufeff\u115f", max_size=9),
    st.text("*_~`|>#-[]()\\ .1", max_size=12),
    st.from_regex(r"\A(?:https?://|www\.|discord\.gg/|mailto:)[a-z./@]{1,30}\Z"),
    st.text("\u0300\u0e47\u0489\u064b\u20dd\u0f71a", max_size=60),
    st.text("\uff37W﷽漢\U0001f469𒐫", max_size=40),
    st.text(max_size=20),
)
"""Parts of hostile names: mentions, hidden characters, markup, links, stacked accents, wide characters."""
HOSTILE_NAMES = st.lists(FRAGMENTS, min_size=1, max_size=3).map("".join)

_ESCAPE = re.compile(r"\\[^0-9A-Za-z\s]")
_LIVE_MARKUP = re.compile(r"[\\*_~|`<>#\[\]@]|://|discord\.gg|^(?:-|\d+\.) ")
_MENTION = re.compile(r"<[@#/:]|<a?:|<t:|<id:|@(?:everyone|here)")
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def assert_harmless(text: str) -> None:
    """Checks that an escaped text is only visible text."""
    assert not _LIVE_MARKUP.search(_ESCAPE.sub("", text)), text
    assert not _MENTION.search(text), text  # Discord's servers look for these without reading backslashes
    assert_visible(text)


def assert_visible(text: str) -> None:
    """Checks that a text is one visible line, without characters that hide or reverse others."""
    assert text.strip()
    assert not [sign for sign in text if unicodedata.category(sign) in _UNSEEN and sign != "\u200d"], ascii(text)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_shown_as_plain_text(name: str) -> None:
    assert_harmless(escape(name))
    assert_visible(clean(name))


@settings(max_examples=300)
@given(st.text(max_size=80) | HOSTILE_NAMES)
@example("a" * 32)
@example("ก" + "\u0e47" * 30)
@example(" \u0300")
@example("a" * 29 + "\U0001f469\u200d\U0001f469a")
def test_any_text_becomes_one_visible_line_within_its_limit(text: str) -> None:
    for limit, shown in ((NAME_CHARACTERS, clean(text)), (TYPED_CHARACTERS, clean(text, TYPED_CHARACTERS))):
        assert_visible(shown)
        assert len(shown) <= limit
        assert clean(shown, limit) == shown
        shown.encode()
    for marks in re.findall("[^\0-\u02ff]{3,}", clean(text)):
        assert not all(unicodedata.category(mark) in ("Mn", "Me") for mark in marks[:3])
    assert_harmless(escape(text))
    assert_harmless(escape_typed(text))


@settings(max_examples=200)
@given(st.lists(st.text("ab\u200b ", max_size=3), max_size=6))
def test_players_who_would_look_the_same_are_numbered(names: list[str]) -> None:
    shown = distinct_names(tuple(names))
    assert len(set(shown)) == len(names)
    assert all(len(name) <= NAME_CHARACTERS for name in shown)


def test_ordinary_names_are_shown_as_they_are() -> None:
    for name in ("Ana", "O'Brien", "Zoë & Søren", "日本語", "משתמש", "👩‍🚀 Eva", "A" * 32):
        assert clean(name) == escape(name) == name
    assert escape_typed("x" * 4000) == "x" * 59 + "…"


@settings(max_examples=200)
@given(HOSTILE_NAMES)
@example("ﷺ" * 32)
@example("漢" * 32)
@example("\U0001f469" * 32)
def test_a_hostile_name_needs_no_more_room_than_others(text: str) -> None:
    shown = shorten_name(text)
    assert_visible(shown)
    wide = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 8 if sign in "ﷺ﷽𒐫" else 0 for sign in shown)
    assert wide <= NAME_CHARACTERS
    assert len(shown) <= NAME_CHARACTERS
    assert shorten_name("Zoë 漢字") == "Zoë 漢字"
