"""Hints in words: the reason fits what the claim in question says."""

import pytest

from bot.render.panels.options_and_odds import hint_text
from bot.render.view_model import TableView
from bot.tables.ai.opinions import advise
from engine import Game, Move
from tests.harness.played_tables import MEMBERS, a_table, decide
from tests.harness.tables import change


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (["captain", "contessa"], "You have no Duke, so the challenger loses a card."),
        (["contessa", "duke"], "You have a Duke, so your hand proves that you lied."),
    ],
)
def test_a_hint_about_a_challenged_embezzlement_speaks_of_the_role_denied(hand: list[str], reason: str) -> None:
    players = [{"name": name, "coins": 2, "hand": hand} for name in ("Ana", "Ben", "Cleo")]
    table = a_table("reformation", 3, {})
    game = Game.from_position({"ruleset": "reformation", "reserve": 4, "turn": "Ana", "players": players})
    change(table, game=game)
    decide(table, 0, Move("act", "embezzle"))
    decide(table, 1, Move("challenge"))
    assert game.ask is not None
    opinion = advise("strong", game.names, 0, (), game.view(0), game.ask.options[0])
    hint = hint_text(TableView.of(table), opinion)
    assert reason in hint
    assert "the card" not in hint.splitlines()[1]


def test_a_hint_to_allow_what_cannot_be_true_does_not_call_a_challenge_risky() -> None:
    table = a_table("classic", 5, {})
    hands = ((), ("duke", "duke"), ("captain",), ("assassin",), ())
    lost = (("ambassador", "ambassador"), (), ("ambassador",), ("contessa",), ("assassin", "contessa"))
    players = [
        {"name": name, "coins": 2 * bool(hand), "hand": list(hand), "lost": list(cards)}
        for name, hand, cards in zip(MEMBERS, hands, lost, strict=False)
    ]
    game = Game.from_position({"ruleset": "classic", "turn": "Cleo", "players": players})
    change(table, game=game)
    decide(table, 2, Move("act", "exchange"))
    assert game.ask is not None
    opinion = advise("strong", game.names, 3, (), game.view(3), game.ask.options[3])
    hint = hint_text(TableView.of(table), opinion)
    assert hint.startswith("**Hint:** Allow\n**Cleo** cannot have the Ambassador: you see every copy. But ")
    assert opinion.chance is not None
    assert opinion.lead is not None
    assert f"\nYou then win about {opinion.chance:.0%} of games.\n" in hint
    assert f"\nNext best: Challenge (\u2212{opinion.lead:.0%} wins).\n" in hint
