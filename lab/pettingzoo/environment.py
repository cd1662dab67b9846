"""The environment: Coup for agents that take turns in deciding (PettingZoo's AEC)."""

import random
from typing import Any, Final

from engine.events import visible_to
from engine.game import Game
from lab.arena import LONGEST, outcome
from lab.pettingzoo.encoding import Memory, Numbers
from lab.variant import Variant, parsed

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs] - it has annotations, but no stubs
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs] - ditto
except ImportError as error:
    raise ImportError("This needs pettingzoo, which is not installed: pip install '.[pettingzoo]'.") from error

Seen = dict[str, NDArray[np.int8]]
_LEAST: Final = -1
_MOST: Final = 127


class CoupEnvironment(AECEnv[str, Seen, int]):
    """A game of a variant, each agent a seat, named by a letter.

    An observation has `observation` (numbers, see `Numbers.seen`) and `action_mask`; an action is the number of a
    decision. Rewards come at the end and sum to 0: an agent's share in the victory times the seats, less 1. Who is
    eliminated is not asked any more, and stays until the end. A game that stalls is truncated.
    """

    metadata: dict[str, Any] = {"name": "coup_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as the base class has it

    def __init__(self, variant: Variant, render_mode: str | None = None) -> None:
        super().__init__()
        self._variant = variant
        self.render_mode = render_mode
        self.possible_agents = list(variant.names)
        self.agents = []
        self._numbers = Numbers(variant.deal(0, 0).table.edition)
        shape, decisions = (self._numbers.size,), len(self._numbers)
        seen: Any = {agent: _space(shape, decisions) for agent in self.possible_agents}
        done: Any = {agent: spaces.Discrete(decisions) for agent in self.possible_agents}
        self.observation_spaces, self.action_spaces = seen, done
        self._luck = random.Random()
        self.game: Game = variant.deal(0, 0)

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; a seed begins a series of deals that is always the same."""
        if seed is not None:
            self._luck.seed(seed)
        self.game = self._variant.deal(self._luck.getrandbits(64), 0)
        self._memory = Memory(self._variant.seats)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._hear(self.game.table.events)
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees; the mask is empty for all but the one that is selected."""
        seat, game = self.possible_agents.index(agent), self.game
        edition = game.table.edition
        seen = self._numbers.seen(edition, game.view(seat), self._memory, seat)
        mask = np.zeros(len(self._numbers), np.int8)
        if game.ask is not None and agent == self.agent_selection and not self.truncations.get(agent, True):
            for move in game.ask.options[seat]:
                mask[self._numbers.of(edition, move, seat)] = 1
        return {"observation": np.array(seen, np.int8), "action_mask": mask}

    def step(self, action: int) -> None:
        """Takes a decision for the agent that is selected. Raises ValueError if it may not be taken."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, seat = self.game, self.possible_agents.index(agent)
        if game.ask is None:
            raise ValueError("the game is over")
        edition = game.table.edition
        options = {self._numbers.of(edition, move, seat): move for move in game.ask.options[seat]}
        if int(action) not in options:
            raise ValueError(f"{action} is none of the decisions that the mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._hear(game.decide(seat, options[int(action)]))
        over = game.winners is not None
        if over or game.seq >= LONGEST:
            shares = outcome(game).shares
            ended = self.terminations if over else self.truncations
            for other, share in zip(self.possible_agents, shares, strict=True):
                self.rewards[other] = share * len(shares) - 1
                ended[other] = True
        self._accumulate_rewards()
        self._select()

    def render(self) -> str:
        """What a spectator sees, as a line for each player."""
        return "\n".join(
            f"{player['name']}: {player['cards']} cards, {player['coins']} coins, lost {player['lost']}"
            for player in self.game.view(None)["players"]
        )

    def _select(self) -> None:
        ask = self.game.ask
        if ask is not None:  # of several that are asked, any may be the first to answer
            self.agent_selection = self.possible_agents[self._luck.choice(sorted(ask.options))]

    def _hear(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if visible_to(event, None):
                self._memory.observe(event)


def _space(shape: tuple[int], decisions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(_LEAST, _MOST, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (decisions,), np.int8),
        }
    )


def env(variant: str = "classic/4", render_mode: str | None = None) -> AECEnv[str, Seen, int]:
    """The environment of a variant, named as in docs/ai.md; who takes what may not be taken loses at once."""
    raw = CoupEnvironment(parsed(variant), render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
