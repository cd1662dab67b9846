"""The view of a table: made once for each state and locale, with and without pictures."""

from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.view_model import TableView
from bot.store.rows import Status
from tests.harness.played_tables import a_table
from tests.harness.tables import change


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
