"""Renews the leases of this process, and acquires and releases shards according to the assignment."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.cluster.assignment import assign
from bot.cluster.membership import IDENTIFY_SECONDS, Membership, ShardHandlers, has_ended
from bot.refusals import NotOwnedHere, OperatorError
from bot.runtime.clock import running_time
from bot.store.engines.database import SaveFailed
from bot.store.repositories.leases import Leases
from bot.store.rows import Fence, Process, Reach, Snapshot

log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 0.25  # after a renewal that failed
_LATE_SECONDS: Final = 0.05
"""Time after the end of another process's lease at which the database is asked whether it was renewed."""


@dataclass(frozen=True)
class Timing:
    """Seconds: `lease` is how long a lease lasts, `renewal` how often it is renewed.

    `linger` is how long the session of a lost shard stays open. `identify` is the time between two new sessions of
    shards with the same remainder by Discord's max_concurrency.
    """

    lease: float = 6.0
    renewal: float = 2.0
    linger: float = 3.0
    identify: float = IDENTIFY_SECONDS


class LeasedMembership(Membership):
    """The membership of a process that owns shards by leases: it renews, acquires and releases them."""

    def __init__(self, leases: Leases, process: Process, timing: Timing) -> None:
        super().__init__(process.name)
        self._agreed: int | None = None  # how many shards all processes use; None until they have agreed
        self._handlers: ShardHandlers | None = None  # set when this process is ready to acquire shards
        self._leaving = False
        self._fences: dict[int, Fence] = {}  # by shard, of the shards acquired and not known to be lost
        self._leases = leases
        self._process = process
        self._timing = timing
        self._snapshot = Snapshot(None, 0.0, (), {})
        self._snapshot_shards: int | None = None  # the value of `_agreed` when the snapshot was requested
        self._renewed_at = running_time()
        self._valid_until = 0.0
        self._patient_until = 0.0
        self._reach = self._announced_reach = Reach()
        self._renew_now = asyncio.Event()
        self._next_snapshot = asyncio.Event()
        self._assigned: set[int] = set()
        self._cancellable: set[int] = set()  # shards whose task in `_moves` may be cancelled
        self._starting: set[int] = set()  # shards whose session was begun, and whose lease is not acquired yet
        self._moves: dict[int, asyncio.Task[None]] = {}

    @property
    def owned_shards(self) -> frozenset[int]:
        """The shards acquired and not lost; none if the last renewal has expired."""
        return frozenset(self._fences) if self.is_in_touch else frozenset()

    @property
    def is_in_touch(self) -> bool:
        """Whether the last renewal is still valid."""
        return running_time() < self._valid_until

    @property
    def is_alone(self) -> bool:
        """Whether no other process runs, as far as is known."""
        return self._valid_until > 0 and not any(other.live for other in self._others())

    def fence(self, guild_id: int) -> Fence | None:
        """Returns the fence of a server's shard. Raises NotOwnedHere."""
        fence = self._fences.get(self.shard_of(guild_id))
        if fence is None or not self.is_in_touch:
            raise NotOwnedHere(guild_id)
        return fence

    def report_lost_fence(self, guild_id: int) -> None:
        """Asks the database at once for the owners of all shards."""
        self._renew_now.set()

    def report_reach(self, reach: Reach) -> None:
        """Tells all processes whether this one reaches Discord, and which shards it cannot serve."""
        if reach != self._reach:
            self._reach = reach
            self._renew_now.set()

    def _mark_starting(self, shard: int) -> None:
        """Reports that the session of a shard is about to begin: the shard stays assigned to this process."""
        if shard in self._cancellable:
            self._starting.add(shard)
            self._renew_now.set()

    async def _renew_repeatedly(self) -> None:
        """Renews the leases until it is cancelled. Raises OperatorError if the number of shards has changed."""
        is_expiry_logged = False
        while True:
            self._renew_now.clear()
            try:
                reach = await self._renew()
            except SaveFailed:  # the connection logs the error
                if self._fences and not self.owned_shards and not is_expiry_logged:
                    is_expiry_logged = True
                    log.warning("The leases have run out; until they are renewed nothing is done for any server")
                await asyncio.sleep(_RETRY_SECONDS)  # no event tells that the database is back
                continue
            is_expiry_logged = False
            self._apply_snapshot()
            await self._release_killed()
            if reach != self._announced_reach:  # the others read at once what was stored
                self._announced_reach = reach
                with suppress(SaveFailed):  # they read it in any case when they renew their leases
                    await self._leases.notify_all()
            arrived, self._next_snapshot = self._next_snapshot, asyncio.Event()
            arrived.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause_seconds()):
                    await self._renew_now.wait()

    async def _all_handed_over(self) -> None:
        """Waits until other processes own all shards of this one, or no other process runs."""
        while True:
            await self._next_snapshot.wait()
            leases = self._snapshot.leases.values()
            others_take_shards = any(other.live and not other.leaving for other in self._others())
            if not others_take_shards or not any(lease.holder == self.name for lease in leases):
                break
        while releasing := [move for shard, move in self._moves.items() if shard not in self._fences]:
            await asyncio.wait(releasing)

    async def _forget_shards(self) -> None:
        """Cancels all tasks that acquire or release shards, and forgets the shards."""
        self._assigned.clear()
        moves = list(self._moves.values())
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)
        self._valid_until = 0.0
        self._fences.clear()

    async def _renew(self) -> Reach:
        """Extends the leases; returns what it has stored about whether this process reaches Discord."""
        # Before the database reads its clock, so that this process sees the lease end first.
        sent_at, agreed = running_time(), self._agreed
        process = replace(
            self._process, leaving=self._leaving, reach=self._reach, starting=frozenset(self._starting)
        )
        snapshot = await self._leases.renew(process, agreed, self._timing.lease)
        # If this renewal is late, or the server has just started, others may be late because of the same outage.
        if running_time() - self._renewed_at > self._timing.lease / 2:
            self._patient_until = running_time() + self._timing.lease
        if snapshot.server_runs < self._timing.lease:
            self._patient_until = max(
                self._patient_until, running_time() + self._timing.lease - snapshot.server_runs
            )
        self._renewed_at = sent_at
        self._valid_until = sent_at + self._timing.lease
        self._snapshot = snapshot
        self._snapshot_shards = agreed
        return process.reach

    async def _release_killed(self) -> None:
        """Releases the shards of killed processes of this machine, before their leases run out."""
        for other in self._others():
            is_local = other.machine is not None and other.machine == self._process.machine
            if is_local and other.live and has_ended(other.name):
                with suppress(SaveFailed):
                    await self._leases.release(other.name)

    def _others(self) -> list[Process]:
        return [process for process in self._snapshot.processes if process.name != self.name]

    def _pause_seconds(self) -> float:
        """Returns the time until the next renewal: sooner if another process is late, 0 if this one is."""
        if not self.is_in_touch:
            return 0.0
        late = [other.seconds_left + _LATE_SECONDS for other in self._others() if other.live]
        return min(self._timing.renewal, *late) if late else self._timing.renewal

    def _apply_snapshot(self) -> None:
        """Begins to release the shards that were lost, and to acquire those that are assigned to this process."""
        if self._snapshot_shards is not None and self._snapshot.shards != self._snapshot_shards:
            self._valid_until = 0.0
            raise OperatorError(
                f"The processes over this database use {self._snapshot.shards} shards by now, "
                f"this one {self._snapshot_shards}: start it again."
            )
        for shard, fence in list(self._fences.items()):
            lease = self._snapshot.leases[shard]
            # A snapshot from before the shard was acquired is ignored.
            if lease.number > fence.number or (lease.number == fence.number and lease.holder != self.name):
                del self._fences[shard]
                log.info("Shard %s is owned by %s now", shard, lease.holder)
                self._start_move(shard, self._give_up(shard, self._moves.get(shard)))
        self._assigned = self._assign()
        for shard in sorted(self._assigned - self._moves.keys() - self._fences.keys()):
            self._start_move(shard, self._take_over(shard))
        for shard in self._cancellable - self._assigned:
            self._cancellable.discard(shard)
            self._moves[shard].cancel()

    def _assign(self) -> set[int]:
        """Returns the shards that this process should own."""
        if self._handlers is None or self._snapshot_shards is None or self._leaving:
            return set()
        is_patient = running_time() < self._patient_until
        processes = [
            # This process may know newer facts about itself than the snapshot.
            replace(process, reach=self._reach, starting=process.starting | self._starting)
            if process.name == self.name
            else process
            for process in self._snapshot.processes
            if process.live or is_patient
        ]
        owners = {
            shard: lease.holder for shard, lease in self._snapshot.leases.items() if lease.holder is not None
        }
        assigned = assign(self._snapshot_shards, processes, owners)
        return {shard for shard, name in assigned.items() if name == self.name}

    def _start_move(self, shard: int, work: Awaitable[None]) -> None:
        """Runs `work`, which takes over or gives up a shard, in a task that `_moves` holds under the shard."""
        move = asyncio.ensure_future(work)
        self._moves[shard] = move

        def done(_: object) -> None:
            if self._moves.get(shard) is move:
                del self._moves[shard]
            if not move.cancelled() and (error := move.exception()) is not None:
                log.warning("Shard %s: %s: %s", shard, type(error).__name__, error, exc_info=error)

        move.add_done_callback(done)

    async def _take_over(self, shard: int) -> None:
        """Begins the session of a shard, then acquires its lease."""
        handlers = self._ready_handlers()
        try:
            self._cancellable.add(shard)
            await handlers.begin_session(shard)
            while shard not in self._fences:
                self._cancellable.discard(shard)
                await self._acquire_lease(shard)
                if shard not in self._fences:
                    self._cancellable.add(shard)
                    await self._next_snapshot.wait()
        except BaseException:
            await handlers.end_session(shard)
            raise
        finally:
            self._cancellable.discard(shard)
            self._starting.discard(shard)
        await handlers.take_over(shard)

    async def _acquire_lease(self, shard: int) -> None:
        """Tries to acquire the lease of a shard, if it is still assigned to this process."""
        if self._snapshot_shards is None or shard not in self._assigned:
            return
        known = [process.name for process in self._snapshot.processes]
        with suppress(SaveFailed):  # tried again with the next snapshot
            fence = await self._leases.acquire(
                self.name, shard, self._snapshot_shards, self._snapshot.leases[shard].number, known
            )
            if fence is not None:
                self._fences[shard] = fence
                log.info("Shard %s is owned by this process now", shard)

    async def _give_up(self, shard: int, before: asyncio.Task[None] | None) -> None:
        """Forgets the tables of a shard, then ends its session. First cancels an earlier move of the shard."""
        handlers = self._ready_handlers()
        if before is not None:
            before.cancel()
            await asyncio.gather(before, return_exceptions=True)
        try:
            await handlers.give_up(shard)
            # Discord may still send interactions of the shard to this process, which forwards them.
            await asyncio.sleep(self._timing.linger)  # no event tells which of them is the last
        finally:
            await handlers.end_session(shard)
        self._renew_now.set()  # the shard may be assigned to this process again

    def _ready_handlers(self) -> ShardHandlers:
        if self._handlers is None:
            raise RuntimeError("no shard is acquired before `_handlers` is set")
        return self._handlers
