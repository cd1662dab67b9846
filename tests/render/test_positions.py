"""Messages and panels show the texts that positions.txt lists for each position."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.render.custom_id import decode_move
from bot.render.messages.end import end_message
from bot.render.messages.question import question_text
from bot.render.messages.story import last_round, settled_events, story_lines
from bot.render.messages.turn import frozen_message, message_for_phase
from bot.render.panels.decision_steps import confirm_panel
from bot.render.panels.hand import hand_panel
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Status, Style
from bot.tables.table import Table
from bot.tables.transitions.transition import question_to
from engine import RULESETS
from tests.harness.played_tables import decide_all, table_of
from tests.harness.tables import change, game_of
from tests.render.components import components, text_of

View: TypeAlias = Callable[[TableView, SeatView | None], str]


def moment(view: TableView, _: SeatView | None) -> str:
    """The moment that the message shows."""
    shown = [part["content"] for part in components(message_for_phase(view)) if "content" in part]
    return next((text for text in shown if text.startswith("### ")), "")


def confirmed(table: Table, own: SeatView, answer: str) -> str:
    """The confirmation that an answer of the hand needs, by its label; nothing if it needs none."""
    (found,) = (part["custom_id"] for part in components(hand_panel(own)) if part.get("label") == answer)
    move = decode_move(found.rpartition(":")[2], own.options, own.cards)
    assert move is not None
    asked = question_to(table.state, own.seat)
    return text_of(confirm_panel(own, move)) if asked.needs_confirmation(move) else ""


VIEWS: dict[str, View] = {
    "options": lambda view, own: text_of(options_and_odds_panel(view, own)),
    "message": lambda view, _: text_of(message_for_phase(view)),
    "moment": moment,
    "hand": lambda _, own: "" if own is None else text_of(hand_panel(own)),
    "question": lambda view, own: question_text(view, reader=None if own is None else own.seat),
    "story": lambda view, _: "\n".join(story_lines(view, view.story[0])),
    "settled": lambda view, _: "\n".join(story_lines(view, settled_events(view))),
    "round": lambda view, _: last_round(view, len(view.story) - 1),
    "frozen": lambda view, _: text_of(frozen_message(view, 0)),
    "end": lambda view, _: text_of(end_message(view)),
}


def readings() -> Iterator[Any]:
    """Yields each reading: its position, decisions, view and texts."""
    position = ""
    for line in Path(__file__).with_name("positions.txt").read_text("utf-8").splitlines():
        if line.startswith(tuple(RULESETS)):
            position = line
        elif line and not line.startswith("#"):
            decisions, view, texts = line.split(" | ")
            yield pytest.param(position, decisions, view, texts.split("; "), id=f"{decisions} | {view}")


@pytest.mark.parametrize(("position", "decisions", "view", "texts"), [*readings()])
def test_a_view_has_its_texts(position: str, decisions: str, view: str, texts: list[str]) -> None:
    table = table_of(position)
    decide_all(table, decisions)
    name, reader, answer = (*view.split(" ", 2), "", "")[:3]
    change(table, style=Style.CHRONICLE if name == "frozen" else Style.LIVE)
    if game_of(table).winners is not None:
        change(table, status=Status.OVER)
    own = SeatView.of(table, int(reader)) if reader else None
    shown = confirmed(table, own, answer) if own and answer else VIEWS[name](TableView.of(table), own)
    shown = shown.replace("\N{NO-BREAK SPACE}", " ")
    for text in (text.replace(" / ", "\n") for text in texts):
        if text.startswith("="):
            assert shown == text[1:]
        else:
            assert (text.removeprefix("!") in shown) is not text.startswith("!"), shown
