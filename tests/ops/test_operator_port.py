"""The operator's port, requested over HTTP."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot import __version__
from bot.ops.metrics import Health, HealthStatus, Metrics
from bot.ops.operator_port import operator_port
from tests.harness.processes.bot import unused_port


@asynccontextmanager
async def asking(metrics: Metrics | None, health: Health | None = None) -> AsyncIterator[aiohttp.ClientSession]:
    """Opens the port of a bot with these metrics and this health; without metrics, no bot is running."""
    port = unused_port()
    found = None if metrics is None else health or Health(HealthStatus.READY)
    async with (
        operator_port("127.0.0.1", port, lambda: metrics, lambda: found),
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


async def numbers(session: aiohttp.ClientSession) -> dict[str, float]:
    """Returns the metrics by name, as Prometheus reads them."""
    async with session.get("/metrics") as answer:
        assert answer.status == 200
        lines = [line for line in (await answer.text()).splitlines() if not line.startswith("#")]
    return {name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines)}


@pytest.mark.parametrize(
    ("status", "answered"),
    [
        (HealthStatus.READY, 200),
        (HealthStatus.SPARE, 200),
        (HealthStatus.STARTING, 503),
        (HealthStatus.NOT_CONNECTED, 503),
        (HealthStatus.LEAVING, 503),
    ],
)
async def test_health_distinguishes_ready_from_alive(status: HealthStatus, answered: int) -> None:
    health = Health(status, owned=(1, 3), connected=(1,), shards=4, gateway=True)
    async with asking(Metrics("first"), health) as session:
        async with session.get("/healthz") as answer:
            assert answer.status == answered
            assert await answer.json() == {
                "status": status,
                "alive": True,
                "process": "first",
                "version": __version__,
                "discord": {"gateway": True, "rest": False},
                "shards": {"held": [1, 3], "connected": [1], "all": 4},
            }
        async with session.get("/livez") as answer:
            assert answer.status == 200
            assert (await answer.json())["status"] == "alive"


async def test_acknowledgements_are_timed() -> None:
    metrics = Metrics()
    metrics.acknowledged.observe(2.5)
    async with asking(metrics) as session:
        read = await numbers(session)
    assert read["coup_acknowledge_seconds_count"] == 1
    assert read['coup_acknowledge_seconds_bucket{le="3.0"}'] == 1
    assert read['coup_acknowledge_seconds_bucket{le="+Inf"}'] == 1
    assert read['coup_acknowledge_seconds_bucket{le="2.0"}'] == 0
    assert read["coup_acknowledge_seconds_sum"] == 2.5


async def test_counters_have_labels_for_process_and_shard() -> None:
    held = [2]
    metrics = Metrics("first", owned_shards=lambda: held)
    metrics.decisions(2).inc(3)
    metrics.recoveries(2).inc()
    metrics.takeovers(5).inc()
    metrics.requests.inc()
    async with asking(metrics) as session:
        read = await numbers(session)
        assert read['coup_decisions_total{process="first",shard="2"}'] == 3
        assert read['coup_recoveries_total{process="first",shard="2"}'] == 1
        assert read['coup_takeovers_total{process="first",shard="5"}'] == 1
        assert read["coup_requests_total"] == 1
        assert [name for name in read if name.startswith("coup_shard_held")] == [
            'coup_shard_held{process="first",shard="2"}'
        ]
        metrics.decisions(2).inc()
        held[:] = [5]
        read = await numbers(session)
        assert read['coup_decisions_total{process="first",shard="2"}'] == 4
        assert [name for name in read if name.startswith("coup_shard_held")] == [
            'coup_shard_held{process="first",shard="5"}'
        ]


async def test_gauges_show_the_current_values() -> None:
    metrics = Metrics()
    tables = 2
    metrics.gauge("coup_live_tables", "Live tables.", lambda: tables)
    async with asking(metrics) as session:
        read = await numbers(session)
        assert read["coup_live_tables"] == 2
        assert read["coup_allocated_blocks"] > 10_000
        assert read.get("process_resident_memory_bytes", 2**24) >= 2**24
        tables = 7
        assert (await numbers(session))["coup_live_tables"] == 7


async def test_each_bot_has_separate_metrics() -> None:
    first, second = Metrics("first"), Metrics("second")
    first.decisions(0).inc()
    async with asking(second) as session:
        assert not [name for name in await numbers(session) if "first" in name or "decisions" in name]


async def test_the_lag_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ops.operator_port.LAG_SECONDS", 0.001)
    async with asking(Metrics()) as session:
        read = await numbers(session)
        while read["coup_loop_lag_seconds"] < 0.05:
            time.sleep(0.2)  # noqa: ASYNC251 - the test blocks the loop on purpose
            read = await numbers(session)
    assert read["coup_loop_lag_seconds"] < 30


async def test_the_process_is_not_ready_between_two_attempts_to_connect() -> None:
    async with asking(None) as session:
        async with session.get("/livez") as answer:
            assert answer.status == 200
        async with session.get("/healthz") as answer:
            assert (answer.status, (await answer.json())["status"]) == (503, "not connected")
        async with session.get("/metrics") as answer:
            assert answer.status == 503
