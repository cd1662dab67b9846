"""The operator's HTTP port: `/livez` and `/healthz` report the health of the process, `/metrics` its numbers."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from bot import __version__
from bot.ops.metrics import Health, HealthStatus, Metrics

LAG_SECONDS: Final = 0.5  # between two measurements of the event loop's lag


@asynccontextmanager
async def operator_port(
    host: str,
    port: int,
    current_metrics: Callable[[], Metrics | None],
    current_health: Callable[[], Health | None],
) -> AsyncGenerator[None]:
    """Serves the pages over HTTP inside the block. Raises OSError if the port is taken.

    `/livez` always answers 200. `/healthz` answers 200 while the process is ready or spare and 503 otherwise, with
    JSON: status, process, version, Discord and shards. `current_metrics` and `current_health` return those of the
    running bot, None between two tries to reach Discord.
    """

    async def live(_: web.Request) -> web.Response:
        return web.json_response({"status": "alive", "version": __version__})

    async def health(_: web.Request) -> web.Response:
        metrics, found = current_metrics(), current_health() or Health(HealthStatus.NOT_CONNECTED)
        body = {
            "status": found.status,
            "alive": True,
            "process": None if metrics is None else metrics.process,
            "version": __version__,
            "discord": {"gateway": found.gateway, "rest": found.rest},
            "shards": {"held": found.owned, "connected": found.connected, "all": found.shards},
        }
        well = found.status in (HealthStatus.READY, HealthStatus.SPARE)
        return web.json_response(body, status=200 if well else 503)

    async def numbers(request: web.Request) -> web.StreamResponse:
        metrics = current_metrics()
        if metrics is None:
            return web.Response(status=503)
        return await make_aiohttp_handler(metrics.registry)(request)

    async def measure_lag() -> None:
        while True:
            metrics, due = current_metrics(), time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)  # nothing else: what is measured is how late this task is woken
            if metrics is not None:
                metrics.lag = max(0.0, time.perf_counter() - due)

    app = web.Application()
    app.add_routes([web.get("/livez", live), web.get("/healthz", health), web.get("/metrics", numbers)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    measuring = asyncio.create_task(measure_lag())
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        measuring.cancel()
        await runner.cleanup()
