"""Entrance: where interactions come in, to be handled by the process that holds the server's shard.

A process may receive interactions of another's tables: two sessions of a shard overlap while it moves, a process
that stood still does not know yet that it was replaced, and direct messages arrive on shard 0 whichever table they
are about. It hands such an interaction on as Discord sent it; a process that receives one twice handles it once.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.cluster import Membership
from bot.ops.logs import begin
from bot.ops.metrics import Metrics
from bot.runtime.background import BackgroundTasks
from bot.runtime.deduplicator import Deduplicator
from bot.store import SaveFailed

log = logging.getLogger(__name__)

ANSWERABLE: Final = 2.5
"""Seconds after its arrival for which an interaction is handed on; Discord fails it after 3."""
AGAIN: Final = 0.2
"""Seconds between two tries to hand on what nobody holds at the moment."""
MOST_HOPS: Final = 3
"""How many processes may hand an interaction on, one after another."""
_HOPS: Final = "coup_hops"

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

    `refuse` is called with one that no process takes, and the server it is about.
    """

    def __init__(
        self,
        membership: Membership,
        metrics: Metrics,
        handle: Callable[[Payload], None],
        refuse: Callable[[Payload, int], None],
    ) -> None:
        self._membership = membership
        self._metrics = metrics
        self._handle = handle
        self._refuse = refuse
        self._handled = Deduplicator()
        self._background = BackgroundTasks()

    def hear(self, payload: Payload) -> None:
        """Receives an interaction, from Discord or from another process."""
        arrival = Arrival(payload, asyncio.get_running_loop().time())
        guild_id = int(payload.get("guild_id") or 0)
        # What comes in by direct message tells only later which server it is about.
        if not guild_id or self._membership.holds(guild_id):
            self._take(arrival)
        else:
            self._background.run(self._hand_on(arrival, guild_id))

    def hand_on_current(self, interaction_id: int, guild_id: int) -> bool:
        """Hands on the interaction that is being handled: what it is about is another process's.

        Returns False if it is not handled inside of `handle`. Nothing may have been answered yet.
        """
        arrival = _current.get(None)
        if arrival is None or int(arrival.payload["id"]) != interaction_id:
            return False
        self._handled.forget(interaction_id)
        self._metrics.handed_on(str(interaction_id))
        self._background.run(self._hand_on(arrival, guild_id, AGAIN))
        return True

    async def finish(self) -> None:
        """Returns when what is being handed on has been, or nobody has taken it."""
        await self._background.finish()

    def _take(self, arrival: Arrival) -> None:
        interaction_id = int(arrival.payload["id"])
        if self._handled.is_first(interaction_id):
            self._metrics.received(str(interaction_id))
            copy_context().run(self._run, arrival)

    def _run(self, arrival: Arrival) -> None:
        _current.set(arrival)
        begin(guild=int(arrival.payload.get("guild_id") or 0) or None, interaction=int(arrival.payload["id"]))
        self._handle(arrival.payload)

    async def _hand_on(self, arrival: Arrival, guild_id: int, pause: float = 0.0) -> None:
        """Hands an interaction to whoever holds its shard, as soon as somebody does; that may be this process."""
        payload = arrival.payload | {_HOPS: arrival.payload.get(_HOPS, 0) + 1}
        try:
            async with asyncio.timeout_at(arrival.at + ANSWERABLE):
                await asyncio.sleep(pause)  # until this process knows, too, what the database has refused it for
                while payload[_HOPS] <= MOST_HOPS:
                    if self._membership.holds(guild_id):
                        self._take(arrival)
                        return
                    # Without the database, another process may have the shard by now, and handle this anyway.
                    with suppress(SaveFailed):
                        if await self._membership.hand_on(self._membership.shard_of(guild_id), payload):
                            return
                    await asyncio.sleep(AGAIN)
        except TimeoutError:
            pass
        if self._handled.is_first(int(payload["id"])):
            log.warning("Nobody takes an interaction", extra={"guild": guild_id, "interaction": payload["id"]})
            self._refuse(arrival.payload, guild_id)
