"""A decision that cannot be saved is refused in time and changes nothing; of two processes one wins."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.store import Store
from bot.store.engines.unit_of_work import Connection
from bot.tables.refusals.games import MomentPassed
from bot.tables.refusals.tables import NotSaved, ShuttingDown
from bot.tables.service import Tables
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import tick
from bot.tables.transitions.lobby import add_ai
from engine import Move
from tests.house import ANA, BEN, CHANNEL, PASS, START, House, change, checksum, refused

TAX = Move("act", action="tax")


async def test_a_second_process_never_wins_and_the_first_catches_up(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.state.game is not None
    seat, question = table.state.game.turn, table.state.game.question
    user_id = table.state.seats[seat].user_id or 0
    store = await Store.open(house.path)
    rival = Tables(store, house.clock, min_window_seconds=0.0)
    await rival.restoring.restore()
    theirs = await rival.at(CHANNEL)
    assert theirs is not None
    await rival.decide(theirs, user_id, TAX, question)
    assert (
        await refused(house.tables.decide(table, user_id, Move("act", action="income"), question)) is MomentPassed
    )
    assert checksum(table) == checksum(theirs)
    assert len(await store.games.decisions(table.id)) == 1
    await house.answer(table, 1 - seat, PASS)
    assert table.state.decisions == 2
    await store.close()


async def test_a_decision_that_cannot_be_saved_is_refused_and_can_be_repeated(house: House) -> None:
    table = await house.play(*(Person(3000 + number, f"P{number}") for number in range(6)))

    def fill(connection: Connection) -> None:
        connection.driver.execute("INSERT INTO meta VALUES ('ballast', hex(zeroblob(20000)))")  # no page is free
        pages = connection.driver.execute("PRAGMA page_count").fetchone()[0]
        connection.driver.execute(f"PRAGMA max_page_count = {pages}")

    await house.store.database.write(fill)
    with pytest.raises(NotSaved):
        await _go_on(house, table, 100)
    before, kept = checksum(table), table.state.decisions
    assert len(await house.store.games.decisions(table.id)) == kept
    assert await refused(_go_on(house, table)) is NotSaved
    assert checksum(table) == before
    await house.store.database.write(
        lambda connection: connection.driver.execute("PRAGMA max_page_count = 100000")
    )
    await _go_on(house, table)
    assert table.state.decisions == kept + 1


async def test_clicks_that_wait_for_each_other_are_refused_in_time_too(house: House) -> None:
    """While another process locks the database, each is refused within 2.5 s, and nothing is saved later."""
    table = await house.play(ANA, BEN)
    loop = asyncio.get_running_loop()

    async def click() -> float:
        began = loop.time()
        assert await refused(_go_on(house, table)) is NotSaved
        return loop.time() - began

    with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert max(await asyncio.gather(*(click() for _ in range(4)))) < 2.5
        other.execute("ROLLBACK")
    assert await house.store.games.decisions(table.id) == []
    await _go_on(house, table)
    assert table.state.decisions == 1


async def test_an_answer_of_an_ai_that_was_not_saved_is_forgotten_with_its_question(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits too long for the table, while the time of its question runs out."""
    tables = house.tables
    table = await _claimed_by_the_first(house)
    assert table.state.game is not None
    shown = table.state.game
    asked = shown.question
    async with tables.shell.locked(table):
        with monkeypatch.context() as soon:
            soon.setattr("bot.store.engines.unit_of_work.PATIENCE", 0.05)
            waiting = asyncio.create_task(tables.ticker._ask_ai(table, shown, 2))
            for _ in range(20):
                await asyncio.sleep(0)  # the loop's next turns, in which the answer comes to wait for the lock
        house.clock.turn(20.0)
        await tables.shell.apply(table, tick, thinking=[2])
        await waiting
    assert table.state.game.question != asked
    assert table.state.owing() == (1,), "nothing is asked of the AI"
    assert not table.state.ai_due
    change(table, ai_due={2: house.clock.now()})  # even so
    await house.ring(table, 6.0)
    assert table.state.owing() == (1,)


async def test_an_answer_of_an_ai_that_was_not_saved_is_tried_again_while_it_is_asked(house: House) -> None:
    table = await _claimed_by_the_first(house)
    with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await house.ring(table, 3.0)
        other.execute("ROLLBACK")
    assert 2 not in table.state.answered
    await house.ring(table, 5.0)
    assert 2 in table.state.answered


async def _claimed_by_the_first(house: House) -> Table:
    """A game of Ana, Ben and an AI in which Ana claims Duke."""
    for _ in range(100):
        table = await house.seat(ANA, BEN)
        await house.tables.run(table, add_ai, ANA.user_id, "random")
        await house.tables.start(table, ANA.user_id, START)
        if table.state.game is not None and table.state.game.turn == 0:
            await house.answer(table, 0, TAX)
            return table
        await house.tables.end(table)
    raise AssertionError("Ana never begins")


async def _go_on(house: House, table: Table, decisions: int = 1) -> None:
    for _ in range(decisions):
        assert table.state.game is not None
        assert table.state.game.ask is not None
        seat = table.state.owing()[0]
        await house.answer(table, seat, TAX if table.state.game.ask.prompt == "act" else PASS)


async def test_a_closing_process_refuses_and_loses_nothing(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.tables.drain()
    assert (
        await refused(house.answer(table, table.state.game.turn if table.state.game else 0, TAX)) is ShuttingDown
    )
    assert table.state.decisions == 0
