"""Requests to Discord: each is watched as it begins and ends, whoever makes it."""

import re
from typing import Final

import aiohttp
from discord.http import Route

from bot.cluster import Membership
from bot.delivery.acting import check_acting
from bot.delivery.failures import end_at_once
from bot.ops.metrics import Metrics

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")
_EXEMPT: Final = re.compile(r"/(interactions|webhooks)/")
"""Paths of requests that do not count among the 50 a second that Discord allows."""


def watch(membership: Membership, metrics: Metrics) -> aiohttp.TraceConfig:
    """Returns what makes requests wait for their turn, counts them, and notes which acknowledge a click.

    One about a table that this process does not hold any more raises NotHeldHere instead of being sent.
    """

    async def started(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        if str(request.url).startswith(Route.BASE) and not _EXEMPT.search(request.url.path):
            await membership.request_turn()
        check_acting()

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        metrics.requests.inc()
        if request.response.status == 429:
            metrics.rate_limited.inc()
        answered = _CALLBACK.search(request.url.path)
        if answered:
            metrics.acknowledged(answered[1])

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    trace.on_request_end.append(end_at_once)
    return trace
