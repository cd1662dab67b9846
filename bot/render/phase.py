"""Stages: the moments of a table, each of which has one card."""

from dataclasses import dataclass, field, replace
from typing import Literal, cast

from bot.store.rows import Status
from bot.tables.table import Table

Kind = Literal["lobby", "turn", "end", "closed"]


@dataclass(frozen=True, slots=True)
class Phase:
    """The lobby, one turn, the end, or the game stopped before its end.

    `turn` counts from 0. `since` is the first of the turns without a card of their own, whose story this card has.
    """

    kind: Kind
    turn: int = 0
    since: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, table: Table) -> "Phase":
        """The stage that a table is at."""
        if table.state.status is Status.SET_ASIDE:
            return cls("closed")
        if table.state.game is None:
            return cls("lobby")
        if table.state.status is Status.OVER:
            return cls("end")
        if table.state.status is Status.CLOSED:
            return cls("closed")
        return cls("turn", len(table.state.story) - 1)

    @classmethod
    def parse(cls, text: str) -> "Phase":
        """The stage that `str` wrote as `text`, e.g. `lobby`, or `turn:5:3` for turn 5 telling of 3 and 4 too."""
        kind, *numbers = text.split(":")
        return cls(cast(Kind, kind), *map(int, numbers))

    def after(self, shown: "Phase") -> "Phase":
        """This stage on the card after the one that showed `shown`: it also has the story of the turns between."""
        if self.kind != "turn":
            return self
        if shown == self:
            return shown
        first = shown.turn + 1 if shown.kind == "turn" else 0
        return replace(self, since=first if first < self.turn else None)

    def __str__(self) -> str:
        numbers = [] if self.kind != "turn" else [self.turn] if self.since is None else [self.turn, self.since]
        return ":".join((self.kind, *map(str, numbers)))
