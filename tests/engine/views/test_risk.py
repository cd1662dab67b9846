"""How many cards an answer may cost: small positions, each compared with all continuations of the game."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS, Game, Move, cards_at_risk, may_eliminate
from engine.catalogue import POOL_RULESET, ROLES, pool_roles
from tests.engine.positions import position as base_position
from tests.engine.worst_case import TooMany, cards_lost
from tests.harness.random_games import random_options, random_position

pytestmark = pytest.mark.slow

RULINGS = Path(__file__).with_name("risk_rulings.txt")
"""Rulings of the form `hands | coins | decisions | risk`, below the ruleset and further facts of their positions.

The players are A, who acts, B and so on. Hands are written like `captain duke/duke`, decisions like `0 act tax, 1
pass`, with seats by number. The risk is that of the last decision.
"""
DECISIONS = 4
TABLES = [
    *((ruleset, None) for ruleset in RULESETS),
    *((POOL_RULESET, role) for role in pool_roles(POOL_RULESET)),
    *(("anarchy", role) for role in pool_roles("anarchy") if ROLES[role].expansion),
]
"""A ruleset and a role that is in play."""


def position(ruleset: str, facts: dict[str, Any], hands: str, coins: str) -> Game:
    """Returns the position of a ruling.

    `facts` may have cards put aside by B, cards lost by an eliminated player, and the taxed role with its holder,
    else B; the other ones are options, or fields of a position.
    """
    setup = base_position(ruleset, hands, coins)
    players, options = setup["players"], setup["options"]
    for name, fact in facts.items():
        match name:
            case "lost":
                players.append({"name": "E", "coins": 0, "hand": [], "lost": fact.split()})
            case "aside":
                players[1]["aside"] = fact.split()
            case "tax":
                setup["tokens"] = {"tax": {"role": fact, "holder": facts.get("holder", "B")}}
            case "holder":
                pass
            case "pool":
                setup["pool"], options["free_pool"] = fact.split(), True
            case "out":
                setup["out"] = fact.split()
            case "deck" | "tokens":
                setup[name] = fact
            case _:
                options[name] = fact
    return Game.from_position(setup)


def rulings() -> Iterator[Any]:
    """Yields each ruling: its ruleset, facts, hands, coins, decisions and risk."""
    ruleset, facts = "", "{}"
    for line in RULINGS.read_text("utf-8").splitlines():
        if " | " in line:
            hands, coins, decisions, risk = line.split(" | ")
            yield pytest.param(ruleset, json.loads(facts), hands, coins, decisions, int(risk), id=decisions)
        elif not line.startswith("#"):
            ruleset, _, facts = line.partition(" ")


@pytest.mark.parametrize(("ruleset", "facts", "hands", "coins", "decisions", "risk"), [*rulings()])
def test_the_risk_is_as_ruled_and_that_of_every_answer_its_worst_outcome(
    ruleset: str, facts: dict[str, Any], hands: str, coins: str, decisions: str, risk: int
) -> None:
    game, chance = position(ruleset, facts, hands, coins), random.Random(decisions)
    *before, last = [(int(text[0]), Move.parse(text[2:])) for text in decisions.split(", ")]
    for decision in before:
        game.decide(*decision)
    check_all(game, chance, 4)
    assert cards_at_risk(game, *last) == risk


@pytest.mark.parametrize(("ruleset", "role"), TABLES)
def test_the_risk_of_every_answer_is_its_worst_outcome(ruleset: str, role: str | None) -> None:
    chance = random.Random(f"{ruleset} {role} 0")
    for moment in moments(chance, ruleset, role):
        check_all(moment, chance, 3)


def check_all(game: Game, chance: random.Random, most: int) -> None:
    """Compares the risk of up to `most` answers of each seat with the worst outcome of all continuations."""
    assert game.ask is not None
    for seat, options in game.ask.options.items():
        cards = len(game.table.hands[seat])
        for move in chance.sample(options, min(len(options), most)):
            # After the loss of one of two cards, or a vengeance, the player is asked again.
            if move.action == "coup" or (game.ask.prompt == "lose" and cards > 1):
                continue
            said = cards_at_risk(game, seat, move)
            try:
                true = cards_lost(game, seat, move, said, chance)
            except TooMany:
                continue
            assert said == true, (game.record(), seat, move)
            assert may_eliminate(game, seat, move) == (cards > 0 and true == cards)


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
