"""How many cards an answer may cost, compared with all continuations of the game."""

import random
from typing import Any

import pytest

from engine import RULESETS, Game, Move, cards_at_risk, may_eliminate
from engine.catalogue import POOL_RULESET, ROLES, pool_roles
from engine.moves import CHALLENGE, PASS, REFUSE
from tests.engine.worst_case import TooMany, cards_lost
from tests.harness.random_games import random_options, random_position

DECISIONS = 5
TABLES = [
    *((ruleset, None) for ruleset in RULESETS),
    *((POOL_RULESET, role) for role in pool_roles(POOL_RULESET)),
    *(("anarchy", role) for role in pool_roles("anarchy") if ROLES[role].expansion),
]
"""A ruleset and a role that is in play."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "role"), TABLES)
def test_the_risk_of_every_answer_is_its_worst_outcome(ruleset: str, role: str | None) -> None:
    chance = random.Random(f"{ruleset} {role} 0")
    for moment in moments(chance, ruleset, role):
        assert moment.ask is not None
        for seat, options in moment.ask.options.items():
            cards = len(moment.table.hands[seat])
            for move in chance.sample(options, min(len(options), 3)):
                # What follows the loss of one of two cards, or a vengeance, is a new question.
                if move.action == "coup" or (moment.ask.prompt == "lose" and cards > 1):
                    continue
                said = cards_at_risk(moment, seat, move)
                try:
                    true = cards_lost(moment, seat, move, said, chance)
                except TooMany:
                    continue
                assert said == true, (moment.record(), seat, move)
                assert may_eliminate(moment, seat, move) == (cards > 0 and true == cards)


def moments(chance: random.Random, ruleset: str, role: str | None) -> Any:
    """Yields a game of up to four players at every decision; with this role in play if one is named."""
    least, most = RULESETS[ruleset].players
    players = chance.randint(least, min(most, 4))
    pool = None
    if RULESETS[ruleset].draw:
        others = [other for other in pool_roles(ruleset) if other != role]
        pool = [role, *chance.sample(others, 4)] if role else chance.sample(others, 5)
    options = random_options(chance, ruleset, players)
    game = Game.from_position(random_position(chance, ruleset, players, options, pool))
    for _ in range(DECISIONS):
        if game.ask is None:
            return
        yield game
        seat = chance.choice(list(game.ask.options))
        game.decide(seat, chance.choice(game.ask.options[seat]))


def position(ruleset: str, *players: dict[str, Any], **more: Any) -> Game:
    """A game set up with Ada to act."""
    return Game.from_position({"ruleset": ruleset, "turn": "Ada", "players": list(players), **more})


def player(name: str, coins: int, *hand: str) -> dict[str, Any]:
    """A player of a position."""
    return {"name": name, "coins": coins, "hand": list(hand)}


FORCE = ["crime_boss", "general", "banker", "director", "peacekeeper"]


def test_to_refuse_a_ransom_costs_a_card() -> None:
    game = position(
        POOL_RULESET,
        player("Ada", 5, "crime_boss", "banker"),
        player("Ben", 2, "banker"),
        player("Cleo", 2, "banker"),
        pool=FORCE,
    )
    game.decide(0, Move("act", "crime_boss", 1))
    for seat in (1, 2):
        game.decide(seat, PASS)
    assert may_eliminate(game, 1, REFUSE)


def test_a_general_endangers_only_the_players_it_hits() -> None:
    game = position(
        POOL_RULESET,
        player("Ada", 5, "general", "banker"),
        player("Ben", 2, "banker"),
        player("Cleo", 2, "banker"),
        pool=FORCE,
        tokens={"peacekeeping": "Ben"},
    )
    game.decide(0, Move("act", "general"))
    assert [may_eliminate(game, seat, PASS) for seat in (1, 2)] == [False, True]


@pytest.mark.parametrize(("coins", "out"), [(3, True), (4, False)])
def test_the_coin_of_a_challenge_counts_towards_the_price_of_a_life(coins: int, out: bool) -> None:
    game = position("mcguire", player("Ada", 2, "captain", "duke"), player("Ben", coins, "contessa"))
    game.decide(0, Move("act", "tax"))
    assert may_eliminate(game, 1, CHALLENGE) is out


def test_a_claim_that_cannot_be_true_is_challenged_without_danger() -> None:
    seen = {"name": "Cleo", "coins": 2, "hand": ["captain"], "lost": ["duke"]}
    dead = {"name": "Dov", "coins": 0, "hand": [], "lost": ["duke", "captain"]}
    game = position("classic", player("Ada", 2, "captain"), player("Ben", 2, "duke"), seen, dead)
    game.decide(0, Move("act", "tax"))
    assert [may_eliminate(game, seat, CHALLENGE) for seat in (1, 2)] == [False, True]
