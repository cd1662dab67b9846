"""Members who are away: an AI plays for them, the game pauses when all are, and the story tells it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.game import come_back, decide, resign
from bot.tables.transitions.transition import ChangeKind
from engine import Move
from engine.ai import KINDS
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
    until_away,
)
from tests.tables.ai.misbehaving_players import Recorder

HONEST = pytest.mark.usefixtures("honest_substitutes")
WEEK = 7 * 86400.0


async def desert(harness: Harness, table: Table) -> None:
    """Lets the time run out until the game is paused."""
    for _ in range(200):
        if table.state.status is not Status.PLAYING:
            break
        await go_on(harness, table)
    assert table.state.status is Status.PAUSED
    assert table.state.paused_for == "away"


async def test_a_restart_forgets_neither_the_pause_nor_its_end(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await desert(harness, table)
    until = harness.clock.now() + WEEK
    await harness.reopen()
    assert [change.kind for _, change in harness.changes] == [
        ChangeKind.RESTORED
    ]  # published, because the table message may not show the pause yet
    again = await harness.tables.at(table.state.channel_id)
    assert again is not None
    assert (again.state.status, again.state.due) == (Status.PAUSED, until)
    await harness.ring(again, WEEK - 1.0)
    assert again.state.status is Status.PAUSED
    assert [found.game_id for found in await harness.store.agenda.due(until)] == [again.id]
    await harness.ring(again, 1.0)
    assert again.state.status is Status.CLOSED
    assert await harness.store.games.result(again.id) is None
    assert await harness.tables.at(again.state.channel_id) is None
    assert await refused(harness.tables.run(again, come_back, ANA.user_id)) == "not-running"


@HONEST
async def test_a_paused_window_keeps_its_answers(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    await desert(harness, table)
    turn = game_of(table).turn
    await harness.tables.run(table, come_back, table.state.seats[turn].user_id or 0)
    await harness.answer(table, turn, TAX)
    waiting = table.state.owing()
    assert len(waiting) == 2
    await go_on(harness, table)
    await harness.tables.run(table, resign, table.state.seats[turn].user_id or 0)
    assert len(table.state.owing()) == 1
    await harness.ring(table)
    assert table.state.status is Status.PAUSED
    again = await harness.restarted(table.id)
    (left,) = {*waiting} - again.state.open_question.answered
    await harness.tables.run(again, come_back, again.state.seats[left].user_id or 0)
    await harness.answer(again, left, PASS)
    assert game_of(again).turn != turn


async def test_a_medium_ai_plays_for_an_absent_member(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "medium", Recorder)  # pyright: ignore[reportArgumentType] - a Mapping to all but tests
    Recorder.recordings.clear()
    table = await harness.play(ANA, BEN)
    while "ai" not in [decision.cause for decision in await harness.store.games.decisions(table.id)]:
        await (harness.answer(table, 1) if 1 in table.state.owing() else go_on(harness, table))
    assert len(Recorder.recordings) == 1


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


@HONEST
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


@HONEST
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
