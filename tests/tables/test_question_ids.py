"""Question ids: a control of another question is told apart, though numbers recur after a backup is restored."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.engines.units import Connection
from bot.tables.games.questions import pending_question
from bot.tables.refusals.games import MomentPassed
from bot.tables.session import TableSession
from engine import Move
from tests.house import ANA, BEN, CHANNEL, CLEO, GUILD, PASS, START, House, checksum, refused

TAX, INCOME = Move("act", action="tax"), Move("act", action="income")


def asked(table: TableSession) -> tuple[int, int, int | None]:
    """The member who is asked first, and the number and the id of the question."""
    assert table.game is not None
    return table.seats[table.owing()[0]].user_id or 0, table.game.question, table.question_id


def back_up(house: House, path: Path) -> Path:
    """Copies the database as it is."""
    with closing(sqlite3.connect(house.path)) as now, closing(sqlite3.connect(path)) as copy:
        now.backup(copy)
    return path


async def same(house: House, table: TableSession) -> TableSession:
    """The table after a kill, which has changed nothing about its question."""
    before = (table.game and table.game.question, table.question_id)
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert (again.game and again.game.question, again.question_id) == before
    return again


async def test_a_press_on_a_message_of_a_lost_game_answers_no_other_question(house: House, tmp_path: Path) -> None:
    table = await house.play(ANA, BEN)
    backup = back_up(house, tmp_path / "backup.sqlite3")
    await house.answer(table, table.owing()[0], TAX)
    user_id, number, lost = asked(table)
    assert lost is not None

    house.path = backup
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    await house.answer(again, again.owing()[0], TAX)
    before = checksum(again)
    assert asked(again)[:2] == (user_id, number), "the number recurs, and the same member is asked"
    for wrong in (lost, None, 0):
        assert await refused(house.tables.play.decide(again, user_id, PASS, number, wrong)) is MomentPassed
        with pytest.raises(MomentPassed):
            pending_question(again, user_id, number, wrong)
    assert (checksum(again), again.answered) == (before, set())
    await house.tables.play.decide(again, user_id, PASS, number, again.question_id)
    assert again.decisions == 2


async def test_a_question_keeps_its_id_while_it_is_open_and_the_next_gets_another(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    seen = {table.question_id}
    table = await same(house, table)
    await house.tables.moderation.pause(table, "unreachable")
    table = await same(house, table)
    await house.tables.moderation.resume(table)
    table = await same(house, table)
    for _ in range(4):
        before = table.question_id
        await house.answer(table, table.owing()[0], TAX)
        assert table.question_id not in seen
        seen.add(table.question_id)
        while len(table.owing()) > 1:
            before = table.question_id
            await house.answer(table, table.owing()[0], PASS)
            assert table.question_id == before, "a sealed answer closes nothing"
            table = await same(house, table)
        await house.answer(table, table.owing()[0], PASS)
        assert table.question_id not in seen
        seen.add(table.question_id)
    assert None not in seen


async def test_a_resignation_in_a_window_leaves_its_question(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    await house.answer(table, table.owing()[0], TAX)
    before = table.question_id
    await house.tables.play.resign(table, table.seats[table.owing()[0]].user_id or 0)
    assert table.question_id == before
    await same(house, table)


async def test_what_is_not_shown_yet_is_durable_with_its_id(new_house: Callable[..., Awaitable[House]]) -> None:
    house = await new_house(floor=1.5)
    table = await house.play(ANA, BEN)
    await house.answer(table, table.owing()[0], TAX)
    shown = table.question_id
    await house.answer(table, table.owing()[0], PASS)
    assert table.held is not None
    assert (table.question_id, table.held.question_id != shown) == (shown, True)
    row = await house.store.games.get(table.id)
    assert row is not None
    assert row.question_id == table.held.question_id
    await house.ring(table, 2.0)
    assert table.question_id == row.question_id
    await same(house, table)


async def test_a_question_from_before_the_update_is_answered_without_an_id_and_only_that(house: House) -> None:
    table = await house.play(ANA, BEN)

    def forget(connection: Connection) -> None:
        connection.driver.execute("UPDATE games SET question_id = NULL")

    await house.store.database.write(forget)
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    user_id, number, none = asked(again)
    assert none is None
    assert await refused(house.tables.play.decide(again, user_id, TAX, number, 7)) is MomentPassed
    await house.tables.play.decide(again, user_id, TAX, number, None)
    user_id, number, drawn = asked(again)
    assert drawn is not None
    assert await refused(house.tables.play.decide(again, user_id, PASS, number, None)) is MomentPassed
    assert again.decisions == 1


async def test_a_lesson_and_every_game_open_with_an_id_of_their_own(house: House) -> None:
    lesson = await house.tables.lessons.begin(GUILD, None, BEN, "en", START)
    tables = [lesson]
    for number in range(5):
        table = await house.tables.lobbies.open(GUILD, CHANNEL + number, ANA, ai_seats=1)
        await house.tables.lobbies.start(table, ANA.user_id, START)
        tables.append(table)
    assert len({table.question_id for table in tables} - {None}) == len(tables)
