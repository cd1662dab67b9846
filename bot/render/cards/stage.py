"""Which card a table's moment calls for, and what a card becomes once its moment is over."""

from dataclasses import dataclass, field
from typing import Literal, cast

from discord import ui

from bot.render.cards.end import end_card
from bot.render.cards.lobby import lobby_card
from bot.render.cards.turn import closing_card, frozen_card, turn_card
from bot.store.rows import Status
from bot.tables.session import TableSession

Kind = Literal["lobby", "turn", "end", "closed"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment that has one card: the lobby, one turn, the end, or the game being stopped before it.

    `since` is the first of the turns that passed without a card of their own and are told of on this one.
    """

    kind: Kind
    turn: int = 0
    since: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, table: TableSession) -> "Stage":
        """The stage a table is at."""
        if table.status is Status.SET_ASIDE:
            return cls("closed")
        if table.game is None:
            return cls("lobby")
        if table.status is Status.OVER:
            return cls("end")
        if table.status is Status.CLOSED:
            return cls("closed")
        return cls("turn", len(table.story) - 1)

    @classmethod
    def parse(cls, text: str) -> "Stage":
        """The stage that `str` wrote as `text`, e.g. `lobby`, or `turn:5:3` for turn 5 telling of 3 and 4 too."""
        kind, *numbers = text.split(":")
        return cls(cast(Kind, kind), *map(int, numbers))

    def __str__(self) -> str:
        numbers = [] if self.kind != "turn" else [self.turn] if self.since is None else [self.turn, self.since]
        return ":".join((self.kind, *map(str, numbers)))


def stage_card(table: TableSession, stage: Stage) -> ui.LayoutView:
    """The card of a stage: live while the table is at it, else frozen."""
    match stage.kind:
        case "lobby":
            return lobby_card(table)
        case "end":
            return end_card(table)
        case "closed":
            return closing_card(table)
        case "turn":
            live = stage == Stage.of(table)
            return turn_card(table, stage.since) if live else frozen_card(table, stage.turn, stage.since)
