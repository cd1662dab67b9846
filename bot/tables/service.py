"""Tables: the one way in to lobbies and games, for buttons, commands, moderators, the clock and AI seats."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from bot.cluster.ownership import Alone, Ownership
from bot.ops.logs import begin
from bot.runtime.clock import Alarms, Clock
from bot.store import Store
from bot.store.rows import Status
from bot.tables.advice.advisers import Advisers
from bot.tables.deadlines import Deadlines
from bot.tables.games.finishing import Finishing
from bot.tables.games.moderation import Moderation
from bot.tables.games.opponents import Opponents
from bot.tables.games.play import Play, Turn
from bot.tables.games.thinking import fault_of_weights
from bot.tables.lessons import Lessons
from bot.tables.lobbies import Lobbies
from bot.tables.owned_store import store_refusals
from bot.tables.refusals.refusal import Refusal
from bot.tables.refusals.tables import NotHeldHere, NotSaved
from bot.tables.registry import Listener, Registry
from bot.tables.restoring import Restoring
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

RETRY: Final = 5.0  # seconds before the clock tries again what could not be saved


class Tables:
    """The services over one registry, for the servers that `ownership` holds: all, if it is None.

    `floor` (of a window) and `ai_pause` are in seconds.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ownership: Ownership | None = None,
        *,
        floor: float = 1.5,
        ai_pause: float = 2.0,
        default_pace: str = "normal",
    ) -> None:
        self.store = store
        self.clock = clock
        self.default_pace = default_pace
        self.registry = Registry(
            store, clock, Alarms(clock, self.ring), ownership or Alone(), floor=floor, ai_pause=ai_pause
        )
        self.restoring = Restoring(self.registry)
        self.deadlines = Deadlines(self.registry, self.restoring.waiting)
        self._loading_due = asyncio.Lock()
        self.opponents = Opponents()
        self.play = Play(self.registry, self.opponents)
        self.finishing = Finishing(self.registry, self.play, self.opponents)
        self.lobbies = Lobbies(self.registry)
        self.moderation = Moderation(self.registry, self.play)
        self.lessons = Lessons(self.registry, self.moderation)
        self.advisers = Advisers(store)

    @property
    def listeners(self) -> list[Listener]:
        """Functions that are called with every change of a table."""
        return self.registry.listeners

    async def get(self, game_id: int) -> TableSession | None:
        """The table of an id, None if there never was one. Raises Refusal if it cannot be read."""
        return await self.registry.get(game_id)

    async def at(self, channel_id: int) -> TableSession | None:
        """The live table of a channel, its lobby or its game, or None. Raises Refusal if it cannot be read."""
        return await self.registry.at(channel_id)

    async def from_channel(self, channel_id: int) -> TableSession | None:
        """A live table of a channel whose game is played in a thread, the newest, or None. Raises Refusal."""
        with store_refusals(None):
            found = await self.store.games.live_from(channel_id)
        return await self.get(max(found)) if found else None

    def start(self) -> None:
        """Starts the clock: from now on, what is due at the tables happens by itself."""
        fault = fault_of_weights()
        if fault is not None:
            log.error("%s", fault)
        self.registry.alarms.start()
        self.deadlines.start()

    async def release(self, shard: int) -> None:
        """Forgets a shard's tables, as another process acts for them from now on; nothing more is written here."""
        await self.restoring.stop(shard)
        self.registry.release(shard)

    async def drain(self) -> None:
        """Accepts no more decisions, and returns when those under way are durable."""
        self.registry.closing = True  # before AI seats fail: nobody is to take their defaults for that
        await asyncio.gather(self.opponents.close(), self.advisers.close(), self.lessons.close())
        await asyncio.gather(self.restoring.stop(), self.deadlines.stop())
        await self.registry.drain()

    async def ring(self, game_id: int) -> None:
        """Does what is due at a table by itself: expiry, timeouts, AI seats, the end of a held window."""
        registry = self.registry
        if registry.closing:
            return
        begin(game=game_id)
        try:
            table = registry.memory.get(game_id)
            if table is None:
                # One at a time: after a night's downtime thousands may be due, and a click must not wait for them.
                async with self._loading_due:
                    table = await registry.get(game_id)
            turns = [] if table is None else await self._do_due(table)
        except NotHeldHere:
            return  # whoever holds it rings for it
        except Refusal as refusal:
            log.warning("The clock was refused: %s", type(refusal).__name__, extra={"game": game_id})
            registry.alarms.set(game_id, self.clock.now() + RETRY)
            return
        except Exception as error:  # a row that cannot be read: it is tried again when deadlines are looked at
            log.error("The clock failed: %s", type(error).__name__, extra={"game": game_id})  # noqa: TRY400 - a traceback may hold hands
            return
        if table is not None:
            await asyncio.gather(*(self.play.play_ai(table, turn) for turn in turns))

    async def _do_due(self, table: TableSession) -> list[Turn]:
        """Does what is due but the turns of AI seats, which are returned. Raises Refusal where it got no hold."""
        turns: list[Turn] = []
        async with self.registry.holding(table):
            try:
                if table.status is Status.LOBBY:
                    await self.lobbies.expire(table)
                else:
                    turns = await self.play.play_due(table)
                await self.registry.postpone(table)
            except Refusal as refusal:  # where another process holds it, it is forgotten before it is tried again
                log.warning("The clock was refused: %s", type(refusal).__name__, extra={"game": table.id})
                table.retry_at = self.clock.now() + RETRY
            except Exception:  # a fault in one game must not stop its clock: its deadline still comes
                log.exception("The clock failed", extra={"game": table.id})
                table.ai_due = {}
                table.retry_at = self.clock.now() + RETRY
            self.registry.memory.remember(table)
        return turns

    async def intend_card(self, table: TableSession, intent: str) -> None:
        """Notes that a card is about to be posted. Raises NotSaved or NotHeldHere."""
        with self.registry.writing(table) as fence:
            await self.store.games.intend_card(table.id, intent, fence=fence)
        table.intent = intent

    async def enter_thread(self, table: TableSession, thread_id: int) -> None:
        """Notes that a table's running game goes on in a thread, so that its channel is free.

        Raises NotSaved or NotHeldHere.
        """
        async with self.registry.holding(table):
            if not table.running:
                return
            with self.registry.changing(table) as fence:
                await self.store.games.enter_thread(table.id, thread_id, table.channel_id, fence=fence)
            self.registry.memory.leave_channel(table)
            table.home_id, table.channel_id = table.channel_id, thread_id
            self.registry.memory.remember(table)

    async def remember_card(self, table: TableSession, message_id: int, card: str) -> None:
        """Notes which message is the live card, and of which moment; a restart goes on from what was saved.

        Raises NotHeldHere.
        """
        table.message_id, table.card = message_id, card
        with suppress(NotSaved), self.registry.writing(table) as fence:
            await self.store.games.remember_card(table.id, message_id, card, fence=fence)

    async def remember_reminder(self, table: TableSession, message_id: int | None) -> None:
        """Notes which message is the standing reminder, None: no one is. Raises NotSaved or NotHeldHere.

        In memory the note is kept even if it is not saved.
        """
        table.reminder_id = message_id
        with self.registry.writing(table) as fence:
            await self.store.games.remember_reminder(table.id, message_id, fence=fence)
