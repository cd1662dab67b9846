"""Tables are loaded when they are needed and forgotten when nobody uses them."""

import asyncio
import gc
import time

import pytest

from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.lobby import join
from tests.harness.tables import ANA, CHANNEL, GUILD, START, Harness


async def test_an_unreadable_table_is_read_again_soon(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    def refusals() -> int:
        return caplog.text.count("What was due at a table was refused")

    await harness.store.database.write(
        lambda connection: connection.driver.execute("ALTER TABLE games RENAME TO elsewhere")
    )
    harness.tables.schedule.start()
    await harness.tables.schedule.ring(1)
    for seconds, expected, patience in ((4.9, 1, 0.1), (0.2, 2, 30.0)):
        harness.clock.advance(seconds)
        until = time.monotonic() + patience
        while refusals() < 2 and time.monotonic() < until:  # noqa: ASYNC110 - only the log reports it
            await asyncio.sleep(0.01)  # as above
        assert refusals() == expected
    await harness.tables.drain()


@pytest.mark.usefixtures("quick_collection")
async def test_unused_tables_are_loaded_when_needed(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = harness.tables
    monkeypatch.setattr("bot.tables.table.MAX_UNUSED_TABLES", 3)
    ids: list[int] = []
    table = found = None
    for number in range(12):
        table = await harness.tables.open(GUILD, CHANNEL + number, Person(number, f"P{number}"))
        await harness.tables.run(table, join, Person(100 + number, "Q"))
        await harness.configure(table, number, pace="correspondence")
        await harness.tables.start(table, number, START + number)
        ids.append(table.id)
    del table
    harness.changes.clear()
    gc.collect()
    assert len(registry.cache) <= 4
    assert registry.live == len(ids)
    for number, game_id in enumerate(ids):
        found = await harness.tables.at(CHANNEL + number)
        assert found is not None
        assert found.id == game_id
        assert await harness.tables.get(game_id) is found
        seat = found.state.owing()[0]
        await harness.answer(found, seat)
        assert found.state.decisions == 1
    assert len(harness.changes) == len(ids), "to load a table publishes nothing"
    del found
    harness.changes.clear()
    harness.clock.advance(24 * 3600.0)
    gc.collect()
    await harness.tables.schedule.ring(ids[0])
    first = await harness.loaded(ids[0])
    assert first.state.decisions > 1


async def test_a_table_in_use_is_never_loaded_again(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.table.MAX_UNUSED_TABLES", 1)
    table = await harness.tables.open(GUILD, CHANNEL, ANA)
    for number in range(1, 5):
        await harness.tables.open(GUILD, CHANNEL + number, Person(number, "P"))
    assert await harness.tables.get(table.id) is table
    assert await harness.tables.at(CHANNEL) is table


MAX_ROUNDS = 200
"""Rounds of the event loop in which reads begin; unlimited reads could keep the table from ever being opened."""


async def test_a_table_that_is_read_while_it_is_opened_is_one_object(harness: Harness) -> None:
    """Its row is committed a moment before it is in memory."""
    for number in range(10):
        channel = CHANNEL + number
        opening = asyncio.create_task(harness.tables.open(GUILD, channel, Person(2000 + number, "Eve")))
        reading: list[asyncio.Task[Table | None]] = []
        for _ in range(MAX_ROUNDS):
            if opening.done():
                break
            reading += [asyncio.create_task(harness.tables.at(channel)) for _ in range(3)]
            # Some reads begin in each round of the event loop, because a read may come at any step of the opening.
            await asyncio.sleep(0)
        await opening
        found = {*await asyncio.gather(*reading), await harness.tables.at(channel)}
        assert found - {None} == {opening.result()}
