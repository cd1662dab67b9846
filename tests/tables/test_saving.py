"""A decision that cannot be saved is refused in time and changes nothing; of two processes one wins."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.store import Store
from bot.store.engines.units import Connection
from bot.tables.refusals.games import MomentPassed
from bot.tables.refusals.tables import NotSaved, ShuttingDown
from bot.tables.service import Tables
from bot.tables.session import Person, TableSession
from engine import Move
from tests.house import ANA, BEN, CHANNEL, PASS, House, checksum, refused

TAX = Move("act", action="tax")


async def test_a_second_process_never_wins_and_the_first_catches_up(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.game is not None
    seat, question = table.game.turn, table.game.question
    user_id = table.seats[seat].user_id or 0
    store = await Store.open(house.path)
    rival = Tables(store, house.clock, floor=0.0)
    await rival.restoring.restore()
    theirs = await rival.at(CHANNEL)
    assert theirs is not None
    await rival.play.decide(theirs, user_id, TAX, question)
    assert (
        await refused(house.tables.play.decide(table, user_id, Move("act", action="income"), question))
        is MomentPassed
    )
    assert checksum(table) == checksum(theirs)
    assert len(await store.games.decisions(table.id)) == 1
    await house.answer(table, 1 - seat, PASS)
    assert table.decisions == 2
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
    before, kept = checksum(table), table.decisions
    assert len(await house.store.games.decisions(table.id)) == kept
    assert await refused(_go_on(house, table)) is NotSaved
    assert checksum(table) == before
    await house.store.database.write(
        lambda connection: connection.driver.execute("PRAGMA max_page_count = 100000")
    )
    await _go_on(house, table)
    assert table.decisions == kept + 1


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
    assert table.decisions == 1


async def _go_on(house: House, table: TableSession, decisions: int = 1) -> None:
    for _ in range(decisions):
        assert table.game is not None
        assert table.game.ask is not None
        seat = table.owing()[0]
        await house.answer(table, seat, TAX if table.game.ask.prompt == "act" else PASS)


async def test_a_closing_process_refuses_and_loses_nothing(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.tables.drain()
    assert await refused(house.answer(table, table.game.turn if table.game else 0, TAX)) is ShuttingDown
    assert table.decisions == 0
