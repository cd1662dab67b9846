"""Entrance: where interactions come in, to be handled by the process that holds the server's shard.

A process may receive interactions of another's tables: two sessions of a shard overlap while it moves, a process
that stood still does not know yet that it was replaced, and direct messages arrive on shard 0 whichever table they
are about. It hands such an interaction on as Discord sent it; a process that receives one twice handles it once. A
process that loses a shard tells the new holder what it has handled, since both may have received it.

What is a process's own is handled unless its member sends more than the rate limiter admits.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from bot.cluster import Membership
from bot.gateway.deduplicator import Deduplicator
from bot.gateway.member_rate_limit import MemberRateLimiter, Verdict
from bot.ops.logs import begin
from bot.ops.metrics import Metrics
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed

log = logging.getLogger(__name__)

ANSWERABLE: Final = 2.7
"""Seconds after its arrival for which an interaction is handed on; Discord fails it after 3."""
AGAIN: Final = 0.2
"""Seconds between two tries to hand on what nobody holds at the moment."""
MOST_HOPS: Final = 3
"""How many processes may hand an interaction on, one after another."""
LONGEST_LIFE: Final = 900.0
"""Seconds after which Discord forgets an interaction: none is older."""
COMPARED: Final = 100
"""With how many of the last interactions the age of one is compared, as our clock is not Discord's."""
SETTLING: Final = 0.25
"""Seconds for which interactions wait for word from the former holder, once this process has taken their shard."""
LATELY: Final = 3.0
LAST_HANDLED: Final = 2.0
"""Seconds that the handling of interactions may take yet when the process is about to end."""
MOST_TOLD: Final = 300
"""A former holder tells of what it has handled in so many seconds, and of so many interactions at most."""

_HOPS, _UNDONE, _HANDLED = "coup_hops", "coup_undone", "coup_handled"
"""Keys added to an interaction: how often it was handed on, and whether a process has begun with it and left it
undone. In place of an interaction: the ids of those that were handled."""

Payload: TypeAlias = dict[str, Any]
"""The data of an INTERACTION_CREATE as Discord sent it."""


@dataclass(frozen=True)
class Arrival:
    """An interaction as it came in, and when, by the event loop's clock."""

    payload: Payload
    at: float


_current: ContextVar[Arrival] = ContextVar("arrival")


