"""Standing orders: which questions they answer, which tables allow them, and how long the quiet time is."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.tables.pace import quiet_seconds
from bot.tables.state import EVERY_ROUND
from bot.tables.transitions.orders import EVERYTHING, FOREIGN_AID, UNLESS, add_order, seats_that_allow
from engine import may_eliminate
from tests.harness.played_tables import HARD_POOLS, a_table, decide_all, played, table_of
from tests.harness.tables import ANA, PASS, TAX, Harness, change_seat, game_of, refused
from tests.tables.windows.four_members import PEOPLE, order

ALL = dict.fromkeys(range(4), EVERYTHING)
FOUR = "classic | captain duke/captain contessa/duke assassin/ambassador assassin | 7/2/2/2"
GENERAL = "g54 general director missionary peacekeeper politician | general politician"


@pytest.mark.parametrize(
    ("position", "decisions", "orders", "allowing"),
    [
        (FOUR, "0 act tax", {1: EVERYTHING}, [1]),
        (FOUR, "0 act foreign_aid", {1: EVERYTHING}, [1]),
        (FOUR, "0 act tax", {1: EVERY_ROUND}, [1]),
        (FOUR, "0 act tax", {1: f"{UNLESS}duke", 2: f"{UNLESS}captain", 3: FOREIGN_AID}, [2]),
        (FOUR, "0 act foreign_aid", {1: f"{UNLESS}duke", 2: f"{UNLESS}captain", 3: FOREIGN_AID}, [1, 2, 3]),
        (FOUR, "0 act foreign_aid, 1 claim role=duke", {2: FOREIGN_AID, 3: EVERYTHING}, [3]),
        # The target is asked about the theft, and the thief about the block.
        (FOUR, "0 act steal target=1", ALL, [2, 3]),
        (FOUR, "0 act steal target=1, 2 pass, 3 pass, 1 claim role=captain", ALL, [2, 3]),
        (f"{GENERAL}{'/director peacekeeper' * 3} | 7/2/2/2", "0 act general", ALL, []),
        # No order answers for a player who has claimed something in this turn.
        (FOUR, "0 act foreign_aid, 3 claim role=duke, 1 claim role=duke", ALL, [2]),
        # Whether an order answers shows no card that can be replaced.
        *(
            (
                f"{GENERAL}/missionary/{card}/director politician | 7/2/2/2",
                "0 act general, 1 pass, 2 pass, 3 pass, 1 claim role=missionary card=missionary",
                {2: EVERYTHING},
                [],
            )
            for card in ("missionary", "director")
        ),
        # The Bomb is aimed at whom it is handed to.
        (
            "anarchy financier director anarchist arms_dealer socialist"
            " | financier director/anarchist director/socialist arms_dealer/socialist arms_dealer | 7/2/2/2",
            "0 act anarchist target=1, 1 claim target=2 role=anarchist",
            {2: EVERYTHING, 3: EVERYTHING},
            [3],
        ),
    ],
)
def test_orders_answer_what_they_are_about(
    position: str, decisions: str, orders: dict[int, str], allowing: list[int]
) -> None:
    table = table_of(position)
    decide_all(table, decisions)
    for seat, given in orders.items():
        change_seat(table, seat, orders=(given,))
    assert seats_that_allow(table.state) == allowing


def test_what_may_cost_the_last_card_is_asked() -> None:
    """Another player claims a share in an action; the owner, with one card, might have to prove the same claim."""
    table = a_table("g54", 6, {"advanced": True}, HARD_POOLS[0], seed=26)
    state = next(islice(played(table, seed=26), 30, None)).state
    state = state.replace(seats=tuple(replace(seat, orders=(EVERYTHING,)) for seat in state.seats))
    assert state.game is not None
    in_danger = {seat for seat in state.owing() if may_eliminate(state.game, seat, PASS)}
    assert in_danger == {2}
    assert seats_that_allow(state) == [0, 4]


@pytest.mark.parametrize(
    ("members", "settings", "allowed"),
    [
        (3, {}, False),
        (4, {}, True),
        (4, {"pace": "correspondence"}, False),
        (4, {"orders": False}, False),
        (2, {"orders": True}, True),
    ],
)
async def test_tables_of_four_members_allow_orders_unless_their_host_says_otherwise(
    harness: Harness, members: int, settings: dict[str, Any], allowed: bool
) -> None:
    table = await harness.seat(*PEOPLE[:members], **settings)
    assert table.state.allows_orders is allowed
    await harness.tables.start(table, ANA.user_id, 4242)
    assert table.state.orders is allowed
    turn = game_of(table).turn
    assert (await refused(order(harness, table, turn)) if not allowed else "") == ("" if allowed else "orders-off")
    await harness.answer(table, turn, TAX)
    assert table.state.is_quiet is (allowed and members > 2), "a question to one player has no quiet time"


def test_the_newest_order_to_allow_everything_counts() -> None:
    orders = add_order(add_order((), EVERYTHING), FOREIGN_AID)
    assert set(orders) == {EVERYTHING, FOREIGN_AID}
    assert set(add_order(orders, f"{UNLESS}duke")) == {f"{UNLESS}duke", FOREIGN_AID}
    assert add_order(orders, EVERY_ROUND) == (EVERY_ROUND,)
    assert add_order((EVERY_ROUND,), FOREIGN_AID) == (FOREIGN_AID,)


def test_the_quiet_time_depends_on_public_facts_alone() -> None:
    drawn = [quiet_seconds(number, question, 20) for number in range(30) for question in range(30)]
    assert 2.5 <= min(drawn) < 2.6
    assert 4.9 < max(drawn) <= 5.0
    assert quiet_seconds(3, 4, 20) == quiet_seconds(3, 4, 60)
    assert quiet_seconds(3, 4, 4) == 2.0
