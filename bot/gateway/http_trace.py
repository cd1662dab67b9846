"""Watches the requests to Discord: limits their rate, counts them, and records whether REST answers."""

from types import SimpleNamespace

import aiohttp
import discord
from discord.http import Route, json_or_text

from bot.cluster import Membership
from bot.delivery.interaction_requests import LONGEST_WAITS
from bot.delivery.requests import check_owned, raise_server_error
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Metrics
from bot.runtime.network_errors import NETWORK_ERRORS


class RequestWatch:
    """Counts the requests of a client, and tells `reachability` by their outcome whether REST can be reached."""

    def __init__(self, membership: Membership, metrics: Metrics, reachability: Reachability) -> None:
        self._membership = membership
        self._metrics = metrics
        self._reachability = reachability

    def answered(self, status: int) -> None:
        """Notes that Discord has answered a request with a status."""
        self._metrics.requests.inc()
        if status >= 500:
            self._reachability.check_rest_soon()
        else:
            self._reachability.rest.succeed()
        if status == 429:
            self._metrics.rate_limited.inc()

    def failed(self, error: BaseException) -> None:
        """Notes that a request has failed without an answer."""
        if isinstance(error, NETWORK_ERRORS):
            self._reachability.check_rest_soon()

    def trace(self) -> aiohttp.TraceConfig:
        """Returns hooks for the requests of discord.py's own session: they also limit the rate.

        Requests about interactions, which have a session of their own, do not count towards Discord's 50 a second.
        A request about a table that another process owns by now is not sent, but raises NotOwnedHere.
        """

        async def on_start(
            session: aiohttp.ClientSession, _: object, request: aiohttp.TraceRequestStartParams
        ) -> None:
            # Applies from the next request on. Neither discord.py nor aiohttp offers a public way to set it later.
            session._timeout = LONGEST_WAITS  # pyright: ignore[reportPrivateUsage] - discord.py makes the session itself
            if str(request.url).startswith(Route.BASE):
                await self._membership.wait_to_request()
            check_owned()

        async def on_end(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
            self.answered(request.response.status)

        async def on_exception(_: object, __: object, request: aiohttp.TraceRequestExceptionParams) -> None:
            self.failed(request.exception)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(on_start)
        trace.on_request_end.append(on_end)
        trace.on_request_end.append(raise_server_error)
        trace.on_request_end.append(_raise_endless_limit)
        trace.on_request_exception.append(on_exception)
        return trace


async def _raise_endless_limit(
    _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
) -> None:
    """Raises discord.HTTPException for a 429 that does not say how long to wait: discord.py raises a KeyError."""
    response = request.response
    if response.status == 429 and b"retry_after" not in await response.read():
        raise discord.HTTPException(response, await json_or_text(response))
