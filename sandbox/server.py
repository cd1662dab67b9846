"""The server: all parts of the sandbox on one port."""

import socket
from functools import partial
from pathlib import Path

from aiohttp import web

from sandbox.client.page_sockets import PageSockets
from sandbox.control import Controls, run
from sandbox.discord.gateway.event_dispatcher import EventDispatcher
from sandbox.discord.gateway.gateway import IDENTIFY_SECONDS, Gateway, SessionStartLimit
from sandbox.discord.interactions.commands import Commands
from sandbox.discord.interactions.dispatcher import InteractionDispatcher
from sandbox.discord.rest.api import MAX_FILE_BYTES, PREFIX, Api
from sandbox.discord.rest.rate_limit import RateLimits
from sandbox.discord.subsystems import Discord
from sandbox.discord.world import World

PAGE = Path(__file__).parent / "page"


class Server:
    """The whole sandbox; `page_url` is valid once it has started."""

    def __init__(
        self,
        *,
        members: int = 6,
        guilds: int = 1,
        token: str | None = None,
        shards: int = 1,
        max_concurrency: int = 1,
        identify_seconds: float = IDENTIFY_SECONDS,
        limits: bool = True,
    ) -> None:
        self.world = World(members=members, guilds=guilds, shards=shards)
        start_limit = SessionStartLimit(max_concurrency, identify_seconds if limits else 0.0)
        self.gateway = Gateway(self.world, token=token, start_limit=start_limit)
        EventDispatcher(self.world, self.gateway)
        self.interactions = InteractionDispatcher(self.world, self.gateway)
        self.commands = Commands(self.world)
        discord = Discord(self.world, self.gateway, self.interactions, self.commands)
        self.api = Api(discord, RateLimits(off=not limits))
        self.pages = PageSockets(discord)
        self.controls = Controls(discord, self.api)
        self._runner: web.AppRunner | None = None

    async def start(
        self, host: str = "127.0.0.1", port: int = 0, *, inherited: socket.socket | None = None
    ) -> None:
        """Listens; port 0 means a free one. Raises OSError if the port is taken.

        With `inherited`, a socket that already listens, it accepts the connections of that instead.
        """
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site: web.BaseSite = (
            web.TCPSite(self._runner, host, port) if inherited is None else web.SockSite(self._runner, inherited)
        )
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        bound = self._runner.addresses[0][1]
        reachable = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not listened on
        self.world.page_url = f"http://{reachable}:{bound}"
        self.gateway.url = f"{self.world.page_url.replace('http', 'ws', 1)}/gateway"

    async def stop(self) -> None:
        """Closes every connection and stops listening."""
        self.gateway.close_all(1001)
        for page in self.pages.connected:
            page.connection.close(1001)
        if self._runner:
            await self._runner.cleanup()

    @property
    def page_url(self) -> str:
        """The address of the page."""
        return self.world.page_url

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=11 * MAX_FILE_BYTES)
        application.add_subapp(PREFIX, self.api.application())
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_get("/client", self.pages.serve)
        application.router.add_get("/attachments/{channel}/{id}/{name}", self._file)
        application.router.add_get(r"/emojis/{id:\d+}.{ending}", self._emoji)
        application.router.add_post("/control/{verb}", partial(run, self.controls))
        application.router.add_get("/", self._index)
        if PAGE.is_dir():
            application.router.add_static("/page", PAGE)
        application.on_response_prepare.append(_revalidate)
        return application

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            # The address of Discord's gateway has no path.
            return await self.gateway.serve(request)
        return web.FileResponse(PAGE / "index.html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["id"]
        found = self.world.files.get(int(name)) if name.isdecimal() else None
        if found is None:
            raise web.HTTPNotFound(text="There is no such file.")
        return web.Response(body=found.data, headers={"Content-Type": found.kind})

    async def _emoji(self, request: web.Request) -> web.Response:
        """The picture of an emoji; like Discord's CDN, it ignores the ending of the name."""
        found = self.world.emojis.pictures.get(int(request.match_info["id"]))
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return web.Response(body=found.picture, headers={"Content-Type": found.kind})


async def _revalidate(request: web.Request, response: web.StreamResponse) -> None:
    """Makes browsers check whether the page's files have changed."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"
