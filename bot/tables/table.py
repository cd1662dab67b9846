"""Table: one table in this process, with its state, its messages and its lock; TableCache: those in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias
from weakref import WeakValueDictionary

from bot.runtime.background import Alarms
from bot.runtime.clock import Clock
from bot.store.rows import LIVE, Posted
from bot.tables.state import TableState

NoThread: TypeAlias = Literal["permissions", "kind", "deleted", "many", "refused"]
"""Why a game that should be played in a thread has none: permissions are missing, this kind of channel has no
threads, the lobby's message was deleted, its host has as many threads as one may, or Discord refused otherwise."""
MAX_UNUSED_TABLES: Final = 2000
"""Unused tables that are kept in memory."""
UNUSED_SECONDS: Final = 300.0
"""An unused table is forgotten after this time, most often because its players have left.

Loading one again costs as much CPU as half a decision, and keeping it takes 30 KiB.
"""
DUE_SECONDS: Final = 90.0
"""Tables where something is due within this time are kept in memory."""


@dataclass(eq=False)
class Table:
    """A table in this process. As long as an object with an id exists, there is no second one.

    Each transition replaces `state` as a whole, under the `lock`, once the transition is durable. `posted` says
    which messages of the table are in the channel; delivery replaces it.
    """

    state: TableState
    id: int = field(init=False)
    guild_id: int = field(init=False)
    posted: Posted = field(default_factory=Posted)
    no_thread: NoThread | None = None  # why the game has no thread, if this process knows
    mentionable: frozenset[int] = frozenset()  # the ids of members who are known to accept pings
    may_call: bool = True  # the host may call members now, as far as this process knows
    reminded_of: int | None = None  # the number of the question that the reminder in the channel is about
    thinking: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """The AI seats that are thinking, each with the number of its question."""
    # While AI seats play the game to its end; set when they have finished.
    fast_forward: asyncio.Event | None = None
    retry_at: float = 0.0  # after a failed save: alarms do nothing before this time
    is_in_doubt: bool = False  # a save had an unknown outcome: the table is read again before it is used
    used_at: float = 0.0
    is_released: bool = False  # another process owns the table now
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    def __post_init__(self) -> None:
        self.id, self.guild_id = self.state.id, self.state.guild_id

    @property
    def log_context(self) -> dict[str, int]:
        """The fields of log lines about the table."""
        return {"game": self.id, "guild": self.guild_id}

    def wakes_at(self) -> float | None:
        """Returns when the alarm of this table rings next; None if nothing is due."""
        if self.is_in_doubt:
            return self.retry_at
        thinking = self.seats_thinking() if self.thinking else ()
        moment = None if self.fast_forward is not None else self.state.wakes_at(thinking)
        return None if moment is None else max(moment, self.retry_at)

    def seats_thinking(self) -> set[int]:
        """Returns the AI seats that are thinking about the open question."""
        return {seat for seat, question in self.thinking if question == self.state.question}

    def note_pings(self, users: Collection[int], accept: Collection[int]) -> None:
        """Notes which of these users accept pings. Its views are made again only if that is new."""
        mentionable = self.mentionable.difference(users).union(accept)
        if mentionable != self.mentionable:
            self.mentionable = mentionable

    @property
    def awaits_thread(self) -> bool:
        """Whether its game has begun in the lobby's channel and may still move into a thread."""
        return self.state.wants_thread and self.no_thread is None and self.posted.card == "lobby"

    @property
    def channel_link(self) -> str:
        """The address of its channel."""
        return f"https://discord.com/channels/{self.state.guild_id}/{self.state.channel_id}"

    @property
    def link(self) -> str | None:
        """The address of its live message, None if there is none."""
        message = self.posted.message_id
        return None if message is None else f"{self.channel_link}/{message}"


class TableCache:
    """The tables that are loaded, by id, and the alarm of each.

    As long as anything refers to a table, it stays the only object of its id. Of the others, the cache keeps those
    used lately, those where something is due soon, and those for which a function of `busy` returns True. The
    functions of `forgotten` are called with each table that is forgotten.
    """

    def __init__(self, clock: Clock, alarms: Alarms) -> None:
        self.busy: list[Callable[[Table], bool]] = []
        self.forgotten: list[Callable[[Table], None]] = []
        self._clock = clock
        self._alarms = alarms
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()  # the least recently used first
        self._channels: dict[int, int] = {}  # the id of the live table of a channel

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game_id: int) -> Table | None:
        """Returns the table of an id if it is loaded."""
        return self._tables.get(game_id)

    def id_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table if it is loaded."""
        return self._channels.get(channel_id)

    def remember(self, table: Table) -> None:
        """Keeps a table, under its channel as long as it is live, and sets its alarm."""
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
        """Forgets that a table is the live one of its channel."""
        if self._channels.get(table.state.channel_id) == table.id:
            del self._channels[table.state.channel_id]

    def use(self, table: Table) -> None:
        """Marks a table as used now; forgets the one unused for longest if there are too many."""
        table.used_at = self._clock.now()
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > MAX_UNUSED_TABLES:
            oldest = next(iter(self._recent.values()))
            if self.needs(oldest):
                self._recent.move_to_end(oldest.id)
            else:
                self._forget(oldest)

    def forget_idle(self) -> None:
        """Forgets the tables that were not used for UNUSED_SECONDS."""
        before = self._clock.now() - UNUSED_SECONDS
        for table in list(self._recent.values()):
            if table.used_at <= before and not self.needs(table):
                self._forget(table)

    def loaded(self) -> list[Table]:
        """Returns all tables in memory."""
        return list(self._tables.values())

    def drop(self, table: Table) -> None:
        """Forgets a table that has ended, even if something still refers to it; its next use reads it again."""
        self._tables.pop(table.id, None)
        self._forget(table)

    def release(self, is_of_shard: Callable[[int], bool]) -> None:
        """Forgets the tables of some servers. Code that still refers to such a table gets NotOwnedHere."""
        for table in list(self._tables.values()):
            if is_of_shard(table.guild_id):
                table.is_released = True
                del self._tables[table.id]
                self._forget(table)

    def needs(self, table: Table) -> bool:
        """Returns whether a table must stay in memory: it is in use, or something is due there soon."""
        is_used = table.lock.locked() or bool(table.thinking) or table.fast_forward is not None
        if is_used or any(busy(table) for busy in self.busy):
            return True
        due = table.wakes_at()
        return due is not None and due <= self._clock.now() + DUE_SECONDS

    def _forget(self, table: Table) -> None:
        self._recent.pop(table.id, None)
        self.leave_channel(table)
        self._alarms.set(table.id, None)
        for forget in self.forgotten:
            forget(table)
