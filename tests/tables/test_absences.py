"""Absences: they are stored, and the story tells them in the same way after a restart."""

from collections.abc import Awaitable, Callable

import pytest

from bot.store.rows import Absence, Status
from bot.tables.table import Table
from bot.tables.transitions.game import come_back, decide
from engine import Move
from tests.harness.tables import (
    ANA,
    BEN,
    CLEO,
    INCOME,
    PASS,
    TAX,
    Harness,
    ask_of,
    game_of,
    go_on,
    refused,
    told,
    until_away,
)

pytestmark = pytest.mark.usefixtures("honest_substitutes")

COUP = Move("act", action="coup", target=1)


async def until_turn(harness: Harness, table: Table, seat: int) -> None:
    """Decides the default for all members until it is this seat's turn."""
    while (ask_of(table).prompt, game_of(table).turn) != ("act", seat):
        present = [other for other in table.state.owing() if not table.state.seats[other].away]
        await (harness.answer(table, present[0]) if present else go_on(harness, table))


async def told_again(harness: Harness, table: Table) -> Table:
    """Returns the table after a restart, after checking that it tells the same story."""
    story = table.state.story
    again = await harness.restarted(table.id)
    assert again.state.story == story
    assert again.state.absences == table.state.absences
    return again


async def test_an_absence_without_ai_decisions_is_told_after_a_restart(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    await until_away(harness, table, 0)
    await harness.tables.run(table, come_back, ANA.user_id)
    assert [decision.cause for decision in await harness.store.games.decisions(table.id)].count("ai") == 0
    table = await told_again(harness, table)
    assert (told(table, "away"), told(table, "back")) == ([0], [0])
    left, returned = table.state.absences
    assert (left.seat, left.is_away, returned.seat, returned.is_away) == (0, True, 0, False)
    assert left.decisions == returned.decisions == table.state.decisions


async def test_a_return_between_two_timeouts_is_told_both_times(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO, pace="slow")
    for times in (1, 2):
        await until_away(harness, table, 0)
        table = await told_again(harness, table)
        await harness.tables.run(table, come_back, ANA.user_id)
        table = await told_again(harness, table)
        assert (told(table, "away"), told(table, "back")) == ([0] * times, [0] * times)


async def test_a_return_in_a_window_or_pause_is_told_in_place(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    await until_away(harness, table, 0, 1)
    await until_turn(harness, table, 2)
    await harness.answer(table, 2, TAX)
    await harness.tables.run(table, come_back, ANA.user_id)
    table = await told_again(harness, table)
    await harness.answer(table, 0, PASS)
    table = await told_again(harness, table)
    await until_away(harness, table, 0, 1, 2)
    while table.state.status is Status.PLAYING:
        await go_on(harness, table)
    await harness.tables.run(table, come_back, BEN.user_id)
    table = await told_again(harness, table)
    assert told(table, "back") == [0, 1]


async def test_a_return_in_a_pending_outcome_is_told(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness(min_window_seconds=5.0)
    table = await harness.play(ANA, BEN, CLEO)
    await until_away(harness, table, 0)
    await until_turn(harness, table, 1)
    await harness.answer(table, 1, TAX)
    for _ in range(20):
        if table.state.open_question.pending is not None:
            break
        present = [seat for seat in table.state.owing() if not table.state.seats[seat].away]
        await (harness.answer(table, present[0], PASS) if present else harness.ring(table, 0.5))
    assert table.state.open_question.pending is not None
    await harness.tables.run(table, come_back, ANA.user_id)
    await harness.ring(table, 5.0)
    assert table.state.open_question.pending is None
    await told_again(harness, table)


async def test_an_absent_members_answer_is_stored_with_the_return(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO, pace="slow")
    await until_away(harness, table, 0)
    await until_turn(harness, table, 0)
    decided = table.state.decisions
    await harness.answer(table, 0, INCOME)
    assert (table.state.decisions, table.state.seats[0].away, table.state.seats[0].missed) == (
        decided + 1,
        False,
        0,
    )
    assert table.state.absences[-1] == Absence(decided, 0, False)
    again = await told_again(harness, table)
    assert (again.state.seats[0].away, told(again, "back")) == (False, [0])


@pytest.mark.parametrize("move", [COUP, PASS])
async def test_a_refused_answer_does_not_end_an_absence(harness: Harness, move: Move) -> None:
    table = await harness.play(ANA, BEN, CLEO, pace="slow")
    await until_away(harness, table, 0)
    await until_turn(harness, table, 0)
    stored, story = await harness.store.games.get(table.id), table.state.story
    question = game_of(table).question
    harness.changes.clear()
    assert await refused(harness.answer(table, 0, move)) == "illegal"
    assert await refused(harness.tables.run(table, decide, ANA.user_id, INCOME, question - 1)) == "moment-passed"
    assert await refused(harness.tables.run(table, decide, ANA.user_id, INCOME, question, 1)) == "moment-passed"
    assert (table.state.seats[0].away, table.state.story, harness.changes) == (True, story, [])
    assert await harness.store.games.get(table.id) == stored
    assert table.state.open_question.ai_due, "the AI goes on for the seat"
