"""Shell: carries out the transitions of tables, for clicks, commands, deadlines, AI seats and moderators alike.

The steps: lock the table, check that this process owns it, compute the transition, store it in one transaction,
replace the state, publish. Only the shell knows locks, fences, refusals of the store and shutdown.
"""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from math import inf
from time import monotonic
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from bot.cluster.membership import Membership
from bot.ops.logs import log_decisions
from bot.refusals import LateAnswer, MomentPassed, NotOwnedHere, ShuttingDown
from bot.runtime.background import Alarms
from bot.runtime.clock import Clock
from bot.store import Store
from bot.store.engines.database import CommitUnknown, SaveFailed, shared_deadline
from bot.store.rows import LIVE, Decision, GameRow, Status
from bot.tables.games import rebuild
from bot.tables.pace import GRACE_SECONDS, half_time
from bot.tables.state import TableState
from bot.tables.table import Table, TableCache
from bot.tables.transitions.decisions import schedule_ai
from bot.tables.transitions.lobby import Beginning
from bot.tables.transitions.transition import Change, ChangeKind, Command, P, Transition, TransitionContext
from engine import RULESETS

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[Table, Change], None]
"""A function that is called with every change right after it is durable; it must not block."""

RELOAD_SECONDS: Final = 1.0
"""A table whose last change may not have been saved is read again after this time, or when it is used."""
LATE_HALF_TIME_SECONDS: Final = 5.0
"""If a table is loaded later than this after half time, half time counts as published."""


