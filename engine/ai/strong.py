"""The strong seat: the evaluator of the bluffing seat, corrected by a network that was trained in a league.

In a duel of one card each it plays a solved strategy.
"""

import random
from collections.abc import Mapping, Sequence
from math import inf
from operator import add
from typing import Any, Final

from engine.ai.bluffer import Bluffer
from engine.ai.distribution import draw_weighted, normalised
from engine.ai.evaluation.duel import DuelTracker, is_duel, strategy
from engine.ai.evaluation.evaluator import Evaluator, evaluate_options
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.network import Network, network_for, networks
from engine.ai.evaluation.option_value import OptionValue
from engine.ai.temperaments import DUEL_SHARE
from engine.events import Event
from engine.moves import CHALLENGE, PASS, PROVE, Move

TEMPERATURE: Final = 0.005
"""The temperature of the evaluator's logits, as a chance to win, at every table."""
MIN_LOGIT: Final = -6.0
"""The lowest logit that the evaluator alone gives an option; the best option has 0."""
MIN_LIE_LOGIT: Final = -2.3
MIN_DUEL_LIE_LOGIT: Final = -4.5
"""The lowest logits of a lie: while more than two players are left, and when two are left.

With several players the evaluator expects more challenges than really happen. Without a limit the seat would
hardly ever lie, and the other players could rely on that.
"""
_CAUTION: Final = 30.0
"""In play, the lowest logit of a lie is at most minus this factor times how many challenges a claim meets.

They are estimated from those made so far. Against players who challenge much, a seat lies less than in training.
"""
MIN_PASS_LOGIT: Final = -3.5
"""The lowest logit of a pass, and in training of a challenge: training must try both to learn when they pay off.

In play, a challenge that the evaluator thinks bad would only cost cards.
"""
_MEDDLING_GAIN: Final = 0.03
"""In play, a challenge of a block between two others must raise the chance to win by at least this much.

All others gain by it too, but only who challenges risks a card, and another player may do it instead. In g54,
rules of thumb would win more.
"""

RESCUE: Final = 0.3
"""What a block counts, in claims, by which a player saves its own card. Easy and medium trust it as any claim."""


def evaluator_logits(
    evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue], *, exploring: bool
) -> list[float]:
    """Returns the logits that the evaluator alone gives the options: 0 for the best, less for the others.

    With `exploring`, in training, bad challenges, dangerous lies and what surely loses are tried more often.
    """
    best = max([each.win_chance for each in values])
    min_lie = MIN_LIE_LOGIT if len(evaluator.others) > 1 else MIN_DUEL_LIE_LOGIT
    if not exploring:
        min_lie = min(min_lie, -_CAUTION * sum(evaluator.challenge_rates))
    lowest = {PASS: MIN_PASS_LOGIT, CHALLENGE: MIN_PASS_LOGIT if exploring else -inf}
    floors = [
        lowest.get(move, min_lie if each.truth < 0 else MIN_LOGIT) if exploring or each.win_chance > 0 else -inf
        for move, each in zip(options, values, strict=True)
    ]
    logits = [
        max(floor, (each.win_chance - best) / TEMPERATURE) for floor, each in zip(floors, values, strict=True)
    ]
    if not exploring and _is_block_between_others(evaluator) and CHALLENGE in options:
        at = options.index(CHALLENGE)
        gain = values[at].win_chance - values[options.index(PASS)].win_chance
        if values[at].risk and gain < _MEDDLING_GAIN:
            logits[at] = -inf
    return logits


def _is_block_between_others(evaluator: Evaluator) -> bool:
    """Whether the open claim blocks an action that another seat has declared, in a game without pools (g54)."""
    claim = evaluator.view["claim"]
    if claim is None or claim["kind"] != "counteraction" or evaluator.edition.has_pool:
        return False
    return bool(claim["action"]["by"] != evaluator.names[evaluator.seat])


class Strong(Bluffer):
    """Chooses at random, the better options more often; its network was trained in a league of players.

    `temperament` is a name in TEMPERAMENTS. Raises BadWeights if the files of its weights cannot be used.
    """

    def __init__(self, names: Sequence[str], seat: int, temperament: str = "even") -> None:
        super().__init__(names, seat, TEMPERATURE, temperament)
        self.memory = Memory(len(names), RESCUE)
        networks()
        strategy()
        self._duel = DuelTracker(seat) if len(names) == 2 else None

    def observe(self, event: Event) -> None:
        """Remembers claims, challenges, lies and the last enemy, as any Bluffer, and the reputations in a duel."""
        super().observe(event)
        if self._duel is not None:
            self._duel.observe(event)

    def share_memory(self, other: Bluffer) -> None:
        """Uses the memory of another seat, except in games of two, where a seat also remembers reputations."""
        if self._duel is None:
            super().share_memory(other)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns an option drawn at random, better ones more often."""
        weights = self._duel_weights(view, options)
        return (
            super().choose(view, options, chance) if weights is None else draw_weighted(options, weights, chance)
        )

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        """Returns how likely `choose` is to return each option."""
        weights = self._duel_weights(view, options)
        return super().probabilities(view, options) if weights is None else normalised(weights)

    def _duel_weights(self, view: Mapping[str, Any], options: Sequence[Move]) -> list[float] | None:
        """Returns how likely each option is in the one-card duel; None if the strategy has nothing to decide."""
        win_chances = self._solution(view, options) if len(options) > 1 else None
        if win_chances is None:
            return None
        temperature: float = strategy()["heat"]
        logits = [each / temperature for each in win_chances]
        return self.weights_of_logits(view, options, logits, temperature, boldness=1.0, share=DUEL_SHARE)

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """Returns an estimate of how often the seat wins after each option, corrected by the network.

        Returns None for prompts without estimates.
        """
        if (solved := self._solution(view, options)) is not None:
            return solved
        evaluator = Evaluator(self.seat, view, self.memory)
        values = evaluate_options(evaluator, options)
        if values is None:
            return None
        network_logits = self._network_logits(evaluator, options, values)
        most = max(network_logits)
        corrected = (
            each.win_chance + TEMPERATURE * (more - most)
            for each, more in zip(values, network_logits, strict=True)
        )
        return [min(1.0, max(0.0, win_chance)) for win_chance in corrected]

    def _solution(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float] | None:
        if self._duel is None or PROVE in options or not is_duel(view):
            return None
        return self._duel.win_chances(view, options)

    def temperature(self, evaluator: Evaluator) -> float:
        """Returns the temperature of the logits, as a chance to win."""
        return TEMPERATURE

    def logits(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns the logit of each option: the evaluator's and the network's."""
        own = evaluator_logits(evaluator, options, values, exploring=False)
        return list(map(add, own, self._network_logits(evaluator, options, values)))

    def _network_logits(
        self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]
    ) -> list[float]:
        network: Network = getattr(networks(), network_for(evaluator.edition))
        state = network.inputs.state(evaluator, self.memory)
        return network.logits(state, network.inputs.options(evaluator, self.memory, options, values))
