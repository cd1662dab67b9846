"""A player's hand in a panel: to look at, and brief once it settled a question; what a confirmation says."""

from typing import Any

import pytest

from bot.render.controls import Layout
from bot.render.custom_id import decode_move
from bot.render.panels.decision_steps import confirm_panel
from bot.render.panels.hand import hand_panel, hand_text
from bot.render.seat_view import SeatView
from bot.tables.question_checks import question_to
from engine import Move
from engine.moves import CHALLENGE, CONCEDE, PASS
from tests.harness.played_tables import a_table, decide, table_at
from tests.harness.tables import change
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


def test_a_panel_that_asks_says_when_the_time_is_up() -> None:
    table = a_table("classic", 3, {})
    change(table, deadline=1000.0)
    assert "Time is up <t:1001:R>." in text_of(hand_panel(SeatView.of(table, 0)))
    assert "<t:" not in text_of(hand_panel(SeatView.of(table, 1))), "Ben is not asked"
    decide(table, 0, Move("act", "steal", 1))
    change(table, deadline=2000.0)
    asked = SeatView.of(table, 1)
    for panel in (hand_panel(asked), confirm_panel(asked, CHALLENGE)):
        assert "Closes <t:2001:R>." in text_of(panel)


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
    hands = [hand_text(SeatView.of(table, seat)).splitlines() for seat in range(3)]
    assert hands == [
        ["Banker and Director · 8 coins", "**Cleo** has the Peacekeeping token: only a coup can hit them."],
        ["Guerrilla and Intellectual · 8 coins", "Lost: Banker."],
        ["Guerrilla · 8 coins", "Tokens: Peacekeeping token."],
    ]
    panel = components(hand_panel(SeatView.of(table, 1)))
    alts = [item["description"] for part in panel if "items" in part for item in part["items"]]
    assert alts == ["Cards in hand: Guerrilla.", "Cards in hand: Intellectual.", "Lost: Banker."]
    decide(table, 0, Move("act", "coup", 1))
    decide(table, 1, Move("claim", role="intellectual", card="guerrilla"))
    assert hand_text(SeatView.of(table, 0)) == "Banker and Director · 1 coin"
    assert hand_text(SeatView.of(table, 1)).endswith("Lost: Banker.\nPut aside: Guerrilla.")
    reformed = hand_text(SeatView.of(a_table("reformation", 2, {}), 0))
    assert reformed.splitlines()[1:] == ["You are a Loyalist."]


def test_open_hands_are_shown_to_those_alone_who_are_out() -> None:
    out = {"hand": [], "lost": ["assassin", "contessa"]}
    table = table_at(["captain", "duke"], ["ambassador", "contessa"], out)
    for is_open in (True, False):
        change(table, open_hands=is_open)
        told = [text_of(hand_panel(SeatView.of(table, seat))) for seat in range(3)]
        assert ["** has " in each for each in told] == [False, False, is_open]
        assert "You are out." in told[2]
        assert ("**Ana** has Captain and Duke.\n**Ben** has Ambassador and Contessa." in told[2]) is is_open


FOREIGN_AID = Move("act", "foreign_aid")
ASSASSINATE = Move("act", "assassinate", 1)
BLOCK_AS_DUKE, BLOCK_AS_CONTESSA = Move("claim", role="duke"), Move("claim", role="contessa")


@pytest.mark.parametrize(
    ("made", "move", "says"),
    [
        ([(0, Move("act", "tax"))], CHALLENGE, "Last card! If **Ana** shows Duke, you lose it."),
        (
            [(0, FOREIGN_AID), (1, PASS), (2, BLOCK_AS_DUKE)],
            CHALLENGE,
            "Last card! If **Cleo** shows Duke, you lose it.",
        ),
        ([(0, ASSASSINATE)], CHALLENGE, "Last card! If **Ana** shows Assassin, you lose it."),
        ([(0, ASSASSINATE)], PASS, "Last card! If nobody stops this, you may be out."),
        ([(0, ASSASSINATE)], BLOCK_AS_CONTESSA, "Last card! You do not have Contessa."),
        ([(0, ASSASSINATE), (1, PASS), (2, BLOCK_AS_CONTESSA)], CHALLENGE, "This block saves your last card."),
        ([(0, ASSASSINATE), (1, PASS), (2, BLOCK_AS_CONTESSA)], PASS, "Last card! This block saves it."),
    ],
)
def test_a_confirmation_tells_how_a_last_card_is_lost(made: list[tuple[int, Move]], move: Move, says: str) -> None:
    seats = ("loyalist", ["duke", "assassin"]), ("reformist", ["captain"]), ("reformist", ["contessa", "duke"])
    facts = [{"allegiance": side, "hand": hand} for side, hand in seats]
    table = table_at(*facts, ruleset="reformation", coins=3, options={"blockers": "anyone"})
    for seat, earlier in made:
        decide(table, seat, earlier)
    assert says in text_of(confirm_panel(SeatView.of(table, 1), move))


