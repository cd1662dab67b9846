"""Question ids: they distinguish questions whose numbers recur after a backup is restored."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.refusals import MomentPassed
from bot.store.engines.database import Connection
from bot.tables.table import Table
from bot.tables.transitions.game import decide, resign
from bot.tables.transitions.moderation import pause_or_close, resume
from bot.tables.transitions.transition import asked_question
from tests.harness.tables import (
    ANA,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    PASS,
    START,
    TAX,
    Harness,
    checksum,
    game_of,
    refused,
)


def asked(table: Table) -> tuple[int, int, int | None]:
    """The member who is asked first, and the number and the id of the question."""
    return (
        table.state.seats[table.state.owing()[0]].user_id or 0,
        game_of(table).question,
        table.state.question_id,
    )


async def same(harness: Harness, table: Table) -> Table:
    """The table after a kill, after checking that its question is the same."""
    before = (table.state.game and table.state.game.question, table.state.question_id)
    again = await harness.restarted(table.id)
    assert (again.state.game and again.state.game.question, again.state.question_id) == before
    return again


async def test_a_click_on_a_lost_games_message_answers_no_other_question(harness: Harness, tmp_path: Path) -> None:
    table = await harness.play(ANA, BEN)
    backup = harness.back_up(tmp_path / "backup.sqlite3")
    await harness.answer(table, table.state.owing()[0], TAX)
    user_id, number, lost = asked(table)
    assert lost is not None

    harness.address = backup
    again = await harness.restarted(table.id)
    await harness.answer(again, again.state.owing()[0], TAX)
    before = checksum(again)
    assert asked(again)[:2] == (user_id, number), "the number recurs, and the same member is asked"
    for wrong in (lost, None, 0):
        assert await refused(harness.tables.run(again, decide, user_id, PASS, number, wrong)) == "moment-passed"
        with pytest.raises(MomentPassed):
            asked_question(again.state, user_id, number, wrong)
    assert (checksum(again), again.state.open_question.answered) == (before, set())
    assert harness.tables.late == 3
    await harness.tables.run(again, decide, user_id, PASS, number, again.state.question_id)
    assert again.state.decisions == 2


async def test_a_question_keeps_its_id_and_the_next_gets_another(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    seen = {table.state.question_id}
    table = await same(harness, table)
    await harness.tables.run(table, pause_or_close)
    table = await same(harness, table)
    await harness.tables.run(table, resume)
    assert await refused(harness.tables.run(table, resume)) == "not-paused"
    table = await same(harness, table)
    for _ in range(4):
        before = table.state.question_id
        await harness.answer(table, table.state.owing()[0], TAX)
        assert table.state.question_id not in seen
        seen.add(table.state.question_id)
        while len(table.state.owing()) > 1:
            before = table.state.question_id
            await harness.answer(table, table.state.owing()[0], PASS)
            assert table.state.question_id == before, "a sealed answer closes nothing"
            table = await same(harness, table)
        await harness.answer(table, table.state.owing()[0], PASS)
        assert table.state.question_id not in seen
        seen.add(table.state.question_id)
    assert None not in seen


async def test_a_resignation_in_a_window_leaves_its_question(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    await harness.answer(table, table.state.owing()[0], TAX)
    before = table.state.question_id
    await harness.tables.run(table, resign, table.state.seats[table.state.owing()[0]].user_id or 0)
    assert table.state.question_id == before
    await same(harness, table)


async def test_a_asked_question_is_stored_with_its_id(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness(min_window_seconds=1.5)
    table = await harness.play(ANA, BEN)
    await harness.answer(table, table.state.owing()[0], TAX)
    shown = table.state.question_id
    await harness.answer(table, table.state.owing()[0], PASS)
    assert table.state.open_question.pending is not None
    assert (table.state.question_id, table.state.open_question.pending.question_id != shown) == (shown, True)
    row = await harness.store.games.get(table.id)
    assert row is not None
    assert row.question_id == table.state.open_question.pending.question_id
    await harness.ring(table, 2.0)
    assert table.state.question_id == row.question_id
    await same(harness, table)


async def test_only_a_question_from_before_the_update_needs_no_id(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)

    def forget(connection: Connection) -> None:
        connection.driver.execute("UPDATE games SET question_id = NULL")

    await harness.store.database.write(forget)
    again = await harness.restarted(table.id)
    user_id, number, none = asked(again)
    assert none is None
    assert await refused(harness.tables.run(again, decide, user_id, TAX, number, 7)) == "moment-passed"
    await harness.tables.run(again, decide, user_id, TAX, number, None)
    user_id, number, drawn = asked(again)
    assert drawn is not None
    assert await refused(harness.tables.run(again, decide, user_id, PASS, number, None)) == "moment-passed"
    assert again.state.decisions == 1


async def test_lessons_and_games_start_with_different_question_ids(harness: Harness) -> None:
    lesson = await harness.tables.lessons.begin(GUILD, None, BEN, "en", START)
    tables = [lesson]
    for number in range(5):
        table = await harness.tables.open(GUILD, CHANNEL + number, ANA, ai_seats=1)
        await harness.tables.start(table, ANA.user_id, START)
        tables.append(table)
    assert len({table.state.question_id for table in tables} - {None}) == len(tables)
