"""Alarms: each key rings at its moment, even if others are set, moved or removed meanwhile."""

import asyncio
import time
import tracemalloc

import pytest

from bot.runtime.background import Alarms
from bot.runtime.clock import Clock, RateLimiter, running_time
from tests.harness.tables import ManualClock

SECONDS = 0.2


async def settle() -> None:
    """Lets every task that can run do so."""
    for _ in range(10):
        await asyncio.sleep(0)  # one iteration of the loop


async def test_alarms_ring_in_order_at_their_moments(clock: ManualClock) -> None:
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
    clock.advance(10)
    await settle()
    assert rung == [2]
    alarms.set(1, start + 12)
    alarms.set(3, None)
    await settle()
    clock.advance(2)
    await settle()
    assert rung == [2, 1]
    clock.advance(100)
    await settle()
    assert rung == [2, 1]
    alarms.set(2, start)
    await settle()
    assert rung == [2, 1, 2]
    await alarms.stop()


async def test_an_alarm_moved_many_times_uses_no_more_memory(clock: ManualClock) -> None:
    rung: list[int] = []

    async def ring(key: int) -> None:
        rung.append(key)

    alarms = Alarms(clock, ring)
    day = clock.now() + 86_400
    alarms.set(1, day)
    tracemalloc.start()
    try:
        for later in range(10_000):
            alarms.set(2, day + later)
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < 50_000  # bytes
    alarms.start()
    clock.advance(86_400)
    await settle()
    assert rung == [1]
    clock.advance(10_000)
    await settle()
    assert rung == [1, 2]
    await alarms.stop()


@pytest.mark.parametrize("step", [-3600.0, 3600.0], ids=["back", "forward"])
async def test_setting_the_machines_clock_moves_no_deadline(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    clock, rung = Clock(), asyncio.Event()

    async def ring(_: int) -> None:
        rung.set()

    alarms = Alarms(clock, ring)
    alarms.start()
    before, began = clock.now(), time.monotonic()
    alarms.set(1, before + 0.2)
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() + step)
    assert abs(clock.now() - before) < abs(step) / 2
    await rung.wait()
    assert time.monotonic() - began > 0.15
    await alarms.stop()


async def test_the_clock_starts_with_the_machines_time() -> None:
    assert abs(Clock().now() - time.time()) < 60


async def test_a_moment_in_the_past_is_not_waited_for() -> None:
    clock = Clock()
    await clock.sleep_until(clock.now() - 3600)


async def test_alarms_due_during_suspension_ring_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """During suspension the event loop's own clock stops, so only a short sleep notices the time."""
    naps: list[float] = []
    passed = 0.0

    async def nap(seconds: float) -> None:
        nonlocal passed
        naps.append(seconds)
        passed += 3600.0  # the machine was suspended meanwhile

    monkeypatch.setattr("bot.runtime.clock.asyncio.sleep", nap)
    monkeypatch.setattr("bot.runtime.clock.running_time", lambda: running_time() + passed)
    clock = Clock()
    await clock.sleep_until(clock.now() + 3000.0)
    assert len(naps) == 1
    assert naps[0] <= 16.0, "a sleep of less than a second is made longer"


async def test_callers_in_a_stopped_process_do_not_pass_all_at_once() -> None:
    limiter, loop, passed = RateLimiter(2, SECONDS), asyncio.get_running_loop(), list[float]()

    async def ask() -> None:
        await limiter.acquire()
        passed.append(loop.time())

    asking = asyncio.gather(*(ask() for _ in range(5)))
    loop.call_soon(time.sleep, 3 * SECONDS)  # once each has asked, stop the whole process
    await asyncio.sleep(0)  # until all that has happened
    resumed_at = loop.time()
    await asking
    assert passed[4] - resumed_at >= SECONDS
