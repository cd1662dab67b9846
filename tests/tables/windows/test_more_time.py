"""More time: once a game each seat may double the time that is left for a question."""

from collections.abc import Awaitable, Callable

import pytest

from bot.tables.pace import PACES
from bot.tables.table import Table
from bot.tables.transitions import game, moderation
from bot.tables.transitions.lobby import rematch_seats
from bot.tables.transitions.transition import ChangeKind
from tests.harness.tables import (
    ANA,
    BEN,
    CHALLENGE,
    CLEO,
    INCOME,
    PASS,
    TAX,
    Harness,
    change_seat,
    game_of,
    go_on,
    refused,
    told,
)


async def begin(harness: Harness) -> Table:
    """A game of three members in which Ana has the turn; the seats are in the order of their names."""
    table = await harness.play(ANA, BEN, CLEO)
    while game_of(table).turn != 0:
        await harness.answer(table, table.state.owing()[0], INCOME)
    return table


async def test_the_time_left_is_doubled_and_survives_a_restart(harness: Harness) -> None:
    table = await begin(harness)
    harness.clock.advance(20)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    assert table.state.deadline == harness.clock.now() + 80
    assert harness.changes[-1][1].kind is ChangeKind.CHANGED
    again = await harness.restarted(table.id)
    assert again.state.deadline == harness.clock.now() + 80
    assert await refused(harness.tables.run(again, game.more_time, ANA.user_id)) == "more-time-taken"
    await harness.ring(again, 79)
    assert not told(again, "silence")
    await harness.ring(again, 2)
    assert told(again, "silence") == [0]


async def test_each_seat_may_once_a_game(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    await harness.answer(table, 0, TAX)
    await harness.tables.run(table, game.more_time, BEN.user_id)
    await harness.tables.run(table, game.more_time, CLEO.user_id)
    assert table.state.deadline == harness.clock.now() + 4 * PACES["normal"].answer
    for seat in (1, 2):
        await harness.answer(table, seat, PASS)
    assert table.state.deadline == harness.clock.now() + PACES["normal"].turn, (
        "the next question has its usual time"
    )
    assert await refused(harness.tables.run(table, game.more_time, BEN.user_id)) == "more-time-taken"


@pytest.mark.parametrize("settled", [False, True])
async def test_more_time_does_not_show_that_a_sealed_challenge_has_settled_the_window(
    new_harness: Callable[..., Awaitable[Harness]], settled: bool
) -> None:
    harness = await new_harness(min_window_seconds=2.0)
    table = await begin(harness)
    await harness.answer(table, 0, TAX)
    await harness.answer(table, 1, CHALLENGE if settled else PASS)
    await harness.tables.run(table, game.more_time, CLEO.user_id)
    assert (table.state.open_question.pending is not None) is settled
    assert table.state.deadline == harness.clock.now() + 2 * PACES["normal"].answer
    assert table.state.owing() == (2,)


async def test_a_member_who_was_away_is_back(harness: Harness) -> None:
    table = await begin(harness)
    change_seat(table, 0, away=True, missed=3)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    assert not table.state.seats[0].away


async def test_a_resumed_question_keeps_its_longer_time(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    await harness.tables.run(table, moderation.pause_or_close)
    await harness.tables.run(table, moderation.resume)
    assert table.state.deadline == harness.clock.now() + 2 * PACES["normal"].turn


async def test_a_rematch_offers_it_again(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    await harness.play_out(table)
    assert [seat.more_time for seat in rematch_seats(table.state, ANA)] == [None] * 3


async def test_the_half_time_of_a_longer_question_comes_later(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, game.more_time, ANA.user_id)
    await harness.ring(table, 31)
    assert not table.state.open_question.is_half_over
    await go_on(harness, table)
    assert table.state.open_question.is_half_over
    assert table.state.deadline == harness.clock.now() + 60
