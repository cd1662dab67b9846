"""Watches requests to Discord, finds out whether gateway and REST can be reached, and tells other processes."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from discord.http import HTTPClient, Route, json_or_text
from yarl import URL

from bot.cluster import Membership, Reach
from bot.delivery.interaction_requests import LONGEST_WAITS
from bot.delivery.requests import check_owned, raise_server_error
from bot.gateway.connections import ANSWER_SECONDS, QUIET_SECONDS, Connections, Contact
from bot.ops.metrics import Health, HealthStatus, Metrics
from bot.runtime.clock import jitter, running_time
from bot.runtime.network_errors import NETWORK_ERRORS

UNABLE_SECONDS: Final = 15.0
"""A process that cannot serve a shard for this time gives it up, if another one can serve it."""
ABLE_SECONDS: Final = 30.0
"""Time for which it must have reached gateway and REST before it gets shards again."""
ALONE_QUIET_SECONDS: Final = 30.0
"""A process that is alone asks REST only if `/healthz` was requested, and REST has sent nothing for this time."""
PROBE_PAUSE_SECONDS: Final = 1.0
REPORT_SECONDS: Final = 0.5

_USER_AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"


async def ask_rest() -> None:
    """Asks REST for the gateway's address; this counts towards no rate limit. Raises one of NETWORK_ERRORS.

    Any status below 500 shows that REST can be reached, even 429.
    """
    async with _session() as session, session.get(f"{Route.BASE}/gateway") as response:
        if response.status >= 500:
            response.raise_for_status()


async def ask_gateway(url: URL) -> None:
    """Connects to the gateway and waits for its HELLO; begins no session. Raises one of NETWORK_ERRORS."""
    address = url.with_query(v="10", encoding="json")
    timeout = aiohttp.ClientWSTimeout(ws_receive=ANSWER_SECONDS, ws_close=PROBE_PAUSE_SECONDS)  # pyright: ignore[reportCallIssue] - it does not know this class of attrs
    async with _session() as session, session.ws_connect(address, timeout=timeout) as socket:
        message = await socket.receive()
    if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
        raise ConnectionError("the gateway did not say HELLO")


class Reachability:
    """Whether this process reaches gateway and REST.

    Requests, which it counts, and connections show this. While there are none, REST is asked for the gateway's
    address, and the gateway for its HELLO.
    """

    def __init__(self, membership: Membership, metrics: Metrics, now: Callable[[], float] = running_time) -> None:
        self.rest = Contact(now)
        self.gateway = Contact(now)
        """Counts new connections only, because old ones may still work while no new one can be made."""
        self._membership = membership
        self._metrics = metrics
        self._now = now
        self._unable_at: float | None = None
        self._check_rest = asyncio.Event()

    async def watch(self, shards: Connections, gateway: URL) -> None:
        """Watches gateway and REST, and reports changes to the other processes, until it is cancelled.

        Where no other process can run, connections of shards tell enough about the gateway.
        """
        if self._membership.is_single:
            return await self._watch_rest()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch_rest())
            tasks.create_task(self._watch_gateway(shards, gateway))
            while True:
                self._membership.report_reach(self.reach(shards))
                # Reach changes by the passing of time too, which no event reports.
                await asyncio.sleep(QUIET_SECONDS if self._membership.is_alone else REPORT_SECONDS)

    async def begin(self, gateway: URL) -> None:
        """Checks whether the gateway can be reached, before this process gets any shard."""
        await self._check_gateway(gateway)
        if self.gateway.failing_since is not None:
            self._membership.report_reach(Reach(False))

    def reach(self, shards: Connections) -> Reach:
        """Returns what the other processes need to know."""
        now = self._now()
        failing = shards.wanted if self._is_unreachable(self.rest) else shards.down_for(UNABLE_SECONDS)
        if failing or self._is_unreachable(self.rest) or self._is_unreachable(self.gateway):
            self._unable_at = now
            return Reach(False, failing)
        if self.rest.failing_since is not None or self.gateway.failing_since is not None:
            return Reach(False)
        if self._unable_at is not None:
            since = max(self._unable_at, self.rest.reached_since, self.gateway.reached_since)
            if now - since < ABLE_SECONDS:
                return Reach(False)
            self._unable_at = None
        return Reach()

    def reachable_seconds(self, connections: Connections, shard: int) -> float:
        """Returns for how long a shard has been connected, and REST has responded; 0 if one of them is not so."""
        if self.rest.failing_since is not None:
            return 0.0
        return min(self._now() - self.rest.reached_since, connections.connected_seconds(shard))

    def health(self, connections: Connections | None, shards: int | None, *, leaving: bool) -> Health:
        """Returns the state of this process: ready while it reaches REST and all shards that it owns.

        Starts to ask REST if it has sent nothing for ALONE_QUIET_SECONDS; the next call knows the outcome.
        """
        if self._now() - self.rest.reached_at >= ALONE_QUIET_SECONDS:
            self._check_rest.set()
        owned, is_in_touch = self._membership.owned_shards, self._membership.is_in_touch
        connected, wanted = (connections.connected, connections.wanted) if connections else (frozenset[int](),) * 2
        rest = self.rest.failing_since is None
        gateway = self.gateway.failing_since is None or bool(connected)
        if leaving:
            status = HealthStatus.LEAVING
        elif is_in_touch and rest and owned and owned <= connected:
            status = HealthStatus.READY
        elif is_in_touch and rest and gateway and connections is not None and not (owned or wanted):
            status = HealthStatus.SPARE
        elif is_in_touch and rest and gateway and not (owned and connections and connections.begun):
            status = HealthStatus.STARTING
        else:
            status = HealthStatus.NOT_CONNECTED
        return Health(status, tuple(sorted(owned)), tuple(sorted(connected)), shards, gateway=gateway, rest=rest)

    def _is_unreachable(self, contact: Contact) -> bool:
        return contact.failing_since is not None and self._now() - contact.failing_since >= UNABLE_SECONDS

    async def _wait_to_ask_rest(self) -> None:
        """Waits until REST fails, somebody wants to know, or it is quiet and another process could take over."""
        while self.rest.failing_since is None and not self._check_rest.is_set():
            quiet_until = self.rest.reached_at + QUIET_SECONDS
            if not self._membership.is_alone and self._now() >= quiet_until:
                return
            pause = QUIET_SECONDS if self._membership.is_alone else quiet_until - self._now()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if self._membership.is_single else pause):
                    await self._check_rest.wait()

    async def _watch_rest(self) -> None:
        while True:
            await self._wait_to_ask_rest()
            self._check_rest.clear()
            began = self._now()
            try:
                await ask_rest()
            except NETWORK_ERRORS:
                self.rest.fail(began)
            else:
                self.rest.succeed()
            await asyncio.sleep(jitter(PROBE_PAUSE_SECONDS))  # each failed request asks for the next at once

    async def _watch_gateway(self, shards: Connections, url: URL) -> None:
        """Asks the gateway while no connection of a shard shows whether it can be reached."""
        while True:
            fails = self.gateway.failing_since is not None
            if not shards.wanted or (fails and shards.wanted == shards.connected):
                await self._check_gateway(url)
            pause = PROBE_PAUSE_SECONDS if fails else QUIET_SECONDS
            await asyncio.sleep(jitter(pause))  # not to ask a silent gateway without pause

    async def _check_gateway(self, url: URL) -> None:
        began = self._now()
        try:
            await ask_gateway(url)
        except NETWORK_ERRORS:
            self.gateway.fail(began)
        else:
            self.gateway.succeed()

    def answered(self, status: int) -> None:
        """Notes that Discord has answered a request with a status."""
        self._metrics.requests.inc()
        if status >= 500:
            self._check_rest.set()
        else:
            self.rest.succeed()
        if status == 429:
            self._metrics.rate_limited.inc()

    def failed(self, error: BaseException) -> None:
        """Notes that a request has failed without an answer."""
        if isinstance(error, NETWORK_ERRORS):
            self._check_rest.set()

    def trace(self, http: Callable[[], HTTPClient]) -> aiohttp.TraceConfig:
        """Returns hooks for the requests that `http`, discord.py's own, sends: they also limit the rate.

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
            response = request.response
            self.answered(response.status)
            raise_server_error(response)
            if response.status != 429:
                return
            answer = await json_or_text(response)
            if not isinstance(answer, dict) or "retry_after" not in answer:
                # It does not say how long to wait: discord.py would raise a KeyError.
                raise discord.HTTPException(response, answer)
            if answer.get("global"):
                # discord.py holds all requests back until this one has waited: for ever if it is cancelled.
                over = http()._global_over  # pyright: ignore[reportPrivateUsage] - nothing public ends it
                asyncio.get_running_loop().call_later(answer["retry_after"], over.set)

        async def on_exception(_: object, __: object, request: aiohttp.TraceRequestExceptionParams) -> None:
            self.failed(request.exception)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(on_start)
        trace.on_request_end.append(on_end)
        trace.on_request_exception.append(on_exception)
        return trace


def _session() -> aiohttp.ClientSession:
    """Returns a session of its own, because old connections may still work while no new one can be made."""
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS), headers={"User-Agent": _USER_AGENT}
    )
