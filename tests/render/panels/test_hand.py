"""A player's hand in a panel: to look at it; and only what was chosen, once a question is settled."""

import pytest

from bot.render.controls import Layout
from bot.render.panels.playing.hand import hand_panel
from bot.render.seat_view import SeatView
from engine import Move
from tests.harness.played_tables import a_table, decide
from tests.render.components import components, text_of


def shows_cards(panel: Layout) -> bool:
    """Whether a panel has pictures of cards."""
    return any("items" in part for part in components(panel))


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_panel_that_settled_a_question_does_not_push_the_table_off_a_phone(is_asked: bool) -> None:
    table = a_table("classic", 3, {})
    if not is_asked:
        decide(table, 0, Move("act", "tax"))
    view = SeatView.of(table, 0)
    assert shows_cards(hand_panel(view, "You chose: Tax (Duke)."))
    brief = hand_panel(view, "You chose: Tax (Duke).", brief=True)
    assert shows_cards(brief) is is_asked
    assert ("Your hand" in text_of(brief)) is is_asked
    assert text_of(brief).startswith("You chose: Tax (Duke).")
    assert ("You have" in text_of(brief)) is not is_asked
