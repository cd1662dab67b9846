"""The messages and panels that show a table."""

from collections.abc import Iterator

from discord import ui

from bot.render.custom_id import PartialMove
from bot.render.messages.lobby import lobby_message
from bot.render.messages.turn import frozen_message, message_for_phase
from bot.render.panels.decision_steps import confirm_panel, pick_panel
from bot.render.panels.hand import hand_panel
from bot.render.panels.log import log_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.table import Table
from bot.tables.transitions.transition import question_to


def table_messages(table: Table) -> Iterator[ui.LayoutView]:
    """The messages of a table, its log, and each seat's hand with the steps of its answers."""
    view = TableView.of(table)
    yield message_for_phase(view)
    yield lobby_message(view)
    yield frozen_message(view, len(table.state.story) - 1)
    yield log_panel(view)
    for seat in range(len(table.state.seats)):
        private = SeatView.of(table, seat)
        yield hand_panel(private, " ".join(view.choice_note(move) for move in private.options[:9]))
        if private.options and view.game.prompt == "act":
            for action in PartialMove.of(private.options).values:
                step = PartialMove.of(private.options, [action])
                if step.move is None:
                    yield pick_panel(private, step)
        costly = [move for move in private.options if question_to(table.state, seat).needs_confirmation(move)]
        yield from (confirm_panel(private, move) for move in costly)
