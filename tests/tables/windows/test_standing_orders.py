"""Standing orders: which questions they answer, and when."""

from dataclasses import replace
from itertools import islice

import pytest

from bot.tables.state import EVERY_ROUND
from bot.tables.transitions import game, moderation
from bot.tables.transitions.orders import EVERYTHING, FOREIGN_AID, UNLESS, drop_orders, seats_that_allow
from bot.tables.transitions.transition import ChangeKind
from engine import Move, may_eliminate
from tests.harness.played_tables import HARD_POOLS, a_table, played
from tests.harness.tables import CHALLENGE, PASS, TAX, Harness, game_of, refused, told
from tests.tables.windows.four_members import (
    FOREIGN,
    HANDS,
    PEOPLE,
    dealt,
    end_quiet,
    four,
    order,
    person,
    rows,
    steal,
)


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
async def test_a_late_order_spares_its_question_if_the_quiet_time_begins_again(harness: Harness, end: str) -> None:
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
        again = await harness.loaded(table.id)
    if again.state.is_quiet:
        await end_quiet(harness, again)
    assert set(again.state.owing()) == {one, three}
    for seat in (one, three):
        await harness.answer(again, seat, PASS)
    await harness.answer(again, one, TAX)
    await end_quiet(harness, again)
    assert three not in again.state.owing()


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
async def test_whether_an_order_answers_shows_no_card_that_can_be_replaced(harness: Harness, card: str) -> None:
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
