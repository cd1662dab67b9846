"""Requests that raise Discord's errors at once, instead of being tried again by discord.py."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

_WITHOUT_RETRIES: Final[ContextVar[bool]] = ContextVar("without_retries", default=False)


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
