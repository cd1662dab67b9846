"""Standing orders: which questions they answer and when, what ends them, and what survives a kill."""

from typing import Any

import pytest

from bot.tables.changes import ChangeKind
from bot.tables.pace import quiet_seconds
from bot.tables.standing_orders import EVERYTHING, FOREIGN_AID, UNLESS, add_order
from bot.tables.table import Table
from bot.tables.transitions import game, moderation
from bot.tables.transitions.orders import drop_orders, give_order
from engine import Game, Move
from tests.harness.tables import (
    ANA,
    BEN,
    CHALLENGE,
    CLEO,
    DOV,
    INCOME,
    PASS,
    TAX,
    Harness,
    change_seat,
    checksum,
    refused,
    told,
    until_away,
)

PEOPLE = (ANA, BEN, CLEO, DOV)
FOREIGN = Move("act", "foreign_aid")


def steal(target: int) -> Move:
    return Move("act", "steal", target)


async def four(harness: Harness, **settings: Any) -> tuple[Table, list[int]]:
    """A game of four members; the seats, clockwise from the one whose turn it is."""
    table = await harness.play(*PEOPLE, **settings)
    first = game_of(table).turn
    return table, [(first + offset) % len(PEOPLE) for offset in range(len(PEOPLE))]


def game_of(table: Table) -> Game:
    assert table.state.game is not None
    return table.state.game


def person(seat: int) -> int:
    return PEOPLE[seat].user_id


async def order(harness: Harness, table: Table, seat: int, given: str = EVERYTHING) -> None:
    await harness.tables.run(table, give_order, person(seat), given)


async def end_quiet(harness: Harness, table: Table) -> None:
    """Lets the quiet time of the open window pass."""
    until = table.state.open_question.quiet_until
    assert until is not None
    await harness.ring(table, until - harness.clock.now())


async def rows(harness: Harness, table: Table) -> list[tuple[int, str, str]]:
    """The decisions stored, each with its seat, its move and its cause."""
    return [(each.seat, each.move, each.cause) for each in await harness.store.games.decisions(table.id)]


