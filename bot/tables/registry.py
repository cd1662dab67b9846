"""Registry: a cache of tables over the store, the listeners to their changes, and the deadline of each."""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from time import monotonic
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from bot.cluster.ownership import NotHeld, Ownership
from bot.ops.decisions import log_decisions
from bot.runtime.clock import Alarms, Clock
from bot.store import Store
from bot.store.engines.units import one_patience
from bot.store.repositories.fences import Fence
from bot.store.rows import LIVE, POSTED, GameRow, Status
from bot.tables.changes import ENDS, Change, ChangeKind
from bot.tables.fairness import ai_pause_key
from bot.tables.loading import extend_deadline, read_table
from bot.tables.memory import KEPT, Memory
from bot.tables.owned_store import OwnedStore, store_refusals
from bot.tables.pace import ai_pause
from bot.tables.refusals.tables import NotHeldHere, NotSaved, OutcomeUnknown, ShuttingDown
from bot.tables.session import AWAY, TableSession
from engine import Game

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[TableSession, Change], None]
"""Called with every change right after it has become durable; must not block."""

LESSON_PAUSE: Final = 2.0
"""How many times as long an AI seat thinks in a lesson, where there is more to read."""
RELOAD_SECONDS: Final = 1.0
"""From a change that may have been saved or not until its table is read again, if nobody uses it before."""


