"""Views: what a player or a spectator may know of a game (rules.md 7)."""

import json
import random
from collections import Counter
from typing import Any

from engine import Game, Move
from engine.views.view import cards_seen
from tests.harness.random_games import cards_on, played

BEGINNERS = ["banker", "director", "guerrilla", "peacekeeper", "politician"]


def position(**more: Any) -> Game:
    """Ada's turn, with Ben and Cleo; no two players have the same card."""
    return Game.from_position(
        {
            "ruleset": "g54",
            "options": {"shuffle": False},
            "pool": BEGINNERS,
            "turn": "Ada",
            "players": [
                {"name": "Ada", "hand": ["banker", "banker"]},
                {"name": "Ben", "hand": ["director", "director"]},
                {"name": "Cleo", "hand": ["guerrilla"], "lost": ["peacekeeper"], "aside": ["guerrilla"]},
            ],
            "deck": ["politician", "politician"],
            **more,
        }
    )


def test_a_spectator_sees_counts_and_open_cards() -> None:
    view = position().view(None)
    ada, _, cleo = view["players"]
    assert (ada["cards"], cleo["cards"], cleo["aside"], cleo["lost"]) == (2, 1, 1, ["peacekeeper"])
    assert view["deck_size"] == 2
    shown = json.dumps(view["players"])
    assert not any(card in shown for card in ("banker", "director", "guerrilla", "politician"))


def test_a_player_sees_its_own_cards_and_all_open_cards() -> None:
    for number in range(30):
        game, seat = played(random.Random(number))
        table = game.table
        hidden = [*table.deck, *(what for what in table.house.mat.values() if isinstance(what, str))]
        for other in range(len(game.names)):
            if other != seat:
                hidden += (*table.hands[other], *table.aside[other], *table.drawn.get(other, ()))
        assert Counter(cards_seen(game.view(seat))) == Counter(cards_on(game)) - Counter(hidden)


def test_tokens_and_mat_are_visible_in_editions_that_have_them() -> None:
    assert position(tokens={"peacekeeping": "Ben"}).view(None)["tokens"]["peacekeeping"] == "Ben"
    classic, house = (Game.new(ruleset, ["Ada", "Ben"]).view(None) for ruleset in ("classic", "mcguire"))
    assert {"tokens", "mat", "first"}.isdisjoint(classic)
    assert house["direction"] == 1
    assert {"event": "second_turn"} in house["mat"]
    assert "tokens" not in house


def test_an_estate_that_nobody_claims_is_shared_by_nobody() -> None:
    pool = ["banker", "director", "judge", "lawyer", "priest"]
    players = [
        {"name": "Ada", "coins": 3, "hand": ["judge"]},
        {"name": "Ben", "coins": 4, "hand": ["banker"]},
        {"name": "Cleo", "hand": ["lawyer"]},
    ]
    game = position(pool=pool, players=players, deck=[])
    game.decide_json({"by": "Ada", "do": "act", "action": "judge", "target": "Ben"})
    events = game.timeout() + game.timeout()
    estate = next(event for event in events if event["type"] == "estate")
    assert estate == {"type": "estate", "of": 1, "amount": 7, "share": 0, "shared": ()}


def test_at_the_end_all_cards_are_shown() -> None:
    game = position()
    game.resign(0)
    game.resign(1)
    view = game.view(None)
    assert view["winner"] == ["Cleo"]
    assert view["players"][2]["hand"] == ["guerrilla"]
    assert view["players"][2]["aside"] == ["guerrilla"]
    assert view["deck"] == ["politician", "politician"]


def test_open_hands_are_shown_only_to_dead_players_without_decisions_left() -> None:
    game = Game.from_position(
        {
            "ruleset": "mcguire",
            "turn": "A",
            "players": [
                {"name": "A", "coins": 7, "hand": ["duke"]},
                {"name": "B", "coins": 2, "hand": ["assassin*"]},
                {"name": "C", "coins": 2, "hand": ["captain", "duke"]},
            ],
        }
    )
    game.decide(0, Move("act", action="coup", target=1))
    assert game.ask is not None
    assert [*game.ask.options] == [1]  # the vengeance of the dead
    assert not any(game.open_hands(seat) for seat in range(3))
    game.decide(1, Move("act", action="assassinate", target=2))
    while game.ask.prompt != "act":
        game.timeout()
    assert game.open_hands(0) == game.open_hands(2) == {}
    assert game.open_hands(1) == {0: game.table.hands[0], 2: game.table.hands[2]}
