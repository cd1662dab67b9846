"""The panel "What can I do?" explains every prompt of every edition, in texts that fit."""

from fractions import Fraction
from typing import Any

import pytest

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.panels.options_and_odds import odds_text, options_and_odds_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.table import Table
from engine import Game
from tests.harness.played_tables import TABLES, a_table, live
from tests.harness.tables import change, tell
from tests.render.components import text_of


def texts(moment: Table, seat: int | None = None) -> str:
    """The texts of the panel."""
    return text_of(options_and_odds_panel(TableView.of(moment), seat))


@pytest.mark.parametrize("table", TABLES)
def test_every_prompt_and_every_answer_is_explained(table: Table) -> None:
    for moment in live(table):
        text = texts(moment, 0)
        assert len(text) < MESSAGE_CHARACTERS
        assert "…" not in text
        assert moment.state.game is not None
        assert moment.state.game.ask is not None
        if moment.state.game.ask.window:
            view = TableView.of(moment)
            answers = {view.answer_label(move) for moves in view.game.options.values() for move in moves}
            assert all(f"**{answer}**: " in text for answer in answers)


def classic(**facts: Any) -> Table:
    """A classic game of three in which it is Ana's turn."""
    table = a_table("classic", 3, {})
    players = [
        {"name": "Ana", "coins": 3, "hand": ["captain", "contessa"]},
        {"name": "Ben", "coins": 2, "hand": ["captain", "assassin"]},
        {"name": "Cleo", "coins": 2, "hand": ["duke"], "lost": ["duke"]},
    ]
    game = Game.from_position({"ruleset": "classic", "turn": "Ana", "players": players, **facts})
    change(table, game=game, story=((),))
    tell(table, game.table.events)
    return table


def test_a_turn_shows_each_action_with_its_odds() -> None:
    text = texts(classic(), 0)
    assert "This question is for you" in text
    assert "**Tax (Duke)**: Take 3 coins." in text
    assert "**Ana** has the Duke: about 2 in 7 (27%)" in text
    assert (
        "another player has the Duke: about 2 in 5 (40%)" in text or "another player has the Duke: 2 in 5" in text
    )
    assert "Contessa with **Ben**: " in text


def test_a_window_says_what_each_answer_does() -> None:
    table = classic()
    assert table.state.game is not None
    tell(table, table.state.game.decide_json({"by": "Ana", "do": "act", "action": "assassinate", "target": "Ben"}))
    text = texts(table, 1)
    assert "Chance that **Ana** has the Assassin" in text
    assert "Chance that **Ben** can block as Contessa" in text
    assert "**Challenge**: If **Ana** does not show Assassin," in text
    assert "**Block as Contessa**: You stop it as Contessa." in text
    assert "**Allow**: If nobody stops **Ana**, this happens: “Pay 3 coins" in text
    assert "You are not asked now" in texts(table, 0)
    assert "You are watching." in texts(table, None)


def test_a_house_rule_about_challenges_is_explained_where_it_applies() -> None:
    for ruleset, told in (("mcguire", True), ("short", False)):
        table = a_table(ruleset, 3, {})
        assert table.state.game is not None
        tell(
            table,
            table.state.game.decide_json(
                {"by": table.state.game.names[table.state.game.table.turn], "do": "act", "action": "tax"}
            ),
        )
        assert ("A challenger takes 1 coin" in texts(table)) is told


def test_a_paused_table_says_who_can_resume_it() -> None:
    table = classic()
    change(table, status=Status.PAUSED, paused_for="moderator")
    assert "The host or a moderator can resume it." in texts(table, 1)


def test_odds_are_given_in_plain_words() -> None:
    w = texts_for()
    said = {
        Fraction(0): "impossible",
        Fraction(1): "certain",
        Fraction(1, 3): "1 in 3",
        Fraction(36, 91): "about 2 in 5 (40%)",
        Fraction(1, 50): "less than 1 in 10 (2%)",
        Fraction(97, 100): "more than 9 in 10 (97%)",
    }
    assert {odds: odds_text(odds, w) for odds in said} == said
