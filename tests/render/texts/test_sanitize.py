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
from tests.harness.members.hostile_names import HOSTILE, HOSTILE_NAMES, assert_harmless, assert_visible

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_shown_as_plain_text(name: str) -> None:
    assert_harmless(escape(name))
    assert_visible(clean(name))


@settings(max_examples=100)
@given(st.text(max_size=80) | HOSTILE_NAMES)
@example("a" * 32)
@example("ก" + "\u0e47" * 30)
@example("a" + "\u0300" * 30)
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


@settings(max_examples=80)
@given(st.lists(st.text("ab\u200b ", max_size=3), max_size=6))
def test_players_who_would_look_the_same_are_numbered(names: list[str]) -> None:
    shown = distinct_names(tuple(names))
    assert len(set(shown)) == len(names)
    assert all(len(name) <= NAME_CHARACTERS for name in shown)


def test_ordinary_names_are_shown_as_they_are() -> None:
    for name in ("Ana", "O'Brien", "Zoë & Søren", "日本語", "משתמש", "👩‍🚀 Eva", "A" * 32):
        assert clean(name) == escape(name) == name
    assert escape_typed("x" * 4000) == "x" * 59 + "…"


@settings(max_examples=80)
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
