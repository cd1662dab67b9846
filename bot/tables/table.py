"""Table: one table in this process, with its state, its messages and its lock."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.store.rows import Posted
from bot.tables.state import TableState

NoThread: TypeAlias = Literal["permissions", "kind", "card", "many", "refused"]
"""Why a game that was to be played in a thread has none: permissions are missing, this kind of channel has no
threads, the lobby's message was deleted, its host has as many threads as one may, or Discord refused otherwise."""


@dataclass(eq=False)
class Table:
    """A table in this process: there is one object for each id while anybody refers to it.

    `state` is replaced as a whole by each transition, once that is durable, by whoever holds the `lock`. `posted`
    says which of its messages are in the channel, and is replaced by delivery.
    """

    state: TableState
    posted: Posted = field(default_factory=Posted)
    no_thread: NoThread | None = None  # as far as this process knows
    reminded_of: int | None = None  # the number of the question that the reminder in the channel is about
    thinking: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """The AI seats that are thinking, each with the number of its question."""
    fast_forward: asyncio.Event | None = None  # set once AI seats have played the game to its end
    retry_at: float = 0.0  # after a failed save, nothing happens by itself before this
    is_in_doubt: bool = False  # the store may hold a change that is not known here: it is read before all else
    used_at: float = 0.0
    is_released: bool = False  # another process owns it now
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    @property
    def id(self) -> int:
        """The number of the table."""
        return self.state.id

    @property
    def guild_id(self) -> int:
        """The id of its server."""
        return self.state.guild_id

    def wakes_at(self) -> float | None:
        """Returns the earliest moment at which something happens here by itself; None if nothing does."""
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
        """Returns whether something happens here by itself up to a moment."""
        due = self.wakes_at()
        return due is not None and due <= moment

    @property
    def link(self) -> str | None:
        """The address of its live message, None if there is none."""
        if self.posted.message_id is None:
            return None
        state = self.state
        return f"https://discord.com/channels/{state.guild_id}/{state.channel_id}/{self.posted.message_id}"
