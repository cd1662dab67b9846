"""Standing orders: which questions they answer, and when."""

from dataclasses import replace
from itertools import islice

import pytest

from bot.tables.state import EVERY_ROUND
from bot.tables.transitions import game, moderation
from bot.tables.transitions.orders import EVERYTHING, FOREIGN_AID, UNLESS, drop_orders, seats_that_allow
from bot.tables.transitions.transition import ChangeKind
from engine import Move, may_eliminate
from tests.harness.played_tables import HARD_POOLS, a_table, decide_all, played, table_of
from tests.harness.tables import CHALLENGE, PASS, TAX, Harness, change_seat, game_of, refused, told
from tests.tables.windows.four_members import (
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

ALL = dict.fromkeys(range(4), EVERYTHING)


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
