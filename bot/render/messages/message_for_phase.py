"""Which card belongs to a stage of a table, and what that card becomes once the stage is over."""

from discord import ui

from bot.render.messages.end import end_message
from bot.render.messages.lobby import lobby_message
from bot.render.messages.turn import closed_message, frozen_message, outgoing_message, turn_message
from bot.render.panels.lesson import lesson_end_message
from bot.render.phase import Phase
from bot.render.view_model import TableView
from bot.store.rows import Status


def message_for_phase(scene: TableView, stage: Phase) -> ui.LayoutView:
    """The card of a stage: with controls while the table is at it, without them afterwards."""
    if scene.table.practice and stage.kind in ("end", "closed") and scene.table.status is not Status.SET_ASIDE:
        return lesson_end_message(scene)
    match stage.kind:
        case "lobby":
            return lobby_message(scene)
        case "end":
            return end_message(scene)
        case "closed":
            return closed_message(scene)
        case "turn":
            if stage == scene.table.stage:
                return turn_message(scene, stage.since)
            if scene.table.one_card:
                return outgoing_message(scene, stage.turn)
            return frozen_message(scene, stage.turn, stage.since)