def test_a_confirmation_says_that_the_bomb_takes_the_last_card_of_who_claims_nothing() -> None:
    pool = ["anarchist", "arms_dealer", "banker", "director", "peacekeeper"]
    table = table_at(*[["director"]] * 3, ruleset="anarchy", coins=3, pool=pool)
    decide(table, 0, Move("act", "anarchist", 1))
    assert "If you claim nothing, you lose it." in text_of(confirm_panel(SeatView.of(table, 1), PASS))


BOSS = "g54 crime_boss banker director guerrilla peacekeeper"
BOSS_HANDS = ["crime_boss", "banker", "guerrilla"]
RANSOM = [(0, Move("act", "crime_boss", 2))]
TAXES, DOUBTED = ["duke", "captain duke", "captain duke"], [(0, Move("act", "tax")), (1, CHALLENGE)]
ROBBED = [(0, Move("act", "steal", 1)), (1, CHALLENGE), (0, CONCEDE)]
PRIEST = [(0, Move("act", "priest")), (1, CHALLENGE), (0, CONCEDE)]


@pytest.mark.parametrize(
    ("rules", "hands", "coins", "made", "seat", "label", "says"),
    [
        (BOSS, BOSS_HANDS, (5, 2, 1), RANSOM, 2, "Allow", "Last card!"),
        (BOSS, BOSS_HANDS, (5, 2, 2), RANSOM, 2, "Allow", ""),
        (BOSS, BOSS_HANDS, (5, 2, 2), [*RANSOM, (1, PASS), (2, PASS)], 2, "Refuse: lose a card", "Last card!"),
        (
            "classic",
            ["duke", "duke captain"],
            (3, 2),
            [(0, ASSASSINATE)],
            1,
            "Block as Contessa",
            "lose both cards",
        ),
        ("classic", ["duke", "contessa duke"], (3, 2), [(0, ASSASSINATE)], 1, "Block as Contessa", ""),
        ("mcguire", TAXES, (4, 2, 2), DOUBTED, 0, "Concede: you lose your last card", "Last card!"),
        ("mcguire", TAXES, (5, 2, 2), DOUBTED, 0, "Concede: lose a card or pay 5 coins", ""),
        ("mcguire", TAXES, (6, 2, 2), ROBBED, 0, "Lose Duke", "You still have another choice"),
        ("mcguire", TAXES, (6, 2, 2), ROBBED, 0, "Pay 5 coins instead", ""),
        (
            *("g54 general intellectual priest reporter spy", ["intellectual", "priest spy"], (6, 2), PRIEST, 0),
            *("Lose Intellectual", ""),
        ),
    ],
)
def test_only_what_may_cost_the_last_card_is_confirmed(
    rules: str,
    hands: list[str],
    coins: tuple[int, ...],
    made: list[tuple[int, Move]],
    seat: int,
    label: str,
    says: str,
) -> None:
    """`rules` is a ruleset, and its pool if it has one."""
    ruleset, *pool = rules.split()
    players = [{"hand": hand.split(), "coins": held} for hand, held in zip(hands, coins, strict=True)]
    facts: dict[str, Any] = {"pool": pool} if pool else {}
    table = table_at(*players, ruleset=ruleset, **facts)
    for earlier in made:
        decide(table, *earlier)
    view = SeatView.of(table, seat)
    (custom_id,) = (part["custom_id"] for part in components(hand_panel(view)) if part.get("label") == label)
    move = decode_move(custom_id.rpartition(":")[2], view.options, view.cards)
    assert move is not None
    assert question_to(table.state, seat).needs_confirmation(move) is bool(says)
    assert says in text_of(confirm_panel(view, move))
