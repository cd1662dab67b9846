"""Table: one table in this process, with its state, its messages and its lock."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.store.rows import Posted
from bot.tables.state import TableState

NoThread: TypeAlias = Literal["permissions", "kind", "deleted", "many", "refused"]
"""Why a game that should be played in a thread has none: permissions are missing, this kind of channel has no
threads, the lobby's message was deleted, its host has as many threads as one may, or Discord refused otherwise."""


@dataclass(eq=False)
class Table:
    """A table in this process. As long as an object with an id exists, there is no second one.

    Each transition replaces `state` as a whole, under the `lock`, once the transition is durable. `posted` says
    which messages of the table are in the channel; delivery replaces it.
    """

    state: TableState
    posted: Posted = field(default_factory=Posted)
    no_thread: NoThread | None = None  # why the game has no thread, if this process knows
    mentionable: frozenset[int] = frozenset()  # the ids of members who are known to accept pings
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

    @property
    def id(self) -> int:
        """The id of the table."""
        return self.state.id

    @property
    def guild_id(self) -> int:
        """The id of the server of the table."""
        return self.state.guild_id

    @property
    def log_context(self) -> dict[str, int]:
        """The fields of log lines about the table."""
        return {"game": self.id, "guild": self.guild_id}

    def wakes_at(self) -> float | None:
        """Returns when the alarm of this table rings next; None if nothing is due."""
        if self.is_in_doubt:
            return self.retry_at
        moment = None if self.fast_forward is not None else self.state.wakes_at(self.seats_thinking())
        return None if moment is None else max(moment, self.retry_at)

    def seats_thinking(self) -> set[int]:
        """Returns the AI seats that are thinking about the open question."""
        if not self.thinking:
            return set()
        question = None if self.state.game is None else self.state.game.question
        return {seat for seat, about in self.thinking if about == question}

    def due_by(self, moment: float) -> bool:
        """Returns whether something is due at or before a moment."""
        due = self.wakes_at()
        return due is not None and due <= moment

    def note_pings(self, users: Collection[int], accept: Collection[int]) -> None:
        """Notes which of these users accept pings. Its views are made again only if that is new."""
        mentionable = self.mentionable.difference(users).union(accept)
        if mentionable != self.mentionable:
            self.mentionable = mentionable

    @property
    def channel_link(self) -> str:
        """The address of its channel."""
        return f"https://discord.com/channels/{self.state.guild_id}/{self.state.channel_id}"

    @property
    def link(self) -> str | None:
        """The address of its live message, None if there is none."""
        message = self.posted.message_id
        return None if message is None else f"{self.channel_link}/{message}"
