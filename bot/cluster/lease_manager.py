"""The keeper: renews what this process holds, and takes and gives up shards as the assignment says."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.cluster.assignment import Process, assign
from bot.cluster.discord_limits import IDENTIFY_SECONDS
from bot.cluster.membership import CannotJoin, ShardHandlers
from bot.cluster.process_identity import has_ended
from bot.runtime.clock import running_time
from bot.store.errors import SaveFailed
from bot.store.repositories.fences import Fence
from bot.store.repositories.leases import Leases
from bot.store.rows import Me, ProcessRow, ProcessState, Reach, Snapshot

log = logging.getLogger(__name__)

_AGAIN: Final = 0.25  # seconds after which a renewal that failed is tried again
_SPARE: Final = 0.05


@dataclass(frozen=True)
class Timing:
    """Seconds: how long a lease lasts, how often it is renewed, how long a lost shard stays connected.

    `identify`: between two new sessions of shards with the same remainder by Discord's max_concurrency.
    """

    lease: float = 6.0
    renewal: float = 2.0
    linger: float = 3.0
    identify: float = IDENTIFY_SECONDS


class Keeper:
    """The shards that a process holds, as far as the database's last word allows."""

    def __init__(self, leases: Leases, me: Me, timing: Timing) -> None:
        self.name = me.name
        self.shards: int | None = None
        """How many shards all processes use; None until they have agreed."""
        self.handlers: ShardHandlers | None = None
        """Set when this process is ready to take shards."""
        self.leaving = False
        self.fences: dict[int, Fence] = {}
        """Of each shard taken and not lost, as far as is known."""
        self._leases = leases
        self._me = me
        self._timing = timing
        self._snapshot = Snapshot(None, 0.0, (), {})
        self._agreed: int | None = None  # `shards` when the snapshot was asked for
        self._renewed = running_time()
        self._valid_until = 0.0
        self._patient_until = 0.0
        self._reach = Reach()
        self._has_told_reach = True
        self._changed = asyncio.Event()
        self._news = asyncio.Event()
        self._wanted: set[int] = set()
        self._idle: set[int] = set()  # shards whose task below may be cancelled
        self._starting: set[int] = set()  # shards whose session was begun, and whose lease is not taken yet
        self._moves: dict[int, asyncio.Task[None]] = {}

    @property
    def held(self) -> frozenset[int]:
        """The shards taken and not lost; none while the last renewal has run out."""
        return frozenset(self.fences) if self.in_touch else frozenset()

    @property
    def in_touch(self) -> bool:
        """Whether the last renewal still holds."""
        return running_time() < self._valid_until

    def fence(self, shard: int) -> Fence | None:
        """Returns the fence of a shard, None if it is not held."""
        return self.fences.get(shard) if self.in_touch else None

    def look(self) -> None:
        """Makes the keeper ask the database at once, e.g. because another process has changed something."""
        self._changed.set()

    def report(self, reach: Reach) -> None:
        """Lets all processes know whether this one reaches Discord, and which shards it cannot serve."""
        if reach != self._reach:
            self._reach = reach
            self._has_told_reach = False
            self.look()

    def start(self, shard: int) -> None:
        """Notes that the session of a shard is about to begin: it is left to this process from now on."""
        if shard in self._idle:
            self._starting.add(shard)
            self.look()

    async def keep(self) -> None:
        """Renews what is held until it is cancelled. Raises CannotJoin if the others use other shards now."""
        lapsed = False
        while True:
            self._changed.clear()
            try:
                await self._renew()
            except SaveFailed:  # the connection says so in the log
                if self.fences and not self.held and not lapsed:
                    lapsed = True
                    log.warning("The leases have run out; until they are renewed nothing is done for any server")
                await asyncio.sleep(_AGAIN)  # a database that is away is not asked all the time
                continue
            lapsed = False
            self._act()
            await self._release_killed()
            await self._tell_reach()
            news, self._news = self._news, asyncio.Event()
            news.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._changed.wait()

    @property
    def alone(self) -> bool:
        """Whether no other process runs, as far as is known."""
        return self._valid_until > 0 and not any(row.live for row in self._others())

    async def all_handed_over(self) -> None:
        """Returns when other processes have all shards that this one held, or there is no other."""
        while True:
            await self._news.wait()
            if not self._others_take() or not any(
                lease.holder == self.name for lease in self._snapshot.leases.values()
            ):
                break
        while losing := [move for shard, move in self._moves.items() if shard not in self.fences]:
            await asyncio.wait(losing)

    async def close(self) -> None:
        """Ends what is under way for shards."""
        self._wanted.clear()
        moves = list(self._moves.values())
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)
        self._valid_until = 0.0
        self.fences.clear()

    async def _renew(self) -> None:
        sent = running_time()  # before the database's clock is read: here the lease must end first
        agreed = self.shards
        state = ProcessState(agreed, self.leaving, self._reach, frozenset(self._starting))
        snapshot = await self._leases.renew(self._me, state, self._timing.lease)
        # Others may be late for the reason that made us late: an outage of the database, not their death.
        if running_time() - self._renewed > self._timing.lease / 2:
            self._patient_until = running_time() + self._timing.lease
        if snapshot.server_runs < self._timing.lease:
            self._patient_until = max(
                self._patient_until, running_time() + self._timing.lease - snapshot.server_runs
            )
        self._renewed = sent
        self._valid_until = sent + self._timing.lease
        self._snapshot = snapshot
        self._agreed = agreed

    async def _release_killed(self) -> None:
        """Releases what processes of this machine held that were killed: their leases need not run out."""
        for row in self._others():
            if row.here and row.live and has_ended(row.name):
                with suppress(SaveFailed):
                    await self._leases.release(row.name)

    async def _tell_reach(self) -> None:
        """Makes the others look at once at what the last renewal said of this process."""
        if not self._has_told_reach:
            self._has_told_reach = True
            with suppress(SaveFailed):  # they look by themselves when they renew their leases
                await self._leases.tell()

    def _others(self) -> list[ProcessRow]:
        return [row for row in self._snapshot.processes if row.name != self.name]

    def _others_take(self) -> bool:
        return any(row.live and row.taking for row in self._others())

    def _pause(self) -> float:
        """Returns in how many seconds to renew: earlier if another process is late, at once if this one is."""
        if not self.in_touch:
            return 0.0
        late = [row.left + _SPARE for row in self._others() if row.live]
        return min(self._timing.renewal, *late) if late else self._timing.renewal

    def _act(self) -> None:
        """Follows the snapshot: notes what was lost, begins to take what is this process's, no more."""
        if self._agreed is not None and self._snapshot.shards != self._agreed:
            self._valid_until = 0.0
            raise CannotJoin(
                f"The processes over this database use {self._snapshot.shards} shards by now, "
                f"this one {self._agreed}: start it again."
            )
        for shard, fence in list(self.fences.items()):
            lease = self._snapshot.leases[shard]
            # A snapshot from before the shard was taken says nothing.
            if lease.number > fence.number or (lease.number == fence.number and lease.holder != self.name):
                del self.fences[shard]
                log.info("Shard %s is held by %s now", shard, lease.holder)
                self._move(shard, self._lose(shard, self._moves.get(shard)))
        self._wanted = self._assigned()
        for shard in sorted(self._wanted - self._moves.keys() - self.fences.keys()):
            self._move(shard, self._gain(shard))
        for shard in self._idle - self._wanted:
            self._idle.discard(shard)
            self._moves[shard].cancel()

    def _assigned(self) -> set[int]:
        if self.handlers is None or self._agreed is None or self.leaving:
            return set()
        patient = running_time() < self._patient_until
        processes = [
            Process(
                row.name,
                None if row.place is None else (row.place, row.places or 1),
                leaving=not row.taking,
                reach=row.reach,
                # Sessions that were begun since the database was asked count too.
                starting=row.starting | self._starting if row.name == self.name else row.starting,
            )
            for row in self._snapshot.processes
            if row.live or patient
        ]
        held = {shard: lease.holder for shard, lease in self._snapshot.leases.items() if lease.holder is not None}
        assigned = assign(self._agreed, processes, held)
        return {shard for shard, name in assigned.items() if name == self.name}

    def _move(self, shard: int, work: Awaitable[None]) -> None:
        move = asyncio.ensure_future(work)
        self._moves[shard] = move

        def done(_: object) -> None:
            if self._moves.get(shard) is move:
                del self._moves[shard]
            if not move.cancelled() and (error := move.exception()) is not None:
                log.warning("Shard %s: %s: %s", shard, type(error).__name__, error, exc_info=error)

        move.add_done_callback(done)

    async def _gain(self, shard: int) -> None:
        handlers = self._ready()
        try:
            self._idle.add(shard)
            await handlers.connect(shard)
            while shard not in self.fences:
                self._idle.discard(shard)
                await self._take(shard)
                if shard not in self.fences:
                    self._idle.add(shard)
                    await self._news.wait()
        except BaseException:
            await handlers.disconnect(shard)
            raise
        finally:
            self._idle.discard(shard)
            self._starting.discard(shard)
        await handlers.gained(shard)

    async def _take(self, shard: int) -> None:
        if self._agreed is None or shard not in self._wanted:
            return
        reckoned = [row.name for row in self._snapshot.processes]
        with suppress(SaveFailed):  # tried again with the next snapshot
            fence = await self._leases.take(
                self.name, shard, self._agreed, self._snapshot.leases[shard].number, reckoned
            )
            if fence is not None:
                self.fences[shard] = fence
                log.info("Shard %s is held by this process now", shard)

    async def _lose(self, shard: int, before: asyncio.Task[None] | None) -> None:
        handlers = self._ready()
        if before is not None:
            before.cancel()
            await asyncio.gather(before, return_exceptions=True)
        try:
            await handlers.lost(shard)
            # Discord may still send interactions of the shard here: they are handed on meanwhile.
            await asyncio.sleep(self._timing.linger)
        finally:
            await handlers.disconnect(shard)
        self.look()  # it may be this one's again by now

    def _ready(self) -> ShardHandlers:
        if self.handlers is None:
            raise RuntimeError("no shard is taken before there is somebody to take it")
        return self.handlers
