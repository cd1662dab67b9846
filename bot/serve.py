"""Runs the bot, from opening the database to closing it."""

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import discord

from bot.client import CoupBot, set_base_urls
from bot.cluster import join, only_process
from bot.gateway.reachability import ask_rest
from bot.ops.logs import name_process
from bot.refusals import OperatorError
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Backoff
from bot.runtime.network_errors import NETWORK_ERRORS
from bot.settings import Settings
from bot.store import Store
from bot.store.backup import ScheduledBackups

log = logging.getLogger(__name__)

FIRST_WAIT_SECONDS: Final = 0.5
LONGEST_WAIT_SECONDS: Final = 4.0
"""The first and the longest pause between two tries to reach Discord."""

_UNREACHABLE: Final = (*NETWORK_ERRORS, discord.DiscordServerError, discord.GatewayNotFound)


async def serve(settings: Settings, token: str) -> None:
    """Runs the bot until the process gets SIGTERM or SIGINT. Raises OperatorError or discord.LoginFailure."""
    set_base_urls(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        # Connections that break from now on are expected.
        logging.getLogger("discord").setLevel(logging.CRITICAL)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    bot: CoupBot | None = None  # None between two tries to reach Discord
    async with AsyncExitStack() as stack:
        if isinstance(settings.coup_database, Path):
            stack.enter_context(only_process(settings.coup_database))
        store = await stack.enter_async_context(await Store.open(settings.coup_database))
        if isinstance(settings.coup_database, Path) and settings.coup_backups is not None:
            backups = ScheduledBackups(settings.coup_database, settings.coup_backups)
            background = BackgroundTasks()
            stack.push_async_callback(background.close)
            background.run(backups.run())
        if settings.coup_http is not None:
            from bot.ops.operator_port import operator_port  # noqa: PLC0415 - a web server, which most bots lack

            port = operator_port(
                *settings.coup_http,
                lambda: None if bot is None else bot.metrics,
                lambda: None if bot is None else bot.health(),
            )
            try:
                await stack.enter_async_context(port)
            except OSError as error:
                address = "{}:{}".format(*settings.coup_http)
                raise OperatorError(f"COUP_HTTP {address} cannot be used: {error}.") from error
        retry, logged = Backoff(FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS), ""
        while not stop.is_set():
            began = loop.time()
            try:
                await ask_rest()
                async with _client(settings, store) as bot:
                    try:
                        await _run(bot, token, stop)
                    finally:
                        bot = None
            except _UNREACHABLE as error:
                reason = f"{type(error).__name__}: {error}"
                if reason != logged:  # so that the same reason is not logged every few seconds
                    log.warning("Discord cannot be reached, and is tried again and again: %s", reason)
                logged = reason
            elapsed = loop.time() - began
            if elapsed > LONGEST_WAIT_SECONDS:
                retry.reset()
            if not stop.is_set():
                gc.unfreeze()  # the client is garbage now, but was excluded from garbage collection
                gc.collect()
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), retry.jittered_seconds(elapsed))


@asynccontextmanager
async def _client(settings: Settings, store: Store) -> AsyncGenerator[CoupBot]:
    """Yields a client that has joined the processes which share the database."""
    membership = await join(settings.coup_database, settings.coup_cluster)
    try:
        name_process(membership.name)
        async with CoupBot(settings, store, membership=membership) as bot:
            yield bot
    finally:
        await membership.close()


async def _run(bot: CoupBot, token: str, stop: asyncio.Event) -> None:
    """Runs a client, from login until `stop` is set or Discord ends its connection."""
    serving = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        log.info("Told to stop")
        try:
            await bot.leave()
            await bot.close()
        finally:
            serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        return
    stopping.cancel()
    try:
        await serving
    except (discord.DiscordServerError, discord.GatewayNotFound):
        raise
    except discord.HTTPException as error:
        raise OperatorError(f"Discord does not let the bot in ({error.status}: {error.text}).") from error
    except discord.ConnectionClosed as error:
        raise OperatorError(f"Discord has ended the connection for good (code {error.code}).") from error
