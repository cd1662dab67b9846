"""The view of a table: made once for each state and locale."""

from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.view_model import TableView
from bot.store.rows import Posted, Status
from engine import Move
from tests.harness.played_tables import a_table, decide
from tests.harness.tables import change, game_of


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
