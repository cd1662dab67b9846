"""The number of clicks that each action and answer takes.

Opening a select is one click, and choosing in it is another.
"""

from collections import defaultdict

import pytest

from bot.render.controls import Control, Layout
from bot.render.messages.turn_controls import turn_rows
from bot.render.move_encoding import PartialMove
from bot.render.paging import SELECT_OPTIONS
from bot.render.panels.playing.decision_steps import confirm_panel, gift_panel, pick_panel
from bot.render.panels.playing.question import choice_rows
from bot.render.seat_view import SeatView, needs_confirmation
from bot.tables.table import Table
from engine import Move
from tests.harness.played_tables import TABLES, live
from tests.harness.tables import ask_of, game_of
from tests.render.components import components

MOST_OF_ACTION, MOST_IN_STEPS = 2, 4
"""The most clicks for an action with all that belongs to it; where a select cannot hold every move, in steps."""


def of_control(control: Control) -> int:
    """The clicks that a control takes: 1 for a button.

    In a select: opening it, choosing each value, and confirming several.
    """
    most = control.get("max_values", 0)
    return 1 + most + (most > 1)


def buttons(panel: Layout) -> int:
    """The number of buttons of a panel, without Back."""
    return sum("label" in part and "custom_id" in part for part in components(panel)) - 1


def of_action(view: SeatView, move: Move) -> int:
    """The clicks from the message of a turn to a declaration, without its confirmation."""
    actions = turn_rows(view.table)[0][0]
    clicks = of_control(actions)
    chosen = (option["value"].split(".") for option in actions["options"])
    step = next(step for step in (PartialMove.of(view.options, values) for values in chosen) if move in step.moves)
    while step.move is None:
        field = step.field
        assert field is not None
        assert buttons(pick_panel(view, step)) == len(step.values)
        clicks += 1
        value = getattr(move, field)
        step = step.then("" if value is None else str(value))
    return clicks


def of_choice(view: SeatView, move: Move) -> int:
    """The clicks that a private choice takes after Choose, without its confirmation."""
    offered = [control for row in choice_rows(view) for control in row]
    assert {control["type"] for control in offered} == {2}, "every choice is a button"
    return 1 if move.give is None else 1 + (buttons(gift_panel(view, range(len(view.me["hand"])))) > 0)


@pytest.mark.parametrize("table", TABLES)
def test_actions_and_choices_take_few_clicks(table: Table) -> None:
    actions: dict[str, set[int]] = defaultdict(set)
    choices: dict[str, int] = {}
    forced: set[str] = set()
    for moment in live(table):
        for seat in moment.state.owing():
            view = SeatView.of(moment, seat)
            if ask_of(moment).prompt == "act":
                for move in view.options:
                    clicks = of_action(view, move)
                    assert clicks <= (MOST_OF_ACTION if len(view.options) <= SELECT_OPTIONS else MOST_IN_STEPS), (
                        move
                    )
                    actions[move.action or ""].add(clicks)
            elif not ask_of(moment).window:
                for move in view.options:
                    decisions = 1 if move.give is None else 2  # the Producer also decides which card to hand over
                    assert of_choice(view, move) == decisions
                    choices[ask_of(moment).prompt] = decisions
                if ask_of(moment).prompt == "lose" and len(view.cards) == 1:
                    assert len(view.options) > 1, "a last card that nothing can save is lost without a click"
                if len(view.options) == 1:
                    assert not needs_confirmation(game_of(moment), seat, view.options[0])
                    forced.add(ask_of(moment).prompt)
            for move in view.options:
                if needs_confirmation(game_of(moment), seat, move):
                    assert buttons(confirm_panel(view, move)) == 1
    assert actions["income"] | actions["bank"] == {2}
    assert "prove" in forced, "a bluffer can only concede"
    print(dict(actions), choices, forced)  # noqa: T201 - prints the figures when run with -s
