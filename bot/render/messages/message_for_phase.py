"""The message that shows a table in a phase: the one entry to all messages that everybody at the table sees."""

from bot.render.controls import Layout
from bot.render.messages.end import end_message
from bot.render.messages.lesson import lesson_end_message
from bot.render.messages.lobby import lobby_message
from bot.render.messages.turn import closed_message, frozen_message, outgoing_message, turn_message
from bot.render.phase import Phase
from bot.render.view_model import TableView
from bot.store.rows import Status


def message_for_phase(view: TableView, phase: Phase | None = None) -> Layout:
    """Returns the message of a phase of a table, by default its present one; past phases have no controls."""
    if phase is None:
        phase = view.phase
    if view.practice and phase.kind in ("end", "closed") and view.status is not Status.SET_ASIDE:
        return lesson_end_message(view)
    match phase.kind:
        case "lobby":
            return lobby_message(view)
        case "end":
            return end_message(view)
        case "closed":
            return closed_message(view)
        case "turn":
            if phase == view.phase:
                return turn_message(view, phase.since)
            if view.has_one_message:
                return outgoing_message(view, phase.turn)
            return frozen_message(view, phase.turn, phase.since)
