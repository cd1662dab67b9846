"""Tables are loaded when they are needed and forgotten when nobody uses them."""

import asyncio
import gc
import time

import pytest

from bot.tables.state import Person
from bot.tables.transitions.lobby import join
from tests.house import ANA, BEN, CHANNEL, GUILD, START, House


async def test_a_table_that_could_not_be_read_is_tried_again_after_five_seconds(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    def refusals() -> int:
        return caplog.text.count("The clock was refused")

    await house.store.database.write(
        lambda connection: connection.driver.execute("ALTER TABLE games RENAME TO elsewhere")
    )
    house.tables.start_clock()
    await house.tables.ticker.ring(1)
    for seconds, expected, patience in ((4.9, 1, 0.1), (0.2, 2, 5.0)):
        house.clock.turn(seconds)
        until = time.monotonic() + patience
        while refusals() < 2 and time.monotonic() < until:  # noqa: ASYNC110 - the log alone tells of it
            await asyncio.sleep(0.01)  # as above
        assert refusals() == expected
    await house.tables.drain()


async def test_a_finished_game_can_be_loaded_long_after(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.play_out(table)
    house.clock.turn(100_000.0)
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    assert again.state.seed_proof() == table.state.seed_proof()
    assert await tables.get(999) is None
    await tables.rematch(again, ANA)


async def test_tables_that_nobody_uses_are_loaded_again_when_they_are_needed(house: House) -> None:
    registry = house.tables.shell
    registry.cache._kept = 3
    ids: list[int] = []
    table = found = None
    for number in range(12):
        table = await house.tables.open(GUILD, CHANNEL + number, Person(number, f"P{number}"))
        await house.tables.run(table, join, Person(100 + number, "Q"))
        await house.configure(table, number, pace="correspondence")
        await house.tables.start(table, number, START + number)
        ids.append(table.id)
    del table
    house.changes.clear()
    gc.collect()
    assert len(registry.cache) <= 4
    assert registry.live == len(ids)
    for number, game_id in enumerate(ids):
        found = await house.tables.at(CHANNEL + number)
        assert found is not None
        assert found.id == game_id
        assert await house.tables.get(game_id) is found
        seat = found.state.owing()[0]
        await house.answer(found, seat)
        assert found.state.decisions == 1
    del found
    house.changes.clear()
    house.clock.turn(24 * 3600.0)
    gc.collect()
    await house.tables.ticker.ring(ids[0])
    first = await house.tables.get(ids[0])
    assert first is not None
    assert first.state.decisions > 1


async def test_a_table_in_use_is_never_loaded_a_second_time(house: House) -> None:
    registry = house.tables.shell
    registry.cache._kept = 1
    table = await house.tables.open(GUILD, CHANNEL, ANA)
    for number in range(1, 5):
        await house.tables.open(GUILD, CHANNEL + number, Person(number, "P"))
    assert await house.tables.get(table.id) is table
    assert await house.tables.at(CHANNEL) is table
