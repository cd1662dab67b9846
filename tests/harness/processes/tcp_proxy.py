"""TCP proxies in front of PostgreSQL or Discord, which can be cut, silenced, or broken at a COMMIT."""

import asyncio
from contextlib import suppress
from typing import Literal, Self
from urllib.parse import urlsplit, urlunsplit

from sandbox.driver import Sandbox

COMMIT = b"COMMIT\x00"
"""The bytes with which a COMMIT statement ends in PostgreSQL's simple query protocol."""


class Route:
    """Connections that are controlled together: bytes pass while `flowing` is set; `refusing` closes new ones."""

    def __init__(self) -> None:
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.refusing = False
        self.writers = set[asyncio.StreamWriter]()

    def hang_up(self) -> None:
        """Breaks every open connection."""
        for writer in self.writers:
            writer.transport.abort()

    def cut(self, *, but: asyncio.StreamWriter | None = None) -> None:
        """Breaks every connection, except for one to the server, and refuses new ones."""
        self.refusing = True
        for writer in self.writers - {but}:
            writer.transport.abort()

    def silence(self) -> None:
        """Stops all bytes, while the connections stay open."""
        self.flowing.clear()

    def open(self) -> None:
        """Lets everything through."""
        self.refusing = False
        self.flowing.set()


class Proxy(Route):
    """Forwards bytes between its clients and a server.

    `at_commit` says what happens at the next COMMIT. With `before` or `after`, its connection is broken before or
    after the COMMIT is forwarded (after it, the reply is lost), and `broke` is set. With `held`, the COMMIT is
    forwarded only when `released` is set, even if its client has disconnected. With `cuts_at_commit` all other
    connections are then cut too.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        super().__init__()
        self.at_commit: Literal["before", "after", "held"] | None = None
        self.cuts_at_commit = False
        self.broke = asyncio.Event()
        self.released = asyncio.Event()
        self._server = (host, port)
        self._tasks = set[asyncio.Task[None]]()

    @classmethod
    def to(cls, url: str) -> Self:
        """A proxy to the server of a URL."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        return cls(parts.port, parts.hostname)

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for route in self.routes:
            route.flowing.set()
            route.cut()
        self.released.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def routes(self) -> tuple[Route, ...]:
        """All its routes."""
        return (self,)

    def url(self, of_server: str) -> str:
        """A URL of the server, which leads through the proxy."""
        parts = urlsplit(of_server)
        return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{self.port}")))

    def open(self) -> None:
        """Lets everything through, including the next COMMIT."""
        super().open()
        self.at_commit, self.cuts_at_commit = None, False
        self.broke.clear()

    def route(self, data: bytes, route: Route) -> Route:
        """Returns the route of a connection, chosen by what its client sends."""
        return route

    async def _serve(self, asking: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        connection = _Connection(self, asking, answering)
        try:
            if not self.refusing or len(self.routes) > 1:
                await connection.forward(*await asyncio.open_connection(*self._server))
        except OSError:  # the server is not running
            return
        finally:
            connection.abort()


class DiscordProxy(Proxy):
    """A proxy to Discord, whose `gateway` and REST (the proxy itself) can be cut and silenced separately."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        super().__init__(port, host)
        self.gateway = Route()

    @property
    def routes(self) -> tuple[Route, ...]:
        return (self, self.gateway)

    def addresses(self, sandbox: Sandbox) -> dict[str, str]:
        """Environment variables with which a bot reaches the sandbox through the proxy."""
        return {
            "DISCORD_API_URL": self.url(sandbox.api_url),
            "DISCORD_GATEWAY_URL": self.url(sandbox.gateway_url),
        }

    def open(self) -> None:
        super().open()
        self.gateway.open()

    def route(self, data: bytes, route: Route) -> Route:
        """A client may use a REST connection for the gateway later."""
        return self.gateway if data.startswith(b"GET /gateway") else route


class _Connection:
    """A client's connection to the proxy, and the proxy's connection to the server."""

    def __init__(self, proxy: Proxy, asking: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        self._proxy = proxy
        self._route: Route = proxy
        self._asking = asking
        self._answering = answering
        self._writers = {answering}
        self._route.writers.add(answering)

    async def forward(self, heard: asyncio.StreamReader, said: asyncio.StreamWriter) -> None:
        """Forwards both ways until either end closes."""
        self._writers.add(said)
        self._route.writers.add(said)
        await asyncio.gather(self._ask(said), self._answer(heard))

    def abort(self) -> None:
        """Breaks both."""
        self._route.writers -= self._writers
        for writer in self._writers:
            writer.transport.abort()

    async def _ask(self, said: asyncio.StreamWriter) -> None:
        proxy = self._proxy
        with suppress(ConnectionError):
            while data := await self._asking.read(65536):
                self._follow(proxy.route(data, self._route))
                await self._route.flowing.wait()
                if self._route.refusing:
                    self.abort()
                    return
                how = proxy.at_commit if data.endswith(COMMIT) else None
                if how is not None:
                    proxy.at_commit = None
                    proxy.broke.set()
                    if proxy.cuts_at_commit:
                        proxy.cut(but=said)
                if how == "held":
                    await proxy.released.wait()
                elif how is not None:
                    self._answering.transport.abort()
                if how != "before":
                    said.write(data)
                    await said.drain()
                if how in ("before", "after"):
                    break
        said.close()  # what was written before is sent first

    async def _answer(self, heard: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while data := await heard.read(65536):
                await self._route.flowing.wait()
                self._answering.write(data)
                await self._answering.drain()
        self._answering.close()

    def _follow(self, route: Route) -> None:
        if route is not self._route:
            self._route.writers -= self._writers
            self._route = route
            route.writers |= self._writers
