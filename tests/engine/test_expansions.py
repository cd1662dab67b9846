"""Reformation and anarchy: what views and odds tell about their facts, and setups they refuse."""

import random
from fractions import Fraction
from typing import Any

import pytest

from engine import BadRequest, Game, Move
from engine.catalogue import pool_roles
from engine.editions.g54.pools import draw_pool
from engine.events import to_json
from engine.moves import PAY
from engine.views.odds import Reader, action_odds, claim_odds, counter_odds
from tests.engine.positions import NAMES, position

SOCIALISTS = "financier director anarchist arms_dealer socialist"


def played_at(ruleset: str, hands: str, coins: str, **more: Any) -> Game:
    """The game at a position."""
    return Game.from_position(position(ruleset, hands, coins, **more))


# Reformation


def test_everybody_sees_allegiances_and_the_reserve() -> None:
    game = Game.new("reformation", NAMES, first="C")
    for viewer in (None, 0, 9):
        view = game.view(viewer)
        assert view["reserve"] == 0
        sides = "".join(player["allegiance"][0] for player in view["players"])
        assert sides == "lrlrlrlrlr", "alternately clockwise from the first player"
    assert all(len(player["hand"]) == 2 for player in game.state()["players"])
    assert len(game.state()["deck"]) == 5


def test_the_game_says_who_is_bound() -> None:
    game = played_at("reformation", "duke/captain/contessa", "2/2/2")
    assert game.untargetable(0) == {2: "bound"}
    assert game.untargetable(1) == {}


def test_the_claim_to_hold_no_duke_is_told_and_has_its_odds() -> None:
    game = played_at("reformation", "duke/captain contessa/captain", "2/2/2", reserve=3)
    odds = {each.action: each for each in action_odds(game.public(), Reader(1, ("captain", "contessa")))}
    game.decide(0, Move("act", "embezzle"))
    claim = game.public().claim
    assert claim is not None
    assert (claim.role, claim.denied) == (None, "duke")
    assert game.view(1)["claim"]["denied"] == "duke"
    chance = Fraction(10, 13)  # 15 cards less two seen, three of them dukes
    assert claim_odds(game.public(), Reader(1, ("captain", "contessa"))) == chance
    assert odds["embezzle"].held == chance
    assert odds["embezzle"].denied == "duke"


def test_those_who_are_bound_do_not_count_as_blockers() -> None:
    game = played_at("reformation", "captain/captain/duke/captain", "2/2/2/2")
    odds = {each.action: each for each in action_odds(game.public())}
    assert odds["foreign_aid"].countered == {None: 1 - Fraction(12 * 11, 15 * 14)}, "two enemies with a card each"
    game.decide(0, Move("act", "foreign_aid"))
    counters = counter_odds(game.public())
    assert counters is not None
    assert counters[1] == [1, 3]


# Anarchy


def test_only_the_actor_sees_who_gave_which_card() -> None:
    game = played_at("anarchy", "director socialist/anarchist/financier/socialist", "2/2/0/2", pool=SOCIALISTS)
    game.decide(0, Move("act", "socialist"))
    for seat in (1, 2, 3):
        game.decide(seat, Move("pass"))
    given = [to_json(event, game.names) for event in game.decide(1, Move("give", card="anarchist"))]
    assert {"type": "gave", "by": "B", "recipient": "A"} in given
    assert {"type": "given", "by": "B", "recipient": "A", "card": "anarchist", "to": ["A", "B"]} in given
    assert game.ask is not None
    assert game.view(0)["given"] == {"B": "anarchist", "C": "financier"}
    assert game.view(0)["drawn"] == ["anarchist", "financier"]
    for viewer in (None, 1, 2, 3):
        assert "given" not in game.view(viewer)
        assert "drawn" not in game.view(viewer)
    paid = game.decide(3, PAY)
    assert {"type": "transfer", "by": 3, "recipient": 0, "amount": 1} in paid
    returned = game.decide(0, Move("keep", cards=("director", "socialist")))
    private = [event for event in returned if "card" in event]
    assert [event["to"] for event in private] == [(1,), (2,)], "what goes back is seen by its recipient alone"


def test_a_socialist_is_offered_its_own_hand_first_and_then_other_cards_by_name() -> None:
    game = played_at("anarchy", "director socialist/anarchist/arms_dealer", "2/0/0", pool=SOCIALISTS)
    game.decide(0, Move("act", "socialist"))
    for seat in (1, 2):
        game.decide(seat, Move("pass"))
    assert game.ask is not None
    assert [move.cards for move in game.ask.options[0]] == [
        ("director", "socialist"),
        ("anarchist", "director"),
        ("anarchist", "socialist"),
        ("arms_dealer", "director"),
        ("arms_dealer", "socialist"),
    ]


def test_the_bomb_and_the_bank_are_public() -> None:
    game = played_at("anarchy", "financier/director/anarchist", "3/2/2", pool=SOCIALISTS, bank=4)
    game.decide(0, Move("act", "anarchist", 1))
    game.decide(1, Move("claim", role="anarchist", target=2))
    claim = game.public().claim
    assert claim is not None
    assert (claim.kind, claim.target) == ("bomb", 2)
    for viewer in (None, 0, 1, 2):
        view = game.view(viewer)
        assert view["bank"] == 4
        assert view["tokens"]["bomb"] == {"on": "B", "held": ["A", "B"]}
        assert view["claim"]["target"] == "C"


def test_the_role_that_the_arms_dealer_names_is_public() -> None:
    game = played_at("anarchy", "arms_dealer/director", "2/2", pool=SOCIALISTS)
    game.decide(0, Move("act", "arms_dealer", role="financier"))
    action = game.public().claim
    assert action is not None
    assert action.action is not None
    assert action.action.named == "financier"


def test_pools_are_drawn_by_category_and_social_media_joins_one_in_six() -> None:
    chance = random.Random(1)
    joined = 0
    for _ in range(600):
        game = Game.new("anarchy", ["A", "B"], seed=chance.randbytes(32).hex())
        pool = game.start["pool"]
        assert pool is not None
        assert len(game.table.edition.roles) == 5
        assert "social_media" not in game.table.edition.roles
        joined += "social_media" in pool
        again = Game.new("anarchy", ["A", "B"], pool=pool)
        assert again.table.edition.actions.keys() == game.table.edition.actions.keys()
    assert 70 < joined < 130
    assert not {*draw_pool(bytes(32), advanced=True)} - {*pool_roles("g54")}


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"bank": 2}, "only where the financier is in play"),
        ({"tokens": {"bomb": {"on": "A", "held": ["B", "A"]}}}, r"tokens\.bomb: Input should be None"),
        ({"reserve": 0}, "anarchy has no reserve"),
    ],
)
def test_a_position_that_anarchy_does_not_know_is_refused(facts: dict[str, Any], sentence: str) -> None:
    pool = "banker director anarchist arms_dealer socialist"
    with pytest.raises(BadRequest, match=sentence):
        played_at("anarchy", "banker/director", "2/2", pool=pool, **facts)
