"""The operator's port, asked over HTTP."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot import __version__
from bot.ops.health import operator_port
from bot.ops.metrics import Metrics
from tests.bot.process import unused_port


@asynccontextmanager
async def asking(metrics: Metrics, *, serving: bool = True) -> AsyncIterator[aiohttp.ClientSession]:
    port = unused_port()
    async with (
        operator_port("127.0.0.1", port, metrics, lambda: serving),
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


async def numbers(session: aiohttp.ClientSession) -> dict[str, float]:
    """The metrics by name, as Prometheus reads them."""
    async with session.get("/metrics") as answer:
        assert answer.status == 200
        lines = [line for line in (await answer.text()).splitlines() if not line.startswith("#")]
    found = [re.fullmatch(r"([a-z_]+(?:\{le=\"[^\"]+\"\})?) (\S+)", line) for line in lines]
    return {line[1]: float(line[2]) for line in found if line is not None}


@pytest.mark.parametrize(("serving", "status", "word"), [(True, 200, "ok"), (False, 503, "not connected")])
async def test_health_tells_whether_the_bot_serves(serving: bool, status: int, word: str) -> None:
    async with asking(Metrics(), serving=serving) as session, session.get("/healthz") as answer:
        assert answer.status == status
        assert await answer.json() == {"status": word, "version": __version__}


async def test_acknowledgements_are_timed_once_each() -> None:
    metrics = Metrics()
    metrics.received("1")
    metrics.received("2")
    metrics.acknowledged("1")
    metrics.acknowledged("1")
    metrics.acknowledged("unheard of")
    async with asking(metrics) as session:
        read = await numbers(session)
    assert read["coup_acknowledge_seconds_count"] == 1
    assert read['coup_acknowledge_seconds_bucket{le="3.0"}'] == 1
    assert read['coup_acknowledge_seconds_bucket{le="+Inf"}'] == 1
    assert 0 < read["coup_acknowledge_seconds_sum"] < 3


async def test_counts_and_gauges_are_read_as_they_are() -> None:
    metrics = Metrics()
    metrics.counts["coup_decisions_total"] += 3
    metrics.gauges["coup_live_tables"] = lambda: 2
    async with asking(metrics) as session:
        read = await numbers(session)
        assert (read["coup_decisions_total"], read["coup_live_tables"]) == (3, 2)
        assert read["coup_allocated_blocks"] > 10_000
        assert read.get("process_resident_memory_bytes", 2**24) >= 2**24
        metrics.counts["coup_decisions_total"] += 1
        assert (await numbers(session))["coup_decisions_total"] == 4


async def test_the_loops_lag_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ops.metrics.LAG_EVERY", 0.0)
    metrics = Metrics()
    watch = asyncio.create_task(metrics.watch_loop())
    await asyncio.sleep(0)
    time.sleep(0.05)  # noqa: ASYNC251 - somebody holds the loop up, as none should
    await asyncio.sleep(0)
    watch.cancel()
    assert 0.05 <= metrics.lag < 30


async def test_a_stop_waits_until_every_interaction_is_acknowledged() -> None:
    metrics = Metrics()
    metrics.received("1")
    stopping = asyncio.create_task(metrics.all_acknowledged(30))
    await asyncio.sleep(0)
    assert not stopping.done()
    metrics.acknowledged("1")
    async with asyncio.timeout(5):
        await stopping


async def test_a_stop_waits_no_longer_than_it_is_told() -> None:
    metrics = Metrics()
    metrics.received("1")
    async with asyncio.timeout(5):
        await metrics.all_acknowledged(0.01)


async def test_what_nobody_answered_in_time_holds_no_stop_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("bot.ops.metrics.time.perf_counter", lambda: now)
    metrics = Metrics()
    metrics.received("1")
    now += 2.9
    metrics.received("2")
    now += 0.2
    metrics.received("3")
    metrics.acknowledged("3")
    stopping = asyncio.create_task(metrics.all_acknowledged(30))
    await asyncio.sleep(0)
    assert not stopping.done()  # 2 may still be answered; 1 may not
    metrics.acknowledged("2")
    async with asyncio.timeout(5):
        await stopping
