"""A player that learns from many games which options win; it stores what it has learnt as a table of weights.

It knows no rules. The value of an option is the sum of the weights of its aspects. An aspect is the option alone,
or the option together with a fact that the player sees: its hand, the coins and cards on both sides, the claimed
role and how many copies of it are seen, the other player's earlier claims, and how often the other player was
caught lying.
"""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine import Event, Move
from engine.ai import Player
from engine.catalogue import plain
from engine.views.seat import cards_seen
from lab.claim_history import ClaimHistory

_MAX_COUNT: Final = 3
"""A count of claims, challenges or exposed lies that is greater than this number counts as this number."""
_MAX_COINS: Final = 10
_FIRST_STEP: Final = 0.5
_LAST_STEP: Final = 0.02
_STEP_FALLS_OVER: Final = 40.0
"""After this many visits the learning step is halfway between the first one and the last one."""

Weights = dict[Hashable, tuple[float, int]]
"""The weight of each aspect, and how often the aspect was met."""


class TabularLearner(Player):
    """Chooses the option with the greatest value or, with the probability `curiosity`, a random one."""

    def __init__(self, names: Sequence[str], seat: int, weights: Weights, curiosity: float) -> None:
        super().__init__(names, seat)
        self._weights = weights
        self._curiosity = curiosity
        self._history = ClaimHistory(len(names))
        self._chosen: list[tuple[Hashable, ...]] = []

    def observe(self, event: Event) -> None:
        """Remembers claims, challenges and exposed lies."""
        self._history.observe(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns one of the options."""
        aspects = [tuple(each) for each in self._aspects(view, options)]
        if chance.random() < self._curiosity:
            at = chance.randrange(len(options))
        else:
            values = [self._value(each) for each in aspects]
            at = values.index(max(values))
        if len(options) > 1:
            self._chosen.append(aspects[at])
        return options[at]

    def learn(self, result: float) -> None:
        """Moves the weights of all chosen options towards `result`, the player's share of the victory."""
        for aspects in self._chosen:
            error = result - self._value(aspects)
            for aspect in aspects:
                weight, met = self._weights.get(aspect, (0.0, 0))
                step = _LAST_STEP + (_FIRST_STEP - _LAST_STEP) / (1 + met / _STEP_FALLS_OVER)
                self._weights[aspect] = weight + step * error / len(aspects), met + 1

    def _value(self, aspects: Sequence[Hashable]) -> float:
        weights = self._weights
        return sum(weights[aspect][0] for aspect in aspects if aspect in weights)

    def _aspects(self, view: Mapping[str, Any], options: Sequence[Move]) -> Iterator[tuple[Hashable, ...]]:
        """Yields the aspects of each option."""
        players, prompt, claim, history = view["players"], view["prompt"], view["claim"], self._history
        me = players[self.seat]
        hand = tuple(me["hand"])
        others = [seat for seat, player in enumerate(players) if player["alive"] and seat != self.seat]
        leader = max(
            others, key=lambda seat: (players[seat]["cards"], players[seat]["coins"], -seat), default=self.seat
        )
        claimant = self.seat if claim is None else self.names.index(claim["by"])
        facing = leader if claimant == self.seat else claimant
        table = len(others), len(hand)
        claimed, seen = "", 0
        if claim is not None and claim["role"] is not None:
            claimed = claim["role"]
            seen = sum(plain(card) == claimed for card in cards_seen(view))
        for move, true in zip(options, prompt["truthful"], strict=True):
            seat = move.target if move.target is not None else facing
            other = players[seat]
            option = (
                prompt["prompt"], move.do, move.action, move.role, move.card, move.cards, true,
                claimed, None if claim is None else claim["kind"],
            )  # fmt: skip
            coins, their_coins = min(me["coins"], _MAX_COINS), min(other["coins"], _MAX_COINS)
            record = min(history.exposed[seat], _MAX_COUNT), min(history.challenged[seat], _MAX_COUNT)
            roles = tuple(sorted(history.claimed[seat]))
            yield (
                option,
                (option, 1, hand),
                (option, 2, table, other["cards"]),
                (option, 3, coins, their_coins),
                (option, 4, hand, coins // 3, their_coins // 3, other["cards"]),
                (option, 5, seen, min(history.claimed[seat][claimed], _MAX_COUNT), record),
                (option, 6, roles),
                (option, 7, roles, hand),
                (option, 8, hand, seen, other["cards"], coins, their_coins),
            )
