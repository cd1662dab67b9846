"""Phases: the parts of a table's life, each of which has a message of its own."""

from dataclasses import dataclass, field
from typing import Literal, cast

from bot.store.rows import Status
from bot.tables.state import TableState

Kind = Literal["lobby", "turn", "end", "closed"]


@dataclass(frozen=True, slots=True)
class Phase:
    """The lobby, one turn, the end, or a game that was stopped before its end.

    `turn` counts from 0. Turns from `since` up to `turn` had no message of their own; their story is in this one.
    """

    kind: Kind
    turn: int = 0
    since: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, state: TableState) -> "Phase":
        """Returns the phase of a table."""
        if state.status is Status.SET_ASIDE:
            return cls("closed")
        if state.game is None:
            return cls("lobby")
        if state.status is Status.OVER:
            return cls("end")
        if state.status is Status.CLOSED:
            return cls("closed")
        return cls("turn", len(state.story) - 1)

    @classmethod
    def parse(cls, text: str) -> "Phase":
        """Returns the phase that `str` wrote: `lobby`, or `turn:5:3` for turn 5 with the story of 3 and 4."""
        kind, *numbers = text.split(":")
        return cls(cast(Kind, kind), *map(int, numbers))

    def after(self, shown: "Phase") -> "Phase":
        """Returns this phase, given that the channel's last message shows `shown`.

        `since` becomes the first turn whose story no message has shown.
        """
        if self.kind != "turn":
            return self
        if shown == self:
            return shown
        first = shown.turn + 1 if shown.kind == "turn" else 0
        return Phase(self.kind, self.turn, first if first < self.turn else None)

    def __str__(self) -> str:
        numbers = [] if self.kind != "turn" else [self.turn] if self.since is None else [self.turn, self.since]
        return ":".join((self.kind, *map(str, numbers)))
