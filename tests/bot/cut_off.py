"""The bot behind proxies of its own to Discord's gateway and REST, which can be cut or silenced one by one."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from sandbox.driver import Sandbox
from tests.bot.process import Bot, running, unused_port
from tests.chaos.gate import Gate


class CutOff:
    """A bot, and its ways to Discord."""

    def __init__(self, bot: Bot, rest: Gate, gateway: Gate, health: Callable[[], Any]) -> None:
        self.bot = bot
        self.rest = rest
        self.gateway = gateway
        self._health = health

    @classmethod
    @asynccontextmanager
    async def running(cls, sandbox: Sandbox, database: Path | str, **variables: str) -> AsyncGenerator["CutOff"]:
        """The bot beside a sandbox, with everything open."""
        async with AsyncExitStack() as stack:
            rest = await stack.enter_async_context(Gate.to(sandbox.api_url))
            gateway = await stack.enter_async_context(Gate.to(sandbox.gateway_url))
            await sandbox.proxy(urlsplit(rest.url).netloc, gateway.url)
            port = unused_port()
            session = await stack.enter_async_context(aiohttp.ClientSession(f"http://127.0.0.1:{port}"))
            addresses = {
                "DISCORD_API_URL": rest.url,
                "DISCORD_GATEWAY_URL": gateway.url,
                "COUP_HTTP": f"127.0.0.1:{port}",
            }
            bot = await stack.enter_async_context(running(sandbox, database, **addresses | variables))
            cut_off = cls(bot, rest, gateway, lambda: session.get("/healthz"))
            try:
                yield cut_off
            finally:
                cut_off.open()

    def open(self) -> None:
        """Lets everything through."""
        self.rest.open()
        self.gateway.open()

    async def status(self) -> str:
        """Returns what its operator's port says of it."""
        async with self._health() as response:
            body = await response.json()
            assert (response.status == 200) is (body["status"] in ("ready", "spare"))
            return body["status"]


FAULTS: Final[Mapping[str, Callable[[CutOff], None]]] = MappingProxyType(
    {
        "gateway refused": lambda bot: bot.gateway.cut(),
        "gateway silent": lambda bot: bot.gateway.silence(),
        "REST refused": lambda bot: bot.rest.cut(),
        "REST silent": lambda bot: bot.rest.silence(),
    }
)
"""What keeps a bot from Discord; `open` ends it."""
