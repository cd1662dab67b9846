"""Watches every request to Discord: limits its rate, counts it, and records whether REST answers."""

import re
from collections.abc import Callable
from typing import Final

import aiohttp
from discord.http import Route

from bot.cluster import Membership
from bot.delivery.ownership_guard import check_owned
from bot.delivery.retries import raise_server_error
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Metrics
from bot.runtime.network_errors import NETWORK_ERRORS

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")
_EXEMPT: Final = re.compile(r"/(interactions|webhooks)/")
"""Paths of requests that do not count towards the 50 a second that Discord allows."""
_TIMEOUT: Final = aiohttp.ClientTimeout(sock_connect=5.0, sock_read=15.0)
"""The longest waits, in seconds, for a connection and for each part of an answer."""


def watch(
    membership: Membership, metrics: Metrics, reachability: Reachability, responding: Callable[[int], None]
) -> aiohttp.TraceConfig:
    """Returns hooks for all requests of a client: they limit the rate, count, and find the responses to clicks.

    The outcome of requests tells `reachability` whether REST can be reached. `responding` is called with the id of
    an interaction just before its response is sent. A request about a table that another process owns by now is
    not sent, but raises NotOwnedHere.
    """

    async def on_start(
        session: aiohttp.ClientSession, _: object, request: aiohttp.TraceRequestStartParams
    ) -> None:
        # Applies from the next request on. Neither discord.py nor aiohttp offers a public way to set it later.
        session._timeout = _TIMEOUT  # pyright: ignore[reportPrivateUsage] - discord.py makes the session itself
        if str(request.url).startswith(Route.BASE) and not _EXEMPT.search(request.url.path):
            await membership.wait_to_request()
        check_owned()
        if (answered := _CALLBACK.search(request.url.path)) is not None:
            responding(int(answered[1]))

    async def on_end(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        metrics.requests.inc()
        if request.response.status >= 500:
            reachability.check_rest_soon()
        else:
            reachability.rest.succeed()
        if request.response.status == 429:
            metrics.rate_limited.inc()
        answered = _CALLBACK.search(request.url.path)
        if answered:
            metrics.stop_timer(answered[1])

    async def on_exception(_: object, __: object, request: aiohttp.TraceRequestExceptionParams) -> None:
        if isinstance(request.exception, NETWORK_ERRORS):
            reachability.check_rest_soon()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    trace.on_request_end.append(raise_server_error)
    trace.on_request_exception.append(on_exception)
    return trace
