"""A running sandbox: its members and its controls."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, cast

import aiohttp

from sandbox.driver.member import TIMEOUT_SECONDS, DrivenMember
from sandbox.json_helpers import Json
from sandbox.server import Server


class Sandbox:
    """A running sandbox, in this process or another. Its controls are methods too (see `__getattr__`)."""

    def __init__(self, page_url: str, session: aiohttp.ClientSession) -> None:
        self.page_url = page_url
        self.api_url = f"{page_url}/api/v10"
        self.gateway_url = f"{page_url.replace('http', 'ws', 1)}/gateway"
        self.server: Server | None = None
        """The server itself, when it runs in this process."""
        self._session = session
        self._members: dict[tuple[str, str | None], DrivenMember] = {}

    @classmethod
    @asynccontextmanager
    async def start(cls, *, identify_seconds: float = 0.0, **settings: Any) -> AsyncGenerator[Self]:
        """A sandbox in this process on a free port, with the settings of `Server`.

        By default, a bot may start sessions without a pause, so that a test can restart it at once.
        """
        server = Server(identify_seconds=identify_seconds, **settings)
        await server.start()
        try:
            async with cls.connect(server.page_url) as sandbox:
                sandbox.server = server
                yield sandbox
        finally:
            await server.stop()

    @classmethod
    @asynccontextmanager
    async def spawn(cls, *arguments: str) -> AsyncGenerator[Self]:
        """A sandbox in a process of its own on a free port, with these arguments of its command line."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", "--port", "0", *arguments, stdout=asyncio.subprocess.PIPE
        )
        try:
            line = (await asyncio.wait_for(cast(asyncio.StreamReader, process.stdout).readline(), 30)).decode()
            async with cls.connect(line.split()[-1]) as sandbox:
                yield sandbox
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()

    @classmethod
    @asynccontextmanager
    async def connect(cls, page_url: str) -> AsyncGenerator[Self]:
        """Connects to the sandbox at this address."""
        # Controls are called rarely. A new connection for each call is never stale.
        connector = aiohttp.TCPConnector(limit=0, force_close=True)
        async with aiohttp.ClientSession(connector=connector) as session:
            sandbox = cls(page_url, session)
            try:
                yield sandbox
            finally:
                for member in sandbox._members.values():
                    await member.close()

    async def member(self, name: str, *, guild: str | None = None) -> DrivenMember:
        """The connected member of this name; a new one joins the guild if there is none."""
        if (name, guild) in self._members:
            return self._members[name, guild]
        home = await self._guild(guild)
        own = home["members"].get(name)
        if own is None:
            own = await self.add_member(name, home["id"])
        socket = await self._session.ws_connect(f"{self.page_url}/client?member={own}&guild={home['id']}")
        member = await DrivenMember(name, own, socket).open()
        self._members[name, guild] = member
        return member

    async def first_member(self) -> DrivenMember:
        """The connected member who owns the first guild."""
        home = await self._guild(None)
        return await self.member(next(iter(home["members"])))

    async def ready(self, command: str | None = None, *, timeout: float = TIMEOUT_SECONDS) -> None:  # noqa: ASYNC109 - as in DrivenMember.until
        """Waits until a bot is connected and has registered this command, or any if none is named.

        Raises TimeoutError.
        """
        first = await self.first_member()

        def done() -> bool:
            names = [known["name"] for known in first.commands]
            return first.online and (command in names if command else bool(names))

        await first.until(done, timeout=timeout, what="a bot with commands")

    async def offline(self) -> None:
        """Waits until no bot is connected. Raises TimeoutError."""
        first = await self.first_member()
        await first.until(lambda: not first.online, what="the bot leave")

    def __getattr__(self, control: str) -> Callable[..., Awaitable[Any]]:
        """Any other method is one of `sandbox.control.Controls`. It raises ValueError for wrong arguments."""
        if control.startswith("_"):
            raise AttributeError(control)

        async def call(*given: Any, **named: Any) -> Any:
            async with self._session.post(f"{self.page_url}/control/{control}", json=(given, named)) as answer:
                if answer.status != 200:
                    raise ValueError(await answer.text())
                return await answer.json()

        return call

    async def _guild(self, name: str | None) -> Json:
        guilds = (await self.state())["guilds"]
        return next(guild for guild in guilds if name in (None, guild["name"], guild["id"]))