class Shell:
    """The tables of this process: those in `cache`, and any other loaded from the store when it is asked for.

    `Tables`, which everything above uses, is a shell with commands, a clock and AI seats.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        alarms: Alarms,
        membership: Membership,
        min_window_seconds: float,
        ai_pause_seconds: float,
    ) -> None:
        self.store = store
        self.membership = membership
        self.clock = clock
        self.alarms = alarms
        self.min_window_seconds = min_window_seconds
        self.ai_pause_seconds = ai_pause_seconds
        self.listeners: list[Listener] = []
        self.cache = TableCache(clock, alarms)
        self.chance = random.Random()
        self.is_closing = False
        self.late = 0
        """The number of answers that came too late, or twice."""
        self.live = 0
        """The number of live tables this process owns, in the cache or not; `Schedule` recounts them."""
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # one for each id
        self._began = clock.now()
        self._served: dict[int, float] = {}  # since when each shard is served; a missing one since the start
        self.reachable_seconds: Callable[[int], float] = lambda shard: inf
        """For how long members on a shard have been able to click; 0 while Discord cannot be reached."""
        self._locked = 0  # tables that are being changed
        self._idle = asyncio.Event()
        self._idle.set()

    # Finding tables

    async def get(self, game_id: int) -> Table | None:
        """Returns the table of an id, None if there never was one. Raises NotOwnedHere or SaveFailed."""
        table = self.cache.get(game_id)
        if table is None:
            async with self._loading.setdefault(game_id, asyncio.Lock()):
                table = self.cache.get(game_id) or await self._load(game_id)
        if table is not None:
            self.membership.check_owned(table.guild_id)
            self.cache.use(table)
            if table.is_in_doubt:
                async with self.locked(table):  # entering the block reads the table again
                    pass
        return table

    async def at(self, channel_id: int) -> Table | None:
        """Returns the live table of a channel, a lobby or a game, or None. Raises NotOwnedHere or SaveFailed."""
        game_id = self.cache.id_at(channel_id)
        if game_id is None:
            game_id = await self.store.games.live_at(channel_id)
        table = None if game_id is None else await self.get(game_id)
        return table if table is not None and table.state.status in LIVE else None

    async def add(self, state: TableState, kind: ChangeKind, parent_id: int | None = None) -> Table:
        """Stores, announces and returns a new table. Raises Refusal, TableExists if its channel has a live one."""
        self.check_open()
        state = state.replace(due=state.wakes_at())
        with self.membership.writing(state.guild_id) as fence:
            game_id = await self.store.games.add(state, parent_id=parent_id, fence=fence)
        table = self.cache.get(game_id) or Table(state.replace(id=game_id))  # it may have been read meanwhile
        self.live += 1
        self.publish(table, Change(kind))
        return table

    async def reload(self, table: Table) -> None:
        """Reads a table from the store again. Raises SaveFailed.

        Another process may have changed the table. If it is in doubt, this process may have changed it: decisions
        that are found now are then logged and counted. `posted` stays as it is.
        """
        row = await self.store.games.get(table.id)
        if row is None:
            return
        state, decisions = await read_state(self.store, row)
        log.warning("The table was read from the database again", extra={"game": table.id})
        found = decisions[table.state.decisions :] if table.is_in_doubt else []
        for decision in found:
            answer = decision.seat, decision.cause
            log_decisions(table.guild_id, table.id, [answer], table.state.question or 0)
        self.cache.leave_channel(table)
        state = self._with_time(state)
        before, facts = table.state, ("status", "question_id", "decisions")
        is_same = all(getattr(state, fact) == getattr(before, fact) for fact in facts)
        if before.is_quiet and is_same:  # orders may not have been carried out yet
            state = state.with_question(quiet_until=before.open_question.quiet_until)
        table.state, table.is_in_doubt = state, False
        self.publish(table, Change(ChangeKind.RESTORED, len(found)))

    async def _load(self, game_id: int) -> Table | None:
        """Returns a table by replaying its decisions, or sets it aside; None if there never was one.

        A question whose time ran out while no process served the table gets some time again. Raises SaveFailed or
        NotOwnedHere.
        """
        row = await self.store.games.get(game_id)
        if row is None:
            return None
        with self.membership.writing(row.guild_id) as fence:
            state, _ = await read_state(self.store, row)
            posted = await self.store.games.posted(row.id)
            if self.membership.fence(row.guild_id) != fence:  # another process may have changed it meanwhile
                raise NotOwnedHere(row.guild_id)
            is_set_aside = state.status is Status.SET_ASIDE and row.status is not Status.SET_ASIDE
            if is_set_aside:
                columns = {"status": Status.SET_ASIDE.value, "deadline": None, "due": None}
                await self.store.games.change(row.id, fence=fence, **columns)
        if (opened := self.cache.get(row.id)) is not None:
            return opened  # by `add`, while its row was being read
        table = Table(self._with_time(state), posted)
        if posted.reminder_id is not None:
            table.reminded_of = state.question
        self.cache.remember(table)
        if is_set_aside:
            self.live -= 1
            self.publish(table, Change(ChangeKind.RESTORED))
        return table

    def _with_time(self, state: TableState) -> TableState:
        """Returns a table that was read with a deadline that leaves its members some time (see `with_time`)."""
        return schedule_ai(with_time(state, self.clock.now(), self._served_since(state)), self.context())

    def _served_since(self, state: TableState) -> float:
        return self._served.get(self.membership.shard_of(state.guild_id), self._began)

    def extend_unanswerable(self, table: Table) -> None:
        """Extends the time of a question that has run out, if members could not answer it in the end."""
        state, now = table.state, self.clock.now()
        if state.deadline is None or state.deadline > now:
            return
        reachable_since = now - self.reachable_seconds(self.membership.shard_of(state.guild_id))
        earliest = max(self._served_since(state), reachable_since) + min(GRACE_SECONDS, state.whole_time())
        if earliest > now:
            table.state = state.replace(deadline=earliest)
            self.publish(table, Change(ChangeKind.RESTORED))

    # Carrying out transitions

    def context(self) -> TransitionContext:
        """Returns the circumstances of a transition now."""
        return TransitionContext(self.clock.now(), self.min_window_seconds, self.ai_pause_seconds, self.chance)

    async def run(self, table: Table, command: Command[P], *args: P.args, **kwargs: P.kwargs) -> Transition:
        """Carries out a command at a table. Raises Refusal; then nothing has changed."""
        self.check_open()
        async with self.locked(table):
            try:
                return await self.apply(table, command, *args, **kwargs)
            except LateAnswer:
                self.late += 1
                raise

    @asynccontextmanager
    async def locked(self, table: Table) -> AsyncGenerator[None]:
        """Holds the lock of a table that this process owns. `drain` waits until every such block has ended.

        The wait for the lock counts towards the time limit for saving; when that is over, SaveFailed is raised. So
        a click that waits for another click at the table is refused no later than one that need not wait.
        """
        self._locked += 1
        self._idle.clear()
        try:
            with shared_deadline() as until:
                if table.lock.locked():
                    async with _limit_time(until):
                        await table.lock.acquire()
                else:  # a lock that is free needs no timer
                    await table.lock.acquire()
                try:
                    if table.is_released:
                        raise NotOwnedHere(table.guild_id)
                    if table.is_in_doubt:
                        async with _limit_time(until):
                            await self.reload(table)
                    yield
                finally:
                    table.lock.release()
        finally:
            self._locked -= 1
            if self._locked == 0:
                self._idle.set()

    async def apply(self, table: Table, command: Command[P], *args: P.args, **kwargs: P.kwargs) -> Transition:
        """Carries out a command at a table that is locked. Raises Refusal; then nothing has changed."""
        transition = command(table.state, self.context(), *args, **kwargs)
        await self._save(table, transition)
        log_decisions(table.guild_id, table.id, transition.answers, transition.question)
        state, former = transition.state, table.state.status
        if state.channel_id != table.state.channel_id:  # the game moves into a thread
            self.cache.leave_channel(table)
        if state.status is Status.OVER and former is not Status.OVER:
            with suppress(SaveFailed):  # the end can be shown without them
                state = state.replace(points=await self.store.standings.points_of_game(table.id))
        table.state = state
        self.live -= transition.change is ChangeKind.ENDED
        if state.status is Status.PAUSED and former is not Status.PAUSED:
            log.info("The game is paused: %s", state.paused_for, extra=table.log_context)
        if transition.change is None:
            self.cache.remember(table)
        else:
            self.publish(table, Change(transition.change, transition.decisions))
        return transition

    async def _save(self, table: Table, transition: Transition) -> None:
        """Stores what a transition asks for. Raises SaveFailed, NotOwnedHere, or MomentPassed if outdated."""
        state, save, games = transition.state, transition.save, self.store.games
        if save is None:
            return
        try:
            with self.membership.writing(state.guild_id) as fence:
                if save == "row":
                    await games.save(state, fence=fence)
                elif save == "thread":
                    await games.change(state.id, fence=fence, channel_id=state.channel_id, home_id=state.home_id)
                else:
                    await games.save_decisions(save, fence=fence)
        except MomentPassed:
            await self.reload(table)
            raise
        except CommitUnknown:
            table.is_in_doubt, table.retry_at = True, self.clock.now() + RELOAD_SECONDS
            self.cache.remember(table)
            raise
        except SaveFailed:
            self.serve(self.membership.shard_of(state.guild_id))
            raise

    def publish(self, table: Table, change: Change) -> None:
        """Sets when the table is woken next, then notifies the listeners of a change."""
        if table.is_released:
            return
        self.cache.remember(table)
        for listener in self.listeners:
            try:
                listener(table, change)
            except Exception:  # a listener that fails must not prevent calling the others
                log.exception("A listener failed", extra={"game": table.id})

    # Ownership and shutdown

    def serve(self, shard: int) -> None:
        """Remembers that a shard is served from now on: it is new here, or nothing could be saved until now."""
        self._served[shard] = self.clock.now()

    def check_open(self) -> None:
        """Raises ShuttingDown once the process is about to end."""
        if self.is_closing:
            raise ShuttingDown

    async def drain(self) -> None:
        """Starts no more work, and returns when the changes under way are durable."""
        self.is_closing = True
        await self.alarms.stop()
        await self._idle.wait()


@asynccontextmanager
async def _limit_time(until: float) -> AsyncGenerator[None]:
    """Raises SaveFailed if the block has not ended by then (time.monotonic())."""
    try:
        async with asyncio.timeout(until - monotonic()):
            yield
    except TimeoutError as error:
        raise SaveFailed("The database was too slow for a table.") from error


async def read_state(store: Store, row: GameRow) -> tuple[TableState, list[Decision]]:
    """Returns the table of a row, with its game replayed (see `rebuild`), and its decisions. Raises SaveFailed."""
    decisions = [] if row.status is Status.SET_ASIDE else await store.games.decisions(row.id)
    result = await store.games.result(row.id) if row.status is Status.OVER else None
    state = rebuild(row, decisions, result)
    if result is not None:
        state = state.replace(points=await store.standings.points_of_game(row.id))
    return state, decisions


def with_time(state: TableState, now: float, served_since: float) -> TableState:
    """Returns a table with some time left for its question, if its time ran out while no process served it.

    If the question is older than that, its quiet time begins again.
    """
    if state.deadline is None:
        return state
    whole = state.whole_time()
    # If the machine's clock was set back since, the deadline would be too far away.
    deadline = min(state.deadline, now + whole)
    is_half_over = half_time(state.asked_at, deadline) + LATE_HALF_TIME_SECONDS < now
    deadline = max(deadline, served_since + min(GRACE_SECONDS, whole))
    state = state.replace(deadline=deadline).with_question(is_half_over=is_half_over)
    if state.asked_at < served_since:
        return state.with_quiet_time(now)
    quiet = state.with_quiet_time(min(state.asked_at, now))
    return quiet if (quiet.open_question.quiet_until or 0.0) > now else state


async def beginning_of(state: TableState, store: Store) -> Beginning:
    """Returns the first player and the direction of play, which follow from the last game. Raises SaveFailed."""
    ruleset, direction = RULESETS[state.ruleset], None
    last = await store.games.last_over(state.channel_id)
    if ruleset.reverses:
        same = await store.games.last_over(state.channel_id, state.ruleset)
        direction = -(same[0].direction or 1) if same else 1
    is_rematch = state.rematch_of is not None  # perhaps of a game that nobody won
    if last is None or not (is_rematch or ruleset.winner_starts):
        return Beginning(None, direction)
    for winner in (last[0].seats[number] for number in last[1] if not last[0].seats[number].away):
        for seat in state.seats:
            if seat.user_id == winner.user_id and (
                winner.user_id is not None or (is_rematch and seat.name == winner.name)
            ):
                return Beginning(seat.name, direction)
    return Beginning(None, direction)
