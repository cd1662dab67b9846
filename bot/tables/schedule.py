"""Schedule: does what is due at tables, sets their alarms, and loads the urgent ones after a restart."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Final

from bot.ops.logs import begin
from bot.refusals import NotOwnedHere, Refusal
from bot.runtime.background import BackgroundTasks, repeat
from bot.store import SaveFailed
from bot.store.repositories.agenda import DueTable
from bot.store.rows import Status
from bot.tables.ai_seats import AISeats
from bot.tables.shell import Shell
from bot.tables.table import Table
from bot.tables.transitions import game, lobby
from bot.tables.transitions.transition import Change, ChangeKind
from engine import Game

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 60.0
AHEAD_SECONDS: Final = 180.0
"""Each poll sets the alarms of this time. So every alarm is set even if two polls in a row fail."""
RECOUNT_SECONDS: Final = 600.0
"""How often the live tables are counted anew; in between, their number follows what happens in this process."""
DUE_SECONDS: Final = 60.0  # tables where something is due within this time are restored
CHANGED_SECONDS: Final = 900.0
"""Tables that changed within this time are restored, because their messages may be outdated."""
RETRY_SECONDS: Final = 5.0
"""The time before a change that was not saved, a table that was not read, or a poll that failed is tried again."""


class Schedule:
    """Runs the transitions that are due at tables, and asks AI seats, whenever an alarm of `shell` rings.

    It sets the alarms of all tables, loaded or not. A loaded table also sets its own whenever it changes (see
    `TableCache.remember`).
    """

    def __init__(self, shell: Shell, ai_seats: AISeats) -> None:
        self._shell = shell
        self._ai_seats = ai_seats
        self._loading_due = asyncio.Lock()
        self._counted: object = None  # which shards were owned at the last count, and in which period it was
        self._background = BackgroundTasks()
        self._restoring: dict[int, asyncio.Task[None]] = {}  # by shard
        self.waiting: set[int] = set()
        """The ids of the tables that are not restored yet."""

    def start(self) -> None:
        """Starts the alarms and the poller: from now on, tables do what is due when its time comes."""
        clock = self._shell.clock
        self._shell.alarms.start()
        self._background.run(repeat(self.poll, clock, POLL_SECONDS, RETRY_SECONDS, "The reading of deadlines"))

    async def close(self) -> None:
        """Stops the poller, and restoring tables; the alarms are the shell's."""
        await asyncio.gather(self.stop_restoring(), self._background.close())

    async def ring(self, game_id: int) -> None:
        """Does what is due at a table: expiry, timeouts, answers of AI seats, the end of a minimum window time."""
        shell = self._shell
        if shell.is_closing:
            return
        begin(game=game_id)
        try:
            table = shell.cache.get(game_id)
            if table is None:
                # One table at a time: after a long downtime thousands may be due, and clicks must not wait.
                async with self._loading_due:
                    table = await shell.get(game_id)
            if table is None:
                return
            asked = await self._tick(table)
        except NotOwnedHere:
            return  # the owner of the table has an alarm of its own
        except Refusal as refusal:
            log.warning("What was due at a table was refused: %s", refusal, extra={"game": game_id})
            shell.alarms.set(game_id, shell.clock.now() + RETRY_SECONDS)
            return
        except Exception:  # an error must not stop the clock; the poller will find an unreadable row due again
            log.exception("What was due at a table failed", extra={"game": game_id})
            return
        shown = table.state.game
        if shown is not None:
            await asyncio.gather(*(self._ask_ai(table, shown, seat) for seat in asked))

    async def _tick(self, table: Table) -> Sequence[int]:
        """Does what is due; returns the AI seats to ask. After an error, it is tried again later."""
        shell = self._shell
        async with shell.locked(table):
            if table.fast_forward is not None:
                return ()
            try:
                if table.state.status is Status.LOBBY:
                    transition = await shell.apply(table, lobby.tick)
                else:
                    shell.extend_unanswerable(table)
                    transition = await shell.apply(table, game.tick, thinking=table.seats_thinking())
                await self._save_due(table)
                table.thinking.update((seat, table.state.question or 0) for seat in transition.asked)
            except Exception as error:
                table.retry_at = shell.clock.now() + RETRY_SECONDS
                if isinstance(error, SaveFailed):
                    shell.serve(shell.membership.shard_of(table.guild_id))
                elif not isinstance(error, Refusal):
                    table.state = table.state.with_question(ai_due={})
                raise
            finally:
                shell.cache.remember(table)
            return transition.asked

    async def _save_due(self, table: Table) -> None:
        """Stores when something next happens, if no transition has: mostly after half time. Raises Refusal."""
        state, shell = table.state, self._shell
        due = state.wakes_at()
        if due != state.due and state.open_question.pending is None:  # a pending state is stored as if shown
            with shell.membership.writing(table.guild_id) as fence:
                await shell.store.games.change(table.id, fence=fence, due=due)
            table.state = state.replace(due=due)

    async def _ask_ai(self, table: Table, shown: Game, seat: int) -> None:
        """Lets an AI answer for its seat, unless the question is settled before the AI has decided."""
        shell = self._shell
        try:
            move, failed = await self._ai_seats.choose_or_default(table, shown, seat)
            async with shell.locked(table):
                if shell.is_closing or table.fast_forward is not None:
                    return
                await shell.apply(
                    table, game.decide_for_ai, seat=seat, move=move, question=shown.question, failed=failed
                )
        except (SaveFailed, NotOwnedHere):  # perhaps the lease ran out while the database was unavailable
            table.retry_at = shell.clock.now() + RETRY_SECONDS
        except Refusal:  # the question was settled meanwhile, or the game is paused or over
            pass
        except Exception:  # an error at one table must not end the clock of all; the seat is asked again
            log.exception("An AI seat's answer failed", extra={"game": table.id})
            table.retry_at = shell.clock.now() + RETRY_SECONDS
        finally:
            table.thinking.discard((seat, shown.question))
            shell.cache.remember(table)

    async def poll(self) -> None:
        """Sets the alarms of what is due soon, and forgets idle tables. Raises SaveFailed."""
        shell = self._shell
        for found in await shell.store.agenda.due(shell.clock.now() + AHEAD_SECONDS):
            if found.game_id in self.waiting or not shell.membership.owns(found.guild_id):
                continue
            table = shell.cache.get(found.game_id)
            shell.alarms.set(found.game_id, found.due if table is None else table.wakes_at())
        counted = shell.membership.owned_shards, shell.clock.now() // RECOUNT_SECONDS
        if counted != self._counted:
            live = await shell.store.agenda.live_by_guild()
            shell.live = sum(tables for guild_id, tables in live.items() if shell.membership.owns(guild_id))
            self._counted = counted
        shell.cache.forget_idle()

    async def restore(self, shard: int) -> None:
        """Starts to restore the urgent tables of a shard that this process serves from now on. Raises SaveFailed.

        Any other table is loaded when it is used, or when something is due there. Each table is published as soon
        as it is loaded. Other tasks may run between two tables, so that a click waits for one at most.
        """
        shell = self._shell
        shell.serve(shard)
        urgent = await shell.store.agenda.urgent(shell.clock.now(), DUE_SECONDS, CHANGED_SECONDS)
        mine = [found for found in urgent if shell.membership.shard_of(found.guild_id) == shard]
        self.waiting.update(found.game_id for found in mine)
        self._restoring[shard] = asyncio.create_task(self._restore_all(mine))

    async def restored(self) -> None:
        """Returns when every urgent table has been restored."""
        await asyncio.gather(*self._restoring.values(), return_exceptions=True)

    async def stop_restoring(self, shard: int | None = None) -> None:
        """Stops restoring the tables of a shard, of all shards if it is None."""
        tasks = [task for of, task in self._restoring.items() if shard in (None, of)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _restore_all(self, tables: Sequence[DueTable]) -> None:
        clock, left = self._shell.clock, deque(found.game_id for found in tables)
        try:
            while left:
                game_id = left.popleft()
                try:
                    await self._restore_one(game_id)
                # The lease may have run out; `stop_restoring` is called if another process acquires it.
                except Refusal as refusal:
                    log.warning("A table was not restored yet: %s", refusal, extra={"game": game_id})
                    left.append(game_id)  # the others come first: a table in a damaged file is never read
                    await clock.sleep_until(clock.now() + RETRY_SECONDS)
                    continue
                except Exception:  # a row that cannot be read must not keep others from being restored
                    log.exception("A table cannot be read", extra={"game": game_id})
                self.waiting.discard(game_id)
                await asyncio.sleep(0)  # clicks are answered between two restored tables
        finally:
            self.waiting.difference_update(found.game_id for found in tables)

    async def _restore_one(self, game_id: int) -> None:
        """Loads and publishes a table. Raises Refusal, or any error of a row that cannot be read."""
        table = await self._shell.get(game_id)
        # A table that was set aside is published already; of a finished one, only the result may be left.
        if (
            table is not None
            and table.state.status is not Status.SET_ASIDE
            and (table.state.game or not table.state.has_ended)
        ):
            self._shell.publish(table, Change(ChangeKind.RESTORED))
