"""How many clicks each action and answer takes, as rendered: a select is opened, then chosen from."""

from collections import defaultdict
from typing import Any

import pytest
from discord import ui

from bot.render.messages.turn_controls import turn_rows
from bot.render.move_encoding import PartialMove
from bot.render.panels.choices import choice_rows
from bot.render.panels.confirmations import confirm_panel, gift_panel, pick_panel
from bot.render.seat_view import SeatView
from bot.tables.table import Table
from engine import Move
from tests.harness.played_tables import TABLES, live

MOST_OF_ACTION = {"plain": 2, "aimed": 3, "twofold": 4}
"""Clicks of an action without a target, with one, with target and recipient; a coup is confirmed besides."""
MOST_OF_CHOICE = 3
"""Clicks of a private choice, Choose on the card included: losing a card, an exchange of two, the Producer's."""


def of_control(control: Any) -> int:
    """The clicks that a control takes: a button one; a select is opened, each value chosen, several confirmed."""
    if isinstance(control, ui.Select):
        return 1 + control.max_values + (control.max_values > 1)
    return 1


def buttons(view: ui.LayoutView) -> int:
    """How many buttons a panel offers beside Back."""
    return sum(isinstance(item, ui.Button) for item in view.walk_children()) - 1


def of_action(scene: SeatView, move: Move) -> int:
    """The clicks from the card of a turn to a declaration, its confirmation left out."""
    clicks = of_control(turn_rows(scene.table)[0][0])
    step = PartialMove.of(scene.options, [move.action or ""])
    while step.move is None:
        field = step.field
        assert field is not None
        assert buttons(pick_panel(scene, step)) == len(step.values)
        clicks += 1
        value = getattr(move, field)
        step = step.then("" if value is None else str(value))
    return clicks


def of_choices(scene: SeatView) -> dict[str, int]:
    """The most clicks that each kind of private choice takes, with Choose on the card and a second step."""
    clicks = 1 + max(of_control(control) for row in choice_rows(scene) for control in row)
    if any(move.give is not None for move in scene.options):
        assert buttons(gift_panel(scene, range(len(scene.me["hand"])))) >= 1
        clicks += 1
    return {scene.game.prompt or "": clicks}


@pytest.mark.parametrize("table", TABLES)
def test_no_action_and_no_choice_takes_more_clicks_than_it_has_steps(table: Table) -> None:
    actions: dict[str, set[int]] = defaultdict(set)
    choices: dict[str, int] = {}
    for moment in live(table, 3):
        assert moment.state.game is not None
        assert moment.state.game.ask is not None
        for seat in moment.state.owing():
            scene = SeatView.of(moment, seat)
            if moment.state.game.ask.prompt == "act":
                for move in scene.options:
                    aims = sum(value is not None for value in (move.target, move.recipient, move.role))
                    kind = ("plain", "aimed", "twofold")[aims]
                    clicks = of_action(scene, move)
                    assert clicks <= MOST_OF_ACTION[kind], move
                    actions[move.action or ""].add(clicks)
            elif not moment.state.game.ask.window:
                choices |= of_choices(scene)
            for move in scene.options:
                if move.action == "coup" or move in scene.fatal:
                    assert buttons(confirm_panel(scene, move)) == 1
    assert actions["income"] == {2}
    assert {prompt: clicks for prompt, clicks in choices.items() if clicks > MOST_OF_CHOICE} == {}
    print(dict(actions), choices)  # noqa: T201 - the figures, for whoever asks for them with -s
