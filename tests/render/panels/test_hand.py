"""A player's hand in a panel: to look at, and brief once it settled a question; what a confirmation says."""

from dataclasses import replace

import pytest

from bot.render.controls import Layout
from bot.render.panels.decision_steps import confirm_panel
from bot.render.panels.hand import hand_panel, hand_text
from bot.render.seat_view import SeatView
from engine import Move
from engine.moves import CHALLENGE
from tests.harness.played_tables import a_table, decide, table_at
from tests.harness.tables import change, game_of, put_seat, tell
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


def test_a_player_who_resigned_has_no_orders_any_more() -> None:
    table = a_table("classic", 4, {})
    put_seat(table, 1, replace(table.state.seats[1], orders=("everything",)))
    assert "Allow everything" in text_of(hand_panel(SeatView.of(table, 1)))
    tell(table, game_of(table).resign(1))
    panel = hand_panel(SeatView.of(table, 1))
    assert text_of(panel).startswith("You resigned. You leave when this turn ends.")
    assert "Allow everything" not in text_of(panel)
    assert not [part for part in components(panel) if "custom_id" in part], "no orders to give or drop"


def test_a_panel_that_asks_says_when_the_time_is_up() -> None:
    table = a_table("classic", 3, {})
    change(table, deadline=1000.0)
    assert "Time is up <t:1001:R>." in text_of(hand_panel(SeatView.of(table, 0)))
    assert "<t:" not in text_of(hand_panel(SeatView.of(table, 1))), "Ben is not asked"
    decide(table, 0, Move("act", "steal", 1))
    change(table, deadline=2000.0)
    asked = SeatView.of(table, 1)
    assert "Closes <t:2001:R>." in text_of(hand_panel(asked))
    assert "<t:" not in text_of(confirm_panel(asked, CHALLENGE)), "More time would have to change it"


def test_a_hand_shows_all_that_its_player_has_and_whom_a_turn_cannot_target() -> None:
    pool = ["banker", "director", "guerrilla", "intellectual", "peacekeeper"]
    table = table_at(
        ["banker", "director"],
        {"hand": ["guerrilla", "intellectual"], "lost": ["banker"]},
        ["guerrilla"],
        ruleset="g54",
        coins=8,
        pool=pool,
        tokens={"peacekeeping": "Cleo"},
    )
    hands = [hand_text(SeatView.of(table, seat)).splitlines()[1:] for seat in range(3)]
    assert hands == [
        ["Banker and Director · 8 coins", "**Cleo** has the Peacekeeping token: only a coup can hit them."],
        ["Guerrilla and Intellectual · 8 coins", "Lost: Banker."],
        ["Guerrilla · 8 coins", "Tokens: Peacekeeping token."],
    ]
    panel = components(hand_panel(SeatView.of(table, 1)))
    alts = [item["description"] for part in panel if "items" in part for item in part["items"]]
    assert alts == ["Guerrilla", "Intellectual", "Lost: Banker."]
    decide(table, 0, Move("act", "coup", 1))
    decide(table, 1, Move("claim", role="intellectual", card="guerrilla"))
    assert hand_text(SeatView.of(table, 0)) == "### Your hand\nBanker and Director · 1 coin"
    assert hand_text(SeatView.of(table, 1)).endswith("Lost: Banker.\nPut aside: Guerrilla.")
    reformed = hand_text(SeatView.of(a_table("reformation", 2, {}), 0))
    assert reformed.splitlines()[2:] == ["You are a Loyalist."]


def test_open_hands_are_shown_to_those_alone_who_are_out() -> None:
    out = {"hand": [], "lost": ["assassin", "contessa"]}
    table = table_at(["captain", "duke"], ["ambassador", "contessa"], out)
    for is_open in (True, False):
        change(table, open_hands=is_open)
        told = [text_of(hand_panel(SeatView.of(table, seat))) for seat in range(3)]
        assert ["** has " in each for each in told] == [False, False, is_open]
        assert "You are out." in told[2]
        assert ["Your hand" in each for each in told] == [True, True, False]
        assert ("**Ana** has Captain and Duke.\n**Ben** has Ambassador and Contessa." in told[2]) is is_open
