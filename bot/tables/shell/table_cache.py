"""TableCache: the tables that are loaded, each once; those that nobody uses are forgotten after a while."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from bot.runtime.clock import Alarms, Clock
from bot.store.rows import LIVE
from bot.tables.table import Table

KEPT: Final = 2000
"""Tables kept in memory though nobody uses them just now."""
IDLE: Final = 60.0
"""Seconds after which a table that nobody uses is forgotten."""
SOON: Final = 90.0
"""Seconds: tables where something is due so soon are kept in memory besides."""


class TableCache:
    """The tables that are loaded, by id, and the alarm of each.

    A table that somebody refers to stays the one object of its id; of the others those used lately are kept, and
    those where something is due soon, or that one of `busy` still works for. `forgotten` are called with each
    that goes.
    """

    def __init__(self, clock: Clock, alarms: Alarms, kept: int) -> None:
        self.busy: list[Callable[[Table], bool]] = []
        self.forgotten: list[Callable[[Table], None]] = []
        self._clock = clock
        self._alarms = alarms
        self._kept = kept
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()  # the least recently used first
        self._channels: dict[int, int] = {}  # the id of the live table of a channel

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game_id: int) -> Table | None:
        """The table of an id if it is loaded."""
        return self._tables.get(game_id)

    def id_at(self, channel_id: int) -> int | None:
        """The id of a channel's live table if it is loaded."""
        return self._channels.get(channel_id)

    def remember(self, table: Table) -> None:
        """Notes a table as it is now, and sets its alarm."""
        if table.is_released:
            return
        self._tables[table.id] = table
        if table.state.status in LIVE:
            self._channels[table.state.channel_id] = table.id
        else:
            self.leave_channel(table)
        self._alarms.set(table.id, table.wakes_at())
        self.use(table)

    def leave_channel(self, table: Table) -> None:
        """Notes that a table is no longer the one of its channel."""
        if self._channels.get(table.state.channel_id) == table.id:
            del self._channels[table.state.channel_id]

    def use(self, table: Table) -> None:
        """Notes that a table is used just now."""
        table.used_at = self._clock.now()
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > self._kept:
            oldest = next(iter(self._recent.values()))
            if self._needed(oldest):
                self._recent.move_to_end(oldest.id)
            else:
                self._forget(oldest)

    def forget_idle(self) -> None:
        """Forgets the tables that nobody has used for a while."""
        before = self._clock.now() - IDLE
        for table in list(self._recent.values()):
            if table.used_at <= before and not self._needed(table):
                self._forget(table)

    def release(self, of_shard: Callable[[int], bool]) -> None:
        """Forgets the tables of the servers that `of_shard` picks; whoever still refers to one is refused."""
        for table in list(self._tables.values()):
            if of_shard(table.guild_id):
                table.is_released = True
                del self._tables[table.id]
                self._forget(table)

    def _needed(self, table: Table) -> bool:
        soon = self._clock.now() + SOON
        return table.lock.locked() or table.due_by(soon) or any(busy(table) for busy in self.busy)

    def _forget(self, table: Table) -> None:
        self._recent.pop(table.id, None)
        self.leave_channel(table)
        self._alarms.set(table.id, None)
        for forget in self.forgotten:
            forget(table)
