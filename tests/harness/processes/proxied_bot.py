"""The bot behind its own proxy to Discord, whose gateway and REST can be cut or silenced separately."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import aiohttp

from sandbox.driver import Sandbox
from tests.harness.processes.bot import Bot, running, unused_port
from tests.harness.processes.forked_process import NO_CONSTANTS
from tests.harness.processes.tcp_proxy import DiscordProxy


class ProxiedBot:
    """A bot, and its proxy to Discord."""

    def __init__(self, bot: Bot, discord: DiscordProxy, health: Callable[[], Any]) -> None:
        self.bot = bot
        self.discord = discord
        self._health = health

    @classmethod
    @asynccontextmanager
    async def running(
        cls,
        sandbox: Sandbox,
        database: Path | str,
        *,
        constants: Mapping[str, Any] = NO_CONSTANTS,
        **variables: str,
    ) -> AsyncGenerator["ProxiedBot"]:
        """Runs the bot with a sandbox, everything open; for `constants` see `Fork.start`."""
        async with AsyncExitStack() as stack:
            discord = await stack.enter_async_context(DiscordProxy.to(sandbox.page_url))
            port = unused_port()
            session = await stack.enter_async_context(aiohttp.ClientSession(f"http://127.0.0.1:{port}"))
            addresses = {
                "DISCORD_API_URL": discord.url(sandbox.api_url),
                "DISCORD_GATEWAY_URL": discord.url(sandbox.gateway_url),
                "COUP_HTTP": f"127.0.0.1:{port}",
            }
            bot = await stack.enter_async_context(
                running(sandbox, database, constants=constants, **addresses | variables)
            )
            proxied = cls(bot, discord, lambda: session.get("/healthz"))
            try:
                yield proxied
            finally:
                proxied.open()

    def open(self) -> None:
        """Lets everything through."""
        self.discord.open()
        self.discord.gateway.open()

    async def status(self) -> str:
        """Returns the health that its operator's port reports."""
        async with self._health() as response:
            body = await response.json()
            assert (response.status == 200) is (body["status"] in ("ready", "spare"))
            return body["status"]


FAULTS: Final[Mapping[str, Callable[[ProxiedBot], None]]] = MappingProxyType(
    {
        "gateway refused": lambda bot: bot.discord.gateway.cut(),
        "gateway silent": lambda bot: bot.discord.gateway.silence(),
        "REST refused": lambda bot: bot.discord.cut(),
        "REST silent": lambda bot: bot.discord.silence(),
    }
)
"""The ways to cut a bot off from Discord; `open` undoes them."""
