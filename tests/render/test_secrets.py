"""Public messages cannot reach hidden facts: their view has no reference to them, and is made once for a state."""

import gc
import random
from collections.abc import Iterator
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.messages.turn import message_for_phase
from bot.render.panels.decision_steps import end_panel
from bot.render.panels.log import log_panel
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import Texts, texts_for
from bot.render.view_model import TableView
from bot.store.rows import GameRow, Posted, Seat, Status
from bot.tables.open_question import OpenQuestion, PendingState
from bot.tables.table import Table
from engine import Ask, Game, Move
from engine.table.chance import Chance
from engine.table.questions import Claim
from engine.table.table import Table as Facts
from tests.harness.played_tables import TABLES, a_table, decide, live, played, redealt
from tests.harness.tables import change, game_of

HIDING = (Game, Facts, Table, GameRow, OpenQuestion, PendingState, Ask, Claim, Chance, Seat)
"""Types with references to hidden cards, sealed answers or the seed."""


def reachable(*roots: object, leaves: tuple[type, ...] = (Texts,)) -> Iterator[object]:
    """Every object that these refer to, directly or not, except code and objects that only `leaves` refer to."""
    waiting: list[object] = list(roots)
    seen = {id(waiting)}
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(
            found, (type, ModuleType, BuiltinFunctionType, str, int, float, *leaves)
        ):
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, FunctionType):
            waiting += [cell.cell_contents for cell in found.__closure__ or ()]
        elif isinstance(found, MethodType):
            waiting += [found.__self__, found.__func__]
        else:
            waiting += gc.get_referents(found)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_no_public_message_refers_to_the_game(table: Table) -> None:
    for moment in live(table):
        hidden = game_of(moment).table
        secret = {id(hidden.hands), id(hidden.aside), id(hidden.drawn), id(moment.state.server_seed)}
        secret |= {id(cards) for cards in (*hidden.hands, hidden.deck) if cards}
        view = TableView.of(moment)
        for found in reachable(view, message_for_phase(view)):
            assert not isinstance(found, HIDING)
            assert id(found) not in secret
            assert not (isinstance(found, dict) and "to" in found)


def test_the_catalogue_refers_to_no_game() -> None:
    assert not [found for found in reachable(texts_for("en-GB"), leaves=()) if isinstance(found, HIDING)]


def test_the_search_would_find_a_reference_to_a_game() -> None:
    (moment, *_) = live(a_table("classic", 3, {}))
    assert any(isinstance(found, Table) for found in reachable(SeatView.of, [lambda: moment]))
    assert any(isinstance(found, Game) for found in reachable(moment.state.owing))


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_public_messages_do_not_depend_on_anybodys_cards(table: Table) -> None:
    chance = random.Random(7)
    for number, moment in enumerate(islice(live(table), 0, None, 3)):
        change(moment, status=Status.PLAYING if number % 5 else Status.PAUSED)
        assert public_messages(redealt(moment, chance)) == public_messages(moment)
        change(moment, status=Status.PLAYING)


def public_messages(moment: Table) -> list[Any]:
    """Everything public that is sent to Discord for a table now."""
    view = TableView.of(moment)
    shown = (message_for_phase(view), options_and_odds_panel(view, None), log_panel(view), end_panel(view))
    return [message.to_components() for message in shown]


def test_the_seed_is_shown_only_once_the_game_is_over() -> None:
    *before, end = [TableView.of(moment).server_seed for moment in played(a_table("classic", 3, {}), 1)]
    assert set(before) == {None}
    assert end == "00" * 32


def test_listed_emojis_and_a_paused_table_are_seen_at_once() -> None:
    table = a_table("classic", 2, {})
    view = TableView.of(table)
    set_icons(found := Icons({}))
    try:
        assert TableView.of(table).icons is found
    finally:
        set_icons(NO_ICONS)
    change(table, status=Status.PAUSED)
    assert view.status is Status.PLAYING
    assert TableView.of(table).status is Status.PAUSED


def test_an_answer_and_a_new_message_are_seen_at_once() -> None:
    table = a_table("classic", 3, {})
    decide(table, game_of(table).turn, Move("act", "tax"))
    first, second = TableView.of(table).owing
    table.state = table.state.with_question(answered=frozenset((first,)))
    table.posted = Posted(message_id=9)
    view = TableView.of(table)
    assert view.owing == (second,)
    assert view.link == f"{table.channel_link}/9"
