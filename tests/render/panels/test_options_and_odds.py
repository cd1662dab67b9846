"""The panel "What can I do?" explains every prompt of every edition, in texts that fit."""

import random
from fractions import Fraction
from itertools import islice

import pytest

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.panels.options_and_odds import coach_panel, hint_text, odds_text, options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.texts.sanitize import escape
from bot.render.view_model import ANSWER_CHARACTERS, TableView
from bot.store.rows import Status
from bot.tables.ai_players import CostlyDecision, Opinion, advise
from bot.tables.ai_seats import LookBack
from bot.tables.table import Table
from engine import Move
from tests.harness.played_tables import TABLES, decide, live, table_at
from tests.harness.random_games import redeal_hidden_from
from tests.harness.tables import ask_of, change, game_of, tell
from tests.render.components import text_of


def texts(moment: Table, seat: int | None = None) -> str:
    """The texts of the panel."""
    own = None if seat is None else SeatView.of(moment, seat)
    return text_of(options_and_odds_panel(TableView.of(moment), own))


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_every_prompt_and_every_answer_is_explained(table: Table) -> None:
    for moment in live(table):
        text = texts(moment, 0)
        assert len(text) < MESSAGE_CHARACTERS
        assert "…" not in text
        assert ("%" in text) is ("These odds count" in text)
        if ask_of(moment).prompt in ("lose", "keep", "give", "show"):
            assert "These odds count" not in text, "there are none"
        if ask_of(moment).window:
            view, own = TableView.of(moment), SeatView.of(moment, 0)
            moves = set(own.options) or {move for moves in view.game.options.values() for move in moves}
            answers = {escape(view.answer_label(move), ANSWER_CHARACTERS) for move in moves}
            assert all(f"**{answer}**: " in text or f"**{answer} · " in text for answer in answers)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_the_coach_repeats_a_private_question_as_it_was_put_to_the_reader(table: Table) -> None:
    for moment in live(table):
        ask, game = ask_of(moment), game_of(moment)
        seat, options = next(iter(ask.options.items()))
        opinion = Opinion(options[0], "rest")
        costly = CostlyDecision(1, game.view(seat), game.public(), options[0], opinion, 0.1)
        change(moment, story=((),))  # the game has gone on
        text = text_of(coach_panel(TableView.of(moment), seat, LookBack(1, [costly])))
        if not ask.window:
            asked, _, _ = text.rpartition(" · ")[2].partition(" You had ")
            assert asked
            assert escape(game.names[seat]) not in asked
            assert "****" not in asked
        if ask.prompt == "examine":
            assert escape(game.view(seat)["seen"]["of"]) in text


def classic() -> Table:
    """A classic game of three in which it is Ana's turn."""
    return table_at(
        {"coins": 3, "hand": ["captain", "contessa"]},
        ["captain", "assassin"],
        {"hand": ["duke"], "lost": ["duke"]},
    )


def test_a_private_question_shows_the_cards_that_it_is_about() -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "exchange"}))
    for name in ("Ben", "Cleo"):
        tell(table, game_of(table).decide_json({"by": name, "do": "pass"}))
    own = SeatView.of(table, 0)
    drawn = f"You drew {own.phrases.cards(own.cards[2:])}."
    assert f"You have Captain and Contessa, and 3 coins.\n{drawn}\nChoose what you keep." in texts(table, 0)
    assert "You drew" not in texts(table, 1)


def test_a_paused_table_says_who_can_resume_it() -> None:
    table = classic()
    change(table, status=Status.PAUSED, paused_for="moderator")
    assert "The host or a moderator can resume it." in texts(table, 1)


def test_a_chance_is_one_number() -> None:
    w = texts_for()
    said = {
        Fraction(0): "0%",
        Fraction(1): "100%",
        Fraction(1, 3): "33%",
        Fraction(36, 91): "40%",
        Fraction(1, 500): "1%",
        Fraction(499, 500): "99%",
    }
    assert {odds: odds_text(odds, w) for odds in said} == said


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_what_a_reader_sees_depends_on_no_card_of_others(table: Table) -> None:
    chance = random.Random(5)
    for moment in islice(live(table), 0, None, 9):
        game = moment.state.game
        assert game is not None
        for seat in range(len(moment.state.seats)):
            other = game.clone()
            redeal_hidden_from(other, seat, chance)
            same = Table(moment.state.replace(game=other))
            assert texts(moment, seat) == texts(same, seat)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (["captain", "contessa"], "You have no Duke, so the challenger loses a card."),
        (["contessa", "duke"], "You have a Duke, so your hand proves that you lied."),
    ],
)
def test_a_hint_about_a_challenged_embezzlement_speaks_of_the_role_denied(hand: list[str], reason: str) -> None:
    table = table_at(hand, hand, hand, ruleset="reformation", reserve=4)
    game = game_of(table)
    decide(table, 0, Move("act", "embezzle"))
    decide(table, 1, Move("challenge"))
    assert game.ask is not None
    opinion = advise("strong", game.public(), 0, (), game.view(0), game.ask.options[0])
    hint = hint_text(TableView.of(table), opinion)
    assert reason in hint
    assert "the card" not in hint.splitlines()[1]


def test_a_hint_to_allow_what_cannot_be_true_does_not_call_a_challenge_risky() -> None:
    hands = ((), ("duke", "duke"), ("captain",), ("assassin",), ())
    lost = (("ambassador", "ambassador"), (), ("ambassador",), ("contessa",), ("assassin", "contessa"))
    table = table_at(
        *(
            {"coins": 2 * bool(hand), "hand": list(hand), "lost": list(cards)}
            for hand, cards in zip(hands, lost, strict=True)
        ),
        turn="Cleo",
    )
    game = game_of(table)
    decide(table, 2, Move("act", "exchange"))
    assert game.ask is not None
    opinion = advise("strong", game.public(), 3, (), game.view(3), game.ask.options[3])
    hint = hint_text(TableView.of(table), opinion)
    assert hint.startswith("**Hint:** Allow\n**Cleo** cannot have the Ambassador: you see every copy. But ")
    assert opinion.chance is not None
    assert opinion.lead is not None
    assert f"\nYou then win about {opinion.chance:.0%} of games.\n" in hint
    assert f"\nNext best: Challenge (\u2212{opinion.lead:.0%} wins).\n" in hint
