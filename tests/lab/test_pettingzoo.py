"""The PettingZoo environment: PettingZoo's tests pass, decisions have numbers, and hidden facts stay hidden."""

import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

from engine import RULESETS, Game
from lab.claim_history import ClaimHistory
from lab.pettingzoo.encoding import Encoding
from lab.variant import NAMES, parse
from tests.harness.random_games import random_options, redeal_hidden_from

VARIANTS = (
    *("classic/4", "classic/2", "classic.teams.inquisitor/4", "short/3", "mcguire/5", "g54/4"),
    *("reformation/10", "anarchy/4"),
)


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("number", range(25))
def test_every_decision_has_a_different_number(ruleset: str, number: int) -> None:
    chance = random.Random(number)
    seats = chance.randint(*RULESETS[ruleset].players)
    options = random_options(chance, ruleset, seats)
    game = Game.new(ruleset, NAMES[:seats], options=options, seed=f"{number:064x}")
    encoding, history = Encoding(game.table.edition), ClaimHistory(seats)
    while game.ask is not None and game.seq < 300:
        seat = chance.choice(sorted(game.ask.options))
        moves = game.ask.options[seat]
        found = [encoding.decision(game.table.edition, move, seat) for move in moves]
        assert len(set(found)) == len(moves)
        assert all(0 <= each < len(encoding) for each in found)
        assert len(encoding.observation(game.table.edition, game.view(seat), history, seat)) == encoding.size
        for event in game.decide(seat, chance.choice(moves)):
            history.observe(event)


@pytest.mark.parametrize("number", range(20))
def test_observations_do_not_depend_on_hidden_facts(number: int) -> None:
    chance = random.Random(number)
    game = parse(chance.choice(VARIANTS)).deal(1, number)
    for _ in range(chance.randint(0, 40)):
        if game.ask is not None:
            seat = chance.choice(sorted(game.ask.options))
            game.decide(seat, chance.choice(game.ask.options[seat]))
    if game.ask is None:
        return
    edition, viewer = game.table.edition, chance.randrange(len(game.names))
    encoding, history = Encoding(edition), ClaimHistory(len(game.names))
    before = encoding.observation(edition, game.view(viewer), history, viewer)
    redeal_hidden_from(game, viewer, chance)
    assert encoding.observation(edition, game.view(viewer), history, viewer) == before


def zoo() -> Any:
    """Imports the module of the environment."""
    pytest.importorskip("pettingzoo", reason="the environment is not tested: pettingzoo, an extra, is missing")
    from lab.pettingzoo import environment  # noqa: PLC0415 - only now is it certain that it can be imported

    return environment


@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoos_own_tests_pass(variant: str) -> None:
    environment = zoo()
    from pettingzoo.test import api_test, seed_test  # noqa: PLC0415 - ditto

    with warnings.catch_warnings():
        # PettingZoo warns of observations with a mask, although its own card games have them, and of empty masks
        # at the end.
        warnings.simplefilter("ignore", UserWarning)
        api_test(environment.env(variant), num_cycles=100)
        seed_test(lambda: environment.env(variant), num_cycles=40)


def test_the_rewards_of_a_game_sum_to_zero() -> None:
    environment = zoo()
    env = environment.env("g54/3")
    dice = random.Random(3)
    env.reset(seed=5)
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        won[agent] += reward
        allowed = [number for number, may in enumerate(seen["action_mask"]) if may]
        assert bool(allowed) != (terminated or truncated)
        env.step(dice.choice(allowed) if allowed else None)
    assert sorted(won.values()) == [-1, -1, 2]
    assert not env.agents


def test_an_agent_that_takes_a_forbidden_action_loses_at_once() -> None:
    environment = zoo()
    env = environment.env("classic/2")
    env.reset(seed=1)
    agent = env.agent_selection
    seen, *_ = env.last()
    env.step(list(seen["action_mask"]).index(0))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_the_example_of_the_documentation_runs() -> None:
    zoo()
    page = (Path(__file__).parents[2] / "docs" / "ai.md").read_text()
    (example,) = (
        each for each in re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE) if "zoo" in each
    )
    ran: dict[str, Any] = {}
    exec(example, ran)  # the document is our own
    assert not ran["coup"].agents, "the game is over"
