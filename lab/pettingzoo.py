"""Coup as an environment of PettingZoo (`pip install -e '.[pettingzoo]'`), for agents that take turns (AEC)."""

import random
from typing import Any

from engine import Event, Game
from engine.events import visible_to
from lab.arena import MAX_DECISIONS, result_of
from lab.tensors.decisions import Decisions
from lab.tensors.observation import LEAST, MOST, ClaimHistory, Observations
from lab.variant import Variant, parse

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs] - it has annotations, but no stubs
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs] - ditto
except ImportError as error:
    raise ImportError("This needs pettingzoo, which is not installed: pip install -e '.[pettingzoo]'.") from error

Observation = dict[str, NDArray[np.int8]]


class CoupEnvironment(AECEnv[str, Observation, int]):
    """A game of a variant; each agent is a seat, named by a letter.

    An observation has `observation` (numbers, see `lab.tensors.observation`) and `action_mask`; an action is the
    number of a decision. Rewards come at the end and sum to 0: an agent's share in the victory times the number of
    seats, minus 1. An eliminated agent stays until the end, but is not asked any more. A game that stalls is
    truncated.
    """

    metadata: dict[str, Any] = {"name": "coup_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as the base class has it

    def __init__(self, variant: Variant, render_mode: str | None = None) -> None:
        super().__init__()
        self._variant = variant
        self.render_mode = render_mode
        self.possible_agents = list(variant.names)
        self.agents = []
        self.game: Game = variant.deal(0, 0)
        edition = self.game.table.edition
        self._decisions, self._observations = Decisions(edition), Observations(edition)
        shape, decisions = (self._observations.size,), len(self._decisions)
        observations: Any = {agent: _observation_space(shape, decisions) for agent in self.possible_agents}
        actions: Any = {agent: spaces.Discrete(decisions) for agent in self.possible_agents}
        self.observation_spaces, self.action_spaces = observations, actions
        self._chance = random.Random()

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions: the numbers of all decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. The same seed is always followed by the same series of deals."""
        if seed is not None:
            self._chance.seed(seed)
        self.game = self._variant.deal(self._chance.getrandbits(64), 0)
        self._history = ClaimHistory(self._variant.seats)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._hear(self.game.table.events)
        self._select()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees; only the mask of the selected agent allows any action."""
        seat, game = self.possible_agents.index(agent), self.game
        row = self._observations.row(game, self._history, seat)
        mask = np.zeros(len(self._decisions), np.int8)
        if game.ask is not None and agent == self.agent_selection and not self.truncations.get(agent, True):
            mask[list(self._decisions.numbers(game.table.edition, game.ask.options[seat], seat))] = 1
        return {"observation": np.frombuffer(row, np.int8), "action_mask": mask}

    def step(self, action: int) -> None:
        """Carries out a decision of the selected agent. Raises ValueError if the mask does not allow it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, seat = self.game, self.possible_agents.index(agent)
        if game.ask is None:
            raise ValueError("the game is over")
        moves = game.ask.options[seat]
        options = dict(zip(self._decisions.numbers(game.table.edition, moves, seat), moves, strict=True))
        if int(action) not in options:
            raise ValueError(f"{action} is none of the decisions that the mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._hear(game.decide(seat, options[int(action)]))
        over = game.winners is not None
        if over or game.seq >= MAX_DECISIONS:
            shares = result_of(game).shares
            ended = self.terminations if over else self.truncations
            for other, share in zip(self.possible_agents, shares, strict=True):
                self.rewards[other] = share * len(shares) - 1
                ended[other] = True
        self._accumulate_rewards()
        self._select()

    def render(self) -> str:
        """Returns what a spectator sees, a line for each player."""
        return "\n".join(
            f"{player['name']}: {player['cards']} cards, {player['coins']} coins, lost {player['lost']}"
            for player in self.game.view(None)["players"]
        )

    def _select(self) -> None:
        ask = self.game.ask
        if ask is not None:  # of several seats that are asked at once, any may answer first
            self.agent_selection = self.possible_agents[self._chance.choice(sorted(ask.options))]

    def _hear(self, events: list[Event]) -> None:
        for event in events:
            if visible_to(event, None):
                self._history.observe(event)


def _observation_space(shape: tuple[int], decisions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (decisions,), np.int8),
        }
    )


def env(variant: str = "classic/4", render_mode: str | None = None) -> AECEnv[str, Observation, int]:
    """Returns the environment of a variant, named as in docs/ai.md.

    An agent that makes a decision which its mask forbids loses at once.
    """
    environment = CoupEnvironment(parse(variant), render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1))
