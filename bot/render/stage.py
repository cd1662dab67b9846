"""Which card a table's moment calls for, and what a card becomes once its moment is over."""

from dataclasses import dataclass
from typing import Literal

from discord import ui

from bot.render.end import end_card
from bot.render.lobby import lobby_card
from bot.render.turn import closing_card, frozen_card, turn_card
from bot.tables import Status, Table


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment that has one card: the lobby, one turn, the end, or the game being stopped before it."""

    kind: Literal["lobby", "turn", "end", "closed"]
    turn: int = 0

    @classmethod
    def of(cls, table: Table) -> "Stage":
        """The stage a table is at."""
        if table.game is None:
            return cls("lobby")
        if table.status is Status.OVER:
            return cls("end")
        if table.status in (Status.CLOSED, Status.SET_ASIDE):
            return cls("closed")
        return cls("turn", len(table.story) - 1)


def stage_card(table: Table, stage: Stage, since: int | None = None) -> ui.LayoutView:
    """The card of a stage: live while the table is at it, else frozen. `since`: see `turn_card`."""
    match stage.kind:
        case "lobby":
            return lobby_card(table)
        case "end":
            return end_card(table)
        case "closed":
            return closing_card(table)
        case "turn":
            live = stage == Stage.of(table)
            return turn_card(table, since) if live else frozen_card(table, stage.turn, since)
