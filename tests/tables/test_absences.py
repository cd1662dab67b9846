"""Absences: who was away when is stored, and told alike after a restart; a refused answer is no return."""

from collections.abc import Awaitable, Callable

import pytest

from bot.store.rows import Absence, Status
from bot.tables.changes import ChangeKind
from bot.tables.refusals.games import IllegalMove, MomentPassed
from bot.tables.session import TableSession
from engine import Move
from tests.house import ANA, BEN, CLEO, PASS, House, refused

INCOME, TAX, COUP = Move("act", action="income"), Move("act", action="tax"), Move("act", action="coup", target=1)


async def go_on(house: House, table: TableSession) -> None:
    """Turns the clock to what happens next at a table by itself, and lets that happen."""
    moment = table.wakes_at()
    assert moment is not None
    await house.ring(table, max(0.0, moment - house.clock.now()))


async def until_away(house: House, table: TableSession, *seats: int) -> None:
    """Lets the time of these seats run out until an AI plays for them; the others do what is usual."""
    while not all(table.seats[seat].away for seat in seats):
        present = [seat for seat in table.owing() if seat not in seats]
        await (house.answer(table, present[0]) if present else go_on(house, table))


async def until_turn(house: House, table: TableSession, seat: int) -> None:
    """Lets time pass, and the others do what is usual, until it is a seat's turn."""
    while not (table.game is not None and table.game.ask is not None and list(table.game.ask.options) == [seat]):
        present = [other for other in table.owing() if other != seat and not table.seats[other].away]
        await (house.answer(table, present[0]) if present else go_on(house, table))


async def told_again(house: House, table: TableSession) -> TableSession:
    """The table after a restart, which tells the same story."""
    story = [[*turn] for turn in table.story]
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert again.story == story
    assert again.absences == table.absences
    return again


def told(table: TableSession, kind: str) -> list[int]:
    """The seats of which the story tells something, once for each time it does."""
    return [event["by"] for turn in table.story for event in turn if event["type"] == kind]


async def test_an_absence_in_which_the_ai_decided_nothing_is_told_after_a_restart(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    await until_away(house, table, 0)
    await house.tables.play.come_back(table, ANA.user_id)
    assert [decision.cause for decision in await house.store.games.decisions(table.id)].count("ai") == 0
    table = await told_again(house, table)
    assert (told(table, "away"), told(table, "back")) == ([0], [0])
    left, returned = table.absences
    assert (left.seat, left.is_away, returned.seat, returned.is_away) == (0, True, 0, False)
    assert left.decisions == returned.decisions == table.decisions


async def test_a_return_between_two_timeouts_of_an_absence_of_its_own_is_told_each_time(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO, pace="slow")
    for times in (1, 2):
        await until_away(house, table, 0)
        table = await told_again(house, table)
        await house.tables.play.come_back(table, ANA.user_id)
        table = await told_again(house, table)
        assert (told(table, "away"), told(table, "back")) == ([0] * times, [0] * times)


async def test_a_return_in_a_window_and_one_that_ends_a_pause_are_told_where_they_were(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    await until_away(house, table, 0, 1)
    await until_turn(house, table, 2)
    await house.answer(table, 2, TAX)
    await house.tables.play.come_back(table, ANA.user_id)
    table = await told_again(house, table)
    assert table.game is not None
    await house.answer(table, 0, PASS)
    table = await told_again(house, table)
    await until_away(house, table, 0, 1, 2)
    while table.status is Status.PLAYING:
        await go_on(house, table)
    await house.tables.play.come_back(table, BEN.user_id)
    table = await told_again(house, table)
    assert told(table, "back") == [0, 1]


async def test_a_return_while_an_outcome_is_held_back_is_told_where_it_was(
    new_house: Callable[..., Awaitable[House]],
) -> None:
    house = await new_house(floor=5.0)
    table = await house.play(ANA, BEN, CLEO)
    await until_away(house, table, 0)
    await until_turn(house, table, 1)
    await house.answer(table, 1, TAX)
    for _ in range(20):
        if table.held is not None:
            break
        present = [seat for seat in table.owing() if not table.seats[seat].away]
        await (house.answer(table, present[0], PASS) if present else house.ring(table, 0.5))
    assert table.held is not None
    await house.tables.play.come_back(table, ANA.user_id)
    await house.ring(table, 5.0)
    assert table.held is None
    await told_again(house, table)


async def test_an_answer_of_who_is_away_is_stored_with_the_return(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO, pace="slow")
    await until_away(house, table, 0)
    await until_turn(house, table, 0)
    decided = table.decisions
    await house.answer(table, 0, INCOME)
    assert (table.decisions, table.seats[0].away, table.seats[0].missed) == (decided + 1, False, 0)
    assert [change.kind for _, change in house.changes].count(ChangeKind.BACK) == 1
    assert table.absences[-1] == Absence(decided, 0, False)
    again = await told_again(house, table)
    assert (again.seats[0].away, told(again, "back")) == (False, [0])


@pytest.mark.parametrize("move", [COUP, PASS])
async def test_a_refused_answer_leaves_who_is_away_away(house: House, move: Move) -> None:
    table = await house.play(ANA, BEN, CLEO, pace="slow")
    await until_away(house, table, 0)
    await until_turn(house, table, 0)
    stored, story = await house.store.games.get(table.id), [[*turn] for turn in table.story]
    assert table.game is not None
    question = table.game.question
    house.changes.clear()
    assert await refused(house.answer(table, 0, move)) is IllegalMove
    assert await refused(house.tables.play.decide(table, ANA.user_id, INCOME, question - 1)) is MomentPassed
    assert await refused(house.tables.play.decide(table, ANA.user_id, INCOME, question, 1)) is MomentPassed
    assert (table.seats[0].away, table.story, house.changes) == (True, story, [])
    assert await house.store.games.get(table.id) == stored
    assert table.ai_due, "the AI goes on for the seat"