async def test_orders_act_together_when_the_quiet_time_is_over(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    for seat in (two, one):
        await order(harness, table, seat)
    await harness.answer(table, actor, TAX)
    changes = len(harness.changes)
    await harness.ring(table, 2.4)
    assert set(table.state.owing()) == {one, two, three}
    await end_quiet(harness, table)
    assert table.state.owing() == (three,)
    assert await rows(harness, table) == [
        (actor, "act tax", "player"),
        *((seat, "pass", "player") for seat in sorted((one, two))),
    ]
    published = [(told.kind, told.cause) for _, told in harness.changes[changes:]]
    assert published == [(ChangeKind.DECIDED, "player")]
    await harness.answer(table, three, PASS)
    assert game_of(table).turn == one, "an answer after the quiet time is carried out at once"


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


async def test_a_press_takes_precedence_over_an_order(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    for seat in (one, two, three):
        await order(harness, table, seat)
    await harness.answer(table, actor, TAX)
    await harness.answer(table, two, CHALLENGE)
    await end_quiet(harness, table)
    assert told(table, "challenge") == [two]
    assert game_of(table).ask is not None
    assert table.state.owing() == (actor,)


async def test_an_order_given_after_the_quiet_time_begins_with_the_next_question(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await harness.answer(table, actor, TAX)
    await end_quiet(harness, table)
    await order(harness, table, three)
    await harness.ring(table, 5.5)
    assert set(table.state.owing()) == {one, two, three}
    for seat in (one, two, three):
        await harness.answer(table, seat, PASS)
    await harness.answer(table, one, TAX)
    await end_quiet(harness, table)
    assert set(table.state.owing()) == {two, actor}


@pytest.mark.parametrize("end", ["restart", "unload", "pause"])
async def test_a_late_order_spares_its_question_although_the_quiet_time_begins_again(
    harness: Harness, end: str
) -> None:
    table, (actor, one, two, three) = await four(harness)
    await harness.answer(table, actor, TAX)
    await order(harness, table, two)
    await end_quiet(harness, table)
    await order(harness, table, three)
    if end == "pause":
        await harness.tables.run(table, moderation.pause_or_close, "moderator")
        await harness.tables.run(table, moderation.resume)
        again = table
    else:
        if end == "unload":
            harness.tables.shell.cache.release(lambda _: True)
        else:
            await harness.reopen()
        found = await harness.tables.get(table.id)
        assert found is not None
        again = found
    if again.state.is_quiet:
        await end_quiet(harness, again)
    assert set(again.state.owing()) == {one, three}
    for seat in (one, three):
        await harness.answer(again, seat, PASS)
    await harness.answer(again, one, TAX)
    await end_quiet(harness, again)
    assert three not in again.state.owing()


async def test_a_member_who_was_away_and_takes_more_time_early_is_not_answered_for(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    change_seat(table, one, away=True, missed=3)
    await harness.answer(table, actor, TAX)
    question = game_of(table).question
    await harness.tables.run(table, game.more_time, person(one))
    decided = harness.tables.run(table, game.decide_for_ai, one, PASS, question, failed=False)
    assert await refused(decided) == "moment-passed"
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
    assert one not in again.state.open_question.ai_due
    await end_quiet(harness, again)
    assert set(again.state.owing()) == {one, two, three}
    assert not again.state.seats[one].away


async def test_a_dropped_order_does_not_act(harness: Harness) -> None:
    table, (actor, one, *_) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await harness.tables.run(table, drop_orders, person(one))
    await end_quiet(harness, table)
    assert one in table.state.owing()


@pytest.mark.parametrize(
    ("given", "move", "passes"),
    [
        (EVERYTHING, TAX, True),
        (EVERYTHING, FOREIGN, True),
        (f"{UNLESS}duke", TAX, False),
        (f"{UNLESS}duke", FOREIGN, True),
        (f"{UNLESS}captain", TAX, True),
        (FOREIGN_AID, FOREIGN, True),
        (FOREIGN_AID, TAX, False),
    ],
)
async def test_an_order_answers_what_it_is_about(harness: Harness, given: str, move: Move, passes: bool) -> None:
    table, (actor, one, *_) = await four(harness)
    await order(harness, table, one, given)
    await harness.answer(table, actor, move)
    await end_quiet(harness, table)
    assert (one not in table.state.owing()) is passes


async def test_a_player_is_asked_about_an_action_aimed_at_them_and_about_its_block(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    for seat in (one, two, three, actor):
        await order(harness, table, seat)
    await harness.answer(table, actor, steal(one))
    await end_quiet(harness, table)
    assert table.state.owing() == (one,)
    await harness.answer(table, one, Move("claim", role="captain"))
    await end_quiet(harness, table)
    assert table.state.owing() == (actor,), "the block is of the actor's own action"


async def test_a_player_who_has_done_more_than_allow_in_a_turn_is_asked(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    for seat in (two, three):
        await order(harness, table, seat)
    await harness.answer(table, actor, FOREIGN)
    await harness.answer(table, three, Move("claim", role="duke"))
    await harness.answer(table, one, Move("claim", role="duke"))
    for _ in range(2):  # the action, then the block by the first, which anybody may challenge
        await end_quiet(harness, table)
    assert set(table.state.owing()) == {actor, three}


async def test_a_player_who_takes_more_time_is_asked(harness: Harness) -> None:
    table, (actor, one, *_) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    deadline, changes = table.state.deadline, len(harness.changes)
    await harness.tables.run(table, game.more_time, person(one))
    assert await refused(harness.tables.run(table, game.more_time, person(one))) == "more-time-taken"
    assert (table.state.deadline, harness.changes[changes:]) == (deadline, [])
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
    before = again.state.deadline
    await end_quiet(harness, again)
    assert one in again.state.owing()
    assert before is not None
    assert again.state.deadline == 2 * before - harness.clock.now()
    assert again.state.seats[one].more_time == game_of(again).question


async def test_orders_end_at_the_owners_turn(harness: Harness) -> None:
    table, (actor, one, two, _) = await four(harness)
    for seat in (one, two):
        await order(harness, table, seat)
    await harness.answer(table, actor, INCOME)
    assert [bool(seat.orders) for seat in table.state.seats] == [seat == two for seat in range(4)]
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
    assert again.state.seats == table.state.seats


async def test_orders_end_with_a_lost_card(harness: Harness) -> None:
    table, (actor, one, two, _) = await four(harness)
    for seat in (one, two):
        await order(harness, table, seat)
    await harness.answer(table, actor, TAX)
    await harness.answer(table, one, CHALLENGE)
    await end_quiet(harness, table)
    await harness.answer(table, actor)
    loser = table.state.owing()[0]
    await harness.answer(table, loser)
    assert told(table, "lost") == [loser]
    assert not table.state.seats[loser].orders
    assert table.state.seats[two].orders


async def test_orders_end_when_an_ai_takes_the_seat(harness: Harness) -> None:
    table, (actor, *_) = await four(harness)
    await order(harness, table, actor)
    await until_away(harness, table, actor)
    assert not table.state.seats[actor].orders
    assert await refused(order(harness, table, actor)) == "orders-away"


async def test_after_a_kill_the_quiet_time_begins_again_and_nothing_is_lost(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    await harness.answer(table, two, CHALLENGE)
    before = await rows(harness, table)
    harness.clock.advance(2.0)
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
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
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
    assert set(again.state.owing()) == {two, three}
    for seat in (two, three):
        await harness.answer(again, seat, PASS)
    assert set(again.state.owing()) == {two, three}, "the quiet time has begun again"
    await end_quiet(harness, again)
    assert again.state.owing() == (one,)


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
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
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


async def test_who_may_give_orders_and_when(harness: Harness) -> None:
    table = await harness.seat(*PEOPLE)
    assert await refused(order(harness, table, 0)) == "not-running"
    await harness.tables.start(table, ANA.user_id, 4242)
    assert await refused(harness.tables.run(table, give_order, 99, EVERYTHING)) == "not-seated"
    assert await refused(order(harness, table, 0, f"{UNLESS}jester")) == "order-role"
    assert await refused(order(harness, table, 0, "nonsense")) == "not-open"
    assert await refused(harness.tables.run(table, drop_orders, person(0))) == "no-orders"
    await order(harness, table, 0)
    assert await refused(order(harness, table, 0)) == "order-twice"
    await harness.tables.run(table, moderation.pause, "unreachable")
    assert await refused(order(harness, table, 0, FOREIGN_AID)) == "paused"
    await harness.tables.end(table)
    assert await refused(order(harness, table, 0, FOREIGN_AID)) == "not-running"
    assert not any(seat.orders for seat in table.state.seats)


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


async def test_an_order_is_stored_before_it_is_confirmed(harness: Harness) -> None:
    table, (_, one, *_) = await four(harness)
    await order(harness, table, one)
    await order(harness, table, one, FOREIGN_AID)
    await harness.reopen()
    again = await harness.tables.get(table.id)
    assert again is not None
    assert again.state.seats[one].orders == (EVERYTHING, FOREIGN_AID)
    assert checksum(again) == checksum(table)


def test_the_newest_order_to_let_everything_pass_counts() -> None:
    orders = add_order(add_order((), EVERYTHING), FOREIGN_AID)
    assert set(orders) == {EVERYTHING, FOREIGN_AID}
    assert set(add_order(orders, f"{UNLESS}duke")) == {f"{UNLESS}duke", FOREIGN_AID}


def test_the_quiet_time_depends_on_public_facts_alone() -> None:
    drawn = [quiet_seconds(number, question, 20) for number in range(30) for question in range(30)]
    assert 2.5 <= min(drawn) < 2.6
    assert 4.9 < max(drawn) <= 5.0
    assert quiet_seconds(3, 4, 20) == quiet_seconds(3, 4, 60)
    assert quiet_seconds(3, 4, 4) == 2.0
