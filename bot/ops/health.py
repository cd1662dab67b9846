"""The operator's port: `/healthz` says whether the bot serves its members, `/metrics` what it has counted."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot import __version__
from bot.ops.metrics import Metrics


@asynccontextmanager
async def operator_port(
    host: str, port: int, metrics: Metrics, serving: Callable[[], bool]
) -> AsyncGenerator[None]:
    """Serves both pages over HTTP until left. Raises OSError if the port is taken.

    `/healthz` answers 200 while `serving()` is true, else 503, and always with JSON: `status` and `version`.
    """

    async def health(_: web.Request) -> web.Response:
        well = serving()
        body = {"status": "ok" if well else "not connected", "version": __version__}
        return web.json_response(body, status=200 if well else 503)

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
