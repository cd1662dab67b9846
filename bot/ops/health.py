"""The operator's port: `/healthz` says whether the bot serves, `/metrics` what it has counted."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.ops.metrics import Metrics


@asynccontextmanager
async def operator_port(
    host: str, port: int, metrics: Metrics, healthy: Callable[[], bool]
) -> AsyncIterator[None]:
    """Serves both pages while inside. Raises OSError if the port is taken."""

    async def health(_: web.Request) -> web.Response:
        return web.Response(text="ok\n") if healthy() else web.Response(text="not connected\n", status=503)

    async def numbers(_: web.Request) -> web.Response:
        return web.Response(text=metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})

    app = web.Application()
    app.add_routes([web.get("/healthz", health), web.get("/metrics", numbers)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    watch = asyncio.create_task(metrics.watch_loop())
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        watch.cancel()
        await runner.cleanup()
