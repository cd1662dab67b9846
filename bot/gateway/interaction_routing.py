"""Routes interactions: each is handled once, by the process that owns its server.

A process may receive interactions of servers that it does not own: two sessions of a shard overlap while the shard
moves, a process that was stopped does not know yet that it was replaced, and direct messages arrive on shard 0
whatever server they are about. It forwards them as Discord sent them. A process that loses a shard tells the new
owner what it has handled, because both may receive an interaction.

Interactions of servers that the process owns are passed to the cogs, unless their member exceeds the rate limit.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar, copy_context
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord.utils import snowflake_time

from bot.cluster import Membership
from bot.command_sync import ENTRY_POINT
from bot.delivery.interaction_requests import InteractionRequests
from bot.gateway.member_rate_limit import MemberRateLimiter, Verdict
from bot.ops.logs import begin
from bot.ops.metrics import Metrics
from bot.refusals import NotOwnedHere, OverRateLimit, Refusal
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import running_time
from bot.runtime.recent import Recent
from bot.store import SaveFailed

log = logging.getLogger(__name__)

RESPONSE_SECONDS: Final = 3.0
"""Time after which Discord fails an interaction that has got no response, and tells its member so."""
FORWARD_SECONDS: Final = 2.4
"""Time after its arrival in which an interaction is forwarded."""
RETRY_SECONDS: Final = 0.2
"""Pause between two tries to forward an interaction whose server nobody owns at the moment."""
MAX_HOPS: Final = 3
"""How many processes may forward an interaction, one after another."""
CREDIBLE_SECONDS: Final = 600.0
"""The greatest difference between the time in an id and this machine's clock at which that time is believed."""
APART_SECONDS: Final = 5.0
"""Two interactions that were sent so far apart show by ages that agree that their ids tell the time."""
JITTER_SECONDS: Final = 0.5
"""The greatest difference between two ages on arrival that agree."""
SETTLE_SECONDS: Final = 0.25
"""Time for which interactions of a new shard wait for its former owner to report what it has handled."""
SHARED_SECONDS: Final = 3.0
MAX_SHARED: Final = 300
"""A former owner reports to the new one what it has handled in this time, at most this number."""
MAX_IDS: Final = 10_000
"""The number of ids that are remembered; a second delivery follows within seconds of the first."""
FINISH_SECONDS: Final = 2.0
"""Time that handlers get to end when the process is about to end."""

_HOPS, _UNDONE, _HANDLED = "coup_hops", "coup_undone", "coup_handled"
"""Keys that are added to an interaction: how often it was forwarded, and whether a process has begun to handle it
before. `_HANDLED` is sent instead of an interaction, with the ids of those that were handled."""

_CONTROLS: Final = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)

Payload: TypeAlias = dict[str, Any]
"""The data of an INTERACTION_CREATE as Discord sent it."""


class Arrival(NamedTuple):
    """An interaction as it was received, and when, by the event loop's clock. `guild_id` is 0 without a server."""

    payload: Payload
    at: float
    id: int
    guild_id: int


_current: ContextVar[Arrival] = ContextVar("arrival")


