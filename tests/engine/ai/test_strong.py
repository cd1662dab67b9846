"""The strong seat plays sensibly, and its play does not reveal its cards."""

from typing import Any

import pytest

from engine import Game
from engine.ai import KINDS, Player, dice
from engine.ai.evaluation.network import network_for
from engine.moves import CHALLENGE, PROVE, Move
from tests.harness.random_games import tell_players

NAMES = ["Ana", "Ben", "Cleo", "Dan"]


def seated(game: Game) -> list[Player]:
    """A strong player in every seat, which has observed all events."""
    players = [KINDS["strong"](game.names, seat) for seat in range(len(game.names))]
    tell_players(players, game.table.events)
    return players


def test_with_a_duke_it_mostly_opens_with_tax() -> None:
    opened: list[str | None] = []
    for number in range(120):
        game = Game.new("classic", NAMES, seed=f"{number:064x}")
        assert game.ask is not None
        ((seat, options),) = game.ask.options.items()
        if "duke" in game.table.hands[seat]:
            player = seated(game)[seat]
            opened.append(player.choose(game.view(seat), options, dice(str(number), seat, game.question)).action)
    assert len(opened) > 30
    assert opened.count("tax") > len(opened) / 2, opened


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "network"),
    [
        ("classic", 2, {"two_player": "standard"}, "two_cards"),
        ("classic", 2, {}, "duel"),
        ("classic", 2, {"two_player": "standard", "inquisitor": True}, "duel"),
        ("mcguire", 2, {}, "duel"),
        ("classic", 3, {}, "several"),
    ],
)
def test_the_two_card_duel_has_a_network(ruleset: str, seats: int, options: dict[str, Any], network: str) -> None:
    game = Game.new(ruleset, NAMES[:seats], options=options, seed="0" * 64)
    assert network_for(game.table.edition) == network


def test_strong_challenges_a_claim_that_cannot_be_true() -> None:
    position = {
        "ruleset": "classic",
        "turn": "Ana",
        "players": [
            {"name": "Ana", "coins": 3, "hand": ["captain", "contessa"]},
            {"name": "Ben", "coins": 4, "hand": ["duke", "duke"]},
            {"name": "Cleo", "coins": 3, "hand": ["ambassador"], "lost": ["duke"]},
            {"name": "Dan", "coins": 2, "hand": ["assassin", "contessa"]},
        ],
    }
    game = Game.from_position(position)
    assert game.ask is not None
    ben = KINDS["strong"](game.names, 1)
    tell_players([ben], game.decide(0, Move("act", "tax")))
    options = game.ask.options[1]
    chosen = [ben.choose(game.view(1), options, dice(str(number), 1, game.question)) for number in range(50)]
    assert chosen.count(CHALLENGE) > 40


def test_in_the_one_card_duel_it_has_no_estimates_of_proving_a_card() -> None:
    players = [{"name": "A", "hand": ["duke"]}, {"name": "B", "hand": ["captain"]}]
    game = Game.from_position({"ruleset": "classic", "turn": "A", "players": players})
    for seat, move in ((0, Move("act", "tax")), (1, CHALLENGE)):
        game.carry_out(seat, move)
    assert game.ask is not None
    options = game.ask.options[0]
    assert PROVE in options
    strong = KINDS["strong"](game.names, 0)
    assert strong.win_chances(game.view(0), options, dice("a game", 0, game.question)) is None
