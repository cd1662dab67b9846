"""A fleet: bot processes that share Discord's shards and one database."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Self

from sandbox.driver import Sandbox
from tests.harness.processes.bot import Bot, start
from tests.harness.processes.tcp_proxy import DiscordProxy, Proxy

BALANCED_SECONDS: Final = 150.0
"""Seconds within which every process must own shards. Only one session may start every five seconds, and after a
fault the sessions start later.
"""
_GAINED, _LOST = "is served from here", "is served by another process"


class Fleet:
    """Bot processes by number; each has its own proxies to the database and to Discord."""

    def __init__(
        self, sandbox: Sandbox, url: str, databases: Sequence[Proxy], discords: Sequence[DiscordProxy]
    ) -> None:
        self._sandbox = sandbox
        self._url = url
        self.databases = databases
        self.discords = discords
        self.bots: list[Bot | None] = [None] * len(databases)
        self.log = ""
        """The output of the processes that have ended."""

    @classmethod
    @asynccontextmanager
    async def running(cls, sandbox: Sandbox, url: str, processes: int) -> AsyncGenerator[Self]:
        """Starts this many processes over the database of `url`, and waits until all are ready."""
        async with AsyncExitStack() as stack:
            databases = [await stack.enter_async_context(Proxy.to(url)) for _ in range(processes)]
            to_discord = [DiscordProxy.to(sandbox.page_url) for _ in range(processes)]
            fleet = cls(sandbox, url, databases, [await stack.enter_async_context(proxy) for proxy in to_discord])
            try:
                for number in range(processes):
                    await fleet.start(number)
                await sandbox.ready("coup", timeout=BALANCED_SECONDS)
                for number in range(processes):
                    await fleet.ready(number)
                yield fleet
            finally:
                for number in range(processes):
                    await fleet.end(number, signal.SIGKILL)

    async def start(self, number: int) -> None:
        """Starts a process."""
        discord = self.discords[number]
        self.bots[number] = await start(
            self._sandbox,
            self.databases[number].url(self._url),
            DISCORD_API_URL=discord.url(self._sandbox.api_url),
            DISCORD_GATEWAY_URL=discord.url(self._sandbox.gateway_url),
            COUP_CLUSTER="auto",
            COUP_WINDOW_FLOOR="0.3",
            LOG_FORMAT="json",
        )

    async def ready(self, number: int) -> None:
        """Waits until a process owns shards."""
        bot = self.bots[number]
        assert bot is not None
        await bot.until(lambda: bot.log.count(_GAINED) > bot.log.count(_LOST), within=BALANCED_SECONDS)

    async def end(self, number: int, how: signal.Signals) -> int:
        """Ends a process by a signal, and returns its exit code."""
        bot = self.bots[number]
        if bot is None:
            return 0
        self.bots[number] = None
        bot.process.send_signal(signal.SIGCONT)
        bot.process.send_signal(how)
        code = await bot.process.wait()
        await bot.end()
        self.log += bot.log
        return code

    async def hang(self, number: int, seconds: float) -> None:
        """Stops a process for some seconds, as happens on a machine that swaps or is being migrated."""
        bot = self.bots[number]
        assert bot is not None
        bot.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)  # the time for which it hangs
        bot.process.send_signal(signal.SIGCONT)

    @property
    def said(self) -> str:
        """The output of all processes."""
        return self.log + "".join(bot.log for bot in self.bots if bot is not None)
