"""Requests to Discord: each is watched as it begins and ends, whoever makes it."""

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
from bot.runtime.network import NETWORK_ERRORS

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")
_EXEMPT: Final = re.compile(r"/(interactions|webhooks)/")
"""Paths of requests that do not count among the 50 a second that Discord allows."""
_TIMEOUT: Final = aiohttp.ClientTimeout(sock_connect=5.0, sock_read=15.0)
"""Seconds for which a request waits for a connection, and for each part of an answer."""


def watch(
    membership: Membership, metrics: Metrics, reachability: Reachability, answering: Callable[[int], None]
) -> aiohttp.TraceConfig:
    """Returns what makes requests wait for their turn, counts them, and notes which acknowledge a click.

    What becomes of them tells `reachability` whether REST can be reached. `answering` is called with the id of an
    interaction just before its response is sent. A request about a table that this process does not hold any more
    raises NotHeldHere instead of being sent.
    """

    async def started(session: aiohttp.ClientSession, _: object, request: aiohttp.TraceRequestStartParams) -> None:
        # From the next request on; discord.py has no public way to limit what it makes.
        session._timeout = _TIMEOUT  # pyright: ignore[reportPrivateUsage] - discord.py makes the session itself
        if str(request.url).startswith(Route.BASE) and not _EXEMPT.search(request.url.path):
            await membership.request_turn()
        check_owned()
        if (answered := _CALLBACK.search(request.url.path)) is not None:
            answering(int(answered[1]))

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        metrics.requests.inc()
        if request.response.status >= 500:
            reachability.doubt_rest()
        else:
            reachability.rest.succeed()
        if request.response.status == 429:
            metrics.rate_limited.inc()
        answered = _CALLBACK.search(request.url.path)
        if answered:
            metrics.acknowledged(answered[1])

    async def failed(_: object, __: object, request: aiohttp.TraceRequestExceptionParams) -> None:
        if isinstance(request.exception, NETWORK_ERRORS):
            reachability.doubt_rest()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    trace.on_request_end.append(raise_server_error)
    trace.on_request_exception.append(failed)
    return trace
