"""Redealing: an imagined game agrees with all that its seat knows, and contains nothing that it does not know."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, Move
from tests.harness.random_games import cards_on, played

pytestmark = pytest.mark.slow


def known(game: Game, seat: int) -> dict[str, Any]:
    """Everything that a seat may know.

    Nobody sees which other seats have answered already, so that is left out.
    """
    view = game.view(seat)
    del view["pending"]
    return view


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_a_seat_cannot_tell_an_imagined_game_from_the_true_one(chance: random.Random) -> None:
    game, seat = played(chance)
    imagined = game.redeal(seat, chance)
    assert known(imagined, seat) == known(game, seat)
    assert imagined.ask is not None
    assert game.ask is not None
    assert imagined.ask.options[seat] == game.ask.options[seat]
    assert set(game.offered()) - set(imagined.ask.options) <= set(game.table.resigned), (
        "sealed answers are open again"
    )
    assert cards_on(imagined) == cards_on(game)


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.integers())
def test_an_imagined_game_does_not_depend_on_hidden_cards(chance: random.Random, luck: int) -> None:
    game, seat = played(chance)
    other = game.redeal(seat, chance)
    from_game, from_other = (which.redeal(seat, random.Random(luck)) for which in (game, other))
    assert from_game.state() == from_other.state()
    assert from_game.table.chance.seed == from_other.table.chance.seed


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_an_imagined_game_is_cloned_and_played_to_its_end(chance: random.Random) -> None:
    game, seat = played(chance)
    imagined = game.redeal(seat, chance)
    clone = imagined.clone()
    assert clone.state() == imagined.state()
    assert clone.ask is not None
    assert imagined.ask is not None
    assert clone.ask.options == imagined.ask.options
    for _ in range(30):
        if clone.ask is None:
            break
        by = chance.choice(sorted(clone.ask.options))
        clone.decide(by, chance.choice(clone.ask.options[by]))
        clone = clone.clone()
    assert imagined.question == game.question, "what is tried on a clone changes nothing"


def test_a_card_turned_up_last_is_not_the_one_claimed() -> None:
    pool = ["banker", "director", "guerrilla", "intellectual", "lawyer"]
    players = [
        {"name": "Ana", "coins": 7, "hand": ["banker"]},
        {"name": "Ben", "hand": ["director"], "aside": ["intellectual"]},
        {"name": "Cleo", "hand": ["lawyer"]},
    ]
    game = Game.from_position({"ruleset": "g54", "turn": "Ana", "pool": pool, "players": players})
    game.decide(0, Move("act", "coup", 1))
    game.decide(1, Move("claim", role="intellectual", card="director"))
    game.decide(2, Move("challenge"))
    assert game.ask is not None
    assert game.ask.prompt == "estate"
    for luck in range(20):
        assert known(game.redeal(2, random.Random(luck)), 2) == known(game, 2)


def test_an_imagined_arms_dealer_wins_exactly_if_the_true_one_did() -> None:
    pool = ["banker", "director", "mercenary", "arms_dealer", "customs_officer"]
    players = [
        {"name": "Ana", "coins": 0, "hand": ["banker", "arms_dealer"]},
        {"name": "Ben", "hand": ["director"]},
    ]
    tokens = {"disappear": [{"on": "Ana", "by": "Ben"}]}
    position = {"ruleset": "anarchy", "turn": "Ana", "pool": pool, "players": players, "tokens": tokens}
    won: set[bool] = set()
    for seed in range(12):
        game = Game.from_position(position | {"seed": f"{seed:064x}"})
        game.decide(0, Move("act", "arms_dealer", role="mercenary"))
        game.decide(1, Move("pass"))
        won.add(game.table.coins[0] > 0)
        for luck in range(5):
            assert known(game.redeal(0, random.Random(luck)), 0) == known(game, 0)
    assert won == {True, False}


@pytest.mark.parametrize("hand", [["contessa", "duke"], ["captain", "contessa"], ["duke"], ["contessa"]])
def test_an_imagined_embezzler_who_resigned_is_exposed_or_not_as_the_true_one(hand: list[str]) -> None:
    players = [{"name": "Ana", "hand": hand}, {"name": "Ben", "hand": ["captain", "duke"]}]
    players.append({"name": "Cleo", "hand": ["assassin", "assassin"]})
    game = Game.from_position({"ruleset": "reformation", "turn": "Ana", "reserve": 2, "players": players})
    game.decide(0, Move("act", "embezzle"))
    game.resign(0)
    game.decide(1, Move("challenge"))
    assert game.ask is not None
    asked = next(iter(game.ask.options))
    for luck in range(20):
        assert known(game.redeal(asked, random.Random(luck)), asked) == known(game, asked)


def test_a_card_shown_to_an_empty_deck_comes_back_though_another_player_holds_its_copy() -> None:
    players = [
        {"name": "Ana", "hand": ["ambassador", "captain"]},
        {"name": "Ben", "hand": ["assassin", "contessa"]},
        {"name": "Cleo", "hand": ["ambassador", "duke"]},
    ]
    game = Game.from_position({"ruleset": "classic", "turn": "Ana", "players": players, "deck": []})
    game.decide(0, Move("act", "exchange"))
    game.decide(1, Move("pass"))
    game.decide(2, Move("challenge"))
    game.decide(0, Move("prove"))
    game.decide(2, Move("lose", card="duke"))
    for luck in range(20):
        imagined = game.redeal(0, random.Random(luck))
        assert known(imagined, 0) == known(game, 0)
        assert cards_on(imagined) == cards_on(game)


def test_only_a_seat_that_is_asked_can_imagine() -> None:
    game = Game.new("classic", ["Ana", "Ben"], seed="00" * 32)
    with pytest.raises(ValueError, match="asked"):
        game.redeal(1 - game.turn, random.Random(1))


def test_a_player_who_resigns_when_losing_a_card_loses_a_held_card() -> None:
    imagined = 0
    for number in range(30):
        game = Game.new("classic", ["Ana", "Ben", "Cleo"], seed=f"{number:064x}")
        thief, doubter, victim = ((game.turn + step) % 3 for step in range(3))
        options = game.ask.options[thief] if game.ask is not None else ()
        game.decide(thief, next(move for move in options if move.action == "steal" and move.target == victim))
        game.decide(victim, Move("pass"))
        game.decide(doubter, Move("challenge"))
        if "captain" not in game.table.hands[thief]:
            continue
        game.decide(thief, Move("prove"))
        game.resign(doubter)
        for luck in range(10):
            imagined += 1
            assert known(game.redeal(victim, random.Random(luck)), victim) == known(game, victim)
    assert imagined
