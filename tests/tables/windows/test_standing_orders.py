"""Standing orders: which questions they answer and when, and what ends them."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.tables.standing_orders import EVERY_ROUND, EVERYTHING, FOREIGN_AID, UNLESS, add_order, seats_that_allow
from bot.tables.transitions import game, moderation
from bot.tables.transitions.orders import drop_orders, give_order
from bot.tables.transitions.transition import ChangeKind
from engine import Move, may_eliminate
from tests.harness.played_tables import HARD_POOLS, a_table, played
from tests.harness.tables import (
    ANA,
    CHALLENGE,
    INCOME,
    PASS,
    TAX,
    Harness,
    checksum,
    game_of,
    go_on,
    refused,
    told,
    until_away,
)
from tests.tables.windows.four_members import FOREIGN, PEOPLE, dealt, end_quiet, four, order, person, rows, steal

HANDS = (("captain", "duke"), ("captain", "contessa"), ("duke", "assassin"), ("ambassador", "assassin"))


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
    assert [told.kind for _, told in harness.changes[changes:]] == [ChangeKind.CHANGED]
    await harness.answer(table, three, PASS)
    assert game_of(table).turn == one, "an answer after the quiet time is carried out at once"


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
        await harness.tables.run(table, moderation.pause_or_close)
        await harness.tables.run(table, moderation.resume)
        again = table
    else:
        if end == "unload":
            harness.tables.cache.release(lambda _: True)
        else:
            await harness.reopen()
        found = await harness.loaded(table.id)
        again = found
    if again.state.is_quiet:
        await end_quiet(harness, again)
    assert set(again.state.owing()) == {one, three}
    for seat in (one, three):
        await harness.answer(again, seat, PASS)
    await harness.answer(again, one, TAX)
    await end_quiet(harness, again)
    assert three not in again.state.owing()


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
        (EVERY_ROUND, TAX, True),
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
    again = await harness.restarted(table.id)
    before = again.state.deadline
    await end_quiet(harness, again)
    assert one in again.state.owing()
    assert before is not None
    assert again.state.deadline == 2 * before - harness.clock.now()
    assert again.state.seats[one].more_time == game_of(again).question


async def test_an_action_aimed_at_all_is_aimed_at_each(harness: Harness) -> None:
    pool = ["general", "director", "guerrilla", "peacekeeper", "politician"]
    table = await dealt(
        harness, ("general", "politician"), *[("guerrilla", "director")] * 3, ruleset="g54", pool=pool
    )
    await order(harness, table, 2)
    await harness.answer(table, 0, Move("act", "general"))
    await end_quiet(harness, table)
    assert 2 in table.state.owing()


def test_what_may_cost_the_last_card_is_asked() -> None:
    """Another player claims a share in an action; the owner, with one card, might have to prove the same claim."""
    table = a_table("g54", 6, {"advanced": True}, HARD_POOLS[0], seed=26)
    state = next(islice(played(table, seed=26), 30, None)).state
    state = state.replace(seats=tuple(replace(seat, orders=(EVERYTHING,)) for seat in state.seats))
    assert state.game is not None
    in_danger = {seat for seat in state.owing() if may_eliminate(state.game, seat, PASS)}
    assert in_danger == {2}
    assert seats_that_allow(state) == [0, 4]


@pytest.mark.parametrize("card", ["missionary", "director"])
async def test_whether_an_order_answers_does_not_show_a_card_that_can_be_replaced(
    harness: Harness, card: str
) -> None:
    pool = ["general", "director", "missionary", "peacekeeper", "politician"]
    hands = (("general", "politician"), ("missionary",), (card,), ("director", "politician"))
    table = await dealt(harness, *hands, ruleset="g54", pool=pool)
    await order(harness, table, 2)
    await harness.answer(table, 0, Move("act", "general"))
    for seat in (1, 2, 3):
        await harness.answer(table, seat, PASS)
    await end_quiet(harness, table)
    await harness.answer(table, 1, Move("claim", role="missionary", card="missionary"))
    assert 2 in table.state.owing()
    assert seats_that_allow(table.state) == []


async def test_the_bomb_handed_to_its_owner_is_answered_by_no_order(harness: Harness) -> None:
    pool = ["financier", "director", "anarchist", "arms_dealer", "socialist"]
    hands = (("financier", "director"), ("anarchist", "director"), *([("socialist", "arms_dealer")] * 2))
    table = await dealt(harness, *hands, ruleset="anarchy", pool=pool)
    for seat in (2, 3):
        await order(harness, table, seat)
    await harness.answer(table, 0, Move("act", "anarchist", 1))
    await harness.answer(table, 1, Move("claim", target=2, role="anarchist"))
    assert seats_that_allow(table.state) == [3]


async def test_what_only_the_owner_is_asked_is_answered_by_no_order(harness: Harness) -> None:
    table = await harness.play(*PEOPLE[:2], orders=True)
    actor = game_of(table).turn
    await order(harness, table, 1 - actor)
    await harness.answer(table, actor, TAX)
    await harness.ring(table, 6.0)
    assert table.state.owing() == (1 - actor,)


@pytest.mark.parametrize("dropped", [True, False])
async def test_a_question_that_is_asked_again_is_judged_again(harness: Harness, dropped: bool) -> None:
    table = await dealt(harness, *HANDS, options={"blockers": "anyone"})
    for seat in (2, 3):
        await order(harness, table, seat)
    await harness.answer(table, 0, steal(1))
    await harness.answer(table, 2, CHALLENGE)
    await harness.answer(table, 1, PASS)
    await end_quiet(harness, table)
    await harness.answer(table, 0, Move("prove"))
    await harness.answer(table, 2)
    if dropped:
        await harness.tables.run(table, drop_orders, person(3))
    await end_quiet(harness, table)
    assert set(table.state.owing()) == ({1, 2, 3} if dropped else {1, 2}), "the challenger's orders have ended"


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


async def test_an_order_for_every_round_ends_with_a_lost_card(harness: Harness) -> None:
    table = await dealt(harness, *HANDS)
    await order(harness, table, 1, EVERY_ROUND)
    await order(harness, table, 2, EVERY_ROUND)
    await harness.answer(table, 0, Move("act", "coup", 1))
    await harness.answer(table, 1)
    assert [seat.orders for seat in table.state.seats] == [(), (), (EVERY_ROUND,), ()]


async def test_an_order_for_every_round_ends_when_its_owner_lets_the_time_run_out(harness: Harness) -> None:
    table = await dealt(harness, *HANDS)
    await order(harness, table, 0, EVERY_ROUND)
    await go_on(harness, table)
    while not told(table, "silence"):
        await go_on(harness, table)
    assert table.state.seats[0].missed == 1
    assert not table.state.seats[0].orders


async def test_orders_end_at_the_owners_turn(harness: Harness) -> None:
    table, (actor, one, two, _) = await four(harness)
    for seat in (one, two):
        await order(harness, table, seat)
    await harness.answer(table, actor, INCOME)
    assert [bool(seat.orders) for seat in table.state.seats] == [seat == two for seat in range(4)]
    again = await harness.restarted(table.id)
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


async def test_who_may_give_orders_and_when(harness: Harness) -> None:
    table = await harness.seat(*PEOPLE)
    assert await refused(order(harness, table, 0)) == "not-running"
    await harness.tables.start(table, ANA.user_id, 4242)
    assert await refused(harness.tables.run(table, give_order, 99, EVERYTHING)) == "watching"
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
    again = await harness.restarted(table.id)
    assert again.state.seats[one].orders == (EVERYTHING, FOREIGN_AID)
    assert checksum(again) == checksum(table)


def test_the_newest_order_to_let_everything_pass_counts() -> None:
    orders = add_order(add_order((), EVERYTHING), FOREIGN_AID)
    assert set(orders) == {EVERYTHING, FOREIGN_AID}
    assert set(add_order(orders, f"{UNLESS}duke")) == {f"{UNLESS}duke", FOREIGN_AID}
    assert add_order(orders, EVERY_ROUND) == (EVERY_ROUND,)
    assert add_order((EVERY_ROUND,), FOREIGN_AID) == (FOREIGN_AID,)