class Entrance:
    """Receives interactions: `handle` is called, once, with each that is this process's.

    `refuse` is called with one that no process takes, and the server it is about; `limit` with one that the rate
    limiter does not admit, and whether its member is to be told why.
    """

    def __init__(
        self,
        membership: Membership,
        metrics: Metrics,
        handle: Callable[[Payload], None],
        refuse: Callable[[Payload, int], None],
        limit: Callable[[Payload, bool], None] = lambda _, __: None,
    ) -> None:
        self._membership = membership
        self._metrics = metrics
        self._handle = handle
        self._refuse = refuse
        self._limit = limit
        self._limiter = MemberRateLimiter()
        self._handlers: set[asyncio.Task[Any]] = set()
        self._handled = Deduplicator()
        self._handled_elsewhere = Deduplicator()
        self._lately: deque[tuple[float, int, int]] = deque(maxlen=MOST_TOLD)  # when, which server, interaction
        self._settled: dict[int, float] = {}  # by shard: when it has settled
        self._ages: deque[float] = deque(maxlen=COMPARED)
        self._background = BackgroundTasks()

    def hear(self, payload: Payload) -> None:
        """Receives an interaction from Discord or another process, or word of those that were handled there."""
        if _HANDLED in payload:
            for interaction_id in payload[_HANDLED]:
                self._handled_elsewhere.is_first(interaction_id)
            return
        now = asyncio.get_running_loop().time()
        arrival = Arrival(payload, now)
        guild_id = int(payload.get("guild_id") or 0)
        stale = self._is_stale(int(payload["id"]))
        settled = self._settled.get(self._membership.shard_of(guild_id), now) if guild_id else now
        # What comes in by direct message tells only later which server it is about.
        if settled <= now and (not guild_id or self._membership.owns(guild_id)):
            self._take(arrival)
        elif stale:
            log.info("An interaction came in too late", extra={"guild": guild_id, "interaction": payload["id"]})
        else:
            self._background.run(self._hand_on(arrival, guild_id, max(0.0, settled - now)))

    def gained(self, shard: int) -> None:
        """Notes that this process has taken a shard just now."""
        if not self._membership.is_alone:  # else there is nobody to send word
            self._settled[shard] = asyncio.get_running_loop().time() + SETTLING

    async def lost(self, shard: int) -> None:
        """Tells the process that has taken a shard what was handled here."""
        since = asyncio.get_running_loop().time() - LATELY
        handled = [
            interaction_id
            for at, guild_id, interaction_id in self._lately
            if at > since and (not guild_id or self._membership.shard_of(guild_id) == shard)
        ]
        with suppress(SaveFailed):
            await self._membership.forward(shard, {_HANDLED: handled})

    def hand_on_current(self, interaction_id: int, guild_id: int) -> bool:
        """Hands on the interaction that is being handled: what it is about is another process's.

        Returns False if it is not handled inside of `handle`. Nothing may have been answered yet.
        """
        arrival = _current.get(None)
        if arrival is None or int(arrival.payload["id"]) != interaction_id:
            return False
        self._handled.forget(interaction_id)
        self._limiter.answered(interaction_id)
        self._metrics.handed_on(str(interaction_id))
        undone = Arrival(arrival.payload | {_UNDONE: True}, arrival.at)
        self._background.run(self._hand_on(undone, guild_id, AGAIN))
        return True

    def track(self, user_id: int, interaction_id: int) -> None:
        """Notes that the current task handles an interaction of a member, until the task has ended."""
        task = asyncio.current_task()
        if task is None or task in self._handlers:
            return
        self._handlers.add(task)
        self._limiter.began(user_id)

        def ended(done: asyncio.Task[Any]) -> None:
            self._handlers.discard(done)
            self._limiter.ended(user_id, interaction_id)

        task.add_done_callback(ended)

    def answering(self, interaction_id: int) -> None:
        """Notes that the response to an interaction is about to be sent."""
        self._limiter.answered(interaction_id)

    async def finish(self) -> None:
        """Returns when what is being handed on has been, or nobody has taken it, and handlers have ended.

        These are waited for so that whoever was told that an answer comes later gets one; for LAST_HANDLED seconds
        at most.
        """
        if self._handlers:
            await asyncio.wait(self._handlers, timeout=LAST_HANDLED)
        await self._background.finish()

    def _is_stale(self, interaction_id: int) -> bool:
        """Whether nobody can answer an interaction any more, as when this process has stood still meanwhile.

        Judged by how old the last ones were when they came in, so that both clocks need not agree.
        """
        age = time.time() - discord.utils.snowflake_time(interaction_id).timestamp()
        self._ages.append(age)
        return min(self._ages) + ANSWERABLE < age < LONGEST_LIFE

    def _take(self, arrival: Arrival) -> None:
        interaction_id, guild_id = int(arrival.payload["id"]), int(arrival.payload.get("guild_id") or 0)
        if interaction_id in self._handled_elsewhere and _UNDONE not in arrival.payload:
            return
        if self._handled.is_first(interaction_id):
            self._lately.append((arrival.at, guild_id, interaction_id))
            match self._admit(arrival):
                case Verdict.HANDLE:
                    self._metrics.received(str(interaction_id))
                    copy_context().run(self._run, arrival)
                case Verdict.YIELD:
                    self._metrics.received(str(interaction_id))
                    self._background.run(self._run_later(arrival))
                case Verdict.IGNORE:
                    self._metrics.limited.inc()
                case verdict:
                    self._metrics.limited.inc()
                    self._limit(arrival.payload, verdict is Verdict.EXPLAIN)

    async def _run_later(self, arrival: Arrival) -> None:
        await self._limiter.make_room(int(arrival.payload["id"]))
        self._run(arrival)

    def _admit(self, arrival: Arrival) -> Verdict:
        """Returns the rate limiter's verdict; what another process left undone was admitted there."""
        payload = arrival.payload
        member: Payload = payload.get("member") or payload
        if _UNDONE in payload or "user" not in member:
            return Verdict.HANDLE
        return self._limiter.admit(int(member["user"]["id"]), int(payload["id"]), arrival.at)

    def _run(self, arrival: Arrival) -> None:
        _current.set(arrival)
        begin(guild=int(arrival.payload.get("guild_id") or 0) or None, interaction=int(arrival.payload["id"]))
        self._handle(arrival.payload)

    async def _hand_on(self, arrival: Arrival, guild_id: int, pause: float) -> None:
        """Hands an interaction to whoever holds its shard, as soon as somebody does; that may be this process.

        Begins after a pause, in seconds, for this process to learn what another one knows.
        """
        payload = arrival.payload | {_HOPS: arrival.payload.get(_HOPS, 0) + 1}
        try:
            async with asyncio.timeout_at(arrival.at + ANSWERABLE):
                await asyncio.sleep(pause)  # word of another process is on its way, or a lease is being taken
                while payload[_HOPS] <= MOST_HOPS:
                    if self._membership.owns(guild_id):
                        self._take(arrival)
                        return
                    # Without the database, another process may have the shard by now, and handle this anyway.
                    with suppress(SaveFailed):
                        if await self._membership.forward(self._membership.shard_of(guild_id), payload):
                            return
                    await asyncio.sleep(AGAIN)  # nobody is told that a shard has found a holder
        except TimeoutError:
            pass
        if self._handled.is_first(int(payload["id"])):
            log.warning("Nobody takes an interaction", extra={"guild": guild_id, "interaction": payload["id"]})
            self._refuse(arrival.payload, guild_id)
