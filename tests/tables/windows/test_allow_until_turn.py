"""Allow until my turn: an answer and a standing order in one transaction."""

import pytest

from bot.tables.state import EVERY_ROUND
from bot.tables.table import Table
from bot.tables.transitions import game
from bot.tables.transitions.orders import EVERYTHING
from tests.harness.tables import ANA, INCOME, PASS, TAX, Harness, game_of, until_away
from tests.tables.windows.four_members import FOREIGN, end_quiet, four, order, person


async def until_turn(harness: Harness, table: Table, seat: int) -> None:
    """Presses Allow until my turn."""
    question, question_id = game_of(table).question, table.state.question_id
    await harness.tables.run(table, game.allow_until_turn, person(seat), question, question_id)


@pytest.mark.parametrize("is_quiet", [True, False])
async def test_allow_until_my_turn_is_stored_with_its_order(harness: Harness, is_quiet: bool) -> None:
    table, (actor, one, two, three) = await four(harness)
    await harness.answer(table, actor, TAX)
    if not is_quiet:
        await end_quiet(harness, table)
    for seat in (one, three):
        await until_turn(harness, table, seat)
    again = await harness.restarted(table.id)
    assert [seat for seat in (one, two, three) if again.state.seats[seat].orders == (EVERYTHING,)] == [one, three]
    if again.state.is_quiet:
        await end_quiet(harness, again)
    assert again.state.owing() == (two,)
    await harness.answer(again, two, PASS)
    assert again.state.seats[one].orders == (), "the turn has begun"
    await harness.answer(again, one, TAX)
    await end_quiet(harness, again)
    assert set(again.state.owing()) == {actor, two}


async def test_allow_until_my_turn_pressed_last_leaves_no_order_in_the_turn_that_begins(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await harness.answer(table, actor, TAX)
    await end_quiet(harness, table)
    for seat in (two, three):
        await harness.answer(table, seat, PASS)
    await until_turn(harness, table, one)
    assert game_of(table).turn == one
    assert (await harness.restarted(table.id)).state.seats[one].orders == ()


async def test_allow_until_my_turn_leaves_an_order_for_every_round(harness: Harness) -> None:
    table, (actor, one, *_) = await four(harness)
    await harness.answer(table, actor, FOREIGN)
    await end_quiet(harness, table)
    await order(harness, table, one, EVERY_ROUND)
    await until_turn(harness, table, one)
    assert table.state.seats[one].orders == (EVERY_ROUND,)


@pytest.mark.parametrize("is_quiet", [True, False])
async def test_allow_until_my_turn_ends_an_absence_as_allow_does(harness: Harness, is_quiet: bool) -> None:
    table, (actor, _, _, three) = await four(harness)
    await until_away(harness, table, three)
    while game_of(table).turn != actor:
        await harness.answer(table, table.state.owing()[0])
    await harness.answer(table, actor, TAX)
    if not is_quiet:
        await end_quiet(harness, table)
    await until_turn(harness, table, three)
    again = await harness.restarted(table.id)
    if again.state.is_quiet:
        await end_quiet(harness, again)
    assert three not in again.state.owing()
    assert not again.state.seats[three].away
    assert again.state.seats[three].orders == (EVERYTHING,)


async def test_a_member_who_plays_alone_has_no_quiet_time_and_orders_that_act_at_once(harness: Harness) -> None:
    table = await harness.play(ANA, ai=2)

    async def tax_by_ai() -> None:
        if game_of(table).turn == 0:
            await harness.answer(table, 0, INCOME)
        seat, question = game_of(table).turn, game_of(table).question
        await harness.tables.run(table, game.decide_for_ai, seat, TAX, question, failed=False)

    await tax_by_ai()
    assert not table.state.is_quiet
    await until_turn(harness, table, 0)
    (other,) = table.state.owing()
    await harness.tables.run(table, game.decide_for_ai, other, PASS, game_of(table).question, failed=False)
    if game_of(table).turn == 0:  # her turn has come, so she gives her order again
        await order(harness, table, 0, EVERY_ROUND)
    await tax_by_ai()
    assert 0 in table.state.owing()
    await harness.ring(table)
    assert 0 not in table.state.owing()
