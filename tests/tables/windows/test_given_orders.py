"""Standing orders: who may give them and when, how they are stored, and what ends them."""

from typing import Any

import pytest

from bot.tables.state import EVERY_ROUND
from bot.tables.transitions.orders import EVERYTHING, FOREIGN_AID, UNLESS, add_order, drop_orders
from engine import Move
from tests.harness.tables import ANA, INCOME, PASS, TAX, Harness, game_of, go_on, refused, told, until_away
from tests.tables.windows.four_members import HANDS, PEOPLE, dealt, end_quiet, four, order, person


async def test_a_dropped_order_does_not_act(harness: Harness) -> None:
    table, (actor, one, *_) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await harness.tables.run(table, drop_orders, person(one))
    await end_quiet(harness, table)
    assert one in table.state.owing()


async def test_orders_end_with_the_game(harness: Harness) -> None:
    table = await dealt(harness, *[("captain",)] * 2, (), ())
    await order(harness, table, 0)
    await order(harness, table, 1)
    await harness.answer(table, 0, Move("act", "coup", 1))
    assert table.state.has_ended
    assert not any(seat.orders for seat in table.state.seats)


async def test_an_order_for_every_round_rests_in_its_owners_turn(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one, EVERY_ROUND)
    await harness.answer(table, actor, INCOME)
    await harness.answer(table, one, TAX)
    for seat in (actor, two):
        await harness.answer(table, seat, PASS)
    await harness.answer(table, three, PASS)
    await end_quiet(harness, table)
    again = await harness.restarted(table.id)
    await harness.answer(again, two, TAX)
    await end_quiet(harness, again)
    assert set(again.state.owing()) == {actor, three}


@pytest.mark.parametrize("given", [EVERYTHING, EVERY_ROUND])
async def test_orders_end_with_a_lost_card(harness: Harness, given: str) -> None:
    table = await dealt(harness, *HANDS)
    for seat in (2, 3):
        await order(harness, table, seat, given)
    await harness.answer(table, 0, Move("act", "coup", 2))
    await harness.answer(table, 2)
    assert [seat.orders for seat in table.state.seats] == [(), (), (), (given,)]


async def test_an_order_for_every_round_ends_when_its_owner_lets_the_time_run_out(harness: Harness) -> None:
    table = await dealt(harness, *HANDS)
    await order(harness, table, 0, EVERY_ROUND)
    await go_on(harness, table)
    while not told(table, "silence"):
        await go_on(harness, table)
    assert table.state.seats[0].missed == 1
    assert not table.state.seats[0].orders


async def test_orders_end_when_an_ai_takes_the_seat(harness: Harness) -> None:
    table, (actor, *_) = await four(harness)
    await order(harness, table, actor)
    await until_away(harness, table, actor)
    assert not table.state.seats[actor].orders
    assert await refused(order(harness, table, actor)) == "orders-away"


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
