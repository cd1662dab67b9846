"""Which card belongs to a stage of a table, and what that card becomes once the stage is over."""

from discord import ui

from bot.render.messages.end import end_card
from bot.render.messages.lobby import lobby_card
from bot.render.messages.turn import closing_card, frozen_card, passing_card, turn_card
from bot.render.panels.lesson import lesson_end
from bot.render.phase import Stage
from bot.render.view_model import Scene
from bot.store.rows import Status


def stage_card(scene: Scene, stage: Stage) -> ui.LayoutView:
    """The card of a stage: with controls while the table is at it, without them afterwards."""
    if scene.table.practice and stage.kind in ("end", "closed") and scene.table.status is not Status.SET_ASIDE:
        return lesson_end(scene)
    match stage.kind:
        case "lobby":
            return lobby_card(scene)
        case "end":
            return end_card(scene)
        case "closed":
            return closing_card(scene)
        case "turn":
            if stage == scene.table.stage:
                return turn_card(scene, stage.since)
            if scene.table.one_card:
                return passing_card(scene, stage.turn)
            return frozen_card(scene, stage.turn, stage.since)
