"""Alarms: each key rings at its moment, whatever is set, moved or taken away meanwhile."""

import asyncio

from bot.runtime.clock import Alarms
from tests.house import ANA, HandClock, House


async def settle() -> None:
    """Lets every task that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_alarms_ring_in_order_at_their_moments(clock: HandClock) -> None:
    rung: list[int] = []

    async def ring(key: int) -> None:
        rung.append(key)

    alarms = Alarms(clock, ring)
    alarms.start()
    start = clock.now()
    alarms.set(1, start + 30)
    alarms.set(2, start + 10)
    alarms.set(3, start + 20)
    await settle()
    assert rung == []
    clock.turn(10)
    await settle()
    assert rung == [2]
    alarms.set(1, start + 12)
    alarms.set(3, None)
    await settle()
    clock.turn(2)
    await settle()
    assert rung == [2, 1]
    clock.turn(100)
    await settle()
    assert rung == [2, 1]
    alarms.set(2, start)
    await settle()
    assert rung == [2, 1, 2]
    await alarms.stop()


async def test_the_clock_plays_ai_seats_and_timeouts(house: House) -> None:
    table = await house.play(ANA, ai=2)
    house.tables.restoring.begin()
    for _ in range(12):
        house.clock.turn(30.0)
        for _ in range(50):
            await house.store.database.read(lambda connection: None)
    kept = await house.store.games.decisions(table.id)
    assert {"ai", "timeout"} <= {decision.cause for decision in kept}
    await house.tables.drain()