class InteractionRouter:
    """Receives interactions, and passes each that concerns a server of this process to the client's cogs, once.

    The cogs set `handle_control`, which handles an interaction with a control or a form, and never raises.
    """

    handle_control: Callable[[discord.Interaction[Any]], Coroutine[Any, Any, None]]

    def __init__(
        self, client: discord.Client, requests: InteractionRequests, membership: Membership, metrics: Metrics
    ) -> None:
        self._client = client
        self._requests = requests
        self._membership = membership
        self._metrics = metrics
        self.limiter = MemberRateLimiter()
        self._handlers: set[asyncio.Task[Any]] = set()
        # By id: Discord may deliver an interaction twice when a session is resumed.
        self._handled = Recent[int, None](MAX_IDS)
        self._handled_elsewhere = Recent[int, None](MAX_IDS)
        self._recently_handled: deque[tuple[float, int, int]] = deque(maxlen=MAX_SHARED)  # time, guild, id
        self._settles_at: dict[int, float] = {}  # by shard
        self._usual_age, self._sent_before, self._age_before = inf, 0.0, inf  # see `_is_stale`
        self._background = BackgroundTasks()

    def receive(self, payload: Payload) -> None:
        """Receives an interaction from Discord or another process, or the ids of those that were handled there."""
        if _HANDLED in payload:
            self._handled_elsewhere.update(dict.fromkeys(payload[_HANDLED]))
            return
        if "channel_id" in payload:  # discord.py reads the id of the channel only from the other optional field
            payload.setdefault("channel", {"id": payload["channel_id"]})
        now = asyncio.get_running_loop().time()
        arrival = Arrival(payload, now, int(payload["id"]), int(payload.get("guild_id") or 0))
        guild_id = arrival.guild_id
        if self._is_stale(arrival.id):
            log.info("An interaction came in too late", extra={"guild": guild_id, "interaction": arrival.id})
            return
        settles_at = self._settles_at.get(self._membership.shard_of(guild_id), now) if guild_id else now
        # Which server a direct message is about is known only when it is handled.
        if settles_at <= now and (not guild_id or self._membership.owns(guild_id)):
            self._accept(arrival)
        else:
            self._background.run(self._forward(arrival, guild_id, max(0.0, settles_at - now)))

    def settle(self, shard: int) -> None:
        """Delays interactions of a shard that this process has just taken over."""
        if not self._membership.is_alone:  # a process that is alone need not wait for a former owner
            self._settles_at[shard] = asyncio.get_running_loop().time() + SETTLE_SECONDS

    async def share_handled(self, shard: int) -> None:
        """Tells the new owner of a shard which interactions were handled here lately."""
        since = asyncio.get_running_loop().time() - SHARED_SECONDS
        handled = [
            interaction_id
            for at, guild_id, interaction_id in self._recently_handled
            if at > since and (not guild_id or self._membership.shard_of(guild_id) == shard)
        ]
        with suppress(SaveFailed):
            await self._membership.forward(shard, {_HANDLED: handled})

    def forward_current(self, interaction_id: int, guild_id: int) -> bool:
        """Forwards the interaction that is being handled, because another process owns its server.

        Returns False if it is not being handled here. No response may have been sent yet.
        """
        arrival = _current.get(None)
        if arrival is None or arrival.id != interaction_id:
            return False
        self._handled.pop(interaction_id, None)
        self.limiter.mark_answered(interaction_id)
        undone = arrival._replace(payload=arrival.payload | {_UNDONE: True})
        self._background.run(self._forward(undone, guild_id, RETRY_SECONDS))
        return True

    def track(self, task: asyncio.Task[Any], interaction: discord.Interaction[Any]) -> None:
        """Counts a task as the handler of a member's interaction until it ends."""
        user_id, interaction_id = interaction.user.id, interaction.id
        self._handlers.add(task)
        self.limiter.mark_begun(user_id)

        def ended(done: asyncio.Task[Any]) -> None:
            self._handlers.discard(done)
            self.limiter.mark_ended(user_id, interaction_id)

        task.add_done_callback(ended)

    async def finish(self) -> None:
        """Waits until interactions under way are forwarded or refused, and handlers have ended.

        Handlers get at most FINISH_SECONDS to send their responses.
        """
        await self._background.finish()  # the handlers that waited for others have begun then
        if self._handlers:
            await asyncio.wait(self._handlers, timeout=FINISH_SECONDS)
        await self._background.finish()

    def _is_stale(self, interaction_id: int) -> bool:
        """Whether it is too late to respond to an interaction: this process was stopped, or reconnects only now.

        Its member was told that it failed. A command would act at a later turn, which the member has not seen.
        Compares its age on arrival, by a clock that nobody can set, with the usual age: that of the last two that
        were sent some seconds apart and agree. So this clock need not begin when Discord's does, and one wrong id
        refuses nothing for long. The ids of a stand-in for Discord may tell no time: then no two agree, or they
        are of another day.
        """
        sent = snowflake_time(interaction_id).timestamp()
        if abs(sent - time.time()) > CREDIBLE_SECONDS:
            return False
        age = running_time() - sent
        if abs(sent - self._sent_before) > APART_SECONDS:
            if abs(age - self._age_before) < JITTER_SECONDS:
                self._usual_age = age
            self._sent_before, self._age_before = sent, age
        return age > self._usual_age + RESPONSE_SECONDS

    def _accept(self, arrival: Arrival) -> None:
        """Handles an interaction, unless it was handled before, or refuses it because of the rate limit."""
        payload = arrival.payload
        if arrival.id in self._handled or (arrival.id in self._handled_elsewhere and _UNDONE not in payload):
            return
        self._handled[arrival.id] = None
        self._recently_handled.append((arrival.at, arrival.guild_id, arrival.id))
        verdict = Verdict.HANDLE
        member: Payload = payload.get("member") or payload
        if _UNDONE not in payload and "user" in member:  # otherwise another process has admitted it
            verdict = self.limiter.admit(int(member["user"]["id"]), arrival.id, arrival.at)
        match verdict:
            case Verdict.HANDLE:
                copy_context().run(self._run, arrival)
            case Verdict.YIELD:
                self._background.run(self._run_later(arrival))
            case Verdict.IGNORE:
                self._metrics.limited.inc()
            case _:
                self._metrics.limited.inc()
                self.refuse(payload, OverRateLimit(explain=verdict is Verdict.EXPLAIN))

    async def _run_later(self, arrival: Arrival) -> None:
        """Handles an interaction beyond the member's rate, once no other member has to wait for it."""
        _begin(arrival)
        await self.limiter.make_room(arrival.id)
        self.handle(arrival.payload)

    def _run(self, arrival: Arrival) -> None:
        _begin(arrival)
        self.handle(arrival.payload)

    async def _forward(self, arrival: Arrival, guild_id: int, pause: float) -> None:
        """Forwards an interaction to the owner of its shard, which may be this process, as soon as there is one.

        Begins after a pause in seconds, in which this process may learn what another one knows.
        """
        payload = arrival.payload | {_HOPS: arrival.payload.get(_HOPS, 0) + 1}
        try:
            async with asyncio.timeout_at(arrival.at + FORWARD_SECONDS):
                await asyncio.sleep(pause)  # a report of another process may arrive, or a lease may be acquired
                while payload[_HOPS] <= MAX_HOPS:
                    if self._membership.owns(guild_id):
                        self._accept(arrival)
                        return
                    # While the database is unavailable, another process may own the shard and handle this too.
                    with suppress(SaveFailed):
                        if await self._membership.forward(self._membership.shard_of(guild_id), payload):
                            return
                    await asyncio.sleep(RETRY_SECONDS)  # no event tells that a shard has got an owner
        except TimeoutError:
            pass
        if arrival.id not in self._handled:
            self._handled[arrival.id] = None
            log.warning("No process handles an interaction", extra={"guild": guild_id, "interaction": arrival.id})
            self.refuse(arrival.payload, NotOwnedHere(guild_id))

    def handle(self, payload: Payload) -> None:
        """Passes an interaction to the commands, or to the handler of controls and forms."""
        self._requests.use()
        command: Payload = payload.get("data") or {}  # only commands have a type, controls and forms have none
        if payload.get("type") in _CONTROLS:
            interaction = self._interaction(payload)
            self.track(asyncio.create_task(self.handle_control(interaction)), interaction)
        elif command.get("type") == ENTRY_POINT:  # discord.py does not know this command
            self._client.dispatch("entry_point", self._interaction(payload))
        else:
            sent: Any = payload  # discord.py types it as a TypedDict; this one is as Discord sent it
            self._client._connection.parse_interaction_create(sent)  # pyright: ignore[reportPrivateUsage] - parsers have no public name

    def refuse(self, payload: Payload, refusal: Refusal) -> None:
        """Has the cogs answer an interaction with a refusal: no process handles it, or the limiter does not."""
        self._requests.use()
        self._client.dispatch("unhandled_interaction", self._interaction(payload), refusal)

    def _interaction(self, payload: Payload) -> discord.Interaction[Any]:
        """Returns discord.py's object, without the message that was clicked, of which it would make objects.

        Its `extras` have what Discord says of that `message` (None if there is none) and of the `channel`.
        """
        sent: Any = payload.copy()
        message = sent.pop("message", None)
        state: Any = self._client._connection  # pyright: ignore[reportPrivateUsage] - its type does not know our class of client
        interaction: discord.Interaction[Any] = discord.Interaction(data=sent, state=state)
        interaction.extras |= {"message": message, "channel": payload.get("channel") or {}}
        return interaction


def _begin(arrival: Arrival) -> None:
    """Begins to handle an interaction in this context; log lines from now on name it."""
    _current.set(arrival)
    begin(guild=arrival.guild_id or None, interaction=arrival.id)
