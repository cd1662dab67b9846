"""Saving: a decision that cannot be saved is refused in time and changes nothing; of two processes one wins."""

import asyncio

import pytest

from bot.store import SaveFailed, Store
from bot.store.engines.database import Connection
from bot.tables.pace import GRACE_SECONDS
from bot.tables.schedule import RETRY_SECONDS
from bot.tables.service import Tables
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import decide, tick
from bot.tables.transitions.lobby import add_ai
from engine import Move
from tests.harness.databases import locked
from tests.harness.tables import ANA, BEN, CHANNEL, PASS, START, TAX, Harness, ask_of, checksum, game_of, refused

pytestmark = pytest.mark.slow


async def test_a_second_process_never_wins_and_the_first_catches_up(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    seat, question = game_of(table).turn, game_of(table).question
    user_id = table.state.seats[seat].user_id or 0
    async with await Store.open(harness.path) as store:
        rival = Tables(store, harness.clock, min_window_seconds=0.0)
        await rival.schedule.restore(0)
        theirs = await rival.at(CHANNEL)
        assert theirs is not None
        await rival.run(theirs, decide, user_id, TAX, question)
        assert (
            await refused(harness.tables.run(table, decide, user_id, Move("act", action="income"), question))
            == "moment-passed"
        )
        assert checksum(table) == checksum(theirs)
        assert len(await store.games.decisions(table.id)) == 1
        await harness.answer(table, 1 - seat, PASS)
        assert table.state.decisions == 2


async def test_a_decision_that_cannot_be_saved_is_refused_and_can_be_repeated(harness: Harness) -> None:
    table = await harness.play(*(Person(3000 + number, f"P{number}") for number in range(6)), orders=False)

    def fill(connection: Connection) -> None:
        connection.driver.execute(
            "INSERT INTO meta VALUES ('ballast', hex(zeroblob(20000)))"
        )  # fill the free pages of the file
        pages = connection.driver.execute("PRAGMA page_count").fetchone()[0]
        connection.driver.execute(f"PRAGMA max_page_count = {pages}")

    await harness.store.database.write(fill)
    with pytest.raises(SaveFailed):
        await _go_on(harness, table, 100)
    before, kept = checksum(table), table.state.decisions
    assert len(await harness.store.games.decisions(table.id)) == kept
    assert await refused(_go_on(harness, table)) == "database"
    assert checksum(table) == before
    await harness.store.database.write(
        lambda connection: connection.driver.execute("PRAGMA max_page_count = 100000")
    )
    await _go_on(harness, table)
    assert table.state.decisions == kept + 1


async def test_waiting_clicks_are_refused_in_time(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process locks the database, clicks do not wait for each other, and none is saved later."""
    table = await harness.play(ANA, BEN)
    loop = asyncio.get_running_loop()

    async def click() -> float:
        began = loop.time()
        assert await refused(_go_on(harness, table)) == "database"
        return loop.time() - began

    with locked(harness.path), monkeypatch.context() as soon:
        soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.3)
        took = await asyncio.gather(*(click() for _ in range(40)))
    assert max(took) < 10.0  # if each waited for the one before, they would take 12 s
    assert await harness.store.games.decisions(table.id) == []
    await _go_on(harness, table)
    assert table.state.decisions == 1


async def test_a_question_gets_more_time_when_its_answers_could_not_be_saved(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.play(ANA, BEN)
    deadline = table.state.deadline or 0.0
    with locked(harness.path), monkeypatch.context() as soon:
        soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.05)
        await harness.ring(table, deadline - harness.clock.now())
        await harness.ring(table, RETRY_SECONDS)
    assert table.state.deadline == deadline + GRACE_SECONDS
    assert table.state.decisions == 0
    await harness.ring(table, GRACE_SECONDS)
    assert table.state.decisions == 1


async def test_an_old_unsaved_ai_answer_is_forgotten(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer waits too long for the table's lock, while the time of its question runs out."""
    tables = harness.tables
    table = await _claimed_by_the_first(harness)
    shown = game_of(table)
    asked = shown.question
    async with tables.locked(table):
        with monkeypatch.context() as soon:
            soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.05)
            waiting = asyncio.create_task(tables.schedule._ask_ai(table, shown, 2))
            for _ in range(20):
                await asyncio.sleep(0)  # meanwhile the answer begins to wait for the lock
        harness.clock.advance(20.0)
        await tables.apply(table, tick, thinking=[2])
        await waiting
    assert game_of(table).question != asked
    assert table.state.owing() == (1,), "nothing is asked of the AI"
    assert not table.state.open_question.ai_due
    table.state = table.state.with_question(ai_due={2: harness.clock.now()})  # as if the AI was due all the same
    await harness.ring(table, 6.0)
    assert table.state.owing() == (1,)


async def test_an_unsaved_ai_answer_is_retried_in_time(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await _claimed_by_the_first(harness)
    with locked(harness.path), monkeypatch.context() as soon:
        soon.setattr("bot.store.engines.database.UNIT_SECONDS", 0.05)
        await harness.ring(table, 3.0)
    assert 2 not in table.state.open_question.answered
    await harness.ring(table, 5.0)
    assert 2 in table.state.open_question.answered


async def _claimed_by_the_first(harness: Harness) -> Table:
    """A game of Ana, Ben and an AI in which Ana claims Duke."""
    for _ in range(100):
        table = await harness.seat(ANA, BEN)
        await harness.tables.run(table, add_ai, ANA.user_id, "random")
        await harness.tables.start(table, ANA.user_id, START)
        if game_of(table).turn == 0:
            await harness.answer(table, 0, TAX)
            return table
        await harness.tables.end(table)
    raise AssertionError("Ana never begins")


async def _go_on(harness: Harness, table: Table, decisions: int = 1) -> None:
    for _ in range(decisions):
        seat = table.state.owing()[0]
        await harness.answer(table, seat, TAX if ask_of(table).prompt == "act" else PASS)


async def test_a_closing_process_refuses_and_loses_nothing(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await harness.tables.drain()
    assert await refused(_go_on(harness, table)) == "closing"
    assert table.state.decisions == 0
