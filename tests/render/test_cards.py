"""Cards over whole games of every edition: they fit, tell no secret, and offer nothing that is not legal."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from discord import ui

from bot.render.cards.stage import Stage, stage_card
from bot.render.cards.turn import frozen_card
from bot.render.controls import TEXT_LIMIT
from bot.render.ids import TEMPLATE
from bot.render.panels.choices import hand_panel
from bot.render.panels.log import log_page
from bot.render.panels.rulebook import TABLE_TOPIC, rules_panel
from bot.render.words import words
from bot.store.rows import Status
from bot.tables.session import WINDOWS, TableSession
from tests.render.games import a_table, played, tables

EDITIONS = [pytest.param(table, id=name) for name, table in tables()]
PARTS = 40


def fits(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Checks a message against Discord's limits; gives its controls."""
    assert view.total_children_count <= PARTS
    assert view.content_length() <= TEXT_LIMIT
    found: list[dict[str, Any]] = []
    waiting: list[Any] = list(view.to_components())
    while waiting:
        part = waiting.pop()
        waiting += part.get("components", ())
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
        if "custom_id" in part:
            found.append(part)
    assert len({part["custom_id"] for part in found}) == len(found)
    for part in found:
        assert len(part["custom_id"]) <= 100
        assert TEMPLATE.fullmatch(part["custom_id"])
        if part["type"] == 2:
            assert 1 <= len(part["label"]) <= 80
        else:
            assert 1 <= len(part["options"]) <= 25
            assert part["max_values"] <= len(part["options"])
            assert len({option["value"] for option in part["options"]}) == len(part["options"])
    return found


def games(table: TableSession, seeds: int = 3) -> Iterator[TableSession]:
    """A table through some random games."""
    for seed in range(seeds):
        yield from played(again(table, seed), seed)


def again(table: TableSession, seed: int) -> TableSession:
    return a_table(table.ruleset, len(table.seats), table.options, tuple(table.pool or ()) or None, seed)


@pytest.mark.parametrize("table", EDITIONS)
def test_every_card_and_panel_fits(table: TableSession) -> None:
    now = table
    for now in games(table):
        fits(stage_card(now, Stage.of(now)))
        for seat in range(len(now.seats)):
            fits(hand_panel(now, seat, "en-GB"))
    fits(log_page(now, "en-GB"))
    fits(rules_panel(TABLE_TOPIC, words(), now))
    for turn in range(len(now.story) - 1):
        assert not fits(frozen_card(now, turn))


@pytest.mark.parametrize("table", EDITIONS)
def test_the_card_is_the_same_whoever_holds_what(table: TableSession) -> None:
    chance = random.Random(7)
    for now in islice(games(table), 0, None, 5):
        if now.status is Status.OVER:
            continue
        before = stage_card(now, Stage.of(now)).to_components()
        game = now.game
        assert game is not None
        now.game = game.clone()
        redeal(now.game.table, chance)
        assert stage_card(now, Stage.of(now)).to_components() == before
        now.game = game


def redeal(table: Any, chance: random.Random) -> None:
    """Shuffles every hidden card: hands, cards put aside or drawn, the deck."""
    places = [("hands", seat) for seat in range(len(table.hands))] + [
        ("aside", seat) for seat in range(len(table.aside))
    ]
    places += [("drawn", seat) for seat in table.drawn]
    hidden = [card for name, seat in places for card in getattr(table, name)[seat]] + table.deck
    chance.shuffle(hidden)
    for name, seat in places:
        held = getattr(table, name)
        count = len(held[seat])
        held[seat] = tuple(sorted(hidden[:count]))
        del hidden[:count]
    table.deck = hidden


@pytest.mark.parametrize("table", EDITIONS)
def test_a_member_can_press_every_legal_answer_and_nothing_else(table: TableSession) -> None:
    for now in islice(games(table), 0, None, 3):
        game = now.game
        assert game is not None
        if game.ask is None:
            continue
        ops = {part["custom_id"].split(":")[2] for part in fits(stage_card(now, Stage.of(now)))}
        prompt = game.ask.prompt
        assert ("answer" in ops) is (prompt in WINDOWS)
        assert ("act" in ops) is (prompt == "act")
        assert ("choose" in ops) is (prompt not in (*WINDOWS, "act"))
        for seat in range(len(now.seats)):
            controls = fits(hand_panel(now, seat, "en-GB"))
            assert bool(controls) is (seat in now.owing())


def test_nobody_but_members_is_waited_for_with_buttons() -> None:
    (_, table) = next(tables())
    assert table.game is not None
    for seat in table.seats:
        seat.user_id, seat.ai = None, "honest"
    card = stage_card(table, Stage.of(table))
    assert [part["label"] for part in fits(card)] == ["Rules", "My hand"]


def test_a_paused_card_offers_to_go_on() -> None:
    (_, table) = next(tables())
    table.status = Status.PAUSED
    text = str(stage_card(table, Stage.of(table)).to_components())
    assert "This table is paused" in text
    assert "Resume" in text
