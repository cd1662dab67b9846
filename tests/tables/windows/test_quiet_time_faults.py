"""What must not be lost, or stop a game, when something happens around the quiet time of a window."""

import re

import pytest

from bot.ops.logs import TextLines
from bot.store.rows import EarlyAnswer
from bot.tables.open_question import PendingState
from bot.tables.shell import with_time
from bot.tables.state import PLAYER
from bot.tables.transitions import game
from bot.tables.transitions.transition import ChangeKind
from engine import Move
from tests.harness.tables import CHALLENGE, TAX, Harness, change, game_of, told
from tests.tables.windows.four_members import end_quiet, four, order, person


async def test_orders_act_although_it_was_unknown_whether_they_were_stored(harness: Harness) -> None:
    table, (actor, one, two, three) = await four(harness)
    await order(harness, table, one)
    await harness.answer(table, actor, TAX)
    harness.clock.advance(6.0)
    table.is_in_doubt = True
    await harness.tables.get(table.id)
    assert not table.is_in_doubt
    await harness.ring(table)
    assert set(table.state.owing()) == {two, three}


async def test_the_quiet_time_of_a_table_that_is_loaded_late_ends_by_the_deadline(harness: Harness) -> None:
    table, (actor, one, *_) = await four(harness, pace="60/5")
    await harness.answer(table, actor, TAX)
    await harness.answer(table, one, CHALLENGE)
    served_since = harness.clock.now() + 1
    harness.clock.advance(5.0)
    table.state = with_time(table.state, harness.clock.now(), served_since)
    assert table.state.deadline == served_since + 5
    assert table.state.open_question.quiet_until == table.state.deadline
    await harness.ring(table, 1.0)
    assert told(table, "challenge") == [one], "the end of the time does not replace the answer"
    assert table.state.early_answers == ()


async def test_an_answer_refused_later_is_not_logged(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    table, (actor, one, *_) = await four(harness)
    await harness.answer(table, actor, TAX)
    change(table, early_answers=(EarlyAnswer(one, str(Move("lose", card="contessa")), PLAYER),))
    await end_quiet(harness, table)
    for record in caplog.records:
        record.exc_text = None  # pytest's own text of the error
    lines = "".join(map(TextLines().format, caplog.records))
    assert re.search(r"What was due at a table failed\nTraceback .*\nIllegalDecision", lines, re.DOTALL)
    assert "contessa" not in lines
    assert table.wakes_at() == harness.clock.now() + 5.0, "it is tried again"


async def test_a_resignation_announces_the_window_that_it_opens(harness: Harness) -> None:
    """The question before has been settled, and its outcome was held back until its minimum time."""
    table, (actor, one, *_) = await four(harness)
    later = game_of(table).clone()
    events = tuple(later.decide(actor, TAX))
    now = harness.clock.now()
    pending = PendingState(later, events, (actor,), now + 1, now + 21, 5)
    table.state = table.state.with_question(pending=pending)
    changes = len(harness.changes)
    await harness.tables.run(table, game.resign, person(one))
    assert table.state.is_quiet
    assert [change.kind for _, change in harness.changes[changes:]] == [ChangeKind.CHANGED]