class Registry(OwnedStore):
    """The way to the tables: those in `memory`, and any other loaded from the store when it is asked for.

    `floor` and `ai_pause` are in seconds. `chance` draws the temperaments of AI seats.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        alarms: Alarms,
        ownership: Ownership,
        *,
        floor: float,
        ai_pause: float,
        kept: int = KEPT,
    ) -> None:
        super().__init__(store, ownership)
        self.clock = clock
        self.alarms = alarms
        self.floor = floor
        self.ai_pause = ai_pause
        self.listeners: list[Listener] = []
        self.memory = Memory(clock, alarms, kept)
        self.chance = random.Random()
        self.closing = False
        self.live = 0
        """How many live tables this process acts for, in memory or not; counted anew now and then."""
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # one for each id
        self._began = clock.now()
        self._served: dict[int, float] = {}  # since when each shard is served, if not since the beginning
        self._in_hand = 0  # tables that are being changed
        self._at_rest = asyncio.Event()
        self._at_rest.set()

    async def get(self, game_id: int) -> TableSession | None:
        """The table of an id, None if there never was one.

        Raises NotHeldHere, or NotSaved if it cannot be read.
        """
        table = self.memory.get(game_id)
        if table is None:
            lock = self._loading.setdefault(game_id, asyncio.Lock())
            async with lock:
                table = self.memory.get(game_id)
                if table is None:
                    with store_refusals(game_id):
                        row = await self.store.games.get(game_id)
                    if row is not None:
                        with self.writing(row):
                            table = await self.load(row)
        if table is not None:
            self.check_held(table.guild_id)
            self.memory.use(table)
            if table.in_doubt:
                async with self.holding(table):  # which reads it again
                    pass
        return table

    async def at(self, channel_id: int) -> TableSession | None:
        """The live table of a channel, its lobby or its game, or None.

        Raises NotHeldHere, or NotSaved if it cannot be read.
        """
        game_id = self.memory.id_at(channel_id)
        if game_id is None:
            with store_refusals(None):
                game_id = await self.store.games.live_at(channel_id)
        table = None if game_id is None else await self.get(game_id)
        return table if table is not None and table.status in LIVE else None

    async def load(self, row: GameRow) -> TableSession:
        """Makes the table of a row by replaying its decisions, or sets it aside.

        A question whose time ran out while nobody served the table gets some time again. Raises SaveFailed,
        NotHeld or FenceLost.
        """
        fence = self.ownership.fence(row.guild_id)
        table, _ = await read_table(self.store, row)
        if self.ownership.fence(row.guild_id) != fence:  # taken over meanwhile, perhaps changed, and taken back
            raise NotHeld
        aside = table.status is Status.SET_ASIDE and row.status is not Status.SET_ASIDE
        if aside:
            await self.store.games.set_aside(row.id, fence=fence)
        extend_deadline(table, self.clock.now(), self._served_since(table))
        if table.reminder_id is not None and table.game is not None:
            table.reminded_of = table.game.question
        self.schedule_ai(table)
        self.memory.remember(table)
        if aside:
            self.publish(table, Change(ChangeKind.SET_ASIDE))
        return table

    async def reload(self, table: TableSession) -> None:
        """Brings a table up to what the store holds of it, where it is not known here. Raises SaveFailed.

        Another process may have changed it; but where it is `in_doubt`, this one did, and decisions that are found
        now are logged and counted. The ids of its messages stay, as they may not have been stored yet.
        """
        row = await self.store.games.get(table.id)
        if row is None:
            return
        newer, decisions = await read_table(self.store, row)
        extend_deadline(newer, self.clock.now(), self._served_since(newer))
        log.warning("The table was read from the database again", extra={"game": table.id})
        found = decisions[table.decisions :] if table.in_doubt else []
        question = 0 if table.game is None else table.game.question
        for decision in found:
            log_decisions(table.guild_id, table.id, [decision.seat], question, decision.cause)
        self.memory.leave_channel(table)
        table.take_row(replace(newer.row(), **{name: getattr(table, name) for name in POSTED}))
        table.game, table.latest, table.result = newer.game, newer.latest, newer.result
        table.story, table.answered, table.failed = newer.story, newer.answered, newer.failed
        table.reminded, table.held, table.in_doubt = newer.reminded, None, False
        self.schedule_ai(table)
        self.publish(table, Change(ChangeKind.RESTORED, decisions=len(found)))

    def serve(self, shard: int | None) -> None:
        """Notes that a shard (None: all of them) is served from now on."""
        if shard is None:
            self._began = self.clock.now()
        else:
            self._served[shard] = self.clock.now()

    def release(self, shard: int) -> None:
        """Forgets a shard's tables: another process acts for them, and nothing is written here any more."""
        self.memory.release(lambda guild_id: self.ownership.shard_of(guild_id) == shard)
        self._served.pop(shard, None)

    def publish(self, table: TableSession, change: Change) -> None:
        """Tells the listeners of a change, after setting when the table is woken next."""
        if table.released:
            return
        self.memory.remember(table)
        self.live -= change.kind in ENDS
        for listener in self.listeners:
            try:
                listener(table, change)
            except Exception:  # a listener that fails must not keep the others from hearing
                log.exception("A listener failed", extra={"game": table.id})

    @asynccontextmanager
    async def holding(self, table: TableSession) -> AsyncGenerator[None, None]:
        """Holds a table's lock: whatever changes a table does it inside. `drain` waits for those inside.

        Waiting for the lock counts against the time there is for saving; NotSaved is raised when it is over. So a
        click that waits behind another one of the table is refused no later than if it were alone.
        """
        self._in_hand += 1
        self._at_rest.clear()
        try:
            with one_patience() as until:
                try:
                    async with asyncio.timeout(until - monotonic()):
                        await table.lock.acquire()
                except TimeoutError as error:
                    raise NotSaved from error
                try:
                    if table.released:
                        raise NotHeldHere(table.guild_id)
                    if table.in_doubt:
                        await self._resolve(table, until)
                    yield
                finally:
                    table.lock.release()
        finally:
            self._in_hand -= 1
            if self._in_hand == 0:
                self._at_rest.set()

    async def save(self, table: TableSession, row: GameRow, game: Game | None = None) -> None:
        """Puts a row in place of a table's own, once it is durable; `game` is the one that goes on with this row.

        Raises NotSaved, MomentPassed or NotHeldHere.
        """
        due = row.due if row.status is Status.PAUSED else None
        if row.status in (Status.LOBBY, Status.PLAYING):
            due = table.due_after(game, row.asked_at, row.deadline, dict(enumerate(row.seats)), table.answered)
        row = replace(row, due=due, changed_at=self.clock.now())
        with self.changing(table) as fence:
            await self.store.games.save(row, fence=fence)
        table.take_row(row)

    async def close(self, table: TableSession, cause: str, by: int | None = None) -> None:
        """Closes a table without a winner, its lock being held; `by` is the moderator who did.

        Raises NotSaved or MomentPassed.
        """
        closed = replace(
            table.row(),
            status=Status.CLOSED,
            deadline=None,
            over_at=self.clock.now(),
            ended_by=by,
            paused_for=AWAY if cause == AWAY else None,
        )
        await self.save(table, closed)
        self.publish(table, Change(ChangeKind.CLOSED, cause=cause))

    @contextmanager
    def changing(self, table: TableSession) -> Generator[Fence | None]:
        """As `writing`, for a change that takes effect once it is durable; `in_doubt` is set where it may be."""
        try:
            with self.writing(table) as fence:
                yield fence
        except OutcomeUnknown:
            table.in_doubt, table.retry_at = True, self.clock.now() + RELOAD_SECONDS
            self.memory.remember(table)
            raise

    def schedule_ai(self, table: TableSession) -> None:
        """Sets when each AI that owes an answer gives it; takes effect with the next `publish`."""
        game, table.ai_due = table.game, {}
        if game is None or game.ask is None:
            return
        usual, longest = self.ai_pause * (LESSON_PAUSE if table.practice else 1.0), table.seconds(game) / 2
        key = ai_pause_key(table.server_seed)
        for seat in filter(table.played_by_ai, table.owing()):
            pause = usual * ai_pause(key, seat, game.question, game.ask.prompt)
            table.ai_due[seat] = table.asked_at + min(longest, pause)

    def check_open(self) -> None:
        """Raises ShuttingDown once the process is about to end."""
        if self.closing:
            raise ShuttingDown

    async def drain(self) -> None:
        """Starts no more work, and returns when the changes under way are durable."""
        self.closing = True
        await self.alarms.stop()
        await self._at_rest.wait()

    async def _resolve(self, table: TableSession, until: float) -> None:
        """Reads a table that is in doubt. Raises NotSaved if that is not done by then (time.monotonic())."""
        try:
            async with asyncio.timeout(until - monotonic()):
                with store_refusals(table.id):
                    await self.reload(table)
        except TimeoutError as error:
            raise NotSaved from error

    def _served_since(self, table: TableSession) -> float:
        return self._served.get(self.ownership.shard_of(table.guild_id), self._began)

    async def postpone(self, table: TableSession) -> None:
        """Stores when something next happens at a table, where no change has said so: after half time, above all.

        The table's lock is held. Raises NotSaved or NotHeldHere.
        """
        due = table.due_now()
        if table.held is None and due != table.due:
            with self.writing(table) as fence:
                await self.store.games.set_due(table.id, due, fence=fence)
            table.due = due
