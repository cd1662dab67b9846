"""The odds: computed from open cards only, checked by counting all deals, independent of hidden cards."""

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS, Game, Move
from engine.moves import CHALLENGE
from engine.views.odds import Reader, action_odds, cards_left, chance_of, claim_odds, counter_odds
from tests.harness.random_games import random_setup, start


def counted(left: Iterable[tuple[str, int]], wanted: set[str], drawn: int) -> Fraction:
    """The share of hands of `drawn` cards that contain a wanted card, found by counting all hands."""
    cards = [card for card, number in left for _ in range(number)]
    hands = list(combinations(cards, drawn))
    return Fraction(sum(bool(wanted.intersection(hand)) for hand in hands), len(hands))


@settings(max_examples=30)
@given(
    left=st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), min_size=1),
    wanted=st.sets(st.sampled_from("abcde")),
    drawn=st.integers(0, 4),
)
def test_the_chance_is_the_share_of_all_possible_hands(left: dict[str, int], wanted: set[str], drawn: int) -> None:
    drawn = min(drawn, sum(left.values()))
    assert chance_of(left, wanted, drawn) == counted(left.items(), wanted, drawn)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_a_claim_is_as_likely_as_the_hands_that_prove_it(ruleset: str) -> None:
    for number in range(5):
        chance = random.Random(number)
        game = start(random_setup(chance, ruleset))
        for _ in range(80):
            ask = game.ask
            if ask is None:
                break
            view = game.public()
            odds = claim_odds(view)
            claim = ask.claim
            if odds is not None and claim is not None:
                left = [card for card, number in sorted(cards_left(view).items()) for _ in range(number)]
                drawn = 1 if claim.kind == "loss" else view.view["players"][claim.by]["cards"]
                hands = list(combinations(left, drawn))
                assert odds == Fraction(sum(bool(claim.proof(hand)) for hand in hands), len(hands))
            seat = chance.choice(sorted(ask.options))
            claims = [move for move in ask.options[seat] if move.do in ("act", "claim") or move is CHALLENGE]
            game.decide(seat, chance.choice(claims or list(ask.options[seat])))


def classic(**facts: Any) -> Game:
    """Ada to act with 7 coins, against Ben with two cards and Cleo with one; two Dukes lie face up."""
    players = [
        {"name": "Ada", "coins": 7, "hand": ["captain", "contessa"]},
        {"name": "Ben", "coins": 2, "hand": ["captain", "assassin"]},
        {"name": "Cleo", "coins": 2, "hand": ["duke"], "lost": ["duke"]},
        {"name": "Dov", "coins": 0, "hand": [], "lost": ["duke", "assassin"]},
    ]
    return Game.from_position({"ruleset": "classic", "turn": "Ada", "players": players, **facts})


def test_a_declared_action_has_the_odds_of_its_blocks() -> None:
    odds = {each.action: each for each in action_odds(classic().public())}
    assert odds["income"].role is None
    assert odds["income"].countered == {}
    assert odds["foreign_aid"].counters == ("duke",)
    assert odds["foreign_aid"].countered == {None: Fraction(3, 12)}  # one Duke among twelve, three cards of others
    assert odds["tax"].held == Fraction(2, 12)
    assert odds["assassinate"].countered == {1: 1 - Fraction(9 * 8, 12 * 11), 2: Fraction(3, 12)}
    assert odds["steal"].counters == ("captain", "ambassador")
    assert all("duke" not in odds[name].counters for name in ("coup", "steal", "exchange"))


def test_a_card_out_of_the_game_is_in_no_hand() -> None:
    players = [{"name": name, "hand": ["duke"]} for name in ("Ada", "Ben")]
    game = Game.from_position({"ruleset": "mcguire", "turn": "Ada", "players": players, "out": ["contessa"]})
    left = cards_left(game.public())
    assert (left["contessa"], left["assassin"]) == (1, 2)


def test_a_proven_claim_has_no_odds_any_more() -> None:
    game = classic()
    game.decide_json({"by": "Ada", "do": "act", "action": "steal", "target": "Ben"})
    assert claim_odds(game.public()) is not None
    game.decide_json({"by": "Cleo", "do": "challenge"})
    game.decide_json({"by": "Ben", "do": "pass"})
    while game.public().prompt != "prove":
        game.decide(*next((seat, moves[0]) for seat, moves in game.ask.options.items()))  # pyright: ignore[reportOptionalMemberAccess] - it is not over
    assert claim_odds(game.public()) is not None
    game.decide_json({"by": "Ada", "do": "prove"})
    again = game.public()
    assert again.prompt == "respond"
    assert claim_odds(again) is None
    assert counter_odds(again) is not None


def test_only_the_special_copy_counts_for_a_rebuttal() -> None:
    players = [{"name": "Ada", "hand": ["contessa", "duke"]}, {"name": "Ben", "hand": ["duke", "captain"]}]
    game = Game.from_position({"ruleset": "mcguire", "turn": "Ada", "players": players})
    game.decide_json({"by": "Ada", "do": "act", "action": "foreign_aid"})
    game.decide_json({"by": "Ben", "do": "claim", "role": "duke"})
    assert counter_odds(game.public()) == (("contessa",), [0], Fraction(2, 15))
    game.decide(0, Move("claim", role="contessa"))
    assert claim_odds(game.public()) == Fraction(2, 15)


def test_a_readers_own_cards_cannot_be_in_other_hands() -> None:
    game, ben = classic(), Reader(1, ("captain", "assassin"))
    odds = {each.action: each for each in action_odds(game.public(), ben)}
    assert odds["tax"].held == Fraction(2, 10)
    assert odds["assassinate"].countered == {2: Fraction(3, 10)}, "Ben knows whether he can block"
    assert odds["foreign_aid"].countered == {None: Fraction(1, 10)}, "Cleo alone"
    game.decide_json({"by": "Ada", "do": "act", "action": "assassinate", "target": "Ben"})
    assert claim_odds(game.public(), ben) == 1 - Fraction(9 * 8, 10 * 9)
    assert counter_odds(game.public(), ben) is None
    assert claim_odds(game.public(), Reader(0, ("captain", "contessa"))) is None, "Ada knows what she claimed"


def test_a_reader_with_every_copy_knows_that_a_claim_is_false() -> None:
    game = classic()
    game.decide_json({"by": "Ada", "do": "act", "action": "tax"})
    assert claim_odds(game.public()) != 0
    assert claim_odds(game.public(), Reader(2, ("duke",))) == 0
