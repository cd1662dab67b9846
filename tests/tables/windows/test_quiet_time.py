"""The quiet time of a window: what waits until it is over, and what survives a kill meanwhile."""

from collections.abc import Awaitable, Callable

import pytest

from bot.tables.pace import quiet_seconds
from bot.tables.transitions import game, moderation
from bot.tables.transitions.transition import ChangeKind
from engine import Move
from tests.harness.tables import CHALLENGE, PASS, TAX, Harness, change_seat, game_of, refused, told
from tests.tables.windows.four_members import FOREIGN, PEOPLE, end_quiet, four, order, person, rows


async def test_a_window_without_orders_is_as_quiet(harness: Harness) -> None:
    """The last answer, and even a challenge that comes first, wait until the quiet time is over."""
    for others in ((PASS, PASS, PASS), (CHALLENGE, PASS, PASS)):
        table, (actor, *asked) = await four(harness)
        await harness.answer(table, actor, TAX)
        question, changes = game_of(table).question, len(harness.changes)
        for seat, move in zip(asked, others, strict=True):
            await harness.answer(table, seat, move)
            assert await refused(harness.answer(table, seat, PASS)) == "already-answered"
        await harness.ring(table, 2.4)
        assert (set(table.state.owing()), harness.changes[changes:]) == (set(asked), [])
        await end_quiet(harness, table)
        assert game_of(table).question == question + 1
        await harness.tables.end(table)


async def test_a_member_who_was_away_and_takes_more_time_early_is_not_answered_for(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    change_seat(table, one, away=True, missed=3)
    await harness.answer(table, actor, TAX)
    question = game_of(table).question
    await harness.tables.run(table, game.more_time, person(one))
    decided = harness.tables.run(table, game.decide_for_ai, one, PASS, question, failed=False)
    assert await refused(decided) == "moment-passed"
    again = await harness.restarted(table.id)
    assert one not in again.state.open_question.ai_due
    await end_quiet(harness, again)
    assert set(again.state.owing()) == {one, two, three}
    assert not again.state.seats[one].away


async def test_after_a_kill_the_quiet_time_begins_again_and_nothing_is_lost(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await harness.answer(table, two, CHALLENGE)
    before = await rows(harness, table)
    harness.clock.advance(2.0)
    again = await harness.restarted(table.id)
    assert set(again.state.owing()) == {one, two, three}
    assert await rows(harness, again) == before, "nothing is carried out before the time is over"
    assert await refused(harness.answer(again, two, PASS)) == "already-answered"
    await harness.ring(again, 2.4)
    assert set(again.state.owing()) == {one, two, three}
    await end_quiet(harness, again)
    assert told(again, "challenge") == [two]
    assert (await rows(harness, again))[len(before) :] == [(two, "challenge", "player"), (one, "pass", "player")]


async def test_after_a_kill_what_was_shown_is_still_shown(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await end_quiet(harness, table)
    again = await harness.restarted(table.id)
    assert set(again.state.owing()) == {two, three}
    for seat in (two, three):
        await harness.answer(again, seat, PASS)
    assert set(again.state.owing()) == {two, three}, "the quiet time has begun again"
    await end_quiet(harness, again)
    assert again.state.owing() == (one,)


async def test_the_quiet_time_replaces_the_minimum_time(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness(min_window_seconds=30.0)
    table, (actor, *others) = await four(harness)
    await harness.answer(table, actor, TAX)
    for seat in others:
        await harness.answer(table, seat, PASS)
    await end_quiet(harness, table)
    assert game_of(table).turn == others[0]


async def test_after_a_pause_the_quiet_time_begins_again(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await harness.answer(table, two, PASS)
    await harness.tables.run(table, moderation.pause, "unreachable")
    harness.clock.advance(100)
    await harness.tables.run(table, moderation.resume)
    await harness.ring(table, 2.4)
    assert set(table.state.owing()) == {one, two, three}
    await end_quiet(harness, table)
    assert table.state.owing() == (three,)


@pytest.mark.parametrize("others", [PASS, CHALLENGE])
async def test_a_resignation_is_shown_when_the_quiet_time_is_over(harness: Harness, others: Move) -> None:
    """Also if an answer has settled the window before."""
    table, (actor, one, two, _) = await four(harness, options={"challenge_priority": "first"})
    await harness.answer(table, actor, TAX)
    await harness.answer(table, one, others)
    changes = len(harness.changes)
    await harness.tables.run(table, game.resign, person(two))
    assert await refused(harness.tables.run(table, game.resign, person(two))) == "eliminated"
    assert (told(table, "resigned"), harness.changes[changes:]) == ([], [])
    again = await harness.restarted(table.id)
    await end_quiet(harness, again)
    assert told(again, "resigned") == [two]
    assert bool(told(again, "challenge")) is (others is CHALLENGE)


async def test_no_reminder_comes_in_the_quiet_time(harness: Harness) -> None:
    table, (actor, *_) = await four(harness, pace="60/5")
    await harness.answer(table, actor, TAX)
    assert table.state.open_question.quiet_until == table.state.asked_at + 2.5, "half the time for an answer"
    await harness.ring(table, 2.5)
    assert not table.state.is_quiet
    assert harness.changes[-1][1].kind is not ChangeKind.HALF_TIME
    await harness.ring(table)
    assert harness.changes[-1][1].kind is ChangeKind.HALF_TIME


async def test_answers_of_ai_seats_wait_too(harness: Harness) -> None:
    table = await harness.play(*PEOPLE[:3], ai=2, orders=True)
    while table.state.seats[game_of(table).turn].user_id is None:
        for seat in table.state.owing():
            if table.state.seats[seat].user_id is not None and not table.state.has_answered(seat):
                await harness.answer(table, seat)  # a game in which nobody answers is paused
        await harness.ring(table, 3.0)
    await harness.answer(table, game_of(table).turn, FOREIGN)
    owing, question = table.state.owing(), game_of(table).question
    await harness.ring(table, 1.9)
    await harness.ring(table, 0.4)
    assert table.state.owing() == owing
    assert table.state.early_answers
    await end_quiet(harness, table)
    assert {answer.seat for answer in table.state.early_answers} == set()
    has_blocked = game_of(table).question != question
    assert has_blocked or len(table.state.owing()) < len(owing)


def test_the_quiet_time_depends_on_public_facts_alone() -> None:
    drawn = [quiet_seconds(number, question, 20) for number in range(30) for question in range(30)]
    assert 2.5 <= min(drawn) < 2.6
    assert 4.9 < max(drawn) <= 5.0
    assert quiet_seconds(3, 4, 20) == quiet_seconds(3, 4, 60)
    assert quiet_seconds(3, 4, 4) == 2.0
