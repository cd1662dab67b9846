"""The PettingZoo environment: PettingZoo's own tests pass."""

import random
import warnings
from typing import Any

import pytest

VARIANTS = ("classic/2", "classic.teams.inquisitor/4", "g54/4", "reformation/10", "anarchy/4")


def zoo() -> Any:
    """Imports the module of the environment."""
    pytest.importorskip("pettingzoo", reason="the environment is not tested: pettingzoo, an extra, is missing")
    from lab import pettingzoo as environment  # noqa: PLC0415 - only now is it certain that it can be imported

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
