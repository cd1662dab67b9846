"""Which tables there are, who hears of their changes, and when each has to be woken."""

import logging
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, Final, TypeAlias

from bot.runtime.clock import Alarms, Clock
from bot.store import SaveFailed, StaleWrite, Store
from bot.store.rows import LIVE, GameRow, Status
from bot.tables.errors import TableError
from bot.tables.table import Change, ChangeKind, TableSession

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[TableSession, Change], None]
"""Told of every change, right after it has become durable; must not block."""

REMEMBERED: Final = 200  # tables over or closed that stay at hand; older ones are recalled from the store


class Registry(ABC):
    """The tables in memory, by id and by channel.

    `floor` and `ai_pause` are in seconds. `chance` only varies the pause of AI seats and rolls their dice.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        floor: float = 1.5,
        ai_pause: float = 2.0,
        default_pace: str = "normal",
    ) -> None:
        self.store = store
        self.clock = clock
        self.floor = floor
        self.ai_pause = ai_pause
        self.default_pace = default_pace
        self.listeners: list[Listener] = []
        self.chance = random.Random()
        self.closing = False
        self.stale = 0  # answers that came late, or twice
        self._tables: dict[int, TableSession] = {}
        self._channels: dict[int, TableSession] = {}
        self._alarms = Alarms(clock, self.ring)

    def at(self, channel_id: int) -> TableSession | None:
        """The live table of a channel: its lobby or its game."""
        return self._channels.get(channel_id)

    def get(self, game_id: int) -> TableSession | None:
        """The table of an id, if it is live or was so lately."""
        return self._tables.get(game_id)

    def live(self) -> list[TableSession]:
        """Every live table."""
        return list(self._channels.values())

    @abstractmethod
    async def ring(self, game_id: int) -> None:
        """Does what is due at a table by itself: expiry, timeouts, AI seats, the end of a held window."""

    def remember(self, table: TableSession) -> None:
        """Takes a table in, or notes how its status changed; wakes it when something is due."""
        self._tables[table.id] = table
        if table.status in LIVE:
            self._channels[table.channel_id] = table
        elif self._channels.get(table.channel_id) is table:
            del self._channels[table.channel_id]
        self._alarms.set(table.id, table.due())
        if len(self._tables) > REMEMBERED + len(self._channels):
            del self._tables[next(number for number, other in self._tables.items() if other.status not in LIVE)]

    def tell(self, table: TableSession, change: Change) -> None:
        """Sets when the table is woken next, and tells the listeners what changed."""
        self.remember(table)
        for listener in self.listeners:
            try:
                listener(table, change)
            except Exception:  # one who listens badly must not keep the others from hearing
                log.exception("A listener failed", extra={"game": table.id})

    def schedule_ai(self, table: TableSession) -> None:
        """Sets when each AI that owes an answer gives it; takes effect with the next `tell`."""
        now = self.clock.now()
        table.ai_due = {
            seat: now + self.ai_pause * self.chance.uniform(0.6, 1.4)
            for seat in table.owing()
            if table.played_by_ai(seat)
        }

    def check_open(self) -> None:
        """Raises TableError once the process is about to end."""
        if self.closing:
            raise TableError("closing")

    async def change(self, table: TableSession, **changes: Any) -> None:
        """Changes columns of a table's row: durable first, then in memory. Raises TableError, nothing changed."""
        columns = {field.name: getattr(table, field.name) for field in fields(GameRow)}
        with refusals(table.id):
            await self.store.games.save(GameRow(**columns | changes))
        for name, value in changes.items():
            setattr(table, name, value)

    async def shut(self, table: TableSession, cause: str) -> None:
        """Closes a table that has no winner, its lock being held. Raises TableError."""
        await self.change(table, status=Status.CLOSED, deadline=None, over_at=self.clock.now())
        self.tell(table, Change(ChangeKind.CLOSED, cause=cause))

    async def drain(self) -> None:
        """Takes no more decisions, and returns when those under way are durable."""
        self.closing = True
        await self._alarms.stop()
        for table in list(self._tables.values()):
            async with table.lock:
                pass


@contextmanager
def refusals(game_id: int | None) -> Iterator[None]:
    """Turns what the store refuses into a table's refusal."""
    try:
        yield
    except SaveFailed as error:
        log.error("%s", error, extra={"game": game_id})  # noqa: TRY400 - the sentence says it all
        raise TableError("database") from error
    except StaleWrite as error:
        raise TableError("moment-passed") from error
