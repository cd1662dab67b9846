"""How the requests inside a block are made: not tried again after an error, or only while a table is owned.

Time may pass between the decision to send a request and the moment it is sent: it waits for the rate limit, it is
tried again after an error, or the process is suspended. Another process may own the table by then.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.tables.shell.shell import Shell
from bot.tables.table import Table

_WITHOUT_RETRIES: Final[ContextVar[bool]] = ContextVar("without_retries", default=False)
_OWNED: Final[ContextVar[tuple[Shell, int] | None]] = ContextVar("owned", default=None)


@contextmanager
def without_retries() -> Generator[None]:
    """Makes requests inside raise discord.DiscordServerError at the first response with a status of 500 or more.

    Otherwise discord.py would try five times within 25 seconds, and the caller would have to wait.
    """
    token = _WITHOUT_RETRIES.set(True)
    try:
        yield
    finally:
        _WITHOUT_RETRIES.reset(token)


async def raise_server_error(
    _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    """Implements `without_retries`; must be a listener for the client's `aiohttp.TraceConfig.on_request_end`."""
    if request.response.status >= 500 and _WITHOUT_RETRIES.get():
        raise discord.DiscordServerError(request.response, None)


@contextmanager
def while_owned(shell: Shell, table: Table) -> Generator[None]:
    """Makes requests inside raise NotOwnedHere once another process owns the table."""
    token = _OWNED.set((shell, table.guild_id))
    try:
        yield
    finally:
        _OWNED.reset(token)


def check_owned() -> None:
    """Raises NotOwnedHere inside of `while_owned` if another process owns the table. Called for every request."""
    owned = _OWNED.get()
    if owned is not None:
        shell, guild_id = owned
        shell.ownership.check_owned(guild_id)
