"""Hostile names of players and pools are harmless in every message and panel."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest
from discord import ui
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.render.controls import button, layout, select
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import lobby_message
from bot.render.panels.decision_steps import end_panel
from bot.render.panels.host import host_panel
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.panels.pools import pool_choice, pool_panel
from bot.render.texts.catalogue import texts_for
from bot.render.texts.sanitize import clean, distinct_names, escape
from bot.render.view_model import TableView
from bot.store.rows import Seat, Status
from bot.tables.table import Table
from cogs.clicks.lobby import settings_form
from tests.harness.members.hostile_names import HOSTILE, HOSTILE_NAMES, assert_harmless, assert_visible
from tests.harness.played_tables import HARD_POOLS, a_table, random_game
from tests.harness.tables import change_seat, put_seat
from tests.render.components import components
from tests.render.table_messages import table_messages

pytestmark = pytest.mark.slow

SEATS = 4
PLAIN = [f"Player{number}x" for number in range(SEATS)]
"""Names that are in no text of the catalogue, so that tests can find them in messages."""


def moments() -> Iterator[Table]:
    """Games of several editions, at every seventh step and at their ends."""
    tables = [a_table("classic", SEATS, {"inquisitor": True}), a_table("mcguire", SEATS, {})]
    tables += [a_table("g54", SEATS, {}, pool) for pool in HARD_POOLS[1:4]]
    for table in tables:
        for number, moment in enumerate(random_game(table)):
            if number % 7 == 0 or moment.state.status is Status.OVER:
                yield Table(replace(moment.state, story=moment.state.story[-4:]))


def rendered(table: Table) -> Iterator[ui.LayoutView]:
    """Every message and panel of a table that names its players."""
    view = TableView.of(table)
    yield from table_messages(table)
    yield lobby_message(replace(view, status=Status.LOBBY, public_game=None))
    lobby = replace(view, status=Status.LOBBY, public_game=None, removable=(0, 1), replaceable_ai=1)
    yield lobby_message(lobby)
    yield host_panel(lobby, lobby.host_id)
    yield end_panel(view)
    if table.state.status is Status.PLAYING:
        yield options_and_odds_panel(view, None)
    yield layout(*(escape(view.player_label(seat), 80) for seat in range(SEATS)))


def texts(shown: Iterable[ui.LayoutView]) -> Iterator[tuple[str, bool]]:
    """Every text of some messages, and whether it is body text rather than a label."""
    for message in shown:
        for part in components(message):
            for key in ("content", "label", "description", "placeholder"):
                if part.get(key):
                    yield part[key], key == "content"


MOMENTS = list(islice(moments(), 40))


def named(table: Table, names: Sequence[str]) -> list[tuple[str, bool]]:
    """The texts of a table's messages when its players have these names."""
    for number, name in enumerate(names):
        change_seat(table, number, name=name)
    return list(texts(rendered(table)))


@cache
def named_plainly() -> list[list[tuple[str, bool]]]:
    """The texts of each moment, with PLAIN names for the players."""
    return [named(table, PLAIN) for table in MOMENTS]


@settings(max_examples=1)
@given(st.lists(HOSTILE_NAMES, min_size=SEATS, max_size=SEATS))
@example(list(HOSTILE[:4]))
@example(["same", "same", "same\u200b", " same"])
@example(["W" * 32, "﷽" * 32, "\U0001f469" * 40, "*" * 32])
def test_names_are_escaped_in_text_and_cleaned_in_labels(names: Sequence[str]) -> None:
    shown = distinct_names(tuple(names))
    for table, expected in zip(MOMENTS, named_plainly(), strict=True):
        assert all(any(name in text for text, _ in expected) for name in PLAIN)
        for (text, running), (plain, _) in zip(named(table, names), expected, strict=True):
            for name, known in zip(PLAIN, shown, strict=True):
                plain = plain.replace(name, escape(known) if running else known)
            assert text == plain or (text.endswith("…") and len(text) == 80)  # a long label is cut


@settings(max_examples=50)
@given(HOSTILE_NAMES)
def test_the_name_of_a_pool_is_harmless(name: str) -> None:
    (title,) = [text for text, _ in texts([pool_panel(name[:30], (), texts_for())]) if "### Pool" in text]
    assert_harmless(title.removeprefix("### Pool "))
    assert_visible(clean(name))
    table = a_table("g54", SEATS, {})
    form: Any = settings_form(table, {name: ("banker",)}, texts_for()).to_dict()
    for label in (text for text, running in texts([pool_choice("edit", [name], 0, texts_for())]) if not running):
        assert_visible(label)
    fields = [part["component"] for part in form["components"]]
    for option in (option for field in fields for option in field["options"]):
        assert_visible(option["label"])


def test_an_ai_seat_is_named_like_any_other() -> None:
    table = a_table("classic", SEATS, {})
    put_seat(table, 0, Seat(None, "<@1>", "honest"))
    shown = "\n".join(text for text, _ in texts(rendered(table)))
    assert "**\\<\uff201\\>** (honest AI)" in shown


@settings(max_examples=50)
@given(st.sampled_from(HOSTILE) | st.text(max_size=300))
def test_labels_are_visible_and_fit(label: str) -> None:
    custom_id = CustomId("answer")
    shown = button(custom_id, label)
    menu = select(custom_id, label, [("x", label, label)])
    for text, limit in ((shown["label"], 80), (menu["placeholder"], 150), (menu["options"][0]["label"], 100)):
        assert_visible(text)
        assert len(text) <= limit
